/* Choosing on the board without a round trip, and news that disturb nobody. The page works without this file. */
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
  if (frame?.dataset.board === "ask") find("#ask [type=submit]").scrollIntoView({ block: "nearest" });
});

document.addEventListener("keydown", (event) => {
  if (event.key === "Enter" && (event.ctrlKey || event.metaKey) && event.target.matches("#chat-text")) {
    event.target.form.requestSubmit();
  }
});

/* A hidden page asks for nothing and catches up when it is shown. */
document.addEventListener("htmx:beforeRequest", (event) => {
  if (event.target.id === "poll" && document.hidden) event.preventDefault();
});
document.addEventListener("visibilitychange", () => {
  if (!document.hidden && find("#poll")) window.htmx.trigger("#poll", "wake");
});

let focused = null;
let pressed = null; // a button that waits for its answer is disabled, and loses the focus
document.addEventListener("htmx:beforeRequest", (event) => {
  if (event.detail.requestConfig.verb !== "get") pressed = document.activeElement;
});
document.addEventListener("htmx:beforeSwap", () => {
  const active = document.activeElement === document.body ? pressed : document.activeElement;
  const part = active && active.closest("#play, #more, #log, #bar");
  focused = part ? { part: part.id, id: active.id } : null;
  pressed = null;
});

/* After a swap: whoever was at work there goes on at the prompt, the chat stays at its end, trouble is told. */
document.addEventListener("htmx:afterRequest", (event) => {
  const { xhr, requestConfig } = event.detail;
  const answered = xhr && xhr.status > 0 && (xhr.status === 204 || xhr.responseText.includes("hx-swap-oob"));
  const trouble = find("[data-trouble]");
  if (trouble) trouble.hidden = answered;
  if (!answered || requestConfig.verb === "get") return;
  if (event.target.id === "chat-form" && xhr.status < 300) event.target.reset();
});
document.addEventListener("htmx:afterSettle", () => {
  if (focused && document.activeElement === document.body) {
    const again = (focused.id && document.getElementById(focused.id)) || find("#prompt");
    if (again) again.focus({ preventScroll: true });
  }
  focused = null;
  const error = find("#notice [role=alert]");
  if (error) error.scrollIntoView({ block: "nearest" });
  showLatest();
});

function showLatest() {
  const chat = find("#chat");
  if (chat) chat.scrollTop = chat.scrollHeight;
}
showLatest();
