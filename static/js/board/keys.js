/* Single keys and typed words for a board. The help sheet (#keys) lists them: each row has "data-key" (keys, separated by
 * spaces) and "data-does" (their command). Other pages may add rows and listen to "board:key".
 *
 * Keys work unless the focus is in a text field or a list. A switch in the sheet limits them to the board; the browser
 * remembers it. A choice whose notation is one letter or digit has this as its key.
 */
import { cellNamed, cellsOf, choicesOf, chosenIn, firstFrame, formOf, frameOf, labelOf, next, sayChosen, speak, squaresOf, take, undo, visit } from "./board.js";

const ONLY_BOARD = "keys-only-on-board";
const sheet = () => document.getElementById("keys");
const words = (node) => node.textContent.replace(/\s+/g, " ").trim();
const texts = (what) => [...document.querySelectorAll(`[data-read~="${what}"]`)].map(words).filter(Boolean);
const readable = (what) => texts(what).join(" ");

/* Spoken texts */

function purses() {
  const seats = [...document.querySelectorAll(".seat")].map((seat) => {
    const figures = [...seat.querySelectorAll("dl > div")].map((pair) => {
      const picture = pair.querySelector("img[alt]:not([alt=''])");
      return [words(pair.querySelector("dt")), picture?.alt, ...[...pair.querySelectorAll("dd")].map(words)].filter(Boolean).join(" ");
    });
    return `${words(seat.querySelector(".seat__name"))}: ${figures.join(", ")}`;
  });
  return seats.join(". ");
}

function offers() {
  const entries = [...document.querySelectorAll("#ask .choice")].map(
    (choice) => choice.querySelector("[data-spoken]")?.dataset.spoken ?? [...choice.children].map(words).filter(Boolean).join("; "));
  const inList = listed();
  const alone = choicesOf(firstFrame()).filter((link) => !inList.includes(link.dataset.choice)).map(labelOf);
  const all = [...entries, ...alone];
  return all.length ? `${all.length}: ${all.map((text) => text.replace(/\.$/, "")).join(". ")}` : readable("asked");
}

/* Commands */

const DOES = {
  help: () => sheet().showModal(),
  happened: () => speak(texts("happened").reverse().join(" ")), // the page has the latest first
  asked: () => speak(readable("asked")),
  purses: () => speak(purses()),
  offers: () => speak(offers()),
  next: (frame) => place(frame, 1),
  previous: (frame) => place(frame, -1),
  confirm,
  undo: takeBack,
  figure: (frame) => visit(frame.querySelector("[data-stop]") ?? cellsOf(frame)[0]),
  board: (frame) => visit(frame.querySelector("[role=gridcell][tabindex]") ?? cellsOf(frame)[0]),
  type: () => open("typed-text"),
  chat: () => open("chat-text") || open("chat"),
};

function place(frame, step) {
  const notation = next(frame, step);
  if (!notation) return speak(readable("asked"));
  const cell = cellNamed(frame, squaresOf(choicesOf(frame).find((link) => link.dataset.choice === notation))[0]);
  if (cell) visit(cell, { quietly: !isFree(document.activeElement, frame) });
  return chosenIn(frame) === notation ? sayChosen(frame) : take(frame, notation);
}

/* Returns whether the focus may be moved: it is on the board, at the prompt, or on no control, as during a swap. */
function isFree(active, frame) {
  return !active || active === document.body || active.id === "prompt" || frame.contains(active);
}

function confirm(frame) {
  const form = formOf(frame);
  const chosen = chosenIn(frame);
  if (form?.hasAttribute("data-steps") && !form.hasAttribute("data-complete")) {
    if (chosen) take(frame, chosen);
    else speak(readable("asked"));
  } else if (form && form.querySelector("[name=action]:checked, [name=action][type=hidden]:not([value=''])")) form.requestSubmit();
  else speak(readable("asked"));
}

function takeBack(frame) {
  if (undo(frame)) speak(readable("asked"));
}

function open(id) {
  const field = document.getElementById(id);
  if (!field) return false;
  const fold = field.closest("details");
  if (fold) fold.open = true;
  field.focus({ preventScroll: true });
  field.scrollIntoView({ block: "nearest" });
  return true;
}

/* Returns the command of a key from the rows of the sheet, "" for none. */
function does(key) {
  for (const row of sheet()?.querySelectorAll("[data-key]") ?? []) {
    if (row.dataset.key.split(" ").includes(key)) return row.dataset.does;
  }
  return "";
}

/* Returns the notations in the list of choices: radios, buttons, or links. */
const listed = () => [
  ...[...document.querySelectorAll("#ask [name=action]:not([type=hidden])")].map((choice) => choice.value),
  ...[...document.querySelectorAll("#ask .choices [data-step]")].map((link) => link.dataset.step),
];

/* Runs the command of a key or a typed word. Returns false if there is none. */
function act(key, frame) {
  const letter = choicesOf(frame).find((link) => link.dataset.choice.length === 1 && same(link.dataset.choice, key))?.dataset.choice
    ?? listed().find((one) => one.length === 1 && same(one, key));
  if (letter) {
    take(frame, letter);
    return true;
  }
  const deed = does(key) || does(key.toLowerCase());
  if (!deed) return false;
  const keyEvent = new CustomEvent("board:key", { bubbles: true, cancelable: true, detail: { does: deed } });
  if (frame.dispatchEvent(keyEvent)) DOES[deed]?.(frame);
  return true;
}

const same = (one, other) => one.toLowerCase() === other.toLowerCase();

function isTyping(node) {
  return node.closest("textarea, select, dialog, [contenteditable], input:not([type=radio], [type=checkbox], [type=button], [type=submit])");
}

/* Returns whether no control has the focus: Enter then confirms what is chosen. */
const isResting = (node) => node === document.body || node.id === "prompt";

function pressed(event) {
  if (event.key === "Escape" && event.target.id === "typed-text") DOES.board(firstFrame());
  if (event.key === "Enter" && event.target.id === "typed-text" && !event.target.value && chosenIn(firstFrame())) {
    event.preventDefault(); // the typed text is now the choice: Enter once more confirms it
    confirm(firstFrame());
  }
  if (event.defaultPrevented || event.ctrlKey || event.altKey || event.metaKey || isTyping(event.target)) return;
  const frame = frameOf(event.target) ?? firstFrame();
  if (event.key === "Enter" && !event.repeat && isResting(event.target) && frame && chosenIn(frame) && !localStorage.getItem(ONLY_BOARD)) {
    event.preventDefault();
    return confirm(frame);
  }
  if (!frame || !sheet() || event.key.length > 1 && event.key !== "Escape") return;
  if (localStorage.getItem(ONLY_BOARD) && !frameOf(event.target)) return;
  const key = event.key === "N" && event.shiftKey ? "N" : event.key;
  if (key === " " || !act(key, frame)) return;
  event.preventDefault();
}

/* The field for typed input: an action, a square, or the letter of a key. */
function typed(event) {
  if (event.target.id !== "typed") return;
  const field = event.target.elements.namedItem("choose");
  const frame = firstFrame();
  const text = field.value.trim();
  const notation = listed().find((one) => same(one, text));
  const cell = cellNamed(frame, text.toLowerCase());
  if (notation) take(frame, notation);
  else if (cell) speak(labelOf(cell), frame);
  else if (!act(text, frame)) {
    if (document.getElementById("ask")) return; // the site understands more notations, and explains refusals
    speak(readable("asked"));
  }
  event.preventDefault();
  field.value = "";
}

if (!("keys" in document.documentElement.dataset)) {
  document.documentElement.dataset.keys = "";
  document.addEventListener("keydown", pressed);
  document.addEventListener("submit", typed);
  document.addEventListener("click", (event) => {
    if (event.target.closest("[data-help]")) sheet().showModal();
    if (event.target === sheet() || event.target.closest("#keys [data-close]")) sheet().close();
  });
  // a sheet that was opened from no control gives the focus to the question: the choices come next
  document.addEventListener("close", (event) => {
    const focused = document.activeElement;
    if (event.target === sheet() && (focused === document.body || sheet().contains(focused))) {
      const question = document.querySelector("#prompt[tabindex]");
      if (question) question.focus({ preventScroll: true });
      else DOES.board(firstFrame());
    }
  }, true);
  document.addEventListener("change", (event) => {
    if (event.target.id !== "keys-anywhere") return;
    if (event.target.checked) localStorage.removeItem(ONLY_BOARD);
    else localStorage.setItem(ONLY_BOARD, "1");
  });
  const anywhere = document.getElementById("keys-anywhere");
  if (anywhere) anywhere.checked = !localStorage.getItem(ONLY_BOARD);
}
