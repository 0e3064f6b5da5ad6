/* Keeps an open table up to date with few requests, and shows when the site cannot be reached.
 *
 * A "wake" event makes #poll request what is new (htmx); its data-every is the number of seconds between two polls while
 * the page has the focus. A visible page without the focus polls as often while a robot thinks, else rarely, a hidden one
 * never; both poll at once when they are shown or get the focus. While the site does not answer, the pauses grow and
 * [data-trouble] is shown (data-offline on it: the browser has no network). The first answer hides it.
 */
const IN_SIGHT = 120_000; // milliseconds between two polls of a visible page without the focus
const SOON = 1_000; // milliseconds between two polls while a robot thinks (games/board/status.py)
const AGAIN = 2_000; // milliseconds before the poll after the first failure; doubled after each further one
const SELDOM = 30_000; // the longest pause after failures
const LATE = 20_000; // milliseconds after which an unanswered poll is repeated

const find = (selector) => document.querySelector(selector);
const isCopy = Boolean(document.documentElement.dataset.offline); // a saved copy does not poll: offline.js replaces it with the page itself
let asked = performance.now(); // the page was loaded just now
let waiting = null; // the #poll that has sent a request; if a swap has removed it, it gets no answer
let failures = 0;
let isDropped = false;
const sending = new Set();
let timer = null;

function pause() {
  const every = Number(find("#poll")?.dataset.every) * 1000;
  if (failures) return Math.min(SELDOM, AGAIN * 2 ** (failures - 1));
  return document.hasFocus() || every <= SOON ? every : Math.max(every, IN_SIGHT);
}

function ask() {
  const now = performance.now();
  const late = waiting?.isConnected ? waiting : null;
  if (isCopy || document.hidden || !find("#poll[hx-get]") || (late && now - asked < LATE)) return;
  asked = now;
  if (late) window.htmx.trigger(late, "htmx:abort"); // htmx would queue the next request behind the present one
  window.htmx.trigger("#poll", "wake");
}

/* Polls if it is time, and sets the timer for the next check. */
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
    waiting = event.target; // not in ask(): during a swap htmx ignores "wake", and no request follows
    waiting.addEventListener("htmx:beforeOnLoad", drop);
  }
});

/* Not htmx:afterRequest, which nobody hears if another answer has removed the form meanwhile. */
document.addEventListener("htmx:beforeSend", (event) => {
  const { xhr, requestConfig } = event.detail;
  if (requestConfig.verb === "get") return;
  sending.add(xhr);
  xhr.addEventListener("loadend", () => {
    sending.delete(xhr);
    if (!isDropped || sending.size) return;
    isDropped = false;
    setTimeout(ask, 250); // after the swap
  });
});

/* Ignores the answer of a poll in two cases. If a swap has replaced its element, the answer is older than the page. If a
 * form is being sent, a swap would remove the form that waits for its answer; the poll is repeated after that answer. */
function drop(event) {
  if (event.target.isConnected && !sending.size) return;
  event.preventDefault();
  isDropped ||= sending.size > 0 && event.detail.xhr.status !== 204;
}

const versionIn = (text) => Number(/name="v"\s+value="(\d+)"/.exec(text)?.[1] ?? Infinity);

/* Ignores an answer that comes after the page has lost its #poll, when the viewer is leaving, and one that is older than
 * the page, because it was overtaken on the way. */
document.addEventListener("htmx:beforeSwap", (event) => {
  const version = find("#poll [name=v]");
  const isOld = version && versionIn(event.detail.serverResponse) < Number(version.value || version.dataset.shown);
  if (!find("#poll") || isOld) event.detail.shouldSwap = false;
});

document.addEventListener("htmx:afterRequest", (event) => {
  const { xhr, requestConfig } = event.detail;
  const isPoll = event.target.id === "poll" || requestConfig.path.includes("/poll/");
  const isReached = Boolean(xhr && xhr.status > 0 && xhr.status < 500);
  if (isPoll) waiting = null;
  if (!isPoll && requestConfig.verb === "get") return;
  failures = isReached ? 0 : failures + 1;
  showTrouble();
  plan();
});

/* Polls for the whole page, because something has changed that the version of the game does not tell. */
document.addEventListener("table:stale", () => {
  const version = find("#poll [name=v]");
  if (version?.value) [version.dataset.shown, version.value] = [version.value, ""];
  ask();
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
