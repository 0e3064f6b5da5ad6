/* What a player has begun outlives news that arrive: what is half chosen or typed, the focus with its selection, what is
 * open, and how far everything is scrolled. Whatever was sent, and taken, is not kept.
 */
const PARTS = ["bar", "play", "log", "chat", "more"]; // ids of what news replace
const AT_END = 4; // pixels: so near to its end a list stays there

const parts = () => PARTS.map((id) => document.getElementById(id)).filter(Boolean);
const inParts = (selector) => parts().flatMap((part) => [part, ...part.querySelectorAll("*")].filter((one) => one.matches(selector)));

/* A selector that finds the same thing in the new part, as far as it can be told from others there. */
function nameOf(element) {
  if (element.id) return `#${CSS.escape(element.id)}`;
  if (element.localName === "summary") return `${nameOf(element.parentElement)} > summary`;
  const form = element.form?.id ? `#${CSS.escape(element.form.id)} ` : "";
  const told = ["data-choice", "data-cell", "data-motion", "href", "name"].filter((one) => element.hasAttribute(one)).slice(0, 1);
  if (["radio", "checkbox"].includes(element.type)) told.push("value");
  if (told.length) return `${form}${element.localName}${told.map((one) => `[${one}="${CSS.escape(element.getAttribute(one))}"]`).join("")}`;
  return `${element.localName}${[...element.classList].slice(0, 1).map((one) => `.${CSS.escape(one)}`).join("")}`;
}

const isChanged = (field) => (field.type === "radio" || field.type === "checkbox"
  ? field.checked !== field.defaultChecked
  : field.type !== "hidden" && field.localName !== "select" && field.value !== field.defaultValue);

let kept = null;
let pressed = null; // a button that waits for its answer is disabled, and loses the focus
let sent = null; // the form of a request that is under way

document.addEventListener("htmx:beforeRequest", (event) => {
  if (event.detail.requestConfig.verb === "get") return;
  pressed = document.activeElement;
  sent = event.target.closest("form");
});

/* What is at the upper edge of the window, and where: what changes above it must not move it. */
function anchor() {
  const seen = parts().filter((part) => part.getBoundingClientRect().height && part.getBoundingClientRect().top <= 80);
  const part = seen.at(-1);
  return part && window.scrollY ? { name: nameOf(part), top: part.getBoundingClientRect().top } : null;
}

document.addEventListener("htmx:beforeSwap", (event) => {
  const isTaken = event.detail.xhr.status < 300;
  const active = document.activeElement === document.body ? pressed : document.activeElement;
  const isOurs = active && parts().some((part) => part.contains(active));
  kept = {
    focus: isOurs ? { name: isTaken && isSubmit(active) ? "#prompt" : nameOf(active), range: rangeOf(active) } : null,
    fields: inParts("input, textarea")
      .filter((field) => isChanged(field) && !(isTaken && sent && field.form === sent))
      .map((field) => ({ name: nameOf(field), value: field.value, checked: field.checked })),
    open: inParts("details").map((one) => [nameOf(one), one.open]),
    scrolled: inParts("*").filter((one) => one.scrollTop > 0).map((one) => [nameOf(one), one.scrollTop]),
    isChatAtEnd: isAtEnd(document.getElementById("chat")),
    anchor: anchor(),
  };
  pressed = null;
  sent = null;
});

/* Whoever has confirmed goes on at the next question. */
const isSubmit = (active) => active.type === "submit" && sent?.contains(active);

/* Only fields for text have a selection; of others a browser says null. */
const rangeOf = (field) => (Number.isInteger(field.selectionStart) ? [field.selectionStart, field.selectionEnd] : null);

const isAtEnd = (list) => !list || list.scrollHeight - list.clientHeight - list.scrollTop < AT_END;

function refill({ name, value, checked }) {
  const field = document.querySelector(name);
  if (!field || field.disabled) return;
  if (field.type === "radio" || field.type === "checkbox") field.checked = checked;
  else field.value = value;
  field.dispatchEvent(new Event("change", { bubbles: true }));
}

function refocus({ name, range }) {
  const again = document.querySelector(name) ?? document.getElementById("prompt");
  again?.focus({ preventScroll: true });
  if (range && again?.setSelectionRange) again.setSelectionRange(...range);
}

document.addEventListener("htmx:afterSettle", () => {
  if (!kept) return showLatest();
  const { fields, open, scrolled, focus } = kept;
  fields.forEach(refill);
  for (const [name, isOpen] of open) {
    const again = isOpen && document.querySelector(name);
    if (again) again.open = true;
  }
  for (const [name, top] of scrolled) {
    const list = document.querySelector(name);
    if (list) list.scrollTop = top;
  }
  if (kept.isChatAtEnd) showLatest();
  if (focus && document.activeElement === document.body) refocus(focus);
  const part = kept.anchor && document.querySelector(kept.anchor.name);
  if (part) window.scrollBy({ top: part.getBoundingClientRect().top - kept.anchor.top, behavior: "instant" });
  kept = null;
  document.querySelector("#notice [role=alert]")?.scrollIntoView({ block: "nearest" });
});

/* A line that was sent leaves its field empty; one that was not stays. */
document.addEventListener("htmx:afterRequest", (event) => {
  const { xhr, requestConfig } = event.detail;
  const isTaken = xhr && xhr.status >= 200 && xhr.status < 300 && requestConfig.verb !== "get";
  if (isTaken && event.target.id === "chat-form") event.target.reset();
});

function showLatest() {
  const chat = document.getElementById("chat");
  if (chat) chat.scrollTop = chat.scrollHeight;
}
showLatest();
