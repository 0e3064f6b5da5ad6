/* What a square is worth: beside the board while the pointer or the focus is on it, and for screen readers as its description.
 * A feature in the list is shown on the board while the pointer is on it. The list is loaded from the link
 * in [data-features], which is a page of its own for browsers without this file.
 */
import { cellsOf, choicesOf, frameOf, labelOf, squaresOf } from "../board/board.js";
import { sessionFetch } from "../common/session.js";

const place = () => document.querySelector("#play [data-features]");
const rows = () => [...document.querySelectorAll("#play [data-features] [data-cells]")];
/* The points stay on the line of the colon. */
const wordsOf = (row) => `${row.querySelector("b").textContent}\u00a0${row.querySelector(".features__points").textContent.trim().replaceAll(" ", "\u00a0")}`;
const board = () => document.querySelector("#play [data-board]");
let loaded = { position: "", list: null };

/* The present position of a table has one address all the time: its step tells it. */
function positionOf() {
  const link = place()?.querySelector("a");
  return link ? `${link.href} ${place().dataset.features}` : "";
}

/* Puts the list of the displayed position into the page; the last one stays until the next has come. */
async function load() {
  const position = positionOf();
  if (!position) return;
  if (loaded.position !== position) {
    const response = await sessionFetch(place().querySelector("a").href);
    if (!response.ok) return;
    const list = new DOMParser().parseFromString(await response.text(), "text/html").getElementById("features");
    loaded = { position, list };
  }
  if (positionOf() !== position || !loaded.list) return; // another step has been shown meanwhile
  place().replaceChildren(loaded.list);
  describe();
}

function worthOf(cell) {
  return rows().filter((row) => row.dataset.cells.split(" ").includes(cell)).map(wordsOf).join(" · ");
}

function describe() {
  if (!board() || !rows().length) return;
  for (const cell of cellsOf(board())) {
    const worth = worthOf(cell.dataset.cell);
    if (worth) cell.setAttribute("aria-description", worth);
    else cell.removeAttribute("aria-description");
  }
}

function show(event) {
  const thing = frameOf(event.target) === board() && event.target.closest?.("[data-choice], [role=gridcell]");
  if (!thing) return;
  choicesOf(board()); // both give names to what has just been loaded
  cellsOf(board());
  const cell = thing.dataset.cell ?? squaresOf(thing)[0];
  const worth = worthOf(cell);
  if (!worth) return;
  for (const line of document.querySelectorAll("#play [data-says]")) line.textContent = `${labelOf(thing)}. ${worth}`;
}

function light(event) {
  const row = event.target.closest?.("#play [data-cells]");
  if (!board() || !rows().length) return;
  const cells = row ? row.dataset.cells.split(" ") : [];
  for (const cell of cellsOf(board())) cell.classList.toggle("b-lit", cells.includes(cell.dataset.cell));
}

document.addEventListener("pointerover", show);
document.addEventListener("focusin", show);
document.addEventListener("pointerover", light);
document.addEventListener("htmx:afterSettle", load);
load();
