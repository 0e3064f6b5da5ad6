/* The replay of a game: film.js plays it; this file connects it to slider, keys, speed, graph, log and addresses.
 *
 * #play has [data-replay] with data-frames (the address of the frames), data-ply (the ply of the page), data-length,
 * data-link (the address of a ply without its number), data-before (the text of [data-status-here] for the beginning).
 * For a game file, data-replay is the id of the form with its text, which is sent instead of a question to these addresses.
 * #stops has the plies at which the buttons stop, #joined the texts of several draws that are one stop, #rolls what the die shows from a ply on ([data-die]). #turns has the last ply, the number and the name of each turn. On the page: [data-go] first, turn-back, previous, play, next, turn-on, last; [data-slider]; [data-where] with data-said and data-start;
 * [data-speed]; [data-cursor] in the graphs [data-score]; [data-ply-of] in the log; [data-at] with "{ply}" in an address;
 * [data-score-of], whose points are in #scores. The frames have the figures of the seats. The server writes the texts:
 * when the film rests at a ply, parts with [data-rest] and an id, and the names of the squares, are taken from the page of
 * that ply. Until then .is-seeking hides who has won. Without this file the page works by links and a form.
 */
import { Film, isStill } from "../board/film/film.js";
import { cellNamed, prepare, rest, visit } from "../board/board.js";
import "../board/keys.js";
import { sessionFetch } from "../common/session.js";

const PIECE = 60; // plies in one answer
const REST = 450; // milliseconds between two plies
const SETTLED = 350; // milliseconds at a ply before its texts are loaded
const SPEEDS = [0.5, 1, 2, 4];

const root = document.querySelector("[data-replay]");
const all = (selector) => [...document.querySelectorAll(selector)];
const find = (selector) => document.querySelector(selector);
const form = document.getElementById(root.dataset.replay); // of a game file
const length = Number(root.dataset.length);
const pieces = new Map(); // promises of the requested pieces, by number
const frames = new Array(length + 1);
const scores = JSON.parse(find("#scores").textContent); // {seat: points at every ply}
const stops = JSON.parse(find("#stops").textContent); // the plies with a text of their own
const joined = JSON.parse(find("#joined").textContent); // {ply: text of several draws that end there}
const rolls = JSON.parse(find("#rolls").textContent); // [ply, last ply of its turn, address of its picture, text]
const turns = JSON.parse(find("#turns").textContent); // [last ply, number, name]
const film = new Film(root.querySelector("svg.board"), frames, { purses: root });
film.at = Number(root.dataset.ply);
let wanted = film.at; // the ply that was asked for last: the film may still load or move
let playing = null; // an object that identifies the present run of play()
let settling = 0;

/* Asks for frames or for the page of a ply. */
function ask(address, values) {
  const url = new URL(address ?? "", location.href);
  const body = form && new FormData(form);
  for (const [name, value] of Object.entries(values)) (body ?? url.searchParams).set(name, value);
  return body ? sessionFetch(form.action, { method: "POST", body }) : sessionFetch(url);
}

async function fetchPiece(number) {
  const [from, to] = [number * PIECE, Math.min(length, number * PIECE + PIECE - 1)];
  const answer = await ask(root.dataset.frames, { from, to, in: document.documentElement.lang });
  if (!answer.ok) throw new Error(answer.status);
  for (const frame of (await answer.json()).frames) frames[frame.ply] = frame;
}

/* Loads the frame of a ply if it is missing. A failed request is repeated the next time. */
function ensure(ply) {
  const number = Math.floor(ply / PIECE);
  if (!pieces.has(number)) {
    pieces.set(number, fetchPiece(number).catch((error) => {
      pieces.delete(number);
      throw error;
    }));
  }
  return pieces.get(number);
}

const addressOf = (ply) => `${root.dataset.link}${ply}`;

/* Loads the page of a ply instead, if its frames cannot be loaded. */
function leave(ply) {
  stop();
  if (!form) return window.location.assign(`${addressOf(ply)}#play`);
  form.append(Object.assign(document.createElement("input"), { type: "hidden", name: "ply", value: ply }));
  form.submit();
}

async function seek(ply) {
  stop();
  const target = (wanted = Math.max(0, Math.min(length, ply)));
  try {
    await ensure(target);
  } catch {
    return leave(target);
  }
  if (wanted === target) film.seek(target);
}

/* Returns the next of these plies, or the one before. */
const after = (plies, ply) => plies.find((one) => one > ply) ?? length;
const before = (plies, ply) => plies.findLast((one) => one < ply) ?? 0;

async function forward() {
  if (wanted >= length) return;
  const target = (wanted = after(stops, wanted));
  const isJoined = target - before(stops, target) > 1;
  try {
    await Promise.all([ensure(target - 1), ensure(target)]);
  } catch {
    return leave(target);
  }
  if (wanted !== target) return;
  if (isJoined) return film.seek(target); // several draws are told as one, and nothing moves
  if (film.at !== target - 1) film.seek(target - 1); // several steps were asked for while it loaded or moved
  await film.next();
}

const pause = (ms) => new Promise((done) => setTimeout(done, ms));

async function play() {
  if (wanted >= length) await seek(0);
  const run = (playing = {});
  showPlaying();
  while (playing === run && film.at < length) {
    ensure(Math.min(length, film.at + PIECE / 2)).catch(() => {});
    await forward();
    const { turn, thrown, laid, turned } = film.frame;
    const hasMoved = !isStill() && (turn || thrown || laid.length || turned.length);
    if (playing === run) await pause((hasMoved ? REST : 2 * REST) / film.speed); // a text without a movement wants to be read
  }
  if (playing === run) stop();
}

function stop() {
  if (playing) {
    clearTimeout(settling);
    settling = setTimeout(() => settle(film.at), SETTLED);
  }
  playing = null;
  showPlaying();
}

function showPlaying() {
  const button = root.querySelector("[data-go=play]");
  button.querySelector("[data-sign]").textContent = playing ? "❚❚" : "▶";
  button.querySelector("[data-word]").textContent = playing ? button.dataset.pause : button.dataset.play;
}

const toggle = () => (playing ? seek(film.at) : play());

const turnEnds = turns.map(([last]) => last);

/* Returns the number and name of the turn of a ply, and the text of [data-where]. */
function momentOf(ply) {
  const place = ply ? turns.findIndex(([last]) => last >= ply) : -1;
  const [, turn, name] = turns[place] ?? [0, 0, root.dataset.before];
  const { said, saidOfSeveral, start } = root.querySelector("[data-where]").dataset;
  const values = { turn, turns: turns.at(-1)?.[1], first: before(stops, ply) + 1, step: ply, steps: length };
  const form = values.first === ply ? said : saidOfSeveral;
  return { name, text: turn ? form.replace(/\{(\w+)\}/g, (_, key) => values[key]) : start };
}

/* Writes the turn of a ply and its step. */
function showMoment(at) {
  const { name, text } = momentOf(at);
  root.querySelector("[data-where]").textContent = text;
  find("[data-status-here]").textContent = name;
}

/* Shows the die of the turn. */
function showDie(at) {
  const die = find("[data-die]");
  const roll = rolls.find(([ply, last]) => ply <= at && at <= last);
  if (!die) return;
  die.hidden = !roll;
  if (roll) [, , die.src, die.alt] = roll;
}

/* Returns name, ply and idleness of the buttons. */
function placesBeside(at) {
  const [isFirst, isLast] = [at === 0, at === length];
  return [
    ["first", 0, isFirst],
    ["turn-back", before(turnEnds, at), isFirst],
    ["previous", before(stops, at), isFirst],
    ["next", after(stops, at), isLast],
    ["turn-on", after(turnEnds, at), isLast],
    ["last", length, isLast],
  ];
}

/* Updates everything that shows the ply of the film. */
function tell() {
  const { at } = film;
  const slider = root.querySelector("[data-slider]");
  slider.value = at;
  showMoment(at);
  showDie(at);
  if (!form) history.replaceState(history.state, "", addressOf(at));
  for (const [name, ply, isIdle] of placesBeside(at)) {
    const link = root.querySelector(`[data-go=${name}]`);
    fill(link, form ? ply : `${addressOf(ply)}#play`);
    if (isIdle) link.setAttribute("aria-disabled", "true");
    else link.removeAttribute("aria-disabled");
  }
  for (const cursor of all("[data-cursor]")) for (const end of ["x1", "x2"]) cursor.setAttribute(end, at);
  find(".replay-text").textContent = joined[at] ?? film.frame.text;
  for (const part of all("[data-score-of]")) part.textContent = scores[part.dataset.scoreOf]?.[at] ?? "";
  root.classList.add("is-seeking");
  rest(root.querySelector("[data-board]")); // on a phone, what is at a square hides the text
  for (const part of all("[data-at]")) fill(part, part.dataset.at.replace("{ply}", at));
  markLog(at);
  clearTimeout(settling);
  settling = setTimeout(settle, at === length ? 0 : SETTLED, at); // how it ended is read at once
}

function fill(part, text) {
  if (part.localName === "a") part.href = text;
  else part.value = text;
}

/* Marks the text of a ply in the log, and scrolls to it. Several draws in a row are one text, of the last of them. */
function markLog(at) {
  const log = find("[data-log]");
  if (!log) return;
  const links = [...log.querySelectorAll("[data-ply-text]")];
  const here = at ? links.find((link) => Number(link.dataset.plyOf) >= at) : null;
  for (const link of links) {
    if (link === here) link.setAttribute("aria-current", "true");
    else link.removeAttribute("aria-current");
  }
  if (!here) return void (log.scrollTop = 0);
  const faded = 3 * parseFloat(getComputedStyle(log).lineHeight); // the end of what is in sight
  const begun = innerHeight - log.getBoundingClientRect().top; // at a desk the window ends within the log
  const clear = Math.max(faded, (begun > faded ? Math.min(log.clientHeight, begun) : log.clientHeight) - faded);
  const [top, bottom] = [here.offsetTop, here.offsetTop + here.offsetHeight];
  const turn = here.closest(".turn").offsetTop;
  const end = log.lastElementChild.offsetTop + log.lastElementChild.offsetHeight - clear;
  const first = [...log.children].find((one) => one.offsetTop >= end)?.offsetTop ?? turn; // with it at the top, the end is seen
  if (top < log.scrollTop || bottom > log.scrollTop + clear) log.scrollTop = Math.min(top, Math.max(Math.min(first, turn), bottom - clear));
}

/* Loads the texts of a ply from its page, if the film still rests there. */
async function settle(at) {
  if (playing) return;
  const answer = await ask(addressOf(at), form ? { ply: at } : {}).catch(() => null);
  if (!answer?.ok || film.at !== at || playing) return;
  const page = new DOMParser().parseFromString(await answer.text(), "text/html");
  if (film.at !== at || playing) return;
  for (const part of all("[data-rest][id]")) {
    const fresh = page.getElementById(part.id);
    if (fresh && !part.contains(document.activeElement)) part.replaceChildren(...fresh.childNodes);
  }
  const [grid, fresh] = [root, page].map((part) => part.querySelector("[role=grid]"));
  const focused = grid?.contains(document.activeElement) && document.activeElement.dataset.cell;
  if (grid && fresh) grid.replaceChildren(...fresh.childNodes);
  prepare(root);
  const cell = focused && cellNamed(root, focused);
  if (cell) visit(cell);
  root.classList.remove("is-seeking");
}

/* Scrolls to the board if less than two thirds of it, or of the window, are in sight. */
function showBoard() {
  const board = root.querySelector(".play__board");
  const { top, bottom, height } = board.getBoundingClientRect();
  const shown = Math.min(bottom, innerHeight) - Math.max(top, 0);
  if (3 * shown < 2 * Math.min(height, innerHeight)) board.scrollIntoView({ behavior: isStill() ? "auto" : "smooth" });
}

const GO = {
  first: () => seek(0),
  "turn-back": () => seek(before(turnEnds, wanted)),
  previous: () => seek(before(stops, wanted)),
  play: toggle,
  next: () => (stop(), forward()),
  "turn-on": () => seek(after(turnEnds, wanted)),
  last: () => seek(length),
};

function faster(step) {
  const list = root.querySelector("[data-speed]");
  const place = SPEEDS.indexOf(Number(list.value)) + step;
  list.value = String(SPEEDS[Math.max(0, Math.min(SPEEDS.length - 1, place))]);
  film.speed = Number(list.value);
}

const KEYS = {
  ArrowLeft: (event) => (event.shiftKey ? GO["turn-back"]() : GO.previous()),
  ArrowRight: (event) => (event.shiftKey ? GO["turn-on"]() : GO.next()),
  Home: GO.first,
  End: GO.last,
  " ": toggle,
  "+": () => faster(1),
  "-": () => faster(-1),
};

const isPlain = (event) => !event.ctrlKey && !event.metaKey && !event.altKey;

document.addEventListener("keydown", (event) => {
  const act = KEYS[event.key];
  const isTyping = event.target.closest?.("input:not([type=range]), textarea, select, [role=gridcell], dialog");
  const isSliding = event.key.length > 1 && !event.shiftKey && event.target.matches?.("[type=range]"); // the slider uses these keys itself
  const isPressing = event.key === " " && event.target.closest?.("button, summary"); // a link only scrolls
  if (!act || !isPlain(event) || isTyping || isSliding || isPressing) return;
  event.preventDefault();
  act(event);
});

/* A finger that taps a square again reads the step again. */
let tapped = null;
document.addEventListener("click", (event) => {
  const cell = matchMedia("(pointer: coarse)").matches ? event.target.closest("[role=gridcell]") : null;
  tapped = cell === tapped ? null : cell;
  if (cell && !tapped) rest(cell.closest("[data-board]"));
});

document.addEventListener("click", (event) => {
  if (!isPlain(event) || event.shiftKey) return;
  const button = event.target.closest("[data-go]");
  const link = event.target.closest("[data-ply-of]");
  const score = event.target.closest("[data-score]");
  if (!button && !link && !score) return;
  event.preventDefault();
  if (button) GO[button.dataset.go]();
  else if (link) {
    seek(Number(link.dataset.plyOf));
    showBoard();
  }
  else {
    const box = score.getBoundingClientRect();
    seek(Math.round((length * (event.clientX - box.x)) / box.width));
    if (matchMedia("(max-width: 59.99rem)").matches) showBoard(); // at a desk the buttons stay in sight beside the curve
  }
});

root.querySelector("[data-slider]").addEventListener("input", (event) => seek(Number(event.target.value)));
root.querySelector("[data-speed]").addEventListener("change", (event) => (film.speed = Number(event.target.value)));
document.addEventListener("focusin", (event) => event.target.matches("[data-at], [readonly]") && event.target.select?.());
film.addEventListener("frame", tell);

root.querySelector("[data-where]").dataset.longest = momentOf(length).text; // reserves its room at every step
for (const part of all("[data-film], [data-go=play]")) part.hidden = false;
for (const part of all("[data-plain]")) part.hidden = true;
markLog(film.at);
ensure(film.at).catch(() => {});
