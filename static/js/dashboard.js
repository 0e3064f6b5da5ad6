/* Keeps a player's own page up to date: while it has the focus it asks [data-updates] whether its lists have changed, and only
 * then fetches itself and takes its new content over. A page without the focus asks nothing and catches up when it gets it.
 */
import { showWaiting } from "./waiting_count.js";

const EVERY = 15_000; // milliseconds between two questions
const SOON = 2_000; // ... where the page has just got the focus
const FRESH = 5_000; // so young a page is what the first answer tells

const main = document.getElementById("main");
const { updates } = document.querySelector("[data-updates]").dataset;
let version = "";
let asked = -EVERY;

/* A selector that finds the same control in the new content. */
function nameOf(active) {
  const told = ["href", "name"].find((one) => active.hasAttribute(one));
  if (active === main || !main.contains(active) || !told) return "";
  return `${active.localName}[${told}="${CSS.escape(active.getAttribute(told))}"]`;
}

async function renew() {
  const answer = await fetch(location.href);
  if (!answer.ok) return;
  const page = new DOMParser().parseFromString(await answer.text(), "text/html");
  const head = page.querySelector("[data-waiting]");
  if (!head) return location.reload(); // signed out meanwhile
  const focused = nameOf(document.activeElement);
  main.replaceChildren(...page.getElementById("main").childNodes);
  if (focused) main.querySelector(focused)?.focus({ preventScroll: true });
  showWaiting(Number(head.dataset.waiting));
}

/* A copy that this device had kept, shown while the site was out of reach, is old however lately it was opened. */
const isCopy = "offline" in document.documentElement.dataset;

async function ask(pause) {
  if (document.hidden || !document.hasFocus() || performance.now() - asked < pause) return;
  asked = performance.now();
  const answer = await fetch(`${updates}?v=${version}`);
  if (answer.status !== 200) return;
  if (isCopy) return location.reload();
  const isKnown = version || performance.now() > FRESH;
  version = (await answer.json()).v;
  if (isKnown) await renew();
}

const tell = (pause) => ask(pause).catch(() => {}); // the next one may get through

tell(EVERY);
setInterval(() => tell(EVERY), EVERY / 5);
window.addEventListener("focus", () => tell(SOON));
document.addEventListener("visibilitychange", () => tell(SOON));
