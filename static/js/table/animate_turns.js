/* Plays the last turn on a table's board: when its players open the table, and when it comes while the page is open.
 * Whoever opens a finished game sees its end at once.
 *
 * The page itself always has the present position. While a film runs, all that depends on the position shows the step of the
 * film: its text covers the question, the cards of the seats have the figures of that moment, and the choices are invisible.
 * It takes SHORT milliseconds at most, and a click or a key ends it. [data-motion=again] plays everything since the viewer's
 * own last turn, as slowly as a replay.
 * #motion has the address of the frames (data-frames), the ply of the page (data-now), the last ply that this player has
 * seen and their seat (data-seen and data-seat; missing for others). What they have chosen themselves is not played.
 * With data-unseen, the style sheet hides the pieces until the film begins. When the viewer has seen everything,
 * data-shown is set and the event "seen" is sent to the document; presence.js then reports it to the site.
 * html[data-tells] is there while a film runs: "now" if the player who acts in it is the one to act now, else "before".
 */
import { Film, isStill, keep, lengthOf } from "../board/film/film.js";
import { sessionFetch } from "../common/session.js";

const MOST = 24; // plies that are played; older ones are in the log
const SHORT = 2_400; // milliseconds until a player can act
const [REST, LONG_REST] = [250, 600]; // milliseconds between two plies
const PATIENCE = 8_000; // milliseconds for which a film waits for the next robot

const find = (selector) => document.querySelector(selector);
const seatOf = (number) => find(`#play [data-stats-of="${number}"]`)?.closest(".seat");
const own = () => ("seat" in find("#motion").dataset ? Number(find("#motion").dataset.seat) : null);
const boardOf = () => find("#play svg.board");
let current = null; // the film being played: {film, restore}
let old = null; // the board that was there before a swap, with its ply

async function framesOf(from, to) {
  const address = new URL(find("#motion").dataset.frames, location.href);
  for (const [name, value] of Object.entries({ from, to, seats: 1, in: document.documentElement.lang })) address.searchParams.set(name, value);
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

/* Ends the film and shows the page as the server drew it. Sends "table:animated" to the document. */
function finish() {
  if (!current) return;
  const { film, restore, held } = current;
  clearTimeout(held);
  current = null;
  if (film) film.close(restore);
  else restore();
  boardOf()?.classList.remove("board--replaying");
  delete document.documentElement.dataset.tells;
  for (const seat of document.querySelectorAll(".seat--shown")) seat.classList.remove("seat--shown");
  find(".motion__card")?.setAttribute("hidden", "");
  document.dispatchEvent(new CustomEvent("table:animated"));
  seen();
}

/* Ends a film, unless another robot plays next: its turn continues the same film. */
function end() {
  if (!("goesOn" in find("#motion").dataset)) return finish();
  current.held = setTimeout(finish, PATIENCE);
}

/* Returns the speed at which frames take SHORT milliseconds at most. */
function speedFor(frames) {
  const whole = frames.reduce((sum, frame) => sum + lengthOf(frame) + REST, 0);
  return Math.max(1, whole / SHORT);
}

/* Returns the index of the frame before the last turn, and before all that followed the viewer's own turn before it. */
function lastTurn(frames) {
  const { seat } = frames.at(-1);
  return Math.max(0, frames.findLastIndex((frame) => frame.seat !== seat));
}

function sinceOwn(frames) {
  const before = lastTurn(frames);
  return own() === null ? before : Math.max(0, frames.slice(0, before + 1).findLastIndex((frame) => frame.seat === own()));
}

function caption() {
  const card = find(".motion__card");
  const { seat, text } = current.film.frame;
  card.hidden = false;
  card.querySelector("p").textContent = text;
  const shown = seatOf(seat);
  for (const one of document.querySelectorAll("#play .seat")) one.classList.toggle("seat--shown", one === shown);
  document.documentElement.dataset.tells = shown?.classList.contains("seat--acting") ? "now" : "before";
}

/* Plays the last turn of the plies after `from` up to now, or with `isWhole` all of what the viewer may have missed.
 * Afterwards `restore` puts back what the page has drawn. */
async function tell(from, restore, { isOwn = false, isWhole = false } = {}) {
  const now = Number(find("#motion").dataset.now);
  const telling = (current = { film: null, restore });
  boardOf().classList.add("board--replaying");
  document.documentElement.dataset.tells = isOwn ? "now" : "before";
  try {
    const frames = await framesOf(Math.max(from, now - MOST), now);
    if (current !== telling) return;
    const first = isWhole ? sinceOwn(frames) : lastTurn(frames);
    const coming = frames.slice(first + 1);
    if (!coming.some(lengthOf)) return finish();
    const how = isWhole ? { rest: LONG_REST } : { rest: REST, speed: speedFor(coming), own: own() };
    telling.film = new Film(boardOf(), frames, { purses: find("#play"), ...how });
    telling.film.addEventListener("frame", () => current === telling && caption());
    telling.film.addEventListener("end", () => current === telling && end());
    telling.film.seek(first);
    find("#motion").removeAttribute("data-unseen");
    await telling.film.play();
  } catch {
    if (current === telling) finish(); // the log has the same in words
  }
}

/* A click or a key during a film ends it. On the board, whose choices are not visible, it chooses nothing, and a second
 * click on a button that has just sent a turn sends nothing. */
document.addEventListener("click", (event) => {
  const button = event.target.closest("[data-motion]");
  if (current && event.target.closest("#play .board, #ask [type=submit], #ask[data-instant]")) {
    event.preventDefault();
    event.stopImmediatePropagation();
  }
  finish();
  if (button?.dataset.motion === "again") {
    find("#play").scrollIntoView();
    tell(0, keepAll(boardOf()), { isWhole: true });
  }
}, { capture: true });
document.addEventListener("keydown", (event) => {
  const isOnCard = event.target.closest?.("[data-motion]") && event.key !== "Escape";
  if (!isOnCard && !["Shift", "Control", "Alt", "Meta", "Tab"].includes(event.key)) finish();
});
document.addEventListener("board:choose", finish); // also by a key or a typed action, when the focus is elsewhere
document.addEventListener("submit", finish, { capture: true });

/* Returns a function that shows the figures of the seats as they are now. */
function figuresOf() {
  const cards = [...document.querySelectorAll("#play [data-stats-of]")].map((card) => [card.dataset.statsOf, card.innerHTML]);
  return () => cards.forEach(([seat, html]) => {
    const card = find(`#play [data-stats-of="${seat}"]`);
    if (card) card.innerHTML = html;
  });
}

/* Remembers the drawing with the figures beside it, and returns a function that shows them again. */
function keepAll(svg) {
  const parts = [keep(svg), figuresOf()];
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
  old = motion && svg ? { svg, now: Number(motion.dataset.now), chosen, shown: motion.dataset.shown, figures: figuresOf() } : null;
});

/* The position is the same: a film under way goes on, with the figures of the moment that it shows. */
function sameBoard(svg) {
  if (old.shown !== undefined) find("#motion").dataset.shown = old.shown;
  if (!current?.film) return;
  current.film.moveTo(svg, find("#play"));
  caption();
  if (current.held && !("goesOn" in find("#motion").dataset)) finish();
}

/* More turns make the film faster: it ends in time. */
function extend(film, promise) {
  film.extend(promise);
  promise.then((more) => (film.speed = speedFor([...film.frames.slice(film.at + 1), ...more])), () => {});
}

function newBoard(svg, now) {
  if (svg === old.svg) return sameBoard(svg);
  if (current?.film && (current.film.isPlaying || current.held)) {
    current.restore = keepAll(svg);
    current.film.moveTo(svg, find("#play"));
    svg.classList.add("board--replaying");
    const { ply } = current.film.frames.at(-1);
    if (now > old.now) extend(current.film, framesOf(Math.max(old.now, ply) + 1, now));
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
  old.figures();
  return tell(old.now + old.chosen, restore, { isOwn: old.chosen > 0 });
}

document.addEventListener("table:play", () => {
  find("#motion")?.removeAttribute("data-unseen"); // the old board has been seen
  if (!old) return;
  if (boardOf() && find("#motion")) newBoard(boardOf(), Number(find("#motion").dataset.now));
  else current = null;
  old = null;
});

function showAgain() {
  const button = find("[data-motion=again]");
  if (button) button.hidden = isStill();
}

/* Plays what the viewer has missed, when the table is opened, or shown after it was hidden. */
function visit() {
  const motion = find("#motion");
  if (!motion || !boardOf() || document.hidden || current || motion.dataset.shown !== undefined) return;
  const from = Number(motion.dataset.seen ?? motion.dataset.now);
  if (isStill() || from >= Number(motion.dataset.now)) seen();
  else tell(from, keepAll(boardOf()));
}
document.addEventListener("visibilitychange", visit);
for (const event of ["table:play", "htmx:afterSettle"]) document.addEventListener(event, showAgain);
showAgain();
visit();
