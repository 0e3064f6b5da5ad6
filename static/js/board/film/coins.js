/* What seats pay or get, such as coins or points. Coins fly from the payer's figure onto the cells that they are paid for,
 * and from there to the owner's figure. If the page shows no figures, they start at the token and vanish on the cells. All
 * is drawn above the page, not in the drawing, because the figures are outside it.
 */
import { place } from "./die.js";
import { fill } from "./purse.js";
import { smooth } from "./stage.js";

const MOST = 14; // coins for one payment, even a larger one

function purseOf(stage, seat) {
  return seat === null ? null : stage.purses?.querySelector(`[data-figure="${seat}"]`) ?? null;
}

function middle(element) {
  const box = element.getBoundingClientRect();
  return [box.x + box.width / 2, box.y + box.height / 2];
}

function onScreen(stage, [x, y]) {
  const seen = new DOMPoint(x, y).matrixTransform(stage.svg.getScreenCTM());
  return [seen.x, seen.y];
}

function mint(stage, layer) {
  const coin = document.createElementNS("http://www.w3.org/2000/svg", "svg");
  coin.setAttribute("class", "film-coin");
  coin.setAttribute("viewBox", "0 0 32 32");
  layer.append(coin);
  stage.use(stage.frame.token, {}, coin);
  return coin;
}

/* Moves each coin in an arc from its place to its goal; they start one after another. */
async function fly(stage, coins, from, to, { each, late, fade = false, landed }) {
  const whole = each + late * (coins.length - 1);
  const down = new Set();
  await stage.tween(whole, (t) => {
    coins.forEach((coin, index) => {
      const own = Math.max(0, Math.min(1, (t * whole - late * index) / each));
      const [[x, y], [goalX, goalY], along] = [from(index), to(index), smooth(own)];
      const lift = Math.min(90, Math.hypot(goalX - x, goalY - y) / 3) * Math.sin(Math.PI * own);
      const size = 1 + 0.3 * Math.sin(Math.PI * own);
      coin.style.transform = `translate(${x + (goalX - x) * along}px, ${y + (goalY - y) * along - lift}px) translate(-50%, -50%) scale(${size})`;
      coin.style.opacity = own === 0 ? 0 : fade ? 1 - own ** 3 : 1;
      if (own === 1 && !down.has(index)) landed?.(down.add(index).size);
    });
  });
}

/* Points: a number rises where it arises and flies to the figure of the seat. */
async function gain(stage, owner, amount) {
  if (owner === null) return;
  const layer = document.body.appendChild(Object.assign(document.createElement("div"), { className: "film-overlay" }));
  layer.setAttribute("aria-hidden", "true");
  stage.thrown.push(layer);
  const goal = purseOf(stage, owner);
  const has = Number(goal?.textContent);
  const [x, y] = centre(stage.frame.sources);
  const sign = layer.appendChild(Object.assign(document.createElement("b"), { className: "film-points", textContent: `+${amount}` }));
  const size = Math.max(0.8, Math.min(1.25, stage.svg.getBoundingClientRect().width / 360)); // rem: smaller on a small board
  sign.style.fontSize = `${size}rem`;
  const gains = stage.frame.flows.filter(([payer]) => payer === null).map(([, seat]) => seat);
  const aside = 58 * size * (gains.indexOf(owner) - (gains.length - 1) / 2); // pixels, so that the numbers of several seats do not overlap
  const from = () => onScreen(stage, [x, y]).map((value, axis) => (axis ? value : value + aside));
  const above = () => from().map((value, axis) => value - 34 * axis);
  await fly(stage, [sign], from, above, { each: 420, late: 0 });
  await stage.tween(520, () => {});
  await fly(stage, [sign], above, goal ? () => middle(goal) : above, { each: 520, late: 0, fade: !goal, landed: () => goal && fill(goal, has + amount) });
}

/* Returns the middle of some points, that of the cell (0, 0) without any. */
function centre(points) {
  const sum = (axis) => points.reduce((total, point) => total + point[axis], 0) / points.length;
  return points.length ? [sum(0), sum(1)] : [30, 30];
}

export async function pay(stage, [payer, owner, amount]) {
  if (!document.getElementById(`${stage.ident}-${stage.frame.token}`)) return gain(stage, owner, amount);
  const layer = document.body.appendChild(Object.assign(document.createElement("div"), { className: "film-overlay" }));
  layer.setAttribute("aria-hidden", "true");
  stage.thrown.push(layer);
  const [purse, goal] = [purseOf(stage, payer), purseOf(stage, owner)];
  const coins = Array.from({ length: Math.min(amount, MOST) }, () => mint(stage, layer));
  const share = (number) => Math.round((amount * number) / coins.length);
  const had = Number(purse?.textContent);
  const has = Number(goal?.textContent);
  const home = purse ? () => middle(purse) : () => onScreen(stage, stage.figure ? place(stage.figure) : [0, 0]);
  const squares = stage.frame.sources.length ? stage.frame.sources : [stage.figure ? place(stage.figure) : [0, 0]];
  const square = (index) => onScreen(stage, squares[index % squares.length]);
  const late = Math.min(70, 420 / coins.length);
  if (purse) fill(purse, had);
  await fly(stage, coins, home, square, { each: 420, late, landed: (down) => purse && fill(purse, had - share(down)) });
  await stage.tween(160, () => {});
  if (!goal) return fly(stage, coins, square, square, { each: 380, late: 20, fade: true });
  await fly(stage, coins, square, () => middle(goal), { each: 460, late, landed: (down) => fill(goal, has + share(down)) });
}
