/* Choosing on the board without a round trip. The page works without this file. */
import { frameOf, reflect } from "../board/board.js";
import "../board/keys.js";
import "./steps.js";

const find = (selector) => document.querySelector(selector);

/* A choice in the list is marked on the board; board.js does the other direction. */
document.addEventListener("change", (event) => {
  const frame = event.target.matches("#ask [name=action]") && find("[data-board=ask]");
  if (frame) reflect(event.target.form, frame, event.target.value);
});
document.addEventListener("click", (event) => {
  const frame = event.target.closest("[data-choice]") && frameOf(event.target);
  if (frame?.dataset.board !== "ask") return;
  find("#ask .places")?.removeAttribute("open"); // the list is for those who do not use the board
  const button = find("#ask [type=submit]");
  if (find("#ask[data-instant]:not([data-steps])")) playAtOnce();
  else if (button) reveal(button);
});

/* Without Confirm: what is clicked or tapped is played, what is chosen by keys is confirmed. A form that is being sent has
 * an inactive button. */
let isPointer = false;
export const byKeys = () => !isPointer;
document.addEventListener("pointerdown", () => (isPointer = true), { capture: true });
document.addEventListener("keydown", () => (isPointer = false), { capture: true });

function playAtOnce() {
  const form = find("#ask[data-instant]");
  if (isPointer && form && !form.querySelector("[type=submit]")?.disabled) form.requestSubmit();
}
document.addEventListener("change", (event) => {
  if (event.target.matches("#ask[data-instant] [name=action]")) playAtOnce();
});
document.addEventListener("table:stepped", () => {
  if (find("#ask[data-complete]")) playAtOnce();
});

/* Says what to do when nothing is chosen, instead of sending the form. */
document.addEventListener("submit", (event) => {
  const form = event.target;
  if (form.id !== "ask" || !form.dataset.nothing || form.querySelector("[name=action]:checked")) return;
  event.preventDefault();
  event.stopImmediatePropagation(); // htmx listens on the form
  form.querySelector("[role=alert]")?.remove();
  const line = document.createElement("p");
  line.className = "notice notice--error";
  line.setAttribute("role", "alert");
  line.textContent = form.dataset.nothing;
  form.querySelector(".ask__go [type=submit]").before(line);
}, { capture: true });

function reveal(button, behavior = "auto") {
  const below = button.getBoundingClientRect().bottom + 8 - innerHeight;
  if (below > 0) scrollBy({ top: below, behavior });
}

document.addEventListener("keydown", (event) => {
  if (event.key === "Enter" && (event.ctrlKey || event.metaKey) && event.target.matches("#chat-text")) {
    event.target.form.requestSubmit();
  }
});
