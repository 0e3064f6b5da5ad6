/* Pieces that come down on their place, and pieces that are turned over or round where they lie. */
import { announce, localized, out, smooth } from "./stage.js";

const HIGH = 46; // drawing units above its place, where a piece appears

function drawn(stage, svg, parent) {
  const group = stage.make("g", {}, parent);
  group.innerHTML = localized(stage.svg, svg);
  return group;
}

export async function drop(stage, piece) {
  announce(stage.svg, piece);
  const group = stage.make("g", {}, stage.under);
  drawn(stage, piece.drawing, group);
  await stage.tween(520, (t) => {
    const size = 1 + 0.35 * (1 - out(t));
    group.setAttribute("transform", `translate(0 ${-HIGH * (1 - out(t))})translate(${piece.x} ${piece.y})scale(${size})translate(${-piece.x} ${-piece.y})`);
    group.setAttribute("opacity", Math.min(1, 2.5 * t));
  });
}

export async function flip(stage, piece) {
  announce(stage.svg, piece);
  const group = stage.make("g", {}, stage.under);
  const [old, next] = [drawn(stage, piece.old, group), drawn(stage, piece.new, group)];
  const hide = stage.make("rect", { class: "film-gap", x: piece.x - 30, y: piece.y - 30, width: 60, height: 60 }, group, old);
  await stage.tween(900, (t) => {
    const turn = Math.PI * smooth(t);
    const thin = Math.max(0.04, Math.abs(Math.cos(turn)));
    const lift = 1 + 0.3 * Math.sin(turn);
    const place = `translate(${piece.x} ${piece.y})scale(${thin * lift} ${lift})translate(${-piece.x} ${-piece.y})`;
    for (const side of [old, next]) side.setAttribute("transform", place);
    old.setAttribute("opacity", t < 0.5 ? 1 : 0);
    next.setAttribute("opacity", t < 0.5 ? 0 : 1);
  });
  hide.remove();
}
