/* The lesson shows an answer of the list on the board, and animates what follows. The page works without this file.
 * The frames are in #lesson-frames (games/board/pictures.py). A tap or a key on the board skips the animation.
 */
import { firstFrame, reflect } from "../board/board.js";
import { animate, isStill, keep, show } from "../board/film/film.js";

async function tell(frame, frames, purses) {
  const svg = frame.querySelector("svg");
  const skipped = new AbortController();
  for (const kind of ["pointerdown", "keydown"]) frame.addEventListener(kind, () => skipped.abort(), { once: true });
  const restore = keep(svg);
  frame.classList.add("is-filming");
  show(svg, frames[0], { purses });
  for (const one of frames.slice(1)) await animate(svg, one, { signal: skipped.signal, purses });
  restore();
  frame.classList.remove("is-filming");
}

const board = document.querySelector("#lesson .board-frame");
const frames = JSON.parse(document.getElementById("lesson-frames")?.textContent ?? "[]");
if (board && frames.length > 1 && !isStill()) tell(board, frames, document.getElementById("lesson"));

document.addEventListener("change", (event) => {
  if (event.target.name !== "action" || !firstFrame()) return;
  reflect(event.target.form, firstFrame(), event.target.value);
  event.target.closest(".choice").scrollIntoView({ block: "nearest" }); // above the button
});
