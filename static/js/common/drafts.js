/* Drafts: what a user has chosen and written on a page that could not be sent because the session had ended.
 *
 *   keep()   keeps the drafts of the forms of this page.
 *   drop()   forgets them.
 *
 * They are in localStorage under "draft:PERSON:PATH", with the number of the user (person.js), and filled in when
 * the same user opens the page again. Signing out deletes those of the user. What a form without htmx sends is in
 * sessionStorage until the next page; it is kept if that page says that the user is signed out ([data-unsent]).
 * Passwords and files are never kept.
 */
import { person, signOut } from "./person.js";

const PREFIX = "draft:";
const SENT = "draft-sent";
const LONGEST = 60 * 24 * 3600 * 1000; // milliseconds
const CHANGING = ["csrfmiddlewaretoken", "person", "ply", "undone", "seen", "share", "time_zone"]; // these do not tell forms apart
const TYPED = "textarea, input:is([type=text], [type=search], [type=url], [type=email], [type=number], [type=date], [type=time], :not([type]))";
const SECRET = "[type=password], [autocomplete=one-time-code], [name=entropy], [readonly]";

const mine = `${PREFIX}${person}:`;
const here = mine + location.pathname;
const forms = () => [...document.querySelectorAll("form[method=post]")];
const pathOf = (form) => new URL(form.getAttribute("action") ?? "", location.href).pathname;
const plyOf = (form) => form.querySelector("[name=ply]")?.value ?? "";

/* Returns what tells a form from the others of a page. */
function nameOf(form) {
  const hidden = [...form.querySelectorAll("input[type=hidden]")].filter(({ name }) => !CHANGING.includes(name));
  return [pathOf(form), ...hidden.map(({ name, value }) => `${name}=${value}`).sort()].join(" ");
}

/* Returns what the user has changed in a field, or null. */
function changeOf(field) {
  if (!field.name || field.matches(SECRET)) return null;
  if (field.matches(TYPED)) return field.value === field.defaultValue ? null : { text: field.value };
  if (field.type === "radio") return field.checked && !field.defaultChecked ? { choice: field.value } : null;
  if (field.type === "checkbox") return field.checked === field.defaultChecked ? null : { choice: field.value, isOn: field.checked };
  if (field.type !== "select-one") return null;
  const usual = [...field.options].find((one) => one.defaultSelected) ?? field.options[0];
  return field.value === usual?.value ? null : { choice: field.value };
}

function collect() {
  return forms().flatMap((form) => [...form.elements].flatMap((field) => {
    const change = changeOf(field);
    return change ? [{ form: nameOf(form), path: pathOf(form), ply: plyOf(form), name: field.name, ...change }] : [];
  }));
}

function read(key) {
  try {
    const { time, drafts } = JSON.parse(localStorage.getItem(key));
    return Date.now() - time < LONGEST ? drafts : [];
  } catch {
    return [];
  }
}

/* Stores drafts, and those of before that they do not replace. */
function store(key, drafts) {
  const isReplaced = (old) => drafts.some((one) => one.form === old.form && one.name === old.name);
  const all = [...read(key).filter((old) => !isReplaced(old)), ...drafts];
  try {
    if (all.length) localStorage.setItem(key, JSON.stringify({ time: Date.now(), drafts: all }));
  } catch {
    // full or forbidden: the page itself still has them
  }
}

export function keep() {
  if (person) store(here, collect());
}

export function drop() {
  try {
    localStorage.removeItem(here);
  } catch {
    // forbidden: nothing is there
  }
}

/* Returns the form of a draft: the same one, or the only one that goes to the same address. */
function formOf(draft) {
  const same = forms().filter((form) => nameOf(form) === draft.form);
  const near = forms().filter((form) => pathOf(form) === draft.path);
  return same[0] ?? (near.length === 1 ? near[0] : null);
}

/* Fills in a draft. Returns false for a text whose field is not there. A choice belongs to one position. */
function fill(draft) {
  const form = formOf(draft);
  const fields = form ? [...form.elements].filter((field) => field.name === draft.name) : [];
  const isText = draft.text !== undefined;
  const field = isText ? fields[0] : fields.find((one) => one.type === "select-one" || one.value === draft.choice);
  if (!field || (!isText && plyOf(form) !== draft.ply)) return !isText;
  if (isText) field.value = draft.text;
  else if (field.type === "select-one") field.value = draft.choice;
  else field.checked = draft.isOn ?? true;
  for (const name of ["input", "change"]) field.dispatchEvent(new Event(name, { bubbles: true }));
  return true;
}

function fillAll() {
  const left = read(here).filter((draft) => !fill(draft));
  drop();
  store(here, left);
}

/* The form that was sent last has either been accepted, or this page says that it was not. */
function settle() {
  const sent = JSON.parse(sessionStorage.getItem(SENT) ?? "null");
  sessionStorage.removeItem(SENT);
  if (sent && document.querySelector("[data-unsent]")) store(sent.key, sent.drafts);
}

function forget() {
  sessionStorage.removeItem(SENT);
  for (const key of Object.keys(localStorage).filter((name) => name.startsWith(mine))) localStorage.removeItem(key);
}

window.addEventListener("submit", (event) => {
  const form = event.target;
  if (!person || !form.matches("form[method=post]")) return;
  try {
    if (pathOf(form) === signOut) forget();
    else if (!event.defaultPrevented) sessionStorage.setItem(SENT, JSON.stringify({ key: here, drafts: collect() }));
  } catch {
    // storage is forbidden
  }
});

/* After all scripts, because choices are marked on the board by others. */
document.addEventListener("DOMContentLoaded", () => {
  try {
    settle();
  } catch {
    return; // storage is forbidden
  }
  if (person) fillAll();
});
