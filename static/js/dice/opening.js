/* Opens the share of the dice that this browser keeps, and holds the site to its receipt (docs/dice.md).
 *
 * A table page, also the one behind the link of an email, names the player's commitment (data-my-commitment) and every
 * receipt of the table (data-receipts). The answer to an opening is a receipt. It is kept, and compared with every later
 * page; the share is kept until the receipt stands in such a page. What does not fit is shown at #dice-place, as a notice of
 * <template id="dice-notices"> on the page of the dice. While it is red, forms with data-acts are sent only after the player
 * has pressed the button for it.
 */
import { sessionFetch } from "../common/session.js";
import { isSigned, proven } from "./receipts.js";
import { drop, keepReceipt, note, receiptOf, shareOf, sharesFor, sentAt } from "./store.js";

const REFUSED = undefined; // the site was not reached, or has refused
const UNPROVEN = null; // the site has taken the share, without a receipt that proves it
const SAME = ["table", "seat", "mixed"];
const RED = new Set(["missing", "differs"]);
const TOLD_ONCE = new Set(["back", "given-up", "other"]);

let shown = ""; // the notice on the page
let settled = ""; // the facts of the page for which nothing is left to do, or of which the notice tells
let isAccepted = false; // the player wants to go on in spite of a red notice
let held = null; // the form that was not sent, with its button
let isChecking = false;
let isWaiting = false;

function pageOf(page) {
  const place = page.querySelector("[data-my-commitment]");
  if (!place) return null;
  const { dataset } = place;
  let receipts = [];
  try {
    receipts = JSON.parse(dataset.receipts);
  } catch {
    // none can be read
  }
  return {
    facts: JSON.stringify({ ...dataset, ply: "" }), // an action alone is no reason to check again
    ply: Number(dataset.ply),
    table: dataset.table,
    isBound: Number(dataset.dice) > 2,
    commitment: dataset.myCommitment,
    isDue: Boolean(dataset.shareDue),
    isOver: !dataset.shareUrl,
    isGivenUp: "givenUp" in dataset,
    isTakenBack: "takenBack" in dataset,
    isUndone: "undone" in dataset,
    url: dataset.shareUrl,
    key: dataset.receiptKey,
    receipt: receipts.find((one) => one.commitment === dataset.myCommitment),
  };
}

/* Sends the share. Returns the receipt, UNPROVEN or REFUSED. An opened share may be sent again: the same receipt comes. */
async function open({ url, table, commitment, key, isBound }, share) {
  const token = document.querySelector("[name=csrfmiddlewaretoken]")?.value ?? "";
  const body = new URLSearchParams({ share });
  const answer = await sessionFetch(url, { method: "POST", headers: { "X-CSRFToken": token }, body }).catch(() => null);
  if (!answer?.ok || answer.redirected || answer.headers.has("X-Session")) return REFUSED;
  if (!isBound) return true;
  const told = await answer.json().catch(() => null);
  const receipt = await proven(told, { share, table, commitment, key });
  if (!receipt) {
    note(commitment, -1);
    return UNPROVEN;
  }
  keepReceipt(receipt, told.key);
  return receipt;
}

/* Compares a page with the receipt that this browser has, if any. Returns the name of a notice, "" if all is well.
 * A receipt for a step that the game has not reached would let the site choose until then: only what was undone explains it. */
async function compare({ receipt, key, ply, isTakenBack, isUndone }, kept) {
  const isAhead = receipt?.step > ply && !isUndone;
  if (!receipt || isAhead || !(await isSigned(receipt, key))) return kept ? "differs" : "missing";
  if (!kept) return isTakenBack ? "back" : "";
  if (key !== kept.key || SAME.some((name) => receipt[name] !== kept.receipt[name])) return "differs";
  if (receipt.results > kept.receipt.results || receipt.step > kept.receipt.step) return "differs";
  return isTakenBack || receipt.results < kept.receipt.results ? "back" : "";
}

/* Loads the table anew. The page that is shown may be a little older than the receipt. */
async function reload({ url }) {
  const table = new URL(url, location.href);
  table.pathname = table.pathname.replace(/share\/$/, "");
  const answer = await sessionFetch(table, { cache: "reload" }).catch(() => null);
  if (!answer?.ok || answer.headers.has("X-Session")) return null;
  return pageOf(new DOMParser().parseFromString(await answer.text(), "text/html"));
}

async function check() {
  const page = pageOf(document);
  if (!page || page.facts === settled || document.documentElement.dataset.offline) return;
  const { commitment } = page;
  const share = shareOf(commitment);
  const kept = receiptOf(commitment);
  if (!share && !kept) await show(page.isBound && sharesFor(page.table).length ? "other" : "", page);
  else if (page.isGivenUp && !kept) await show("given-up", page);
  else if (kept || page.isOver) await checkPage(page, kept, share);
  else await checkOpening(page, share);
}

async function checkOpening(page, share) {
  const receipt = await open(page, share);
  const isPlayed = sentAt(page.commitment) < page.ply; // sent with an action, which was played
  const isLost = receipt === REFUSED && (isPlayed || (page.isBound && !page.isDue && !page.receipt));
  if (receipt === UNPROVEN || isLost) return show("missing", page);
  if (receipt === REFUSED) return null; // the next visit or the first action may get through
  for (const place of document.querySelectorAll("[data-share-due]")) place.removeAttribute("data-share-due");
  if (!page.isBound) drop(page.commitment);
  return show("", page);
}

async function checkPage(page, kept, share) {
  if (!page.isBound || (page.isOver && !kept && !page.receipt && sentAt(page.commitment) === undefined)) return;
  let name = await compare(page, kept);
  let now = page;
  if (name && name !== "back" && page.url) {
    now = await reload(page);
    if (!now) return; // the site was not reached: there is another visit
    name = await compare(now, kept);
  }
  if (!name || name === "back") {
    if (!kept) keepReceipt(now.receipt, now.key);
    if (share) drop(page.commitment);
  }
  await show(name, page);
}

/* Returns a notice. If the site does not give it, a red one still says what matters. */
async function noticeOf(name, { notices, red }) {
  const answer = await sessionFetch(notices).catch(() => null);
  const page = new DOMParser().parseFromString(answer?.ok ? await answer.text() : "", "text/html");
  const found = page.getElementById("dice-notices")?.content.querySelector(`[data-notice="${name}"]`);
  if (found || !RED.has(name)) return found && document.importNode(found, true);
  const made = document.createElement("div");
  made.className = "table-notice";
  const box = made.appendChild(document.createElement("div"));
  box.className = "notice notice--error";
  box.role = "alert";
  box.textContent = red;
  return made;
}

/* Shows a notice instead of the present one; none for "". */
async function show(name, { commitment, facts }) {
  settled = facts;
  const known = receiptOf(commitment)?.receipt;
  const box = document.getElementById("dice-notice");
  const place = document.getElementById("dice-place");
  if (name === shown && Boolean(box) === Boolean(name)) return;
  box?.remove();
  shown = name;
  isAccepted = false;
  if (!name || !place || (TOLD_ONCE.has(name) && sessionStorage.getItem(`told:${commitment}`))) return;
  const notice = await noticeOf(name, place.dataset);
  if (!notice) return;
  if (TOLD_ONCE.has(name)) sessionStorage.setItem(`told:${commitment}`, name);
  notice.id = "dice-notice";
  const chat = document.getElementById("chat-text");
  const tell = notice.querySelector("[data-tell]");
  if (tell && chat) tell.addEventListener("click", () => write(chat, tell.dataset.tell, known, commitment));
  else tell?.remove();
  notice.querySelector("[data-go-on]")?.addEventListener("click", goOn);
  place.after(notice);
}

/* Writes the message into the field of the chat. The player sends it. */
function write(chat, text, receipt, commitment) {
  const values = receipt ?? { commitment };
  const proof = Object.entries(values).map(([name, value]) => `${name}: ${value}`).join("\n");
  chat.value = `${chat.value ? `${chat.value}\n` : ""}${text}\n${proof}`.slice(0, chat.maxLength > 0 ? chat.maxLength : 1000);
  chat.dispatchEvent(new Event("input", { bubbles: true }));
  chat.focus();
  chat.scrollIntoView({ block: "center" });
}

/* Holds an action back while a notice is red, until the player has confirmed it. */
function hold(event) {
  if (!RED.has(shown) || isAccepted || !event.target.matches("[data-acts]")) return;
  const question = document.querySelector("#dice-notice [data-question]");
  if (!question) {
    isAccepted = confirm(document.getElementById("dice-place").dataset.red);
    if (isAccepted) return;
  }
  event.preventDefault();
  event.stopImmediatePropagation();
  if (!question) return;
  held = { form: event.target, submitter: event.submitter };
  question.hidden = false;
  question.querySelector("[data-go-on]").focus();
  question.scrollIntoView({ block: "center" });
}

function goOn() {
  isAccepted = true;
  document.querySelector("#dice-notice [data-question]").hidden = true;
  const { form, submitter } = held;
  if (form.isConnected) form.requestSubmit(submitter?.isConnected ? submitter : null);
}

async function checkAgain() {
  if (isChecking) {
    isWaiting = true;
    return;
  }
  isChecking = true;
  do {
    isWaiting = false;
    await check();
  } while (isWaiting);
  isChecking = false;
}

/* Checks the page now and after each change of it. */
export function checkOften() {
  document.addEventListener("submit", hold, { capture: true });
  document.addEventListener("htmx:afterSettle", checkAgain);
  checkAgain();
}
