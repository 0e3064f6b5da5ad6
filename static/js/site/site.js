/* Small improvements of every page. All pages work without this file.
 *
 * data-keep             on a field: half-typed text survives a swap (the field needs an id).
 * data-confirm="TEXT"   on a form or a submit button: asks before sending.
 */

import { person } from "../common/person.js";
import "../common/session.js";

/* htmx reads this when the document is complete: after this file. */
Object.assign(window.htmx?.config ?? {}, {
  includeIndicatorStyles: false,
  allowEval: false,
  historyCacheSize: 0,
  scrollIntoViewOnBoost: false,
  attributesToSettle: ["class", "width", "height"],
  responseHandling: [
    { code: "204", swap: false },
    { code: "(2..|3..|403|409|422|429|503)", swap: true },
    { code: "[45]..", swap: false, error: true },
  ],
});

document.addEventListener("click", (event) => {
  for (const menu of document.querySelectorAll("details.menu[open]")) {
    if (!menu.contains(event.target)) menu.open = false;
  }
});

document.addEventListener("keydown", (event) => {
  const menu = event.target.closest?.("details.menu[open]");
  if (event.key === "Escape" && menu) {
    menu.open = false;
    menu.querySelector("summary").focus();
  }
});

document.addEventListener("submit", (event) => {
  const question = event.submitter?.dataset.confirm ?? event.target.dataset.confirm;
  if (question && !window.confirm(question)) event.preventDefault();
}, { capture: true });

/* A message goes by itself when there was time to read it; not while the pointer or the focus is on it, and not an error. */
const TO_READ = [4000, 70]; // milliseconds for each message, and for each letter

function leave(message) {
  if (message.matches(":hover, :focus-within") || document.hidden) return setTimeout(leave, 1500, message);
  message.remove();
}
for (const message of document.querySelectorAll("#messages .notice:not(.notice--error, .notice--warning)")) {
  setTimeout(leave, TO_READ[0] + TO_READ[1] * message.textContent.trim().length, message);
}

/* After a form was sent, the same page is shown where it was, unless it says what is wrong. A form with [data-leads-on]
 * leads to another page at the same address. */
const PLACE = "place";

window.addEventListener("submit", (event) => {
  if (event.defaultPrevented || event.target.method !== "post" || event.target.matches("[data-leads-on]")) return;
  try {
    sessionStorage.setItem(PLACE, JSON.stringify({ path: location.pathname, top: scrollY }));
  } catch {
    // a browser without storage for this site
  }
});

function returnToPlace() {
  const { path, top } = JSON.parse(sessionStorage.getItem(PLACE) ?? "{}");
  sessionStorage.removeItem(PLACE);
  if (path !== location.pathname || document.querySelector("#main [role=alert]")) return;
  const back = () => scrollTo({ top, behavior: "instant" });
  back();
  if (location.hash) window.addEventListener("load", () => requestAnimationFrame(back), { once: true });
}
try {
  returnToPlace();
} catch {
  // a browser without storage for this site
}

/* A page that the browser has kept from before (Back) is loaded again if another user is signed in since, or none. */
window.addEventListener("pageshow", (event) => {
  const isKept = event.persisted || performance.getEntriesByType("navigation")[0]?.type === "back_forward";
  try {
    if (!isKept) return localStorage.setItem("person", person);
    if ((localStorage.getItem("person") ?? "") === person) return;
  } catch {
    return; // a browser without storage for this site
  }
  document.body.hidden = true;
  location.reload();
});

/* Half-typed text, focus and choice survive a swap. */
let values = new Map();
let focused = "";

document.addEventListener("htmx:beforeSwap", () => {
  values = new Map([...document.querySelectorAll("[data-keep][id]")].map((field) => [field.id, field.value]));
  const active = document.activeElement;
  focused = active?.dataset?.choice ? `[data-choice="${CSS.escape(active.dataset.choice)}"]` : active?.id ? `#${CSS.escape(active.id)}` : "";
});

document.addEventListener("htmx:afterSwap", () => {
  for (const [id, value] of values) {
    const field = document.getElementById(id);
    if (field && !field.value) field.value = value;
  }
  const active = document.activeElement;
  if (focused && (!active || active === document.body)) document.querySelector(focused)?.focus({ preventScroll: true });
});
