/* A piece that unrolls, such as a carpet: it comes down rolled up at the end nearer to the figure, and unrolls over its two squares. */
import { place } from "./die.js";
import { out, smooth } from "./stage.js";

const [REACH, HALF, ROLL] = [59, 32, 17]; // half its length with the fringe, half the height of the cut, the roll's width
let cuts = 0;

export async function unroll(stage, piece) {
  const [x, y] = stage.figure ? place(stage.figure) : [piece.x, piece.y];
  const ahead = piece.turn ? piece.y - y : piece.x - x;
  const turned = piece.turn + (ahead < 0 ? 180 : 0); // a piece always unrolls from its own left to its right
  const group = stage.make("g", { transform: `translate(${piece.x} ${piece.y})rotate(${turned})` }, stage.under);
  const name = `film-cut-${(cuts += 1)}`;
  const cut = stage.make("rect", { x: -REACH - 4, y: -HALF, width: 0, height: 2 * HALF }, stage.make("clipPath", { id: name }, group));
  const flat = stage.use(piece.roll, { transform: turned >= 180 ? "rotate(180)" : "" }, stage.make("g", { "clip-path": `url(#${name})` }, group));
  if (!flat) return;
  const roll = stage.make("g", {}, group);
  stage.make("rect", { class: "film-shadow", x: -ROLL / 2 - 3, y: -28, width: ROLL + 9, height: 59, rx: 8 }, roll);
  stage.use(piece.roll, { transform: `scale(${ROLL / 112} 1)` }, roll);
  for (const [left, width, shade] of [[-0.5, 0.22, "dark"], [-0.1, 0.2, "light"], [0.24, 0.26, "dark"]]) {
    stage.make("rect", { class: `film-${shade}`, x: left * ROLL, y: -25.5, width: width * ROLL, height: 51 }, roll);
  }
  const at = (along, size, lift, shown) => {
    roll.setAttribute("transform", `translate(${-REACH + ROLL / 2 + along} ${-lift})scale(${size} ${1 + lift / 160})`);
    roll.setAttribute("opacity", shown);
  };
  await stage.tween(240, (t) => at(0, 1, 26 * (1 - out(t)), out(t)));
  await stage.tween(560, (t) => {
    const along = smooth(t) * (2 * REACH - ROLL / 2);
    cut.setAttribute("width", along + ROLL / 2 + 4);
    at(along, 1 - 0.75 * smooth(t), 0, t > 0.9 ? 10 * (1 - t) : 1);
  });
}
