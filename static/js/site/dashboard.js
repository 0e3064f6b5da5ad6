/* Keeps a player's own page up to date. While it has the focus, it polls [data-updates] for changes of its lists, and only
 * then fetches itself again and replaces its content. A page without the focus does not poll; it updates on focus.
 */
import { sessionFetch } from "../common/session.js";
import { showWaiting } from "../common/waiting_count.js";

const EVERY = 15_000; // milliseconds between two polls
const SOON = 2_000; // the same, after the page gets the focus
const FRESH = 5_000; // milliseconds in which a loaded page is certainly up to date

const main = document.getElementById("main");
const { updates } = document.querySelector("[data-updates]").dataset;
let version = "";
let asked = -EVERY;

/* A selector that finds the same control in the new content. */
function nameOf(active) {
  const attribute = ["href", "name"].find((one) => active.hasAttribute(one));
  if (active === main || !main.contains(active) || !attribute) return "";
  return `${active.localName}[${attribute}="${CSS.escape(active.getAttribute(attribute))}"]`;
}

async function renew() {
  const answer = await sessionFetch(location.href);
  if (!answer.ok) return; // also if the user is signed out: session.js tells it
  const page = new DOMParser().parseFromString(await answer.text(), "text/html");
  const head = page.querySelector("[data-waiting]");
  if (!head) return location.reload(); // signed out meanwhile
  const focused = nameOf(document.activeElement);
  main.replaceChildren(...page.getElementById("main").childNodes);
  if (focused) main.querySelector(focused)?.focus({ preventScroll: true });
  showWaiting(Number(head.dataset.waiting));
}

/* An offline copy is out of date, even if the page was opened a moment ago. */
const isCopy = "offline" in document.documentElement.dataset;

async function ask(pause) {
  if (document.hidden || !document.hasFocus() || performance.now() - asked < pause) return;
  asked = performance.now();
  const answer = await sessionFetch(`${updates}?v=${version}`);
  if (answer.status !== 200) return;
  if (isCopy) return location.reload();
  const isKnown = version || performance.now() > FRESH;
  version = (await answer.json()).v;
  if (isKnown) await renew();
}

const tell = (pause) => ask(pause).catch(() => {}); // the next poll may get through

tell(EVERY);
setInterval(() => tell(EVERY), EVERY / 5);
window.addEventListener("focus", () => tell(SOON));
document.addEventListener("visibilitychange", () => tell(SOON));
