/* Animation of the last step on the planning board. The page already has the new position, and works during the
 * animation: a tap or a key skips it.
 *
 * #study has the displayed position (data-here) and the one before it (data-back); #study-frame is the frame between
 * them (games/board/pictures.py). A step back or to another line of the tree is not animated.
 */
import { animate, isStill, keep } from "../board/film/film.js";
import { fill } from "../board/film/purse.js";

const LAYERS = [".b-lying", ".b-standing"];
const study = () => document.getElementById("study");
const boardOf = (root) => root.querySelector("svg.board");
const pursesOf = (root) => [...root.querySelectorAll("[data-figure]")];
let latest = remember();
let skipped = new AbortController();

/* Returns the position as the site has drawn it. */
function remember() {
  const root = study();
  return {
    here: root.dataset.here,
    layers: LAYERS.map((layer) => boardOf(root).querySelector(layer).cloneNode(true)),
    purses: new Map(pursesOf(root).map((purse) => [purse.dataset.figure, Number(purse.textContent)])),
  };
}

async function tell(root, before, frame) {
  const svg = boardOf(root);
  const restore = keep(svg);
  LAYERS.forEach((layer, at) => svg.querySelector(layer).replaceChildren(...before.layers[at].childNodes));
  for (const purse of pursesOf(root)) fill(purse, before.purses.get(purse.dataset.figure) ?? 0);
  skipped = new AbortController();
  await animate(svg, frame, { signal: skipped.signal, purses: root });
  restore();
}

const skip = () => skipped.abort();
document.addEventListener("pointerdown", skip);
document.addEventListener("keydown", skip);
document.addEventListener("htmx:beforeSwap", skip);
document.addEventListener("htmx:afterSwap", () => {
  const root = study();
  if (!root || latest.here === root.dataset.here) return;
  const before = latest;
  latest = remember();
  const frame = JSON.parse(document.getElementById("study-frame").textContent);
  if (frame && before.here === root.dataset.back && !isStill()) tell(root, before, frame);
});
