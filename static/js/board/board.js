/* A board as a grid: one tab stop and arrow keys for the keyboard, names for screen readers, a sentence for the pointer.
 *
 * data-board="ID"   on the element around a drawing: a choice on the board fills the field "action" of the form with that
 *                   id (radios, a list, a hidden field), and the same choice again sends the form. A page that handles
 *                   choices itself has "", or listens to "board:choose" (detail: notation, again, isPointer) and calls
 *                   preventDefault. A form with data-steps has links (static/js/table/steps.js); data-back takes back.
 * data-says         beside the drawing, or in the form: shows what is under the pointer or the focus, or what is chosen.
 * data-when-chosen  in the form: hidden until something is chosen; data-chosen-label: shows what is chosen;
 *                   data-undo: takes the choice back.
 *
 * "board:marked" is sent when a choice is marked on the board ("" for none). All state is in the document, so parts may be
 * swapped at any time. Without this file, the links on the board and the form do the same.
 */

export const frameOf = (node) => node?.closest?.("[data-board]") ?? null;
export const firstFrame = () => document.querySelector("#play [data-board], [data-board]");
/* Squares whose text begins with their name get it from there. */
export function cellsOf(frame) {
  const cells = [...frame.querySelectorAll("[role=gridcell]")];
  for (const cell of cells) cell.dataset.cell ??= labelOf(cell).split(":")[0].trim();
  return cells;
}
/* Large boards show no coordinates: the name of a square comes last. */
const hasNamelessSquares = (frame) => frame.hasAttribute("data-big");
/* A link to a step has its notation in its address only. */
export function choicesOf(frame) {
  const links = [...frame.querySelectorAll("svg a")];
  for (const link of links) link.dataset.choice ??= new URL(link.href.baseVal, location.href).searchParams.get("choose");
  return links;
}
export const cellNamed = (frame, name) => cellsOf(frame).find((cell) => cell.dataset.cell === name);
export const formOf = (frame) => document.getElementById(frame.dataset.board);
export const chosenIn = (frame) => (frame.querySelector(".b-chosen")?.dataset.choice
  ?? formOf(frame)?.querySelector("[name=action]:checked")?.value ?? "");
/* A choice may be named by its entry in the list, whose parts are label and details. */
export function labelOf(node) {
  const entry = document.getElementById(node.getAttribute("aria-labelledby"));
  if (entry) return [...entry.children].map((part) => part.textContent.trim()).filter(Boolean).join(" – ");
  return node.getAttribute("aria-label") ?? node.querySelector("title")?.textContent ?? "";
}
/* The squares of a choice; without data-cells it is the last word of the choice. */
export const squaresOf = (link) => (link.dataset.cells ?? link.dataset.choice.slice(link.dataset.choice.lastIndexOf(" ") + 1)).split(" ");
const choicesAt = (frame, name) => choicesOf(frame).filter((link) => squaresOf(link).includes(name));
const cellAt = (node) => node.closest?.("[data-board] [role=gridcell]");

/* Lets screen readers speak a text, and shows it beside the board if there is a frame. A space is added to a text that is
 * repeated, because screen readers ignore a region that does not change. */
export function speak(text, frame = null) {
  let region = document.getElementById("spoken");
  if (!region) {
    region = document.createElement("p");
    region.id = "spoken";
    region.className = "visually-hidden";
    region.setAttribute("role", "status");
    document.body.append(region);
  }
  region.textContent = region.textContent === text ? `${text}\u00a0` : text;
  if (frame) show(frame, text);
}

function show(frame, text) {
  for (const line of [frame.parentElement, formOf(frame)].map((part) => part?.querySelector("[data-says]"))) {
    if (!line) continue;
    line.dataset.hint ??= line.textContent;
    line.textContent = text || line.dataset.hint;
    line.classList.toggle("is-said", Boolean(text));
  }
}

/* Shows the choice, if there is one, while nothing is under the pointer. */
export function rest(frame) {
  const link = frame.querySelector(".b-chosen");
  show(frame, link ? labelOf(link) : "");
}

/* Choices */

export function mark(frame, notation) {
  let taken = [];
  for (const link of choicesOf(frame)) {
    const chosen = link.dataset.choice === notation;
    link.classList.toggle("b-chosen", chosen);
    if (chosen) link.setAttribute("aria-current", "true");
    else link.removeAttribute("aria-current");
    if (chosen) taken = squaresOf(link);
  }
  for (const cell of cellsOf(frame)) {
    if (taken.includes(cell.dataset.cell)) cell.setAttribute("aria-selected", "true");
    else cell.removeAttribute("aria-selected");
  }
  rest(frame);
  frame.dispatchEvent(new CustomEvent("board:marked", { bubbles: true, detail: { notation } }));
}

/* Chooses an action; the same choice again confirms it. */
function offer(frame, notation, { isPointer = false } = {}) {
  const again = chosenIn(frame) === notation;
  const choice = new CustomEvent("board:choose", { bubbles: true, cancelable: true, detail: { notation, again, isPointer } });
  if (!frame.dispatchEvent(choice)) return;
  const form = formOf(frame);
  if (!form) return;
  if (again) form.requestSubmit();
  else fill(form, frame, notation);
}

function fill(form, frame, notation) {
  const field = form.elements.namedItem("action");
  if (field instanceof RadioNodeList) for (const radio of field) radio.checked = radio.value === notation;
  else if (field.type === "radio") field.checked = field.value === notation;
  else field.value = notation;
  reflect(form, frame, notation);
}

/* Scrolls the list to the choice made on the board, without scrolling the page. */
function bringIntoList(row) {
  const list = row?.closest(".choices");
  if (!list) return;
  const [one, all] = [row.getBoundingClientRect(), list.getBoundingClientRect()];
  if (one.top < all.top || one.bottom > all.bottom - 24) list.scrollTop += one.top - all.top - 8;
}

/* Shows a choice on the board and in the form. */
export function reflect(form, frame, notation) {
  form.querySelector("[role=alert]")?.remove(); // why an earlier choice was refused
  mark(frame, notation);
  const radio = [...form.querySelectorAll("[name=action]")].find((one) => one.value === notation);
  const link = choicesOf(frame).find((one) => one.dataset.choice === notation);
  const label = radio?.parentElement.querySelector("b")?.textContent ?? (link ? labelOf(link) : "");
  bringIntoList(radio?.closest(".choice"));
  for (const part of form.querySelectorAll("[data-when-chosen]")) part.hidden = !notation;
  for (const part of form.querySelectorAll("[data-chosen-label]")) {
    const words = document.createElement("span"); // the style sheet keeps it on one line if there is room
    words.textContent = label;
    part.replaceChildren(...(notation ? [part.dataset.chosenLabel, words] : []));
  }
}

/* Takes back a choice that is not confirmed. Returns whether there was one. */
export function undo(frame) {
  const form = formOf(frame);
  if (form?.hasAttribute("data-steps")) return undoStep(form, frame);
  const field = form?.elements.namedItem("action");
  if (!field || field.type === "radio" || !chosenIn(frame)) return false; // a single radio is always chosen
  fill(form, frame, "");
  return true;
}

function undoStep(form, frame) {
  const back = form.querySelector("[data-back]");
  if (frame.querySelector(".b-chosen")) mark(frame, "");
  else back?.click();
  return Boolean(back);
}

/* Presses a square: takes its first choice, confirms it if it is chosen already, or says why there is none. */
function press(frame, cell) {
  const here = choicesAt(frame, cell.dataset.cell).map((link) => link.dataset.choice);
  if (!here.length) return refuse(frame, cell);
  const chosen = chosenIn(frame);
  return take(frame, here.includes(chosen) ? chosen : here[0]);
}

/* A click beside the parts of a square, each of which is a step of its own, chooses none of them. */
const isUnclear = (frame, cell) => formOf(frame)?.hasAttribute("data-steps") && choicesAt(frame, cell.dataset.cell).length > 1;

/* Takes the next of several choices on one square. */
function turnOver(frame, cell) {
  const here = choicesAt(frame, cell.dataset.cell).map((link) => link.dataset.choice);
  if (!here.length) return refuse(frame, cell);
  const at = here.indexOf(chosenIn(frame));
  return at === 0 && here.length === 1 ? sayChosen(frame) : take(frame, here[(at + 1) % here.length]);
}

export function take(frame, notation) {
  const again = chosenIn(frame) === notation;
  offer(frame, notation);
  if (!again) sayChosen(frame);
}

export function sayChosen(frame) {
  const link = frame.querySelector(".b-chosen");
  const radio = formOf(frame)?.querySelector("[name=action]:checked");
  const text = radio?.dataset.spoken ?? (link ? labelOf(link) : "");
  if (text) speak([text, frame.dataset.confirm].filter(Boolean).join(". "));
}

function refuse(frame, cell) {
  const whys = cell.closest("[data-whys]")?.dataset.whys.split("\n") ?? [];
  const why = whys[cell.dataset.why ?? 0];
  if (!why || !hasNamelessSquares(frame)) return speak(why ? `${cell.dataset.cell}${frame.dataset.colon ?? ":"} ${why}` : labelOf(cell), frame);
  speak(why);
  const there = [labelOf(cell), cell.getAttribute("aria-description")].filter(Boolean);
  show(frame, [...there, why].join(". "));
}

/* The grid */

/* Returns the notation of the choice after the present one (step 1) or before it (-1), "" if there is none. */
export function next(frame, step) {
  const all = choicesOf(frame).map((link) => link.dataset.choice).sort();
  if (!all.length) return "";
  const at = all.indexOf(chosenIn(frame));
  return all[at < 0 ? (step > 0 ? 0 : all.length - 1) : (at + step + all.length) % all.length];
}

export function visit(cell, { quietly = false } = {}) {
  for (const other of cellsOf(frameOf(cell))) if (other !== cell) other.removeAttribute("tabindex");
  cell.setAttribute("tabindex", "0");
  if (!quietly) cell.focus();
}

/* Where squares are missing before one, it has the number of its column; the others follow the one on their left. */
function column(cell) {
  const before = cell.previousElementSibling;
  return Number(cell.getAttribute("aria-colindex")) || (before ? column(before) + 1 : 1);
}

function along(row, cell, step) {
  const inRow = [...row.children];
  return inRow[inRow.indexOf(cell) + step];
}

function across(cell, step) {
  const rows = [...cell.closest("[role=grid]").querySelectorAll("[role=row]")];
  const row = rows[rows.indexOf(cell.parentElement) + step];
  return row && [...row.children].find((other) => column(other) === column(cell));
}

function target(cell, event) {
  const row = cell.parentElement;
  const all = cellsOf(frameOf(cell));
  switch (event.key) {
    case "ArrowLeft": return along(row, cell, -1);
    case "ArrowRight": return along(row, cell, 1);
    case "ArrowUp": return across(cell, -1);
    case "ArrowDown": return across(cell, 1);
    case "Home": return event.ctrlKey ? all[0] : row.firstElementChild;
    case "End": return event.ctrlKey ? all.at(-1) : row.lastElementChild;
    default: return undefined;
  }
}
const WALKS = new Set(["ArrowLeft", "ArrowRight", "ArrowUp", "ArrowDown", "Home", "End"]);

function pressed(event) {
  const cell = cellAt(event.target);
  if (!cell || event.altKey || event.metaKey) return;
  if (WALKS.has(event.key)) {
    event.preventDefault();
    const to = target(cell, event);
    if (to) visit(to);
  } else if (event.key === "Enter" || event.key === " ") {
    event.preventDefault();
    (event.key === "Enter" ? press : turnOver)(frameOf(cell), cell);
  }
}

function clicked(event) {
  if (event.ctrlKey || event.metaKey || event.shiftKey || event.button > 0) return;
  const link = event.target.closest?.("[data-board] [data-choice]");
  const cell = cellAt(event.target);
  if (link) {
    event.preventDefault();
    offer(frameOf(link), link.dataset.choice, { isPointer: true });
  } else if (cell) {
    visit(cell, { quietly: true });
    if (!isUnclear(frameOf(cell), cell)) press(frameOf(cell), cell);
  }
  const back = event.target.closest?.("[data-undo]");
  const frame = back && [...document.querySelectorAll("[data-board]")].find((one) => formOf(one)?.contains(back));
  if (frame) {
    event.preventDefault();
    undo(frame);
  }
}

function pointed(event) {
  const frame = frameOf(event.target);
  if (frame?.querySelector(".board--replaying")) return; // what is chosen there is not visible yet
  const thing = frame && event.target.closest("[data-choice], [role=gridcell]");
  if (thing) show(frame, labelOf(thing));
}

function leftBy(event) {
  const frame = frameOf(event.target);
  if (frame && !frame.contains(event.relatedTarget)) rest(frame);
}

/* Makes the grid the only tab stop of each board, and turns its titles into labels: the line beside it replaces tooltips. */
export function prepare(root = document) {
  for (const frame of root.querySelectorAll("[data-board]")) {
    for (const link of choicesOf(frame)) link.setAttribute("tabindex", "-1");
    for (const cell of cellsOf(frame)) {
      if (!cell.firstElementChild) continue;
      cell.setAttribute("aria-label", hasNamelessSquares(frame) ? cell.textContent.replace(/^(\S+?)\s*:\s*(.*?)\.?$/s, "$2 ($1)") : cell.textContent);
      cell.replaceChildren();
    }
    if (chosenIn(frame)) mark(frame, chosenIn(frame));
  }
}

/* The square that had the focus before a swap; it gets the focus back. */
let left = null;

function remember() {
  const cell = cellAt(document.activeElement);
  if (cell) left = { board: frameOf(cell).dataset.board, cell: cell.dataset.cell };
}

/* Says again in a form what is chosen there: its update has the words of a form without a choice. */
function sayAgain(frame) {
  const form = formOf(frame);
  const field = form?.elements.namedItem("action");
  if (field instanceof RadioNodeList && field.value) reflect(form, frame, field.value);
}

function restore() {
  prepare();
  for (const frame of document.querySelectorAll("[data-board]")) sayAgain(frame);
  const frame = left && [...document.querySelectorAll("[data-board]")].find((one) => one.dataset.board === left.board);
  const cell = frame && cellNamed(frame, left.cell);
  if (cell && !document.activeElement?.closest("input, textarea, select, dialog, [role=gridcell]")) visit(cell);
  left = null;
}

/* Listeners are added once, even if this file is loaded twice. */
if (!("boards" in document.documentElement.dataset)) {
  document.documentElement.dataset.boards = "";
  document.addEventListener("click", clicked);
  document.addEventListener("keydown", pressed);
  document.addEventListener("focusin", pointed);
  document.addEventListener("pointerover", pointed);
  for (const kind of ["pointerout", "focusout"]) document.addEventListener(kind, leftBy);
  document.addEventListener("htmx:beforeSwap", remember);
  document.addEventListener("htmx:oobBeforeSwap", remember);
  document.addEventListener("table:play", restore); // at once: meanwhile the focus would be nowhere
  document.addEventListener("htmx:afterSettle", restore);
  prepare();
}
