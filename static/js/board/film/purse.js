/* A figure of a seat: its number ([data-figure]), and the coins beside it in piles of five, drawn as in
 * games/pictures/marrakech/icons.py. The score of the seat ([data-score-of]) moves with it. */
const MOST = 14; // piles

export function fill(purse, money) {
  const score = purse.closest(".seat")?.querySelector("[data-score-of]");
  if (score && score !== purse) score.textContent = Number(score.textContent) + money - Number(purse.textContent);
  purse.textContent = money;
  const picture = purse.parentNode.querySelector(".savings");
  if (!picture) return;
  const piles = Array.from({ length: Math.min(MOST, Math.ceil(money / 5)) }, (_, index) => Math.min(5, money - 5 * index));
  for (const [name, foot, more] of [["edge", 21, 0.6], ["coins", 20.5, 0]]) {
    const drawn = piles.map((coins, index) => `M${28 + 13 * index} ${foot}v-${3 * coins + more}`).join("");
    picture.querySelector(`.savings__${name}`).setAttribute("d", drawn);
  }
  const wide = 21 + 13 * piles.length;
  picture.setAttribute("viewBox", `0 0 ${wide} 22`);
  picture.setAttribute("width", wide);
}
