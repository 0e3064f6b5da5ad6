/* What a square is worth ([data-features] has every creature, tuft and mound that can still score, with its squares): beside
 * the board while the pointer or the focus is on a square, and for screen readers as its description. A feature in the list
 * is shown on the board while the pointer is on it. Without this file, the list has it all.
 */
import { cellsOf, frameOf, labelOf, squaresOf } from "../board/board.js";

const rows = () => [...document.querySelectorAll("[data-features] [data-cells]")];
const wordsOf = (row) => ["b", ".features__points"].map((part) => row.querySelector(part).textContent.trim()).join(": ");
const board = () => document.querySelector("#play [data-board]");

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
  const cell = thing.dataset.cell ?? squaresOf(thing)[0];
  const worth = worthOf(cell);
  if (!worth) return;
  for (const line of document.querySelectorAll("#play [data-says]")) line.textContent = `${labelOf(thing)}. ${worth}`;
}

function light(event) {
  const row = event.target.closest?.("[data-features] [data-cells]");
  if (!board() || !rows().length) return;
  const cells = row ? row.dataset.cells.split(" ") : [];
  for (const cell of cellsOf(board())) cell.classList.toggle("b-lit", cells.includes(cell.dataset.cell));
}

document.addEventListener("pointerover", show);
document.addEventListener("focusin", show);
document.addEventListener("pointerover", light);
document.addEventListener("htmx:afterSettle", describe);
describe();
