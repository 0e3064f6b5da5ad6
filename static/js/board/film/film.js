/* Plays frames (games/board/pictures.py, /t/CODE/frames/) on a drawing of board_svg that was made with `styles`.
 *
 *   await animate(svg, frame, {speed, signal, purses})   plays one frame on a drawing that shows the position before
 *       it, and resolves when the drawing shows the position after it: at once if nothing may move (reduced motion,
 *       html[data-still]), and as soon as `signal` aborts. speed: 1 is normal, 2 twice as fast. purses: an element whose
 *       descendants [data-figure="SEAT"] show what the seats have; coins or points fly to them, and their numbers change.
 *       Descendants [data-stats-of="SEAT"] show all figures of a seat, if the frames have them.
 *   show(svg, frame, {purses})   shows the position of a frame on a drawing, without motion.
 *   keep(svg)                    remembers what the page has drawn there; returns a function that restores it.
 *   lengthOf(frame)              returns about how many milliseconds a frame moves at speed 1, 0 if it does not move.
 *   isStill()                    returns whether nothing may move.
 *   new Film(svg, frames, {purses, speed, rest, own})   an EventTarget with frames, at (index), speed, isPlaying. What the
 *       seat `own` has chosen is shown at once, without its chance: its player has just seen it. play() plays to
 *       the end, pause() stops, next() and previous() go one ply, seek(index) jumps, extend(promise) adds frames to come,
 *       moveTo(svg, purses) continues on another drawing of the same game, close(restore) ends the film and puts the
 *       drawing back. Events: "frame" (detail: the frame now shown), "play", "pause", "end". next() animates and returns a
 *       promise; every other method interrupts the animation and shows a whole position.
 */

import { pay } from "./coins.js";
import { roll } from "./die.js";
import { fill } from "./purse.js";
import { unroll } from "./unroll.js";
import { Stage, announce, fit, isStill, localized, tween, widen } from "./stage.js";
import { drop, flip } from "./tile.js";
import { turn, walk, walkingTime } from "./walk.js";

export { isStill };

const LAYERS = [".b-lying", ".b-standing"];

export function show(svg, frame, { purses } = {}) {
  widen(svg, frame.box);
  for (const layer of LAYERS) svg.querySelector(layer).innerHTML = localized(svg, frame[layer.slice(3)]);
  showPurses(frame, purses);
}

function showPurses(frame, purses) {
  frame.figures.forEach((figure, seat) => {
    const shown = purses?.querySelector(`[data-figure="${seat}"]`);
    if (shown && figure !== null) fill(shown, figure);
  });
  frame.stats?.forEach((stats, seat) => {
    const shown = purses?.querySelector(`[data-stats-of="${seat}"]`);
    if (shown) shown.innerHTML = stats;
  });
  frame.scores?.forEach((score, seat) => {
    const shown = purses?.querySelector(`[data-score-of="${seat}"]`);
    if (shown && score !== null) shown.textContent = score;
  });
}

/* Remembers the elements that the page has drawn, and returns a function that puts the same elements back. */
export function keep(svg) {
  const kept = LAYERS.map((layer) => [layer, [...svg.querySelector(layer).childNodes]]);
  const box = svg.getAttribute("viewBox");
  return () => {
    kept.forEach(([layer, nodes]) => svg.querySelector(layer).replaceChildren(...nodes));
    fit(svg, box);
  };
}

async function perform(stage) {
  const { frame } = stage;
  if (frame.turn && stage.figure) await turn(stage);
  const leave = frame.thrown ? await roll(stage) : null;
  if (frame.route && stage.figure) await walk(stage, leave);
  else if (leave) await stage.tween(200, leave);
  const isLaidFirst = frame.laid.some((piece) => !piece.roll) || frame.turned.length;
  if (isLaidFirst) await layAll(stage);
  if (frame.flows.length) {
    stage.lying.replaceChildren(...stage.coming.cloneNode(true).childNodes);
    stage.under.replaceChildren();
    await Promise.all(frame.flows.map((payment) => pay(stage, payment)));
  }
  if (!isLaidFirst) await layAll(stage);
}

async function layAll(stage) {
  for (const piece of stage.frame.turned) await flip(stage, piece);
  for (const piece of stage.frame.laid) await (piece.roll ? unroll(stage, piece) : drop(stage, piece));
}

export async function animate(svg, frame, options = {}) {
  let drawing = svg;
  if (!isStill() && !options.signal?.aborted) {
    widen(svg, frame.box);
    const stage = new Stage(svg, frame, options);
    options.staged?.(stage);
    svg.classList.add("board--moving");
    try {
      await perform(stage);
    } finally {
      stage.clear();
      drawing = stage.svg;
      drawing.classList.remove("board--moving");
    }
  }
  show(drawing, frame, options);
}

export function lengthOf({ turn: turned, thrown, route, flows, laid, turned: flipped }) {
  const parts = [
    turned ? 460 : 0,
    thrown ? 1020 : 0,
    route ? walkingTime(route) : 0,
    flows.length ? 1700 : 0,
    ...laid.map((piece) => (piece.roll ? 800 : 520)),
    ...flipped.map(() => 900),
  ];
  return parts.reduce((sum, part) => sum + part, 0);
}

export class Film extends EventTarget {
  constructor(svg, frames, { purses, speed = 1, rest = 300, own = null } = {}) {
    super();
    Object.assign(this, { svg, frames, purses, speed, rest, own, at: 0, isPlaying: false });
    Object.assign(this, { coming: null, stage: null, moving: null, restore: null, interruption: new AbortController() });
  }

  get frame() {
    return this.frames[this.at];
  }

  /* Whether the present frame is an action that the viewer has chosen. */
  get isOwn() {
    return this.own !== null && this.frame.seat === this.own && !this.frame.thrown;
  }

  get isAtEnd() {
    return this.at + 1 >= this.frames.length;
  }

  tell(name, detail = null) {
    this.dispatchEvent(new CustomEvent(name, { detail }));
  }

  /* Ends the animation under way, so that the next one starts from a whole position. */
  interrupt() {
    this.interruption.abort();
    this.interruption = new AbortController();
    return this.interruption.signal;
  }

  seek(index) {
    this.pause();
    this.at = Math.max(0, Math.min(index, this.frames.length - 1));
    show(this.svg, this.frame, this);
    for (const piece of [...this.frame.laid, ...this.frame.turned]) announce(this.svg, piece);
    this.tell("frame", this.frame);
  }

  previous() {
    this.seek(this.at - 1);
  }

  async next() {
    if (this.isPlaying) this.hurry();
    else await this.step();
  }

  /* Ends the animation under way and plays the next frame without a rest. Only while it plays. */
  hurry() {
    this.isHurried = true;
    this.interrupt();
  }

  async step() {
    const signal = this.interrupt();
    if (this.moving) await this.moving; // the interrupted animation removes its elements first
    if (signal.aborted || this.isAtEnd) return;
    show(this.svg, this.frame, this);
    const at = (this.at += 1);
    this.tell("frame", this.frame);
    if (this.isOwn) return show(this.svg, this.frame, this);
    this.moving = animate(this.svg, this.frame, { ...this.options, signal, staged: (stage) => (this.stage = stage) });
    await this.moving;
    this.moving = this.stage = null;
    if (this.restore) this.restore();
    else if (this.at !== at) show(this.svg, this.frame, this); // the viewer has moved to another frame
  }

  get options() {
    return { speed: this.speed, purses: this.purses };
  }

  async play() {
    if (this.isPlaying) return;
    this.isPlaying = true;
    this.tell("play");
    while (this.isPlaying && (!this.isAtEnd || this.coming)) {
      if (this.isAtEnd) {
        const more = this.coming;
        this.frames.push(...(await more));
        if (this.coming === more) this.coming = null;
        continue;
      }
      this.isHurried = false;
      await this.step();
      const { turn, route, flows, laid, turned } = this.frame;
      if (this.isOwn) continue;
      const rest = turn || route || flows.length || laid.length || turned.length ? this.rest : this.rest / 3;
      if (this.isPlaying && !this.isHurried) await tween(rest / this.speed, () => {}, this.interruption.signal);
    }
    if (this.isPlaying) this.pause();
    if (this.isAtEnd) this.tell("end");
  }

  pause() {
    const wasPlaying = this.isPlaying;
    this.isPlaying = false;
    this.interrupt();
    if (wasPlaying) this.tell("pause");
  }

  /* Ends the film: shows the last figures of the seats, and lets `restore` put the drawing back. */
  close(restore) {
    this.pause();
    this.restore = restore;
    showPurses(this.frames.at(-1), this.purses);
    if (!this.moving) restore(); // otherwise step() restores, after the animation has removed its elements and before a repaint
  }

  /* Continues without a break on another drawing of the same game, with its purses. */
  moveTo(svg, purses) {
    for (const layer of LAYERS) svg.querySelector(layer).replaceWith(this.svg.querySelector(layer));
    this.stage?.moveTo(svg, purses);
    Object.assign(this, { svg, purses });
    const done = this.frames[this.stage ? this.at - 1 : this.at];
    showPurses(done, purses);
  }

  /* Adds the frames of a promise at the end. */
  extend(promise) {
    const earlier = this.coming ?? [];
    this.coming = Promise.all([earlier, promise]).then((parts) => parts.flat());
  }
}
