/* Reports to the site that the player is looking at this table, and how much of the game and of the chat they have seen. Only
 * a visible tab with the focus reports. Meanwhile, emails about the table wait. The response has the number of games that
 * wait. Marks of unread messages (data-unread, and data-new in the title) go when the report about them has arrived.
 */
import { sessionFetch } from "../common/session.js";
import { showWaiting } from "../common/waiting_count.js";

const EVERY = 100_000; // milliseconds between two reports: less than the two minutes for which one counts
const IN_SIGHT = 0.3; // of the list of messages
const { presenceUrl } = document.querySelector("[data-presence-url]").dataset;
const chat = document.getElementById("chat");
let isChatInSight = false;
let last = -EVERY;
let known = null; // the number of games that wait, as far as it was reported

const unread = () => chat.dataset.new.replace(/\s+/g, " ").trim(); // as in the title
const latest = () => chat?.querySelector("[data-last]")?.dataset.last ?? "";

async function tell() {
  if (document.visibilityState !== "visible" || !document.hasFocus() || performance.now() - last < EVERY) return;
  last = performance.now();
  const token = document.querySelector("[name=csrfmiddlewaretoken]").value;
  const read = isChatInSight && unread() ? latest() : "";
  const body = new URLSearchParams({ seen: document.getElementById("motion")?.dataset.shown ?? "", read });
  try {
    const answer = await sessionFetch(presenceUrl, { method: "POST", headers: { "X-CSRFToken": token }, body });
    if (answer.ok) {
      note((await answer.json()).waiting);
      if (read && read === latest()) showAllRead();
    }
  } catch {
    // the next report may get through
  }
}

/* Shows the number of games that wait. If it has changed, the page asks what is new: it may offer the next game. */
function note(waiting) {
  if (known !== null && known !== waiting) document.dispatchEvent(new CustomEvent("table:stale"));
  known = waiting;
  showWaiting(waiting);
}

function showAllRead() {
  for (const mark of document.querySelectorAll("[data-unread]")) mark.hidden = true;
  if (unread()) document.title = document.title.replace(`${unread()} `, "");
  chat.dataset.new = "";
}

function tellNow() {
  last = -EVERY;
  tell();
}

function tellOfChat() {
  if (isChatInSight && unread()) tellNow();
}

if (chat) {
  const watch = (entries) => {
    isChatInSight = entries.at(-1).isIntersecting;
    tellOfChat();
  };
  new IntersectionObserver(watch, { threshold: IN_SIGHT }).observe(chat);
}

tell();
setInterval(tell, EVERY / 10);
for (const event of ["focus", "visibilitychange"]) {
  window.addEventListener(event, () => {
    tell();
    tellOfChat();
  });
}
document.addEventListener("seen", tellNow);
document.addEventListener("htmx:afterSettle", tellOfChat);
