/* Plays new turns on a table's board: those since the viewer's last visit, and those while the page is open.
 *
 * The page itself always has the present position. Its choices appear after the film, which they would give away. Touching
 * the board, or pressing a key that plays, ends the film and shows the present position. #motion has the address of the frames
 * (data-frames), the ply of the page (data-now), the last ply that this player has seen and their seat (data-seen and
 * data-seat; missing for others). What they have chosen themselves is not played.
 * With data-unseen, the style sheet hides the pieces until the film begins. When the viewer has seen everything,
 * data-shown is set and the event "seen" is sent to the document; presence.js then reports it to the site.
 */
import { Film, isStill, keep } from "../board/film/film.js";
import { fill } from "../board/film/purse.js";
import { sessionFetch } from "../common/session.js";

const MOST = 24; // plies that are played; older ones are in the log
const REST = 600; // milliseconds between two plies
const MANY = 8; // plies above which the film is faster

const SPEEDS = [1, 2, 4];
const SPEED = "film-speed"; // what the browser remembers
const PATIENCE = 8_000; // milliseconds for which a film waits for the next robot

const speedOf = () => Number(localStorage.getItem(SPEED)) || 1;
const find = (selector) => document.querySelector(selector);
const boardOf = () => find("#play svg.board");
let current = null; // the film being played: {film, restore}
let old = null; // the board that was there before a swap, with its ply

async function framesOf(from, to) {
  const address = new URL(find("#motion").dataset.frames, location.href);
  for (const [name, value] of Object.entries({ from, to, in: document.documentElement.lang })) address.searchParams.set(name, value);
  const answer = await sessionFetch(address);
  if (!answer.ok) throw new Error(answer.status);
  return (await answer.json()).frames;
}

function seen() {
  const motion = find("#motion");
  motion?.removeAttribute("data-unseen");
  if (!motion || document.hidden) return;
  motion.dataset.shown = motion.dataset.now;
  document.dispatchEvent(new CustomEvent("seen"));
}

/* Ends the film and shows the page as the server drew it. */
function finish() {
  if (!current) return;
  const { film, restore, held } = current;
  clearTimeout(held);
  current = null;
  if (film) film.close(restore);
  else restore();
  boardOf()?.classList.remove("board--replaying");
  find(".motion__card")?.setAttribute("hidden", "");
  seen();
}

/* Ends a film, unless another robot plays next: its turn continues the same film. */
function end() {
  if (!("goesOn" in find("#motion").dataset)) return finish();
  current.held = setTimeout(finish, PATIENCE);
}

function showSpeed() {
  for (const label of document.querySelectorAll("[data-speed]")) label.textContent = `${speedOf()}×`;
}

function quicken() {
  const speed = SPEEDS[(SPEEDS.indexOf(speedOf()) + 1) % SPEEDS.length];
  localStorage.setItem(SPEED, speed);
  if (current?.film) current.film.speed = current.pace * speed;
  showSpeed();
}

function caption() {
  const card = find(".motion__card");
  card.hidden = false;
  showSpeed();
  card.querySelector("p").textContent = current.film.frame.text;
}

/* Plays the plies after `from` up to now. Afterwards `restore` puts back what the page has drawn. */
async function tell(from, restore) {
  const now = Number(find("#motion").dataset.now);
  const telling = (current = { film: null, restore });
  boardOf().classList.add("board--replaying");
  try {
    const frames = await framesOf(Math.max(from, now - MOST), now);
    if (current !== telling) return;
    telling.pace = Math.min(2, Math.max(1, frames.length / MANY));
    const own = "seat" in find("#motion").dataset ? Number(find("#motion").dataset.seat) : null;
    telling.film = new Film(boardOf(), frames, { purses: find("#play"), rest: REST, speed: telling.pace * speedOf(), own });
    telling.film.addEventListener("frame", () => current === telling && caption());
    telling.film.addEventListener("end", () => current === telling && end());
    telling.film.seek(0);
    find("#motion").removeAttribute("data-unseen");
    await telling.film.play();
  } catch {
    if (current === telling) finish(); // the log has the same in words
  }
}

/* A touch of the board during a film ends it, and chooses nothing that was not visible. */
document.addEventListener("click", (event) => {
  if (!current || !event.target.closest("#play .board")) return;
  event.preventDefault();
  event.stopImmediatePropagation();
  finish();
}, { capture: true });
document.addEventListener("click", (event) => {
  const button = event.target.closest("[data-motion]");
  if (button?.dataset.motion === "speed") quicken();
  else if (button?.dataset.motion === "next") current?.film?.hurry();
  else if (button || event.target.closest("#ask")) finish();
});
document.addEventListener("keydown", (event) => {
  if (event.key === "Escape" || event.target.closest?.("#ask, #play .board")) finish();
});
document.addEventListener("board:choose", finish); // also by a key or a typed action, when the focus is elsewhere
document.addEventListener("submit", finish, { capture: true });

/* Returns a function that shows what the purses and scores show now. */
function pursesOf() {
  const texts = ["data-figure", "data-score-of"].flatMap((name) => [...document.querySelectorAll(`#play [${name}]`)]
    .map((part) => [`#play [${name}="${part.getAttribute(name)}"]`, part.textContent]));
  return () => texts.forEach(([selector, text]) => {
    const part = find(selector);
    if (part?.hasAttribute("data-figure")) fill(part, Number(text));
    else if (part) part.textContent = text;
  });
}

/* Remembers the drawing with the purses and scores beside it, and returns a function that shows them again. */
function keepAll(svg) {
  const parts = [keep(svg), pursesOf()];
  return () => parts.forEach((part) => part());
}

/* A swap brings a new board with the present position. A film under way continues on it; otherwise a film from the old
 * position to the new one begins. */
document.addEventListener("htmx:beforeSwap", (event) => {
  const [motion, svg] = [find("#motion"), boardOf()];
  const { elt, verb } = event.detail.requestConfig;
  const isOwn = elt?.id === "ask" && verb !== "get" && event.detail.xhr.status < 300;
  const chosen = isOwn ? new FormData(elt).getAll("action").length : 0;
  // a new drawing replaces the old one, which is not changed
  old = motion && svg ? { svg, now: Number(motion.dataset.now), chosen, shown: motion.dataset.shown, purses: pursesOf() } : null;
});

/* The position is the same: a film under way goes on, with the purses of the moment that it shows. */
function sameBoard(svg) {
  if (old.shown !== undefined) find("#motion").dataset.shown = old.shown;
  if (!current?.film) return;
  current.film.moveTo(svg, find("#play"));
  caption();
  if (current.held && !("goesOn" in find("#motion").dataset)) finish();
}

function newBoard(svg, now) {
  if (svg === old.svg) return sameBoard(svg);
  if (current?.film && (current.film.isPlaying || current.held)) {
    current.restore = keepAll(svg);
    current.film.moveTo(svg, find("#play"));
    svg.classList.add("board--replaying");
    const { ply } = current.film.frames.at(-1);
    if (now > old.now) current.film.extend(framesOf(Math.max(old.now, ply) + 1, now));
    if (current.held) {
      clearTimeout(current.held);
      current.held = null;
      if (now === old.now) return end();
      current.film.play();
    }
    return caption();
  }
  current = null;
  if (isStill() || document.hidden || old.now + old.chosen >= now) return seen();
  const restore = keepAll(svg);
  for (const layer of [".b-lying", ".b-standing"]) svg.querySelector(layer).replaceChildren(...old.svg.querySelector(layer).childNodes);
  old.purses();
  return tell(old.now + old.chosen, restore);
}

document.addEventListener("table:play", () => {
  find("#motion")?.removeAttribute("data-unseen"); // the old board has been seen
  if (!old) return;
  if (boardOf() && find("#motion")) newBoard(boardOf(), Number(find("#motion").dataset.now));
  else current = null;
  old = null;
});

/* Plays what the viewer has missed, when the table is opened, or shown after it was hidden. */
function visit() {
  const motion = find("#motion");
  if (!motion || !boardOf() || document.hidden || current || motion.dataset.shown !== undefined) return;
  const from = Number(motion.dataset.seen ?? motion.dataset.now);
  if (isStill() || from >= Number(motion.dataset.now)) seen();
  else tell(from, keepAll(boardOf()));
}
document.addEventListener("visibilitychange", visit);
visit();
