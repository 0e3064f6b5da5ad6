/* Tells the site that its player has this table before them, and how much of the game they have seen: on a visible tab
   that has the focus. Mail about the table waits meanwhile. A tab that is only open says nothing. The answer tells how many
   games wait. */
import { showWaiting } from "../waiting_count.js";

const EVERY = 100_000; // milliseconds between two signs: less than the two minutes for which one counts
const { presenceUrl } = document.querySelector("[data-presence-url]").dataset;
let last = -EVERY;

async function tell() {
  if (document.visibilityState !== "visible" || !document.hasFocus() || performance.now() - last < EVERY) return;
  last = performance.now();
  const token = document.querySelector("[name=csrfmiddlewaretoken]").value;
  const body = new URLSearchParams({ seen: document.getElementById("motion")?.dataset.shown ?? "" });
  try {
    const answer = await fetch(presenceUrl, { method: "POST", headers: { "X-CSRFToken": token }, body });
    if (answer.ok) showWaiting((await answer.json()).waiting);
  } catch {
    // the next one may get through
  }
}

tell();
setInterval(tell, EVERY / 10);
window.addEventListener("focus", tell);
document.addEventListener("visibilitychange", tell);
document.addEventListener("seen", () => {
  last = -EVERY;
  tell();
});
