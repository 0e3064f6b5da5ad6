/* The player's share of the sealed dice (docs/dice.md).
 *
 * A form with data-takes-seat gives its player a seat. When it is sent, this browser draws a share, or takes the words that
 * the player has typed, keeps it in localStorage and sends only its SHA-256: the commitment. When the game has started, the
 * page names the commitment in data-share-due, and the browser opens the share: with a request of its own, or with the
 * first action (a form with data-acts). Without this script the site draws the share.
 */
import { sessionFetch } from "../common/session.js";

const PREFIX = "share:";
const LONGEST_GAME = 1000 * 24 * 3600 * 1000; // milliseconds
const HEXADECIMAL = /^(?:[0-9a-f]{2}){16,64}$/;

const hexOf = (bytes) => [...bytes].map((byte) => byte.toString(16).padStart(2, "0")).join("");
const bytesOf = (hex) => Uint8Array.from(hex.match(/../g), (pair) => parseInt(pair, 16));
const commit = async (bytes) => ({
  share: hexOf(bytes),
  commitment: hexOf(new Uint8Array(await crypto.subtle.digest("SHA-256", bytes))),
});

let drawn = null; // the next share, ready before a form is sent
const typed = new Map(); // what was typed -> its share
const given = new WeakMap(); // form or button -> its share: one form may be read more than once before it is sent
let button = null; // which has sent a form last: each table in the lobby has a button of the same form

async function draw() {
  drawn = null;
  drawn = await commit(crypto.getRandomValues(new Uint8Array(32)));
}

/* Prepares the share of words, if they have 16 characters and fit into 64 bytes. The site refuses others. */
async function prepare(text) {
  const bytes = HEXADECIMAL.test(text) ? bytesOf(text) : new TextEncoder().encode(text);
  if ([...text].length >= 16 && bytes.length <= 64) typed.set(text, await commit(bytes));
}

/* Keeps a share, and forgets those of games long past. Returns false where the browser stores nothing. */
function keep({ share, commitment }) {
  try {
    localStorage.setItem(PREFIX + commitment, `${share} ${Date.now()}`);
    for (const key of Object.keys(localStorage).filter((name) => name.startsWith(PREFIX))) {
      if (Date.now() - Number(localStorage.getItem(key).split(" ")[1]) > LONGEST_GAME) localStorage.removeItem(key);
    }
    return true;
  } catch {
    return false;
  }
}

function kept(commitment) {
  try {
    return localStorage.getItem(PREFIX + commitment)?.split(" ")[0];
  } catch {
    return undefined;
  }
}

function takeSeat(form, data) {
  const words = data.get("entropy")?.trim() ?? "";
  const sender = button?.form === form ? button : form;
  const mine = words ? typed.get(words) : (given.get(sender) ?? drawn);
  if (!mine || !keep(mine)) return;
  data.set("commitment", mine.commitment);
  data.delete("entropy");
  if (words) data.set("words", "on");
  else if (!given.has(sender)) {
    given.set(sender, mine);
    draw();
  }
}

/* Returns the share that the page waits for, if this browser has it. */
function due() {
  const place = document.querySelector("[data-share-due]");
  const share = place && kept(place.dataset.shareDue);
  return share ? { share, commitment: place.dataset.shareDue, url: place.dataset.shareUrl } : null;
}

let isOpening = false;

async function open() {
  const waiting = due();
  if (isOpening || !waiting?.url) return;
  isOpening = true;
  const token = document.querySelector("[name=csrfmiddlewaretoken]")?.value ?? "";
  const body = new URLSearchParams({ share: waiting.share });
  try {
    const answer = await sessionFetch(waiting.url, { method: "POST", headers: { "X-CSRFToken": token }, body });
    if (!answer.ok) return;
    localStorage.removeItem(PREFIX + waiting.commitment);
    for (const place of document.querySelectorAll("[data-share-due]")) place.removeAttribute("data-share-due");
  } catch {
    // the next visit or the first action may get through
  } finally {
    isOpening = false;
  }
}

if (globalThis.crypto?.subtle) {
  draw();
  document.addEventListener("input", ({ target }) => {
    if (target.name === "entropy") prepare(target.value.trim());
  });
  document.addEventListener("submit", ({ submitter }) => { button = submitter; }, { capture: true });
  document.addEventListener("formdata", ({ target, formData }) => {
    if (target.matches("[data-takes-seat]")) takeSeat(target, formData);
    const waiting = target.matches("[data-acts]") ? due() : null;
    if (waiting) formData.set("share", waiting.share);
  });
  open();
  document.addEventListener("htmx:afterSettle", open);
}
