/* Plays frames (games/presenters/frames.py, /t/CODE/frames/) on a drawing of board_svg that was made with `styles`.
 *
 *   await animate(svg, frame, {speed, signal, purses})   plays one frame on a drawing that shows the position before
 *       it, and resolves when the drawing shows the position after it. At once where nothing may move (reduced motion,
 *       html[data-still]) and as soon as `signal` aborts. speed: 1 is usual, 2 twice as fast. purses: an element whose
 *       descendants [data-purse="SEAT"] hold what the seats have; their text follows, coins fly between them.
 *   show(svg, frame, {purses})   puts the position of a frame on a drawing, without motion.
 *   isStill()                    tells whether nothing may move.
 *   new Film(svg, frames, {purses, speed})   an EventTarget: frames, at (index), speed, isPlaying; play() to the end,
 *       pause(), next() and previous() by one ply, seek(index). Events: "frame" (detail: the frame now shown), "play",
 *       "pause", "end". next() animates and returns a promise; everything else interrupts it and loses nothing.
 */

export const isStill = () =>
  matchMedia("(prefers-reduced-motion: reduce)").matches || "still" in document.documentElement.dataset;

/* The id before "-board" parts of this drawing: frames are made for "board". */
const identOf = (svg) => svg.getAttribute("aria-labelledby").replace(/-title$/, "");

function put(svg, name, text) {
  const ident = identOf(svg);
  const own = ident === "board" ? text : text.replace(/(href="#|url\(#)board-/g, `$1${ident}-`);
  svg.querySelector(`.b-${name}`).innerHTML = own;
}

export function show(svg, frame, { purses } = {}) {
  put(svg, "lying", frame.lying);
  put(svg, "standing", frame.standing);
  frame.purses.forEach((coins, seat) => {
    const purse = purses?.querySelector(`[data-purse="${seat}"]`);
    if (purse && coins !== null) purse.textContent = coins;
  });
}

const wait = (ms, signal) => new Promise((resolve) => {
  if (signal?.aborted) return resolve();
  const timer = setTimeout(resolve, ms);
  signal?.addEventListener("abort", () => { clearTimeout(timer); resolve(); }, { once: true });
});

export async function animate(svg, frame, { speed = 1, signal, purses } = {}) {
  if (!isStill()) await wait(600 / speed, signal);
  show(svg, frame, { purses });
}

export class Film extends EventTarget {
  constructor(svg, frames, { purses, speed = 1 } = {}) {
    super();
    Object.assign(this, { svg, frames, purses, speed, at: 0, isPlaying: false });
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

  async next() {
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
      await this.next();
      if (this.isPlaying) await wait(250 / this.speed, this.interruption.signal);
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
