/* Keeps the latest tables on this device (templates/games/sw.js does it), and says so where an old copy is shown.
 *
 * <html data-offline="TIME">   the service worker has written it: this page is a copy, seen then. A notice says so, and
 *                              what would be sent is out of reach.
 * [data-kept-tables]           on the page /offline/: the list of what is there.
 */
const script = document.querySelector("script[data-worker]");
const language = document.documentElement.lang;
const asOf = document.documentElement.dataset.offline;

function tell(time, seen) {
  time.dateTime = seen;
  time.textContent = new Date(seen).toLocaleString(language, { dateStyle: "long", timeStyle: "short" });
}

function showNotice() {
  const notice = document.getElementById("offline-notice").content.cloneNode(true);
  tell(notice.querySelector("time"), asOf);
  document.getElementById("main").before(notice);
  for (const form of document.querySelectorAll('form[method="post"]')) form.inert = true;
  window.addEventListener("online", () => location.reload());
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
  place.querySelector("[data-kept]").hidden = !found.length;
  place.querySelector("[data-kept-none]").hidden = Boolean(found.length);
}

/* What arrived while the page stood open is kept, too: the worker is told when the tab is left. */
let isNew = false;
document.addEventListener("htmx:afterSwap", () => {
  isNew = true;
});
document.addEventListener("visibilitychange", () => {
  if (!document.hidden || !isNew) return;
  isNew = false;
  navigator.serviceWorker?.controller?.postMessage({ keep: location.pathname });
});

if (asOf) showNotice();
const place = document.querySelector("[data-kept-tables]");
if (place && "caches" in window) listTables(place);
if (script && "serviceWorker" in navigator && window.isSecureContext) {
  navigator.serviceWorker.register(script.dataset.worker, { scope: "/" }).catch(() => {}); // a browser may forbid it
}
