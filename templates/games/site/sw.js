{% load static %}/* Shows what the site pushes to this browser, and keeps the latest tables for times without a network.
 *
 * Online, every page comes from the site; a copy is looked at only when the site cannot be reached, and then says so
 * (static/js/offline.js). Copies belong to whoever the site says is signed in (X-Person): as soon as that is somebody
 * else, or nobody, they are gone.
 */
const EDITION = 1; // raised when what is kept changes its form: the old is thrown away
const PEOPLE = `people-${EDITION}`;
const THINGS = `things-${EDITION}`;
const PAGES = `pages-${EDITION}-`;
const OFFLINE = "{% url 'games:offline' %}";
const FRAMED = "/embed/"; // pages that never know who looks
const FAREWELL = "{% url 'account_logout' %}";
const MOST = { pages: 30, things: 200 };
const KEPT_PAGE = /^\/(t\/[\w-]+\/)?$/;
const KEPT_THING = /^\/(static|art|avatars)\//;
const NEVER_CHANGES = /^\/static\/.+\.[0-9a-f]{12}\.\w+$/;
const AWAY = [502, 503, 504]; // what a proxy says of a site that does not answer

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

/* See from an answer of the site who is signed in, and keep it if it is a page that is kept. */
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

/* Throw away every copy, and remember whose the next ones are. */
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

/* The copy of a page, told apart from the page itself. */
async function copy(pathname) {
  const pages = await caches.open(PAGES + (await whoseCopies()));
  const kept = await pages.match(pathname);
  if (!kept || pathname === OFFLINE) return kept;
  const html = await kept.text();
  return new Response(html.replace(/<html\s/, `<html data-offline="${kept.headers.get("X-Seen")}" `), { headers: kept.headers });
}

/* Styles, scripts and pictures: from here only if they never change, or if the site cannot be reached. */
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

/* What the site pushes */

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
