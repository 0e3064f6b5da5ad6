/* Choosing on the board without a round trip, and news that disturb nobody. The page works without this file. */
const find = (selector) => document.querySelector(selector);

/* A choice on the board and the same one in the list are one. */
function choose(notation) {
  const form = find("#ask");
  const shown = form.querySelector("[data-chosen]");
  for (const link of document.querySelectorAll("#play [data-choice]")) {
    const chosen = link.dataset.choice === notation;
    link.classList.toggle("b-chosen", chosen);
    if (chosen) link.setAttribute("aria-current", "true");
    else link.removeAttribute("aria-current");
  }
  for (const radio of form.elements.action.length ? form.elements.action : [form.elements.action]) {
    radio.checked = radio.value === notation;
    if (radio.checked) shown.textContent = `${shown.dataset.chosen} ${radio.dataset.label}`;
  }
}

document.addEventListener("click", (event) => {
  const link = event.target.closest("#play [data-choice]");
  if (!link || event.ctrlKey || event.metaKey || event.shiftKey) return;
  event.preventDefault();
  const again = link.classList.contains("b-chosen");
  choose(link.dataset.choice);
  if (again) find("#ask").requestSubmit();
  else find("#ask button").scrollIntoView({ block: "nearest" });
});

document.addEventListener("change", (event) => {
  if (event.target.matches("#ask [name=action]")) choose(event.target.value);
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
