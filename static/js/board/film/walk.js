/* The figure: it turns on the spot, or walks square by square along its route, around the mosaics outside the board. */
import { beyond, smooth } from "./stage.js";

const DOTS = 11; // drawing units between two dots of the trail
const [PACE, SLOW] = [210, 2.6]; // milliseconds for a square, and for each drawing unit on the way to it

const pose = (x, y, angle, size = 1) =>
  `translate(${x.toFixed(1)} ${y.toFixed(1)})rotate(${angle.toFixed(1)})${size === 1 ? "" : `scale(${size.toFixed(3)})`}`;

export async function turn(stage) {
  const [from, to] = stage.frame.turn;
  const place = stage.figure.getAttribute("transform").match(/translate\([^)]*\)/)[0];
  await stage.tween(460, (t) => {
    const angle = from + (to - from) * beyond(t);
    stage.figure.setAttribute("transform", `${place}rotate(${angle.toFixed(1)})scale(${(1 + 0.12 * Math.sin(Math.PI * t)).toFixed(3)})`);
  });
}

/* Returns the distance of each square along the route. A line to a gate belongs to the curve of its mosaic that follows. */
function stops(path, route) {
  const parts = route.match(/[A-Z][^A-Z]*/g);
  const ends = parts.flatMap((part, at) => (part[0] === "L" && !"AC".includes(parts[at + 1]?.[0] ?? "L") ? [at + 1] : []));
  return ends.map((end) => {
    path.setAttribute("d", parts.slice(0, end).join(""));
    return path.getTotalLength();
  });
}

/* Returns how long a walk takes, in milliseconds. */
export function walkingTime(route) {
  const path = document.createElementNS("http://www.w3.org/2000/svg", "path");
  const ends = stops(path, route);
  return PACE * ends.length + SLOW * (ends.at(-1) ?? 0);
}

/* Draws the dots of the trail behind the figure, in the style of the next position. */
function trail(stage, path) {
  const lines = stage.next(".b-way-edge, .b-way, .b-way-start");
  stage.under.append(...lines);
  const dotted = lines.filter((line) => line.matches("path"));
  for (const line of dotted) line.setAttribute("d", "");
  let done = 0;
  let drawn = "";
  return (length) => {
    for (; done <= length - 20; done += DOTS) {
      const { x, y } = path.getPointAtLength(done);
      drawn += `M${x.toFixed(1)} ${y.toFixed(1)}h.1`;
    }
    for (const line of dotted) line.setAttribute("d", drawn);
  };
}

export async function walk(stage, leave) {
  const path = document.createElementNS("http://www.w3.org/2000/svg", "path");
  const ends = stops(path, stage.frame.route);
  path.setAttribute("d", stage.frame.route);
  const draw = trail(stage, path);
  const old = [...stage.lying.querySelectorAll(".b-way-edge, .b-way, .b-way-start, .b-mark-edge, .b-mark-last, .b-mark-paid")];
  let angle = Number(stage.figure.getAttribute("transform").match(/rotate\(([-\d.]+)/)?.[1] ?? 0);
  let from = 0;
  for (const [number, to] of ends.entries()) {
    await stage.tween(PACE + SLOW * (to - from), (t) => {
      const at = from + (to - from) * smooth(t);
      const { x, y } = path.getPointAtLength(at);
      const [behind, ahead] = [path.getPointAtLength(at - 2), path.getPointAtLength(at + 2)];
      const heading = (Math.atan2(ahead.y - behind.y, ahead.x - behind.x) * 180) / Math.PI + 90;
      angle += (((heading - angle + 540) % 360) - 180) * (t === 1 ? 1 : 0.3);
      stage.figure.setAttribute("transform", pose(x, y, angle, 1 + 0.1 * Math.sin(Math.PI * t)));
      draw(at);
      if (number === 0) for (const node of old) node.setAttribute("opacity", 1 - t);
      if (number === ends.length - 1) leave?.(t);
    });
    from = to;
  }
}
