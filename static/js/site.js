/* Small comforts for whoever has JavaScript. Every page works without this file.
 *
 * data-act-form="ID"    on what holds a board: a click on a choice of the board fills the form with that id instead of
 *                       loading the page anew; the same choice once more sends it.
 * data-when-chosen      inside that form: hidden until something is chosen.
 * data-chosen-label     inside that form: says what is chosen.
 * data-keep             on a field: what is half typed survives a swap (the field needs an id).
 * data-confirm="TEXT"   on a form or a submit button: asks before sending.
 */

const ARROWS = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] };

function middle(choice) {
  const box = (choice.querySelector(".b-grip, .b-figure") ?? choice).getBoundingClientRect();
  return [box.x + box.width / 2, box.y + box.height / 2];
}

/* The nearest choice in a direction; what lies aside counts double. */
function neighbour(choice, [right, down]) {
  const [x, y] = middle(choice);
  let best = null;
  let least = Infinity;
  for (const other of choice.closest("svg").querySelectorAll(".b-choice")) {
    const [otherX, otherY] = middle(other);
    const ahead = (otherX - x) * right + (otherY - y) * down;
    const aside = Math.abs((otherX - x) * down) + Math.abs((otherY - y) * right);
    if (other !== choice && ahead > 1 && ahead + 2 * aside < least) {
      best = other;
      least = ahead + 2 * aside;
    }
  }
  return best;
}

function choose(choice, form) {
  for (const other of choice.closest("svg").querySelectorAll(".b-choice")) {
    other.classList.toggle("b-chosen", other === choice);
    if (other === choice) other.setAttribute("aria-current", "true");
    else other.removeAttribute("aria-current");
  }
  form.elements.namedItem("action").value = choice.dataset.choice;
  for (const part of form.querySelectorAll("[data-when-chosen]")) part.hidden = false;
  for (const part of form.querySelectorAll("[data-chosen-label]")) part.textContent = choice.getAttribute("aria-label");
}

document.addEventListener("click", (event) => {
  for (const menu of document.querySelectorAll("details.menu[open]")) {
    if (!menu.contains(event.target)) menu.open = false;
  }
  const choice = event.target.closest?.(".b-choice");
  const form = choice && document.getElementById(choice.closest("[data-act-form]")?.dataset.actForm);
  if (!form?.elements.namedItem("action") || event.ctrlKey || event.metaKey || event.shiftKey) return;
  event.preventDefault();
  if (choice.classList.contains("b-chosen")) form.requestSubmit();
  else choose(choice, form);
});

document.addEventListener("keydown", (event) => {
  const menu = event.target.closest?.("details.menu[open]");
  if (event.key === "Escape" && menu) {
    menu.open = false;
    menu.querySelector("summary").focus();
  }
  const choice = event.target.closest?.(".b-choice");
  if (!choice || !(event.key in ARROWS)) return;
  event.preventDefault();
  neighbour(choice, ARROWS[event.key])?.focus();
});

document.addEventListener("submit", (event) => {
  const question = event.submitter?.dataset.confirm ?? event.target.dataset.confirm;
  if (question && !window.confirm(question)) event.preventDefault();
}, { capture: true });

/* What is half typed, where the focus is and what is chosen outlive a swap. */
let kept = new Map();
let focused = "";

document.addEventListener("htmx:beforeSwap", () => {
  kept = new Map([...document.querySelectorAll("[data-keep][id]")].map((field) => [field.id, field.value]));
  const active = document.activeElement;
  focused = active?.dataset?.choice ? `[data-choice="${CSS.escape(active.dataset.choice)}"]` : active?.id ? `#${CSS.escape(active.id)}` : "";
});

document.addEventListener("htmx:afterSwap", () => {
  for (const [id, value] of kept) {
    const field = document.getElementById(id);
    if (field && !field.value) field.value = value;
  }
  const active = document.activeElement;
  if (focused && (!active || active === document.body)) document.querySelector(focused)?.focus({ preventScroll: true });
});
