/* The planning board: the tree as one tab stop with arrow keys, a focus that survives swaps, and announcements.
 * The page works without this file: every step is a link or a form. Board and keys are in board.js and keys.js.
 *
 * Left and Right step through the line, Home and End to its beginning and end. In the tree: Left and Right go along the
 * row, Up and Down to the next row, Home and End to the ends of the list; Enter goes to the position.
 */
import { firstFrame, reflect } from "../board/board.js";
import "../board/keys.js";
import "../table/steps.js";

const find = (selector) => document.querySelector(selector);
const nodes = () => [...document.querySelectorAll("[data-tree] a")];
const current = () => find("[data-tree] [aria-current]") ?? nodes()[0];

/* Makes the tree one tab stop. */
function settle(stop = current()) {
  for (const node of nodes()) node.tabIndex = node === stop ? 0 : -1;
}

/* Scrolls the list without the page. */
function reveal(node) {
  const list = find("[data-tree]");
  if (!node || !list) return;
  const [box, frame] = [node.getBoundingClientRect(), list.getBoundingClientRect()];
  if (box.top < frame.top) list.scrollTop -= frame.top - box.top + 8;
  if (box.bottom > frame.bottom) list.scrollTop += box.bottom - frame.bottom + 8;
}

function inRow(node, step) {
  const row = [...node.closest("li").querySelectorAll("a")];
  return row[row.indexOf(node) + step];
}

function nextRow(node, step) {
  const rows = [...node.closest("[data-tree]").children];
  return rows[rows.indexOf(node.closest("li")) + step]?.querySelector("a");
}

const STEPS = {
  ArrowLeft: (node) => inRow(node, -1) ?? nextRow(node, -1),
  ArrowRight: (node) => inRow(node, 1) ?? nextRow(node, 1),
  ArrowUp: (node) => nextRow(node, -1),
  ArrowDown: (node) => nextRow(node, 1),
  Home: () => nodes()[0],
  End: () => nodes().at(-1),
};

/* The accessible name of a sign in the tree explains it; the tooltip shows the same text. */
document.addEventListener("pointerover", (event) => {
  const node = event.target.closest?.("[data-tree] a[aria-label]");
  if (node) node.title = node.getAttribute("aria-label");
});

document.addEventListener("keydown", (event) => {
  const node = event.target.closest?.("[data-tree] a");
  if (!node || !(event.key in STEPS) || event.ctrlKey || event.altKey || event.metaKey) return;
  event.preventDefault();
  const to = STEPS[event.key](node);
  if (!to) return;
  settle(to);
  to.focus();
});

/* Arrow keys step through the line unless the focused control uses them. */
const STOPS = { ArrowLeft: "step-back", ArrowRight: "step-on", Home: "step-first", End: "step-last" };

document.addEventListener("keydown", (event) => {
  const link = event.key in STOPS && document.getElementById(STOPS[event.key]);
  const isMeant = event.target.closest?.("input, textarea, select, dialog, [role=gridcell], [data-tree]");
  if (!link || isMeant || event.ctrlKey || event.altKey || event.metaKey || event.shiftKey) return;
  event.preventDefault();
  if (!find(".htmx-request")) link.click();
});

document.addEventListener("change", (event) => {
  if (event.target.matches("#ask [name=action]")) reflect(event.target.form, firstFrame(), event.target.value);
});

/* A key that names a face chooses it: there is nothing to confirm. */
document.addEventListener("board:choose", (event) => {
  const button = find(`.chances button[value="${CSS.escape(event.detail.notation)}"]`); // hidden fields hold numbers, too
  if (!button) return;
  event.preventDefault();
  button.click();
});

/* After a swap, focuses the same control, or else the prompt. A response without the board (a sign-in page) is opened. */
let focused = "";
document.addEventListener("htmx:beforeRequest", () => {
  focused = document.activeElement?.id ?? "";
});
document.addEventListener("htmx:beforeSwap", (event) => {
  const { xhr, pathInfo } = event.detail;
  if (pathInfo) pathInfo.anchor = undefined; // otherwise the page would jump
  if (event.detail.shouldSwap && !xhr.responseText.includes('id="study"')) {
    event.detail.shouldSwap = false;
    window.location.assign(xhr.responseURL);
  }
});
document.addEventListener("htmx:afterSettle", () => {
  settle();
  reveal(current());
  const again = focused && document.getElementById(focused);
  if (!document.activeElement || document.activeElement === document.body) {
    (again && !again.disabled ? again : find("#prompt"))?.focus({ preventScroll: true });
  }
  focused = "";
  find("#study-said").textContent = find("#study-error")?.textContent ?? find("#study").dataset.said;
});

settle();
reveal(current());
