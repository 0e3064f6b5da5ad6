/* The stage of an animation: timing that can be interrupted, and layers of its own on the drawing.
 *
 *   isStill()                                   returns whether nothing may move
 *   new Stage(svg, frame, {speed, signal, purses})
 *       .tween(ms, draw)     calls draw(t) with t from 0 to 1; resolves at the end, at once when the signal aborts
 *       .make(name, attributes, parent)         a new SVG element, on the stage's layer unless a parent is given
 *       .next(selector)      copies elements of the next position
 *       .moveTo(svg, purses) continues on another drawing of the same board
 *       .clear()             removes everything that was added for the animation
 */
const SVG = "http://www.w3.org/2000/svg";

export const isStill = () =>
  matchMedia("(prefers-reduced-motion: reduce)").matches || "still" in document.documentElement.dataset;

export const smooth = (t) => t * t * (3 - 2 * t);
export const out = (t) => 1 - (1 - t) ** 3;
/* Goes a little too far, and back. */
export const beyond = (t) => 1 + 2.2 * (t - 1) ** 3 + 1.2 * (t - 1) ** 2;

/* Returns the prefix of the ids in this drawing, or in the drawing whose definitions it uses. Frames are made for "b". */
const identOf = (svg) => svg.dataset.of ?? svg.getAttribute("aria-labelledby").replace(/-title$/, "");

export function localized(svg, text) {
  const ident = identOf(svg);
  return ident === "b" ? text : text.replace(/(href="#|url\(#)b-/g, `$1${ident}-`);
}

/* Gives a drawing a view box, and its ground the same size. */
export function fit(svg, box) {
  svg.setAttribute("viewBox", box);
  const [x, y, width, height] = box.split(" ");
  for (const plate of svg.querySelectorAll("[data-plate]")) {
    for (const [name, value] of Object.entries({ x, y, width, height })) plate.setAttribute(name, value);
  }
}

/* Tells a board that is larger than its frame where to look (zoom.js). */
export function announce(svg, { x, y }) {
  svg.dispatchEvent(new CustomEvent("film:piece", { bubbles: true, detail: { x, y } }));
}

/* Makes room in a drawing for a position of a board that grows. */
export function widen(svg, box) {
  const [now, wanted] = [svg.getAttribute("viewBox"), box].map((text) => text.split(" ").map(Number));
  const start = [0, 1].map((axis) => Math.min(now[axis], wanted[axis]));
  const size = [0, 1].map((axis) => Math.max(now[axis] + now[axis + 2], wanted[axis] + wanted[axis + 2]) - start[axis]);
  const whole = [...start, ...size];
  if (whole.some((value, at) => value !== now[at])) fit(svg, whole.join(" "));
}

export function tween(ms, draw, signal) {
  return new Promise((resolve) => {
    const began = performance.now();
    const step = (now) => {
      const isOver = signal?.aborted || document.hidden || now - began >= ms;
      draw(isOver ? 1 : Math.max(0, (now - began) / ms));
      if (isOver) resolve();
      else requestAnimationFrame(step);
    };
    if (signal?.aborted || document.hidden) step(began);
    else requestAnimationFrame(step);
    signal?.addEventListener("abort", resolve, { once: true });
  });
}

export class Stage {
  constructor(svg, frame, { speed = 1, signal, purses } = {}) {
    Object.assign(this, { svg, frame, speed, signal, purses, ident: identOf(svg), thrown: [] });
    this.standing = svg.querySelector(".b-standing");
    this.lying = svg.querySelector(".b-lying");
    this.figure = this.standing.firstElementChild;
    this.under = this.make("g", { class: "film" }, this.standing.parentNode, this.standing);
    this.over = this.make("g", { class: "film" }, svg);
    this.coming = document.createElementNS(SVG, "g");
    this.coming.innerHTML = localized(svg, frame.lying);
  }

  tween(ms, draw) {
    return tween(ms / this.speed, draw, this.signal);
  }

  make(name, attributes = {}, parent = this.over, before = null) {
    const made = document.createElementNS(SVG, name);
    for (const [key, value] of Object.entries(attributes)) made.setAttribute(key, value);
    parent.insertBefore(made, before);
    if (parent === this.svg || before) this.thrown.push(made);
    return made;
  }

  /* Adds a use of one of the drawing's definitions. Returns null if the drawing does not have it. */
  use(name, attributes, parent) {
    if (!document.getElementById(`${this.ident}-${name}`)) return null;
    return this.make("use", { href: `#${this.ident}-${name}`, ...attributes }, parent);
  }

  next(selector) {
    return [...this.coming.querySelectorAll(selector)].map((node) => node.cloneNode(true));
  }

  /* Continues on another drawing, into which Film.moveTo has already put the standing and lying pieces. */
  moveTo(svg, purses) {
    svg.insertBefore(this.under, this.standing);
    svg.append(this.over);
    svg.classList.add("board--moving");
    Object.assign(this, { svg, purses });
  }

  clear() {
    for (const node of this.thrown) node.remove();
  }
}
