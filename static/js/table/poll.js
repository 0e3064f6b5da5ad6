/* Keeps an open table up to date, at the least cost, and says quietly when the site cannot be reached.
 *
 * #poll asks for what is new when it is told to "wake" (htmx); data-every on it is how many seconds a page that has the
 * focus waits in between. A page that is only in sight asks seldom, a hidden one never; both catch up at once when they are
 * shown or get the focus. While nothing is answered the pauses grow, [data-trouble] is shown (data-offline on it: the
 * browser has no network), and everything stays as it is; the first answer takes that away.
 */
const IN_SIGHT = 120_000; // milliseconds between two questions of a page without the focus
const AGAIN = 2_000; // ... after the first one that was not answered; then twice that, and so on
const SELDOM = 30_000;
const LATE = 20_000; // a question that is not answered by then is asked again

const find = (selector) => document.querySelector(selector);
const isCopy = Boolean(document.documentElement.dataset.offline); // gives way to the page itself (offline.js)
let asked = performance.now(); // the page itself is an answer
let waiting = null; // the #poll that has asked: one that a swap took away hears no answer
let failures = 0;
let isDropped = false;
const sending = new Set();
let timer = null;

function pause() {
  const every = Number(find("#poll")?.dataset.every) * 1000;
  if (failures) return Math.min(SELDOM, AGAIN * 2 ** (failures - 1));
  return document.hasFocus() ? every : Math.max(every, IN_SIGHT);
}

function ask() {
  const now = performance.now();
  const late = waiting?.isConnected ? waiting : null;
  if (isCopy || document.hidden || !find("#poll[hx-get]") || (late && now - asked < LATE)) return;
  asked = now;
  if (late) window.htmx.trigger(late, "htmx:abort"); // while one is under way, the next would only be put behind it
  window.htmx.trigger("#poll", "wake");
}

/* Asks when it is time, and looks again when it will be. */
function plan() {
  clearTimeout(timer);
  if (document.hidden || isCopy) return;
  const left = asked + pause() - performance.now();
  if (left <= 0) ask();
  timer = setTimeout(plan, Math.max(250, left));
}

function catchUp() {
  if (!document.hidden && performance.now() - asked > 1000) ask();
  plan();
}

function showTrouble() {
  const trouble = find("[data-trouble]");
  if (!trouble || isCopy) return;
  trouble.hidden = !failures;
  if (navigator.onLine) delete trouble.dataset.offline;
  else trouble.dataset.offline = "";
}

document.addEventListener("htmx:beforeRequest", (event) => {
  if (event.target.id !== "poll") return;
  if (document.hidden) event.preventDefault();
  else {
    waiting = event.target; // only now: in the middle of a swap a "wake" is not heard
    waiting.addEventListener("htmx:beforeOnLoad", drop);
  }
});

document.addEventListener("htmx:beforeSend", (event) => {
  if (event.detail.requestConfig.verb !== "get") sending.add(event.detail.xhr);
});

/* The answer to a question whose element another swap has replaced is older than the page. And while something is being
 * sent, news would take away the form that waits for its answer; they are asked for again as soon as that is there. */
function drop(event) {
  if (event.target.isConnected && !sending.size) return;
  event.preventDefault();
  isDropped ||= sending.size > 0 && event.detail.xhr.status !== 204;
}

/* An answer that comes when the page is being left has nowhere to go. */
document.addEventListener("htmx:beforeSwap", (event) => {
  if (!find("#poll")) event.detail.shouldSwap = false;
});

document.addEventListener("htmx:afterRequest", (event) => {
  const { xhr, requestConfig } = event.detail;
  const isPoll = event.target.id === "poll" || requestConfig.path.includes("/poll/");
  const isReached = Boolean(xhr && xhr.status > 0 && xhr.status < 500);
  if (isPoll) waiting = null;
  if (sending.delete(xhr) && isDropped) {
    isDropped = false;
    setTimeout(ask, 250); // after the swap
  }
  if (!isPoll && requestConfig.verb === "get") return;
  failures = isReached ? 0 : failures + 1;
  showTrouble();
  plan();
});

window.addEventListener("focus", catchUp);
window.addEventListener("pageshow", catchUp);
window.addEventListener("online", () => {
  waiting = null;
  ask();
});
window.addEventListener("offline", () => {
  failures = Math.max(1, failures);
  showTrouble();
});
document.addEventListener("visibilitychange", catchUp);
plan();
