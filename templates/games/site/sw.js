{% load static %}/* Shows push notifications, and stores the latest tables for times without a network.
 *
 * Online, every page comes from the site; a copy is shown only when the site cannot be reached, with a notice
 * (static/js/site/offline.js). Copies belong to the signed-in user (X-Person): they are deleted as soon as another user is
 * signed in, or none.
 */
const EDITION = 1; // raised when the format of stored copies changes: older ones are deleted
const PEOPLE = `people-${EDITION}`;
const THINGS = `things-${EDITION}`;
const PAGES = `pages-${EDITION}-`;
const OFFLINE = "{% url 'games:offline' %}";
const FRAMED = "/embed/"; // pages that never depend on the user
const FAREWELL = "{% url 'account_logout' %}";
const MOST = { pages: 30, things: 200 };
const KEPT_PAGE = /^\/(t\/[\w-]+\/)?$/;
const KEPT_THING = /^\/(static|art|avatars)\//;
const NEVER_CHANGES = /^\/(static|art)\/.+\.[0-9a-f]{7,12}(\.\w+)?$/;
const AWAY = [502, 503, 504]; // the statuses of a proxy whose site does not answer

self.addEventListener("install", () => self.skipWaiting());
self.addEventListener("activate", (event) => event.waitUntil(begin()));
self.addEventListener("message", (event) => {
  const path = event.data?.keep ?? "";
  if (KEPT_PAGE.test(path)) event.waitUntil(fetch(path, { headers: { Accept: "text/html" } }).then((page) => notice(path, page)).catch(() => {}));
});
self.addEventListener("fetch", (event) => {
  const { request } = event;
  const { origin, pathname, search } = new URL(request.url);
  if (origin !== self.location.origin) return;
  if (request.mode === "navigate" && !pathname.startsWith(FRAMED)) event.respondWith(page(event, pathname, search));
  else if (request.method === "GET" && KEPT_THING.test(pathname)) event.respondWith(thing(event, pathname));
});

async function begin() {
  const mine = (name) => [PEOPLE, THINGS].includes(name) || name.startsWith(PAGES);
  for (const name of await caches.keys()) if (!mine(name)) await caches.delete(name);
  await self.clients.claim();
}

/* Pages */

async function page(event, pathname, search) {
  if (event.request.method === "POST" && pathname === FAREWELL) await forget();
  try {
    const answer = await fetch(event.request);
    if (AWAY.includes(answer.status)) return (await copy(pathname)) ?? answer;
    if (event.request.method === "GET") event.waitUntil(notice(search ? "" : pathname, answer.clone()));
    return answer;
  } catch (error) {
    const kept = (event.request.method === "GET" && (await copy(pathname))) || (await copy(OFFLINE));
    if (kept) return kept;
    throw error;
  }
}

/* Note from a response who is signed in, and store the page if it is one of KEPT_PAGE. */
async function notice(pathname, answer) {
  if (answer.status >= 500 || !answer.headers.get("Content-Type")?.startsWith("text/html")) return;
  const person = answer.headers.get("X-Person") ?? "";
  if (person !== (await whoseCopies())) await forget(person);
  if (!person) return;
  const pages = await caches.open(PAGES + person);
  if (answer.ok && !answer.redirected && KEPT_PAGE.test(pathname)) await put(pages, pathname, answer, MOST.pages);
  if (!(await pages.match(OFFLINE))) await put(pages, OFFLINE, await fetch(OFFLINE), MOST.pages);
}

async function whoseCopies() {
  const found = await (await caches.open(PEOPLE)).match("/");
  return found ? found.text() : "";
}

/* Delete every copy, and store the user of the next ones. */
async function forget(person = "") {
  for (const name of await caches.keys()) if (name.startsWith(PAGES)) await caches.delete(name);
  await (await caches.open(PEOPLE)).put("/", new Response(person));
}

async function put(cache, path, answer, most) {
  const headers = new Headers(answer.headers);
  headers.set("X-Seen", new Date().toISOString());
  const body = await answer.blob();
  await cache.delete(path); // the latest is the last
  await cache.put(path, new Response(body, { status: answer.status, headers }));
  const keys = await cache.keys();
  for (const old of keys.slice(0, Math.max(0, keys.length - most))) await cache.delete(old);
}

/* Returns the copy of a page, marked as a copy. */
async function copy(pathname) {
  const pages = await caches.open(PAGES + (await whoseCopies()));
  const kept = await pages.match(pathname);
  if (!kept || pathname === OFFLINE) return kept;
  const html = await kept.text();
  return new Response(html.replace(/<html\s/, `<html data-offline="${kept.headers.get("X-Seen")}" `), { headers: kept.headers });
}

/* Styles, scripts and pictures: from the cache only if they never change, or if the site cannot be reached. */
async function thing(event, pathname) {
  const things = await caches.open(THINGS);
  const kept = NEVER_CHANGES.test(pathname) && (await things.match(event.request.url));
  if (kept) return kept;
  try {
    const answer = await fetch(event.request);
    if (answer.ok) event.waitUntil(put(things, event.request.url, answer.clone(), MOST.things));
    return answer;
  } catch (error) {
    const found = await things.match(event.request.url);
    if (found) return found;
    throw error;
  }
}

/* Push notifications */

self.addEventListener("push", (event) => {
  const message = event.data ? event.data.json() : {};
  const options = { body: message.body ?? "", icon: "{% static 'img/mark-192.png' %}", data: { url: message.url ?? "/" } };
  if (message.tag) Object.assign(options, { tag: message.tag, renotify: true });
  event.waitUntil(self.registration.showNotification(message.title ?? "Marrakech", options));
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
