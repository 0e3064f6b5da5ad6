/* Reports to the site that the player is looking at this table, and how much of the game they have seen. Only a visible tab
 * with the focus reports. Meanwhile, emails about the table wait. The response has the number of games that wait.
 */
import { showWaiting } from "../waiting_count.js";

const EVERY = 100_000; // milliseconds between two reports: less than the two minutes for which one counts
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
    // the next report may get through
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
