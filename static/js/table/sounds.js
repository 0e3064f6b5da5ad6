/* Short sounds at a table, for those who want them (html[data-sounds]): the viewer's turn, a roll, a message.
 *
 * They are made here; there are no files. Browsers allow sounds after the first click or key only: until then it is silent.
 */
const SOUNDS = {
  turn: [[523, 0, 0.16], [659, 0.13, 0.16], [784, 0.26, 0.3]], // hertz, seconds until it begins, seconds that it lasts
  message: [[880, 0, 0.09], [1175, 0.09, 0.16]],
};
const KNOCKS = [0, 0.16, 0.29, 0.39, 0.46, 0.51]; // of a die, in seconds
const QUIET = 0.0001;

const find = (selector) => document.querySelector(selector);
const isOn = "sounds" in document.documentElement.dataset;
let speaker = null;

function begin() {
  if (navigator.userActivation?.isActive === false) return; // a key such as Escape allows nothing
  speaker ??= new AudioContext();
  if (speaker.state === "suspended") speaker.resume();
}

function tone(kind, pitch, after, lasting, loud) {
  const [source, volume] = [speaker.createOscillator(), speaker.createGain()];
  const start = speaker.currentTime + after;
  source.type = kind;
  source.frequency.setValueAtTime(pitch, start);
  volume.gain.setValueAtTime(QUIET, start);
  volume.gain.exponentialRampToValueAtTime(loud, start + 0.012);
  volume.gain.exponentialRampToValueAtTime(QUIET, start + lasting);
  source.connect(volume).connect(speaker.destination);
  source.start(start);
  source.stop(start + lasting);
}

function play(name) {
  if (!speaker || document.hidden) return;
  document.dispatchEvent(new CustomEvent("table:sound", { detail: name }));
  if (name === "roll") KNOCKS.forEach((after, index) => tone("triangle", 210 - 14 * index, after, 0.06, 0.16));
  else for (const [pitch, after, lasting] of SOUNDS[name]) tone("sine", pitch, after, lasting, 0.12);
}

const isMyTurn = () => Boolean(find("#bar .badge--waits"));
const lastMessage = () => Number(find("#chat [data-last]")?.dataset.last ?? 0);
let before = { isMyTurn: isMyTurn(), message: lastMessage() };

function compare() {
  const now = { isMyTurn: isMyTurn(), message: lastMessage() };
  const isFromOthers = !find("#chat [data-last]")?.classList.contains("chat__line--mine");
  if (now.isMyTurn && !before.isMyTurn) play("turn");
  else if (now.message > before.message && isFromOthers) play("message");
  before = now;
}

if (isOn) {
  for (const gesture of ["pointerdown", "pointerup", "keydown"]) document.addEventListener(gesture, begin, { capture: true });
  document.addEventListener("htmx:afterSettle", compare);
  document.addEventListener("board:roll", () => play("roll"));
}
