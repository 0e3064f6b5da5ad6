/* Shows on a table's board what was played: since the last visit, by oneself a moment ago, by others while one looks.
 *
 * The page itself always holds the present position, and everything on it works meanwhile: whoever touches the board, the
 * answer or a key that plays sees the present at once. #motion tells where the frames are (data-frames), at which ply the
 * page is (data-now) and how much this player has seen (data-seen; nothing for a stranger). When all has been seen,
 * data-shown says so, and an event "seen" on the document lets here.js pass it on.
 */
import { Film, isStill, keep, show } from "./film.js";

const MOST = 24; // plies that are shown again; of older ones the log tells
const REST = 650; // milliseconds between two plies

const find = (selector) => document.querySelector(selector);
const boardOf = () => find("#play svg.board");
let current = null; // what is being shown: {film, end}
let before = null; // of the board that was there before a swap: its ply and layers

function seen(ply) {
  const motion = find("#motion");
  if (!motion) return;
  motion.dataset.shown = ply;
  document.dispatchEvent(new CustomEvent("seen", { detail: ply }));
}

async function framesOf(motion, from, to) {
  const query = new URLSearchParams({ from, to, ...(motion.dataset.invite && { invite: motion.dataset.invite }) });
  const answer = await fetch(`${motion.dataset.frames}?${query}`);
  if (!answer.ok) throw new Error(answer.status);
  return (await answer.json()).frames;
}

/* Ends what is being shown: the page is as the server drew it. */
function finish() {
  current?.end();
  current = null;
}

/* Shows the plies after `from`. `restore` puts back what is hidden meanwhile, if anything is already. */
async function tell(from, restore) {
  const [motion, svg] = [find("#motion"), boardOf()];
  const now = Number(motion?.dataset.now);
  if (!motion || !svg) return;
  if (isStill() || document.hidden || from >= now) {
    restore?.();
    if (!document.hidden) seen(now);
    return;
  }
  const turn = (current = { end: () => restore?.() });
  try {
    const frames = await framesOf(motion, Math.max(from, now - MOST), now);
    if (current === turn && svg.isConnected) play(svg, motion, frames, restore ?? keep(svg));
  } catch {
    if (current === turn) finish(); // the page tells the same in words
  }
}

function play(svg, motion, frames, restore) {
  const card = motion.querySelector(".motion__card");
  const film = new Film(svg, frames, { purses: find("#play"), rest: REST });
  const end = () => {
    film.pause();
    show(svg, frames.at(-1), film);
    restore();
    card.hidden = true;
    seen(frames.at(-1).ply);
  };
  current = { film, end };
  film.addEventListener("frame", ({ detail }) => (card.querySelector("p").textContent = detail.said));
  film.addEventListener("end", () => current?.film === film && finish());
  film.seek(0);
  card.hidden = false;
  film.play();
}

document.addEventListener("click", (event) => {
  const button = event.target.closest("[data-motion]");
  if (button?.dataset.motion === "next") current?.film?.hurry();
  else if (button || event.target.closest("#ask, #play .board")) finish();
});
document.addEventListener("keydown", (event) => {
  if (event.key === "Escape" || event.target.closest?.("#ask, #play .board")) finish();
});
document.addEventListener("submit", finish, { capture: true });

/* A new board comes with the present position: what was there before is put on it until it is told. */
document.addEventListener("htmx:beforeSwap", () => {
  const [motion, svg] = [find("#motion"), boardOf()];
  const from = Number(current?.film?.frame.ply ?? motion?.dataset.now);
  before = motion && svg && { from, layers: ["lying", "standing"].map((name) => svg.querySelector(`.b-${name}`).innerHTML) };
});
document.addEventListener("htmx:oobAfterSwap", (event) => {
  if (event.detail.target?.id !== "play" || !before) return;
  const { from, layers } = before;
  const [svg, now] = [boardOf(), Number(find("#motion")?.dataset.now)];
  before = null;
  current = null;
  if (!svg || isStill() || document.hidden || from >= now) return tell(from);
  const restore = keep(svg);
  layers.forEach((text, at) => (svg.querySelector([".b-lying", ".b-standing"][at]).innerHTML = text));
  tell(from, restore);
});

function visit() {
  const motion = find("#motion");
  if (motion && !document.hidden && motion.dataset.shown === undefined && !current) tell(Number(motion.dataset.seen ?? motion.dataset.now));
}
document.addEventListener("visibilitychange", visit);
visit();
