{% load static %}/* Shows what the site pushes to this browser, and opens the table when one touches it. */
self.addEventListener("install", () => self.skipWaiting());
self.addEventListener("activate", (event) => event.waitUntil(self.clients.claim()));

self.addEventListener("push", (event) => {
  const said = event.data ? event.data.json() : {};
  const options = { body: said.body ?? "", icon: "{% static 'img/mark-192.png' %}", data: { url: said.url ?? "/" } };
  if (said.tag) Object.assign(options, { tag: said.tag, renotify: true });
  event.waitUntil(self.registration.showNotification(said.title ?? "Marrakech", options));
});

async function open(address) {
  const url = new URL(address, self.location.origin);
  const target = url.origin === self.location.origin ? url.href : self.location.origin;
  const pages = await self.clients.matchAll({ type: "window", includeUncontrolled: true });
  const there = pages.find((page) => new URL(page.url).pathname === new URL(target).pathname);
  return there ? there.focus() : self.clients.openWindow(target);
}

self.addEventListener("notificationclick", (event) => {
  event.notification.close();
  event.waitUntil(open(event.notification.data.url));
});
