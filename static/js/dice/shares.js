/* The player's share of the sealed dice (docs/dice.md): drawn here, and opened with the first action.
 *
 * A form with data-takes-seat gives its player a seat, at the table whose code is in data-table of the form or of the button
 * that sends it. When it is sent, this browser draws a share, or puts random bytes before the words that the player has
 * typed, keeps it (store.js) and sends only its SHA-256, which is bound to the table: the commitment. At tables of version 2
 * (data-dice) it is not bound. Without this script, or without a code, the site draws the share.
 *
 * When the game has started, the page names the commitment in data-share-due, and the browser opens the share: with a
 * request of its own (opening.js), or with the first action (a form with data-acts). A browser that does not have the share
 * says so beside Confirm ([data-no-share]), which then plays without it.
 */
import { checkOften } from "./opening.js";
import { bytesOf, commitmentOf, hexOf } from "./receipts.js";
import { keep, note, shareOf } from "./store.js";

const HEXADECIMAL = /^(?:[0-9a-f]{2}){16,48}$/;
const MOST_BYTES = 48; // of words
const SALT_BYTES = 16;

const ready = new Map(); // "TABLE WORDS" -> the share, ready before a form is sent; it stays the same if it is sent again
const drawing = new Map(); // the same, as promises
let button = null; // which has sent a form last: each table in the lobby has a button of the same form

function draw(place, words = "") {
  const { table, dice } = place.dataset;
  const name = `${table} ${words}`;
  if (!table || drawing.has(name)) return drawing.get(name);
  const own = HEXADECIMAL.test(words) ? bytesOf(words) : new TextEncoder().encode(words);
  const random = crypto.getRandomValues(new Uint8Array(words ? SALT_BYTES : 32));
  const share = hexOf([...random, ...own]);
  const made = commitmentOf(share, table, dice !== "2").then((commitment) => {
    ready.set(name, { share, table, commitment });
  });
  drawing.set(name, made);
  return made;
}

function drawAll() {
  for (const place of document.querySelectorAll("form[data-takes-seat], button[data-table]")) draw(place);
}

const areUsable = (words) => [...words].length >= 16 && (HEXADECIMAL.test(words) || new TextEncoder().encode(words).length <= MOST_BYTES);

/* Prepares the share of words. Those that are too short or too long are refused here, so that they stay here. */
function prepare(field) {
  const words = field.value.trim();
  field.setCustomValidity(words && !areUsable(words) ? field.dataset.refused ?? "" : "");
  if (words && areUsable(words) && field.form?.matches("[data-takes-seat]")) draw(field.form, words);
}

const placeOf = (form) => (button?.form === form && button.dataset.table ? button : form);

/* Holds a form back until its share is ready: it may have come to the page a moment ago. */
async function wait(event) {
  const { target: form, submitter } = event;
  const place = placeOf(form);
  const words = form.elements.entropy?.value.trim() ?? "";
  if (!form.matches("[data-takes-seat]") || !place.dataset.table || ready.get(`${place.dataset.table} ${words}`)) return;
  if (words && !areUsable(words)) return; // the site says so
  event.preventDefault();
  event.stopImmediatePropagation();
  await draw(place, words);
  form.requestSubmit(submitter);
}

function takeSeat(form, data) {
  const words = data.get("entropy")?.trim() ?? "";
  const { table } = placeOf(form).dataset;
  const mine = ready.get(`${table} ${words}`);
  if (!mine || !keep(mine)) return;
  data.set("commitment", mine.commitment);
  data.set("table", table);
  data.delete("entropy");
  if (words) data.set("words", "on");
}

const due = () => document.querySelector("[data-share-due]")?.dataset ?? {};

function sayNoShare() {
  const { shareDue: commitment } = due();
  for (const line of document.querySelectorAll("[data-no-share]")) line.hidden = !commitment || Boolean(shareOf(commitment));
}

/* Adds the share that the page waits for, or that the player has read that this browser does not have it. */
function addShare(form, data) {
  const { shareDue: commitment, ply } = due();
  const share = commitment && shareOf(commitment);
  if (!share && form.querySelector("[data-no-share]:not([hidden])")) data.set("without_share", "on");
  if (!share) return;
  data.set("share", share);
  note(commitment, ply);
}

if (globalThis.crypto?.subtle) {
  drawAll();
  sayNoShare();
  document.addEventListener("htmx:afterSettle", drawAll);
  document.addEventListener("htmx:afterSettle", sayNoShare);
  document.addEventListener("input", ({ target }) => {
    if (target.name === "entropy") prepare(target);
  });
  document.addEventListener("submit", (event) => {
    button = event.submitter;
    wait(event);
  }, { capture: true });
  document.addEventListener("formdata", ({ target, formData }) => {
    if (target.matches("[data-takes-seat]")) takeSeat(target, formData);
    if (target.matches("[data-acts]")) addShare(target, formData);
  });
  checkOften();
}
