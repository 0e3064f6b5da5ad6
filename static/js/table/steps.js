/* Prompts in steps (#ask[data-steps]): each choice is a link to the next question, in the list, on the board, or in both.
 *
 * One click follows the link, everywhere; the whole turn is confirmed at its end, and each step can be taken back. The keys
 * of the board mark a choice first, and take it when they are pressed again, as the button [data-take] does. On the table
 * page only the parts that change are loaded; elsewhere, and without this file, the links open pages.
 */
import { choicesOf, chosenIn, frameOf, mark, squaresOf } from "../board/board.js";

const find = (selector) => document.querySelector(selector);
const asked = () => find("#ask[data-steps]");
const frame = () => find('[data-board="ask"]');
const entryOf = (notation) => [...document.querySelectorAll("#ask .choices [data-step]")].find((one) => one.dataset.step === notation);
const onBoard = (notation) => (frame() ? choicesOf(frame()) : []).find((one) => one.dataset.choice === notation);
let shown = location.search; // the query of what the page shows
let listed = ""; // the choice that is marked because the list points at it

async function load(address, isNew) {
  const url = new URL(address, location.href);
  if (!find("#poll") || url.pathname !== location.pathname) return location.assign(url);
  await window.htmx.ajax("GET", url.pathname + url.search, { source: "#play", swap: "none" });
  if (isNew) history.pushState(null, "", url.pathname + url.search);
  shown = url.search;
  if (frame() && !chosenIn(frame())) mark(frame(), ""); // the line below the board still speaks of what was there
  if (isNew) document.dispatchEvent(new CustomEvent("table:stepped"));
}

/* Follows a choice: its entry in the list or, if only the board offers it, its link there. */
function take(notation) {
  const entry = entryOf(notation);
  if (entry) entry.click();
  else load(onBoard(notation).getAttribute("href"), true);
}

/* Whether other choices lie on the same squares: then the drawing shows which one is meant before it is taken. */
function hasRivals(link) {
  const squares = squaresOf(link).join();
  return choicesOf(frame()).some((one) => one !== link && squaresOf(one).join() === squares);
}

document.addEventListener("board:choose", (event) => {
  if (!asked() || frameOf(event.target) !== frame()) return;
  event.preventDefault();
  const { notation, again, isPointer } = event.detail;
  const link = onBoard(notation);
  if (!link || again || isPointer) return take(notation);
  listed = "";
  mark(frame(), notation);
});

document.addEventListener("board:marked", (event) => {
  if (!asked() || event.target !== frame()) return;
  const { notation } = event.detail;
  for (const one of document.querySelectorAll("#ask .choices [data-step]")) one.classList.toggle("choice--chosen", one.dataset.step === notation);
  const button = find("#ask [data-take]");
  if (!button) return;
  const link = onBoard(notation);
  button.hidden = notation === listed || !(link && hasRivals(link));
  button.querySelector("span").textContent = entryOf(notation)?.querySelector("b").textContent ?? "";
});

/* A choice in the list is shown on the board while the pointer or the focus is on it. A click or Enter takes it there. */
function show(event) {
  if (event.pointerType && event.pointerType !== "mouse") return;
  const entry = asked() && event.target.closest?.("#ask .choices [data-step]");
  if (!entry || !onBoard(entry.dataset.step) || chosenIn(frame()) === entry.dataset.step) return;
  listed = entry.dataset.step;
  mark(frame(), listed);
}
document.addEventListener("pointerover", show);
document.addEventListener("focusin", show);

document.addEventListener("click", (event) => {
  if (event.target.closest("#ask [data-take]")) return take(chosenIn(frame()));
  const link = event.target.closest("#ask a[data-step]");
  if (!link || !window.htmx || event.ctrlKey || event.metaKey || event.shiftKey || event.button > 0) return;
  event.preventDefault();
  load(link.getAttribute("href"), true);
});

window.addEventListener("popstate", () => {
  if (asked() && location.search !== shown) load(location.href, false);
});

/* After the turn is sent, the address is that of the table again. */
document.addEventListener("htmx:afterRequest", (event) => {
  const { requestConfig, successful } = event.detail; // the form itself is gone
  if (requestConfig.elt.id !== "ask" || requestConfig.verb === "get" || !successful || !/[?&](done|choose)=/.test(location.search)) return;
  const url = new URL(location.href);
  for (const name of ["done", "choose"]) url.searchParams.delete(name);
  history.replaceState(null, "", url.pathname + url.search);
  shown = url.search;
});
