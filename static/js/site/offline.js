/* Offline copies of the latest tables, which templates/games/site/sw.js stores, and the notice on such a copy.
 *
 * <html data-offline="TIME">   written by the service worker: this page is a copy of that time. A notice says so, and
 *                              its forms are disabled.
 * [data-saved-tables]           on the page /offline/: the list of copies. The worker also shows this page at the address
 *                              of a page without a copy.
 *
 * Both are replaced by the page itself as soon as the site answers.
 */
const SOON = 500; // milliseconds until the first attempt to reach the site; each further pause is twice as long
const SELDOM = 30_000;
const script = document.querySelector("script[data-worker]");
const language = document.documentElement.lang;
const asOf = document.documentElement.dataset.offline;
let timer = null;

function tell(time, seen) {
  time.dateTime = seen;
  time.textContent = new Date(seen).toLocaleString(language, { dateStyle: "long", timeStyle: "short" });
}

function showNotice() {
  const notice = document.getElementById("offline-notice").content.cloneNode(true);
  tell(notice.querySelector("time"), asOf);
  document.getElementById("messages").before(notice);
  for (const form of document.querySelectorAll('form[method="post"]')) form.inert = true;
}

/* Loads the page itself as soon as the site answers, which can be later than the return of the network. */
function comeBack(pause) {
  clearTimeout(timer);
  timer = setTimeout(async () => {
    const isWorthIt = navigator.onLine && !document.hidden;
    const answer = isWorthIt && (await fetch(location.href, { method: "HEAD" }).catch(() => null));
    if (answer && answer.status < 500) location.reload();
    else comeBack(Math.min(SELDOM, 2 * pause));
  }, pause);
}

async function listTables(place) {
  const item = place.querySelector("template");
  const list = place.querySelector("ul");
  const found = [];
  for (const name of await caches.keys()) {
    if (!name.startsWith("pages-")) continue;
    const cache = await caches.open(name);
    for (const request of await cache.keys()) {
      const page = await cache.match(request);
      const path = new URL(request.url).pathname;
      if (path !== "/offline/") found.push({ path, seen: page.headers.get("X-Seen"), html: await page.text() });
    }
  }
  for (const { path, seen, html } of found.sort((one, other) => other.seen.localeCompare(one.seen))) {
    const line = item.content.cloneNode(true);
    line.querySelector("a").href = path;
    line.querySelector("a").textContent = new DOMParser().parseFromString(html, "text/html").title;
    tell(line.querySelector("time"), seen);
    list.append(line);
  }
  place.querySelector("[data-saved]").hidden = !found.length;
  place.querySelector("[data-saved-none]").hidden = Boolean(found.length);
}

/* Also stores changes that arrived while the page was open: the worker gets a message when the user leaves the tab. */
let isNew = false;
document.addEventListener("htmx:afterSwap", () => {
  isNew = true;
});
document.addEventListener("visibilitychange", () => {
  if (!document.hidden || !isNew) return;
  isNew = false;
  navigator.serviceWorker?.controller?.postMessage({ keep: location.pathname });
});

const place = document.querySelector("[data-saved-tables]");
if (asOf) showNotice();
if (asOf || (place && location.pathname !== place.dataset.savedTables)) {
  comeBack(SOON);
  window.addEventListener("online", () => comeBack(SOON));
  document.addEventListener("visibilitychange", () => comeBack(SOON));
}
if (place && "caches" in window) listTables(place);
if (script && "serviceWorker" in navigator && window.isSecureContext) {
  navigator.serviceWorker.register(script.dataset.worker, { scope: "/" }).catch(() => {}); // some browsers forbid it
}
