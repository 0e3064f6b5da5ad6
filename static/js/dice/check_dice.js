/* The page "The dice of this game": loads the game file, checks every result in this browser, and shows the verdict.
 * The page has the translated sentences as data-say-… of #verdict; {…} in them is filled in here. */
import { sessionFetch } from "../common/session.js";
import { check, decode, read } from "./game_file.js";
import { receiptsFor } from "./store.js";

const verdict = document.getElementById("verdict");
let ours = null; // the game of this table's file, once it has come
const say = (name, values = {}) =>
  (verdict.dataset[`say${name[0].toUpperCase()}${name.slice(1)}`] ?? name).replace(/\{(\w+)\}/g, (_, key) => values[key] ?? "");

function element(name, text, more = {}) {
  const made = document.createElement(name);
  made.textContent = text;
  return Object.assign(made, more);
}

/* Returns a fault as a sentence, with the names of the file instead of letters. */
function sentenceOf(fault, game) {
  const nameOf = (letter) => game.value[letter] ?? letter ?? "";
  const inWords = (result) => verdict.dataset[`colour${result?.toUpperCase()}`] ?? result;
  return say(fault.code, {
    ...fault,
    what: verdict.dataset[`kind${fault.label?.[0].toUpperCase()}${fault.label?.slice(1)}`] ?? fault.label,
    name: nameOf(fault.letter ?? fault.due),
    result: inWords(fault.result),
    sealed: inWords(fault.sealed),
  });
}

const DRAWN = { device: "drawnDevice", words: "drawnWords", site: "drawnSite" };
const GIVEN_UP = { player: "givenUpPlayer", "time-out": "givenUpTimeOut", deputy: "givenUpDeputy" };

/* Returns the name of the phrase that says when a share was opened. */
function openingOf({ source, result, isLate, givenUpBy }, isOver) {
  if (result === null) return GIVEN_UP[givenUpBy] ?? (isOver ? "never" : "notYet");
  if (isLate) return source === "site" ? "lateSite" : "late";
  return source === "site" ? "atStart" : "inTime";
}

/* Returns how the share of a seat came into the dice, as an item of a list. */
function lineOf(share, game, isOver) {
  const { letter, source, result, isWarning } = share;
  const item = element("li", "", { className: isWarning && isOver ? "verdict__warning" : "" });
  const when = say(openingOf(share, isOver), { result });
  item.append(element("b", `${game.value[letter] ?? letter}`), `${say("colon")} ${say(DRAWN[source])}, ${when}`);
  return item;
}

/* Shows how the shares came into the dice, and sums it up: in one sentence if all of them are the site's. */
function showShares(box, { shares, isOpen }, game) {
  const count = shares.filter((share) => share.protects).length;
  const areSites = shares.every((share) => share.source === "site" && share.result !== null && !share.isWarning);
  const list = box.querySelector("[data-shares]");
  list.replaceChildren(...shares.map((share) => lineOf(share, game, isOpen)));
  list.hidden = areSites;
  const sum = box.querySelector("[data-sum]");
  sum.hidden = !shares.length;
  sum.textContent = say(areSites ? "sumSite" : count ? "sum" : "sumNone", { total: shares.length, count });
}

/* Shows a verdict and the faults, each with its line of the file, in a box. */
function show(box, mood, sentence, faults = [], game = null, text = "") {
  const lines = text.split(/\r?\n|\r/);
  box.className = `verdict notice notice--${mood}`;
  box.querySelector("[data-sentence]").textContent = sentence;
  const list = box.querySelector("[data-faults]");
  list.replaceChildren(...faults.map((fault) => {
    const item = document.createElement("li");
    item.append(element("b", say("line", { line: fault.line })), " ", sentenceOf(fault, game), " ");
    item.append(element("code", lines[fault.line - 1] ?? ""));
    return item;
  }));
  list.hidden = !faults.length;
  if (mood === "error") box.querySelector("[data-sum]").hidden = true; // who drew the shares of such a file says nothing
}

/* Checks the dice of one file and shows the verdict. */
async function judge(box, text, game) {
  const found = await check(game, receiptsFor(game.value.Table).map((one) => one.receipt));
  showShares(box, found, game);
  const hasWarning = found.shares.some((share) => share.isWarning);
  if (found.faults.length) show(box, "error", say("bad", { count: found.faults.length }), found.faults, game, text);
  else if (!found.isOpen) show(box, "closed", say("closed"));
  else if (!found.results.length) show(box, "warning", say(found.given ? "inherited" : "none"));
  else if (found.lost) show(box, "warning", say("gone", { count: found.results.length, lost: found.lost }));
  else if (hasWarning) show(box, "warning", say("warned", { count: found.results.length }));
  else show(box, "success", say("good", { count: found.results.length }));
  return found;
}

/* Marks every result on the page that follows from the secret, byte for byte. Returns whether all are in the file. */
function mark(results) {
  const rows = new Map([...document.querySelectorAll("[data-result]")].map((row) => [row.dataset.result, row]));
  let same = rows.size === results.length;
  for (const one of results) {
    const row = rows.get(`${one.label} ${one.seat} ${one.number}`);
    const isListed = row?.dataset.face === one.face && row?.dataset.digest === one.digest;
    const fits = isListed && one.result === one.sealed;
    same &&= isListed;
    if (!row) continue;
    row.classList.add(fits ? "proof--fits" : "proof--fails");
    const cell = row.querySelector("[data-check]");
    cell.textContent = fits ? "✓" : "✗";
    cell.append(element("span", ` ${say(fits ? "fits" : "fails")}`, { className: "visually-hidden" }));
  }
  return same;
}

function tick(step, fits) {
  const badge = document.querySelector(`[data-step="${step}"]`);
  if (!badge) return;
  badge.textContent = `${fits ? "✓" : "✗"} ${say(fits ? "fits" : "fails")}`;
  badge.className = `badge ${fits ? "badge--good" : "badge--wrong"}`;
  badge.hidden = false;
}

async function checkThis() {
  const answer = await sessionFetch(verdict.dataset.file, { credentials: "same-origin" });
  if (!answer.ok) throw new Error(answer.status);
  const text = await answer.text();
  const [game] = read(text);
  ours = game;
  const found = await judge(verdict, text, game);
  if (found.faults.length) document.getElementById("numbers").open = true;
  const codes = new Set(found.faults.map((fault) => fault.code));
  const sure = !codes.has("missing") && !codes.has("rolloff");
  const mixed = document.querySelector("[data-mixed]")?.dataset.mixed;
  if (sure) tick("mixed", !codes.has("mixed") && mixed === game.value.Mixed);
  if (!found.isOpen) return;
  tick("seal", sure && !codes.has("seal") && verdict.dataset.seal === game.value.Commitment);
  if (!mark(found.results) && !found.faults.length) show(verdict, "error", say("other"));
}

/* Returns the first place where a copy says something else than the file of this table. It may end early, also within a turn. */
function differencesIn(game) {
  const last = game.played.length - 1;
  const fits = (text, site, at) => text === site || (at === last && last < ours.played.length && site?.startsWith(text));
  const at = game.played.findIndex(({ text }, place) => !fits(text, ours.played[place]?.text, place));
  const differs = (line, site) => ({ line, code: "differs", site });
  if (at >= 0) return [differs(game.played[at].line, ours.played[at]?.text ?? "–")];
  const isWhole = game.played.at(-1)?.text === ours.played.at(-1)?.text;
  return isWhole && game.value.Result !== ours.value.Result ? [differs(game.lines.Result, ours.value.Result)] : [];
}

/* Shows where a copy leaves this table's file first, or that its end is missing. */
function compare(box, text, game, { results, faults, isOpen }) {
  const lines = text.split(/\r?\n|\r/);
  const last = game.played.length - 1;
  const isBroken = game.played[last]?.text !== ours.played[last]?.text; // the last turn ends within its line
  // [Next] does not fit a copy that ends early
  const isAtEnd = ({ line }) => lines[line - 1]?.startsWith("[Next ") || (isBroken && line === game.played[last].line);
  if (Object.keys(ours.value).some((key) => key.startsWith("Rewound"))) return;
  const [difference] = differencesIn(game);
  const matching = results.filter((one) => one.result === one.sealed).length;
  if (difference) {
    const before = faults.filter((fault) => !isAtEnd(fault) && fault.line <= difference.line); // the others follow from it
    const sentence = before.length ? say("bad", { count: before.length + 1 }) : say("changed");
    show(box, "error", sentence, [...before, difference], game, text);
  } else if (isOpen && faults.every(isAtEnd) && game.played.at(-1)?.text !== ours.played.at(-1)?.text) show(box, "warning", say("cut", { count: matching }));
  else if (isOpen && !faults.length) compareNames(box, game, matching);
}

/* Shows whom a copy names otherwise than the file of this table. A player may have been renamed or erased since. */
function compareNames(box, game, count) {
  const letter = Object.keys(ours.value).find((key) => key.length === 1 && game.value[key] !== ours.value[key]);
  if (letter) show(box, "warning", say("named", { count, letter, copy: game.value[letter] ?? "–", site: ours.value[letter] }));
}

async function checkCopy(field) {
  const box = document.getElementById("copy-verdict");
  box.hidden = false;
  const text = decode(await field.files[0].arrayBuffer());
  const games = read(text);
  const game = games.find(({ value }) => value.Table === verdict.dataset.table) ?? games[0];
  const found = await judge(box, text, game);
  if (game.value.Commitment !== verdict.dataset.seal) show(box, "error", say("foreign"));
  else if (ours) compare(box, text, game, found);
  box.scrollIntoView({ block: "nearest" });
}

if (verdict && !globalThis.crypto?.subtle) {
  show(verdict, "warning", say("plain"));
} else if (verdict) {
  const copy = document.getElementById("copy");
  copy.hidden = false;
  copy.querySelector("input").addEventListener("change", (event) => event.target.files.length && checkCopy(event.target));
  show(verdict, "plain", say("checking"));
  checkThis().catch(() => show(verdict, "error", say("lost")));
}
