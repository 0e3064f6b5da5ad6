/* Rules for idiomorph, which changes the parts of an open table into their new versions.
 *
 * Idiomorph keeps elements, and with them focus and scroll positions. These rules add what it cannot know. What the player
 * has chosen, typed or opened stays unless it was just sent. A prompt for another ply is a new prompt. A board is replaced
 * if its drawing has changed; its film continues on the new one. The focus moves on when its element is gone.
 * Sends "table:play" to the document when #play has changed.
 */
import { cellNamed, choicesOf, squaresOf, visit } from "../board/board.js";
import { byKeys } from "./choices.js";

const PARTS = "#bar, #play, #log, #chat, #more, #studies-place"; // what updates replace
const AT_END = 4; // pixels: a list this close to its end follows new lines

let before = null; // what the page was like before a swap
let pressed = null; // the element that had the focus: htmx disables a pressed button, which then loses it
let sent = null; // the form of a request that is under way
let taken = null; // the form whose request was accepted: its fields take the new values

const isChanged = (field) => (field.type === "radio" || field.type === "checkbox"
  ? field.checked !== field.defaultChecked
  : field.matches("input:not([type=hidden]), textarea") && field.value !== field.defaultValue);

const positionOf = (form) => ["ply", "undone"].map((name) => form.querySelector(`[name=${name}]`)?.getAttribute("value")).join();

const isSameDrawing = (old, fresh) => Boolean(old.dataset.drawing) && old.dataset.drawing === fresh.dataset?.drawing;

/* Returns false for an element that stays as it is, or whose content this function has replaced. */
function beforeNodeMorphed(old, fresh) {
  if (old.nodeType !== Node.ELEMENT_NODE) return true;
  if ((old.hasAttribute("data-preserve") && old.id === fresh.id) || isSameDrawing(old, fresh)) return false;
  if (old.matches("[data-board]") && !fresh.firstElementChild) return false; // the site has another drawing in mind
  if (!old.matches("[data-board]") && !(old.id === "ask" && positionOf(old) !== positionOf(fresh))) return true;
  for (const { name, value } of fresh.attributes) old.setAttribute(name, value);
  const left = fresh.querySelector("defs[data-mark]:empty"); // the site has left out what the page has
  left?.replaceWith(old.querySelector("defs[data-mark]"));
  old.replaceChildren(...fresh.childNodes);
  window.htmx.process(old);
  return false;
}

/* Returns false for an attribute that keeps what the player has changed. */
function beforeAttributeUpdated(name, element, change) {
  if (name === "open") return change !== "remove";
  if (name === "selected") return false;
  return !["value", "checked"].includes(name) || element.form === taken || !isChanged(element);
}

function afterNodeMorphed(old) {
  if (old.id !== "play") return;
  document.dispatchEvent(new CustomEvent("table:play"));
  if (before?.focus && document.activeElement === document.body) refocus(before.focus);
}

Object.assign(window.Idiomorph.defaults.callbacks, { beforeNodeMorphed, beforeAttributeUpdated, afterNodeMorphed });

document.addEventListener("htmx:beforeRequest", (event) => {
  if (event.detail.requestConfig.verb === "get") return;
  pressed = document.activeElement;
  sent = event.target.closest("form");
});

const isAtEnd = (list) => !list || list.scrollHeight - list.clientHeight - list.scrollTop < AT_END;

/* Returns the part at the upper edge of the window. It must not move when something above it changes. */
function anchor() {
  const edges = [...document.querySelectorAll(PARTS)].map((part) => [part, part.getBoundingClientRect()]);
  const [part, { top } = {}] = edges.filter(([, box]) => box.height && box.top <= 80).at(-1) ?? [];
  return part && window.scrollY ? { part, top } : null;
}

document.addEventListener("htmx:beforeSwap", (event) => {
  taken = event.detail.xhr.status < 300 ? sent : null;
  const active = document.activeElement === document.body ? pressed : document.activeElement;
  before = { focus: active?.closest(PARTS) ? active : null, isChatAtEnd: isAtEnd(document.getElementById("chat")), anchor: anchor() };
  pressed = null;
  sent = null;
});

/* Moves the focus on if the player has confirmed, or if the element with the focus is gone: to the next prompt, and for
 * those who use keys to what comes next: the button that confirms the turn, the first choice, or the first place. */
function refocus(active) {
  const isDone = active.type === "submit" && active.form === taken;
  if (active.isConnected && !active.disabled && !isDone) active.focus({ preventScroll: true });
  if (document.activeElement !== document.body) return;
  if (!byKeys()) return focus(document.getElementById("prompt"));
  const choice = document.querySelector("#ask[data-complete] [type=submit]")
    ?? document.querySelector("#ask .choices :is([name=action]:not([type=hidden]), [data-step])");
  choice?.closest("form").querySelector(".places")?.setAttribute("open", "");
  const place = choice ? null : firstPlace();
  if (place) visit(place);
  else focus(choice ?? document.getElementById("prompt"));
}

const focus = (part) => part?.focus({ preventScroll: true });

function firstPlace() {
  const frame = document.querySelector("[data-board=ask]");
  const link = frame && choicesOf(frame)[0];
  return link && cellNamed(frame, squaresOf(link)[0]);
}

document.addEventListener("htmx:afterSettle", () => {
  if (!before) return showLatest();
  const { focus, isChatAtEnd, anchor: edge } = before;
  before = null;
  if (isChatAtEnd) showLatest();
  if (focus && document.activeElement === document.body) refocus(focus);
  if (edge?.part.isConnected) {
    window.scrollBy({ top: edge.part.getBoundingClientRect().top - edge.top, behavior: "instant" });
  }
  // the turn is over: whose turn it is now must be in view
  if (taken?.id === "ask" && !document.getElementById("ask")) {
    document.querySelector(".prompt__head")?.scrollIntoView({ block: "nearest", behavior: "instant" });
  }
  document.querySelector("#notice [role=alert]")?.scrollIntoView({ block: "nearest" });
});

/* Empties the field of the chat when its line was accepted; a refused line stays. */
document.addEventListener("htmx:afterRequest", (event) => {
  const { xhr, requestConfig } = event.detail;
  const isTaken = xhr && xhr.status >= 200 && xhr.status < 300 && requestConfig.verb !== "get";
  if (isTaken && event.target.id === "chat-form") event.target.reset();
});

/* The chat is a drawer. The link to it opens it, and so does a new message. */
const drawer = document.getElementById("chat-drawer");
const isUnread = () => Boolean(document.getElementById("chat")?.dataset.new?.trim());
let wasUnread = isUnread();
if (document.getElementById("chat-text")?.value) drawer.open = true; // a kept draft
drawer?.addEventListener("toggle", showLatest);
drawer?.addEventListener("input", () => { drawer.open = true; }); // also where a script has written
document.addEventListener("click", (event) => {
  if (!drawer || !event.target.closest('a[href="#chat"]')) return;
  drawer.open = true;
  if (!matchMedia("(min-width: 100rem)").matches) return;
  event.preventDefault(); // it is in sight, beside the board
  (document.getElementById("chat-text") ?? document.getElementById("chat")).focus({ preventScroll: true });
});
document.addEventListener("htmx:afterSettle", () => {
  if (drawer && isUnread() && !wasUnread) drawer.open = true;
  wasUnread = isUnread();
});

function showLatest() {
  const chat = document.getElementById("chat");
  if (chat) chat.scrollTop = chat.scrollHeight;
}
showLatest();
