/* Plays frames (games/presenters/frames.py, /t/CODE/frames/) on a drawing of board_svg that was made with `styles`.
 *
 *   await animate(svg, frame, {speed, signal, purses})   plays one frame on a drawing that shows the position before
 *       it, and resolves when the drawing shows the position after it. At once where nothing may move (reduced motion,
 *       html[data-still]) and as soon as `signal` aborts. speed: 1 is usual, 2 twice as fast. purses: an element whose
 *       descendants [data-purse="SEAT"] hold what the seats have; their text follows, coins fly between them.
 *   show(svg, frame, {purses})   puts the position of a frame on a drawing, without motion.
 *   keep(svg)                    remembers what the page has drawn there; returns a function that puts it back.
 *   isStill()                    tells whether nothing may move.
 *   new Film(svg, frames, {purses, speed, rest})   an EventTarget: frames, at (index), speed, isPlaying; play() to the end,
 *       pause(), next() and previous() by one ply, hurry() over what moves while playing, seek(index). Events: "frame" (detail: the frame now shown), "play",
 *       "pause", "end". next() animates and returns a promise; everything else interrupts it and loses nothing.
 */

import { pay } from "./film/coins.js";
import { roll } from "./film/die.js";
import { fill } from "./film/purse.js";
import { lay } from "./film/rug.js";
import { Stage, isStill, localized, tween } from "./film/stage.js";
import { turn, walk } from "./film/walk.js";

export { isStill };

export function show(svg, frame, { purses } = {}) {
  for (const layer of ["lying", "standing"]) svg.querySelector(`.b-${layer}`).innerHTML = localized(svg, frame[layer]);
  frame.purses.forEach((coins, seat) => {
    const purse = purses?.querySelector(`[data-purse="${seat}"]`);
    if (purse && coins !== null) fill(purse, coins);
  });
}

/* Takes down what the page itself has drawn; what this returns puts it back, the same elements as before. */
export function keep(svg) {
  const kept = [".b-lying", ".b-standing"].map((layer) => [svg.querySelector(layer), [...svg.querySelector(layer).childNodes]]);
  return () => kept.forEach(([layer, nodes]) => layer.replaceChildren(...nodes));
}

async function perform(stage) {
  const { frame } = stage;
  if (frame.turn && stage.figure) await turn(stage);
  const leave = frame.die ? await roll(stage) : null;
  if (frame.route && stage.figure) await walk(stage, leave);
  else if (leave) await stage.tween(200, leave);
  if (frame.coins.length) {
    stage.lying.replaceChildren(...stage.coming.cloneNode(true).childNodes);
    stage.under.replaceChildren();
    await Promise.all(frame.coins.map((payment) => pay(stage, payment)));
  }
  for (const rug of frame.laid) await lay(stage, rug);
}

export async function animate(svg, frame, options = {}) {
  if (!isStill() && !options.signal?.aborted) {
    const stage = new Stage(svg, frame, options);
    svg.classList.add("board--moving");
    try {
      await perform(stage);
    } finally {
      stage.clear();
      svg.classList.remove("board--moving");
    }
  }
  show(svg, frame, options);
}

export class Film extends EventTarget {
  constructor(svg, frames, { purses, speed = 1, rest = 300 } = {}) {
    super();
    Object.assign(this, { svg, frames, purses, speed, rest, at: 0, isPlaying: false });
    this.interruption = new AbortController();
  }

  get frame() {
    return this.frames[this.at];
  }

  tell(name, detail = null) {
    this.dispatchEvent(new CustomEvent(name, { detail }));
  }

  /* Ends what moves; what comes after it starts from a whole position. */
  interrupt() {
    this.interruption.abort();
    this.interruption = new AbortController();
    return this.interruption.signal;
  }

  seek(index) {
    this.pause();
    this.at = Math.max(0, Math.min(index, this.frames.length - 1));
    show(this.svg, this.frame, this);
    this.tell("frame", this.frame);
  }

  previous() {
    this.seek(this.at - 1);
  }

  /* Shows what moves as done, and goes on at once. */
  hurry() {
    this.isHurried = true;
    this.interrupt();
  }

  async next() {
    if (this.isPlaying && !this.isOwn) return this.hurry();
    this.isOwn = false;
    const signal = this.interrupt();
    if (this.at + 1 >= this.frames.length) return;
    show(this.svg, this.frame, this);
    this.at += 1;
    this.tell("frame", this.frame);
    await animate(this.svg, this.frame, { speed: this.speed, signal, purses: this.purses });
  }

  async play() {
    if (this.isPlaying) return;
    this.isPlaying = true;
    this.tell("play");
    while (this.isPlaying && this.at + 1 < this.frames.length) {
      this.isHurried = false;
      this.isOwn = true;
      await this.next();
      if (this.isPlaying && !this.isHurried) await tween(this.rest / this.speed, () => {}, this.interruption.signal);
    }
    if (this.isPlaying) this.pause();
    if (this.at + 1 >= this.frames.length) this.tell("end");
  }

  pause() {
    const wasPlaying = this.isPlaying;
    this.isPlaying = false;
    this.interrupt();
    if (wasPlaying) this.tell("pause");
  }
}
