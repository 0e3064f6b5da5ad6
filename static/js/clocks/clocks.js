/* Keeps lengths of time correct while a page is open, and in a page from the browser's cache.
 *
 * <time datetime data-clock="left"> counts down to its moment and then shows how long it is overdue; data-clock="since"
 * counts up. data-clock="running" counts down the seconds in data-left, but only in the intervals of data-runs
 * (seconds since 1970, "from-until from-until"): the clock of a player stops at night. What has data-from and data-until
 * is shown between the two. Words and rounding are those of the server (games/common/wording.py): what is left is rounded
 * up, what has passed down. From four weeks on, the server's text stays. The time is that of the site's last response: a
 * device's clock may be wrong.
 */
const MINUTE = 60_000;
const HOUR = 60, DAY = 24 * HOUR; // in minutes
const EVERY = 5_000; // milliseconds between two updates
const WEEK = 7 * DAY;
const UNITS = [["week", WEEK], ["day", DAY], ["hour", HOUR], ["minute", 1]]; // in minutes
const UNITS_IN_DAYS = UNITS.slice(1); // what is left is written in days, however many
const MOST = 4 * 7 * DAY;

const { left, overdue, moment, ahead: offset = 0 } = document.getElementById("clocks").dataset;
const language = document.documentElement.lang;
let ahead = Number(offset); // milliseconds by which the site's clock is ahead of the device's

const inUnit = (count, unit) => new Intl.NumberFormat(language, { style: "unit", unit, unitDisplay: "long" })
  .format(count).replace(/\s/g, "\u00a0");

/* Returns the largest unit that is not 0 and, with a depth of two, the next smaller one. */
function lengthOf(minutes, depth, units = UNITS) {
  if (minutes < 1) return moment;
  const counts = units.map(([unit, size], at) => [unit, Math.floor((at ? minutes % units[at - 1][1] : minutes) / size)]);
  const first = counts.findIndex(([, count]) => count);
  const found = counts.slice(first, first + depth).filter(([, count]) => count);
  return found.map(([unit, count]) => inUnit(count, unit)).join(", ");
}

/* Returns the minutes to write for a time left: rounded up, and to full days in their first hour (minutes_left). */
function minutesLeft(milliseconds) {
  if (milliseconds < MINUTE) return 0;
  const minutes = Math.ceil(milliseconds / MINUTE), fullDays = Math.ceil(minutes / DAY) * DAY;
  return fullDays - minutes < HOUR ? fullDays : minutes;
}

function textOf(clock) {
  const until = Date.parse(clock.dateTime) - Date.now() - ahead;
  const minutes = until > 0 ? minutesLeft(until) : Math.floor(-until / MINUTE);
  if (minutes >= MOST) return null;
  if (clock.dataset.clock === "since") return lengthOf(until < 0 ? minutes : 0, 1);
  return until > 0
    ? left.replace("%(time)s", lengthOf(minutes, minutes < WEEK ? 2 : 1, UNITS_IN_DAYS))
    : overdue.replace("%(time)s", lengthOf(minutes, 1));
}

/* Returns what is left of the seconds of a clock that runs only at times. */
function runningText(clock) {
  const now = (Date.now() + ahead) / 1000;
  const runs = clock.dataset.runs.split(" ").filter(Boolean).map((run) => run.split("-").map(Number));
  const ran = runs.reduce((sum, [from, until]) => sum + Math.max(0, Math.min(until, now) - from), 0);
  return lengthOf(minutesLeft((clock.dataset.left - ran) * 1000), 2, UNITS_IN_DAYS);
}

function show() {
  for (const clock of document.querySelectorAll('[data-clock="running"]')) {
    const text = runningText(clock);
    if (text !== clock.textContent) clock.textContent = text;
  }
  for (const part of document.querySelectorAll("[data-from]")) {
    const now = Date.now() + ahead;
    const { from, until } = part.dataset;
    part.hidden = now < Date.parse(from) || (until !== undefined && now >= Date.parse(until));
  }
  for (const clock of document.querySelectorAll("time[data-clock]")) {
    const text = textOf(clock);
    if (text !== null && text !== clock.textContent) clock.textContent = text;
  }
}

document.addEventListener("htmx:afterRequest", (event) => {
  const date = Date.parse(event.detail.xhr?.getResponseHeader("Date") ?? "");
  if (!Number.isNaN(date)) ahead = date - Date.now() + Number(offset);
});
document.addEventListener("htmx:afterSettle", show);
document.addEventListener("visibilitychange", show);
window.addEventListener("pageshow", show);
setInterval(show, EVERY);
show();
