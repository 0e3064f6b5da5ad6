/* Tells the site that its player has this table before them: on a visible tab that has the focus. Mail about the table
   waits meanwhile. A tab that is only open says nothing. */
const EVERY = 60_000; // milliseconds between two signs
const { here } = document.querySelector("[data-here]").dataset;
let last = -EVERY;

function tell() {
  if (document.visibilityState !== "visible" || !document.hasFocus() || performance.now() - last < EVERY) return;
  last = performance.now();
  const token = document.querySelector("[name=csrfmiddlewaretoken]").value;
  fetch(here, { method: "POST", headers: { "X-CSRFToken": token } }).catch(() => {}); // the next one may get through
}

tell();
setInterval(tell, EVERY / 4);
window.addEventListener("focus", tell);
document.addEventListener("visibilitychange", tell);
