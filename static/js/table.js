/* Choosing on the board without a round trip. The page works without this file. */
import { frameOf, reflect } from "./board.js";
import "./keys.js";

const find = (selector) => document.querySelector(selector);

/* A choice on the board and the same one in the list are one; see board.js for the other direction. */
document.addEventListener("change", (event) => {
  const frame = event.target.matches("#ask [name=action]") && find("[data-board=ask]");
  if (frame) reflect(event.target.form, frame, event.target.value);
});
document.addEventListener("click", (event) => {
  const frame = event.target.closest("[data-choice]") && frameOf(event.target);
  if (frame?.dataset.board !== "ask") return;
  const button = find("#ask [type=submit]");
  if (button.getBoundingClientRect().bottom > innerHeight) button.scrollIntoView({ block: "nearest" });
});

document.addEventListener("keydown", (event) => {
  if (event.key === "Enter" && (event.ctrlKey || event.metaKey) && event.target.matches("#chat-text")) {
    event.target.form.requestSubmit();
  }
});
