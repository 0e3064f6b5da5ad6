/* A result of chance, such as a die: it is thrown in along the edge, tumbles, bounces, and stops in a corner where it does not hide the walk. */
import { out, smooth } from "./stage.js";

const FLIPS = 6; // faces that show before the right one
const HEIGHTS = [64, 26, 9]; // of the bounces, in drawing units
const SIZE = 0.82;

const LOW = 100; // pixels at the bottom of the window, covered by the caption

/* Returns the corner for the die: of the two without a mosaic, the one farther from the figure. If the lower corner is not
 * in sight, it is the upper one. */
function corner(stage) {
  const box = stage.svg.viewBox.baseVal;
  const [near, far] = [box.x + 38, box.x + box.width - 38];
  const [x, y] = stage.figure ? place(stage.figure) : [near, near];
  const lower = new DOMPoint(far, far).matrixTransform(stage.svg.getScreenCTM());
  return x + y > near + far || lower.y > window.innerHeight - LOW ? [near, near, -1] : [far, far, 1];
}

export function place(figure) {
  const [, x, y] = figure.getAttribute("transform").match(/translate\(([-\d.]+)[ ,]([-\d.]+)\)/);
  return [Number(x), Number(y)];
}

/* Returns the height of the die at a time, in bounces that get lower. */
function height(t) {
  const parts = [0, 0.5, 0.8, 1];
  const at = parts.findIndex((end, index) => index && t <= end) || 1;
  const within = (t - parts[at - 1]) / (parts[at] - parts[at - 1]);
  return HEIGHTS[at - 1] * 4 * within * (1 - within);
}

export async function roll(stage) {
  const name = `${stage.ident}-${stage.frame.thrown}`;
  const kind = name.replace(/[^-]+$/, ""); // all results have definitions like "b-die-3"
  const faces = [...stage.svg.ownerDocument.querySelectorAll(`[id^="${CSS.escape(kind)}"]`)].map((one) => one.id);
  const [x, y, side] = corner(stage);
  const die = stage.make("g", { class: "film-die" });
  const shadow = stage.make("ellipse", { class: "film-shadow", rx: 27, ry: 9 }, die);
  const body = stage.make("g", {}, die);
  const shown = stage.use(stage.frame.thrown, {}, body);
  if (!shown) return;
  stage.svg.dispatchEvent(new CustomEvent("board:roll", { bubbles: true }));
  const seen = [...Array(FLIPS).keys()].map((flip) => faces[(faces.indexOf(name) + 1 + FLIPS - flip) % faces.length]);
  await stage.tween(820, (t) => {
    const along = out(t);
    const flip = Math.min(along * (FLIPS + 0.5), FLIPS);
    shown.setAttribute("href", `#${(t < 1 && seen[Math.floor(flip)]) || name}`);
    const thin = t === 1 ? 1 : Math.max(0.22, Math.abs(Math.cos(Math.PI * flip)));
    const [px, py] = [x - side * 270 * (1 - along), y - side * 34 * (1 - along)]; // it never leaves the market
    const up = height(t) * (side > 0 ? 1 : 0.4);
    shadow.setAttribute("transform", `translate(${px + 3} ${py + 27})scale(${1 - up / 130})`);
    const turn = side * (1 - along) * -300 + 8;
    body.setAttribute("transform", `translate(${px} ${py - up})rotate(${turn})scale(${SIZE} ${SIZE * thin})`);
  });
  await stage.tween(200, () => {});
  return (leaving) => die.setAttribute("opacity", 1 - smooth(leaving));
}
