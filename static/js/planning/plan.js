/* The planning page: a click or Enter on a small board fills the list beside it, and the list marks the board. The page
 * works without this file. */
import { mark } from "../board/board.js";

function show(face) {
  const list = face.querySelector("select");
  mark(face.querySelector("[data-board]"), list.value);
  face.querySelector(".face__hint").hidden = !list.value || list.value !== list.dataset.suggested;
}

document.addEventListener("board:choose", (event) => {
  const face = event.target.closest("[data-face]");
  if (!face) return;
  event.preventDefault();
  face.querySelector("select").value = event.detail.notation;
  show(face);
});

document.addEventListener("change", (event) => {
  const face = event.target.matches("[data-face] select") && event.target.closest("[data-face]");
  if (face) show(face);
});
