/* Reads game files (.mkg) and checks their sealed dice with Web Crypto. It shares no code with the site's Python.
 *
 *   decode(bytes) -> the text of a file in UTF-8 or, with a byte order mark, in UTF-16
 *   read(text)   -> [{value: {key: text}, lines: {key: line}, turns: [...], played: [{line, text}], faults: [...]}], one for
 *                   each game; played has the lines of the turns of any title
 *   check(game, receipts = [])
 *                -> {faults: [{line, code, ...}], results: [{line, label, seat, number, result, sealed, face, digest,
 *                   rejections}], shares, given, lost, isOpen}; without an opened secret only the shares can be checked.
 *                   given: the number of results that came with a position of another game, which this one
 *                   continues; they are counted but not compared.
 *                   lost: the number of results that were taken back and that nobody can check any more.
 *                   shares: how the share of each seat came into the dice, {letter, source, result, isLate, givenUpBy,
 *                   isWarning, protects}. result: the number of the first result that depends on it, null if it was
 *                   never opened; isLate: that was after the seat's first action, or the site's not at the start;
 *                   protects: the player's own device drew it and opened it in time.
 *                   receipts: those that this browser keeps (store.js), to be compared with the openings
 *
 * Marrakech's turns say what was rolled and drawn. The files of other games list every result, with what it was drawn
 * from, in [Chance 1], [Chance 2] ... (docs/dice.md); whether that list fits the rules, only the engine can say.
 *
 * What was taken back, and does not count any more, is in [Rewound 1], [Rewound 2] ...: its results keep their numbers,
 * and the results after it have later ones.
 *
 * Lines that a mail program has quoted or wrapped are read as they were. A file without results is a fault, unless
 * the game ended before its first one.
 *
 * Codes of faults: nothing, unreadable, missing (key), seal, rolloff, share (letter), opened, givenUp (letter), givenUpAt (letter, step), receipt (letter), mixed,
 * turn (number, due), piece (letter), given, list, rewound, and, for a result that is not the sealed one, result (label, letter, number, result, sealed).
 */

const HEADER = /^\[([A-Za-z][\w -]*) "((?:[^"\\]|\\["\\])*)"\]\s*(?:;.*)?$/;
const WORD = String.raw`[LFR]?[1-4]>[a-g][1-7][NESW]|\$\d+(?:\/\d+)?:[A-D]|#|[cyrp]\+(?:[a-g][1-7][a-g][1-7]|--)|\+--|[LFR]`;
const LEAVES = String.raw`(?:([A-D]) )?(?:resigns|out of time)|abort`;
const TURN = new RegExp(String.raw`^(\d+)\. (?:abort|([A-D])((?: (?:${WORD}))*)( (?:${LEAVES}))?)$`);
const LEAVING = /^\d+\. (?:.* )?(?:resigns|out of time|abort)$/;
const OPEN = /^(?:(?!\[)|\[[^"\]]*(?:"(?:[^"\\]|\\.)*(?:"\]\s*;.*)?)?$)/;
const NEW_LINE = /^(?:[[;]|\d+\.(?: |$)|$)/;
const WRAPPED = 60; // the least width at which mail programs wrap a line
const BYTES_32 = /^(?:[0-9a-f]{2}){32}$/;
const SHARE = /^(?:[0-9a-f]{2}){16,64}$/;
const OPTIONS = /^(?:rugs=[1-6]?\d(?:\/[1-6]?\d){2}(?: |$)|(?!rugs)\w+=\S+(?: |$))*$/;
const COUNTS = String.raw`(?::(?: (?:\w+ )?[-A-Z] \d+(?:,|$|(?=;)))+)?`;
const GIVEN = new RegExp(String.raw`^(?:\d+${COUNTS})?$`);
const OPENED = new RegExp(String.raw`^(?:[A-Z] \d+${COUNTS}(?:; (?=.)|$))*$`);
const ACTED = /^(?:[A-Z] \d+(?:; (?=.)|$))*$/;
const GIVEN_UP = /^(?:[A-Z] \d+ (?:player|time-out|deputy)(?:; (?=.)|$))*$/;
const SEATS = /^(?:[1-9]|1\d|2[0-6])$/;
const LETTERS = [..."ABCDEFGHIJKLMNOPQRSTUVWXYZ"];
const FACE = String.raw`[\w.>+$#/%]+`;
const FACES = String.raw`${FACE}(?:\*\d+)?(?:,${FACE}(?:\*\d+)?)*`;
const ENTRY = new RegExp(String.raw`^(${FACE}):([-A-Z]):(\d{1,6}):(-?)(${FACES}|(?<=-))=(${FACE})$`);
const LOST = /^lost:([1-9]\d{0,4}):((?:[\w%]+\/[-A-Z]\/\d+(?:,|$))*)$/;
const REWIND = /^rewind:\d{1,5}$/;
const TAKEN_ACTION = new RegExp(`^[-A-Z]:${FACE}$`);
const V2 = "marrakech-dice-v2";
const V21 = "marrakech-dice-v2.1";
const DIE = [..."122334"];

const USUAL = { rotate: "before", rugs: "24", two_player_colours: "2", pile: "shuffled", order: "given" };
const ONE_COLOUR = { rugs: "15", two_player_colours: "1" };
const RULESETS = {
  "gigamic": {},
  "gigamic-variant": { rotate: "end" },
  "bga-help": {},
  "summary": {},
  "summary-strict": {},
  "slides": { ...ONE_COLOUR, order: "rolloff" },
  "bga-code": { pile: "coin" },
  "bga-code-end": { pile: "coin", rotate: "end" },
  "anu": ONE_COLOUR,
};

const encoder = new TextEncoder();
const hexOf = (bytes) => [...bytes].map((byte) => byte.toString(16).padStart(2, "0")).join("");
const bytesOf = (hex) => Uint8Array.from(hex.match(/../g) ?? [], (pair) => parseInt(pair, 16));
const inFour = (number) => [24, 16, 8, 0].map((shift) => (number >>> shift) & 255);
const sha256 = async (bytes) => hexOf(new Uint8Array(await crypto.subtle.digest("SHA-256", bytes)));

const isMarrakech = (value) => (value.Title ?? "Marrakech") === "Marrakech";
const newGame = () => ({ value: {}, lines: {}, turns: [], played: [], left: [], faults: [] });

export function decode(bytes) {
  const [first, second] = new Uint8Array(bytes);
  const encoding = first === 0xff && second === 0xfe ? "utf-16le" : first === 0xfe && second === 0xff ? "utf-16be" : "utf-8";
  return new TextDecoder(encoding).decode(bytes);
}

/* Returns each line with its number, without what mail programs add: marks of quoting, line breaks, odd blanks. */
function unwrap(text) {
  const found = [{ at: 0, line: "[]" }];
  let last = "";
  text.replace(/[^\S\r\n]|\u200B/g, " ").split(/\r?\n|\r/).forEach((raw, index) => {
    const line = raw.replace(/^(?: *>)+/, "").trim();
    const begun = found.at(-1);
    const isNew = !OPEN.test(begun.line) || NEW_LINE.test(line);
    if (isNew || !last || last.length + 1 + line.split(" ")[0].length < WRAPPED) found.push({ at: index + 1, line });
    else begun.line += ` ${line}`;
    last = line;
  });
  return found.slice(1);
}

export function read(text) {
  const games = [newGame()];
  for (const { at, line } of unwrap(text)) {
    const header = line.match(HEADER);
    const bare = line.split(";")[0].trim().replace(/\s+/g, " ");
    const turn = bare.match(TURN);
    if (header?.[1] === "Title" && Object.keys(games.at(-1).lines).length) games.push(newGame());
    const game = games.at(-1);
    if (!header && bare) {
      game.played.push({ line: at, text: bare });
      game.left.push(LEAVING.test(bare));
    }
    if (header) {
      game.value[header[1]] = header[2].replace(/\\(.)/g, "$1");
      if (header[1] === "Dice") game.value.Dice = game.value.Dice.replace(/^marrakech-dice-v1(?=\+rewinds$)|\+rewinds$/g, "");
      game.lines[header[1]] = at;
    } else if (turn) {
      const [, number, seat, words, ending, leaver] = turn;
      const leaves = ending && ending !== " abort" ? leaver ?? seat : "";
      game.turns.push({ line: at, number: Number(number), seat, words: (words ?? "").split(" ").filter(Boolean), leaves });
    } else if (bare && isMarrakech(game.value)) {
      game.faults.push({ line: at, code: "unreadable" });
    }
  }
  return games;
}

/* Returns the first key that is missing or unreadable and without which nothing can be checked. */
function missing(value, letters) {
  const forEach = (key, form) => Object.fromEntries(letters.map((letter) => [`${key} ${letter}`, form]));
  const marrakech = { Ruleset: { test: (text) => Object.hasOwn(RULESETS, text) }, Options: OPTIONS, Seats: /^[234]$/ };
  const wanted = {
    Title: /./,
    Seats: SEATS,
    ...(isMarrakech(value) ? marrakech : {}),
    Table: /^\S+$/,
    Commitment: BYTES_32,
    Given: GIVEN,
    Dice: { test: (text) => ["", V2, V21].includes(text) },
    Opened: OPENED,
    Acted: value.Dice === V21 && value.Acted === undefined ? { test: () => false } : ACTED,
    "Given up": GIVEN_UP,
    ...forEach("Entropy", value.Dice ? new RegExp(`${SHARE.source}|^$`) : SHARE),
    ...(value.Dice ? { ...forEach("Commitment", BYTES_32), ...forEach("Drawn", /^(?:device|words|site)$/) } : {}),
    ...(value.Secret === undefined && value.Ended === undefined ? {} : { Secret: BYTES_32 }),
  };
  return Object.keys(wanted).find((key) => !wanted[key].test(value[key] ?? ""));
}

/* Returns the counts of results, by label and letter, in [Given] or in an entry of [Opened]. */
function countsOf(text) {
  const found = (text.split(":")[1] ?? "").matchAll(/(?:(\w+) )?([-A-Z]) (\d+)/g);
  return new Map([...found].map(([, label = "", letter, count]) => [label + letter, Number(count)]));
}

/* Returns the words of each entry of [Acted] or [Given up], by letter. */
const entriesOf = (text = "") => new Map(text.split("; ").filter(Boolean).map((entry) => [entry[0], entry.split(" ").slice(1)]));

/* Checks the shares. Returns each K, as hexadecimal digits, with whose share was opened, after which step, and the counts of
 * results before it. */
async function mix(value, seats, wrong) {
  const shares = new Map(seats.map((letter) => [letter, value[`Entropy ${letter}`] ?? ""]));
  if (!value.Dice) return [{ before: new Map(), mixed: await sha256(bytesOf([...shares.values()].join(""))) }];
  let known = seats.map((letter) => value[`Commitment ${letter}`]).join("");
  const mixes = [{ before: new Map(), mixed: await sha256(bytesOf(known)) }];
  const head = value.Dice === V21 ? encoder.encode(`marrakech-share${value.Table}`) : [];
  const givenUp = entriesOf(value["Given up"]);
  for (const entry of value.Opened ? value.Opened.split("; ") : []) {
    const [letter] = entry;
    const share = shares.get(letter) ?? "";
    const before = countsOf(entry);
    const fixed = await sha256(new Uint8Array([...head, ...bytesOf(share)]));
    if (fixed !== value[`Commitment ${letter}`]) wrong("Opened", "share", { letter });
    if (givenUp.has(letter)) wrong("Given up", "givenUp", { letter });
    if ([...mixes.at(-1).before].some(([kind, count]) => (before.get(kind) ?? 0) < count)) wrong("Opened", "opened");
    shares.delete(letter);
    known += share;
    mixes.push({ letter, step: parseInt(entry.slice(2), 10), before, mixed: await sha256(bytesOf(known)) });
  }
  if ([...shares.values()].some((share) => share)) wrong("Opened", "opened");
  return mixes;
}

const sumOf = (counts) => [...counts.values()].reduce((sum, count) => sum + count, 0);

/* Returns how the share of each seat came into the dice. A roll of the seat shows that it has acted; ``free`` is the number
 * of rolls without an action, null where rolls show nothing. */
function sharesOf(value, letters, mixes, given, free) {
  const acted = entriesOf(value.Acted);
  const givenUp = entriesOf(value["Given up"]);
  return letters.filter(() => value.Dice).map((letter) => {
    const source = value[`Drawn ${letter}`];
    const opening = mixes.find((mix) => mix.letter === letter);
    const givenUpBy = givenUp.get(letter)?.[1] ?? "";
    if (!opening) return { letter, source, result: null, isLate: false, givenUpBy, isWarning: true, protects: false };
    const rolls = (opening.before.get(letter) ?? 0) - (given.get(letter) ?? 0);
    const result = Math.max(0, sumOf(opening.before) - sumOf(given)) + 1;
    const hasActed = opening.step > Number(acted.get(letter)?.[0] ?? opening.step) || (free !== null && rolls > free);
    const isLate = source === "site" ? result > 1 : hasActed;
    return { letter, source, result, isLate, givenUpBy, isWarning: isLate, protects: source === "device" && !isLate };
  });
}

/* Compares the openings with receipts. One that the game was taken back behind has fewer results now. */
function compareReceipts(value, letters, mixes, receipts, wrong) {
  for (const receipt of receipts) {
    const letter = letters.find((one) => value[`Commitment ${one}`] === receipt.commitment);
    const opening = mixes.find((mix) => mix.letter === letter);
    const isEarly = opening?.step <= receipt.step && sumOf(opening.before) <= receipt.results;
    if (!letter || !isEarly || opening.mixed !== receipt.mixed) wrong("Opened", "receipt", { letter });
  }
}

export async function check({ value, lines, turns, left, faults: unread }, receipts = []) {
  const found = { faults: [...unread], results: [], shares: [], given: 0, lost: 0, isOpen: value.Secret !== undefined };
  const wrong = (where, code, more = {}) => {
    found.faults.push({ line: typeof where === "number" ? where : lines[where] ?? 1, code, ...more });
    return found;
  };
  const letters = LETTERS.slice(0, SEATS.test(value.Seats) ? Number(value.Seats) : 0);
  const lacking = missing(value, letters);
  if (lacking) return wrong(lacking, "missing", { key: lacking });

  const changes = (value.Options ?? "").split(" ").filter(Boolean).map((word) => word.split("="));
  const rules = { ...USUAL, ...RULESETS[value.Ruleset], ...Object.fromEntries(changes) };
  const isRolled = isMarrakech(value) && rules.order === "rolloff";
  const entries = isRolled ? value.Rolloff ?? "" : letters.join(";");
  const table = entries.split(";").map((entry) => entry.trim().split(/\s+/)).filter(([letter]) => letter);
  const ranked = [...table].sort((one, other) => (one.slice(1).join("") < other.slice(1).join("") ? 1 : -1));
  const order = isRolled ? ranked : table;
  if (order.map(([letter]) => letter).join("") !== letters.join("")) return wrong("Rolloff", "rolloff");

  const seats = table.map(([letter]) => letter);
  const mixes = await mix(value, seats, wrong);
  for (const key of ["Acted", "Given up"]) {
    const named = (value[key] ?? "").split("; ").filter(Boolean).map(([letter]) => letter);
    if (named.length > new Set(named.filter((letter) => letters.includes(letter))).size) wrong(key, "missing", { key });
  }
  const acted = entriesOf(value.Acted);
  for (const [letter, [step]] of entriesOf(value["Given up"])) {
    if (acted.get(letter)?.[0] !== step) wrong("Given up", "givenUpAt", { letter, step });
  }
  const { mixed } = mixes.at(-1);
  if ((value.Mixed ?? mixed) !== mixed) wrong("Mixed", "mixed");
  const given = countsOf(value.Given ?? "");
  const free = isMarrakech(value) ? Number(rules.rotate === "end") : null;
  found.given = sumOf(given);
  found.shares = sharesOf(value, letters, mixes, given, free);
  compareReceipts(value, letters, mixes, receipts, wrong);
  if (!found.isOpen) return found;

  const secret = bytesOf(value.Secret);
  const seal = await sha256(new Uint8Array([...encoder.encode(`${value.Dice || "marrakech-dice-v1"}${value.Table}`), ...secret]));
  if (seal !== value.Commitment) wrong("Commitment", "seal");
  const key = await crypto.subtle.importKey("raw", secret, { name: "HMAC", hash: "SHA-256" }, false, ["sign"]);
  const counts = new Map();

  const gone = new Map(); // the numbers of results that do not count any more
  const lost = []; // how many results are lost, each time, with the counts before them
  function next(kind) {
    let number = counts.get(kind) ?? 0;
    while (gone.get(kind)?.has(number)) number += 1;
    return number;
  }

  async function expect(where, label, letter, faces, result) {
    const number = next(label + letter);
    counts.set(label + letter, number + 1);
    await compare(where, label, letter, number, faces, result);
  }

  async function compare(where, label, letter, number, faces, result) {
    const kind = label + letter;
    const seat = letter === "-" ? 255 : seats.indexOf(letter);
    if (number < (given.get(kind) ?? 0)) return;
    const isBefore = ({ before }) => (before.get(kind) ?? 0) <= number;
    const since = mixes.findLast(isBefore);
    const more = lost.filter(isBefore).reduce((sum, { count }) => sum + count, 0);
    const head = [...bytesOf(since.mixed), ...encoder.encode(label), seat, ...inFour(number + more)];
    const width = widthOf(faces.length);
    const limit = 256 ** width - (256 ** width % faces.length);
    let rejections = -1;
    let digest;
    let drawn;
    do {
      rejections += 1;
      const message = new Uint8Array([...head, ...inFour(rejections)]);
      digest = new Uint8Array(await crypto.subtle.sign("HMAC", key, message));
      drawn = digest.slice(0, width).reduce((sum, byte) => 256 * sum + byte, 0);
    } while (drawn >= limit);
    const sealed = faces[drawn % faces.length];
    const line = typeof where === "number" ? where : lines[where] ?? 1;
    // Colours follow the letters in a file, and the seats at a table. These differ if the order was rolled.
    const isColour = isMarrakech(value) && label === "pile";
    const face = isColour ? "cyrp"[2 * seat + ("cyrp".indexOf(result) % 2)] : result;
    const whose = letter === "-" ? "" : seat;
    const one = { line, label: label || "roll", letter, seat: whose, number: number + 1, result, sealed, face, rejections };
    found.results.push({ ...one, digest: hexOf(digest) });
    if (result !== sealed) wrong(line, "result", one);
  }

  await followRewound(value, seats, { gone, lost }, compare, wrong);
  found.lost = lost.reduce((sum, { count }) => sum + count, 0);
  if (isMarrakech(value)) await followMarrakech({ value, turns, letters, table, rules }, expect, wrong);
  else await followList(value, seats, next, expect, wrong);
  for (const [kind, numbers] of gone) {
    counts.set(kind, next(kind));
    if (Math.max(...numbers) >= counts.get(kind)) wrong("Rewound 1", "rewound");
  }
  const tooMany = (claimed) => [...claimed].some(([kind, count]) => (counts.get(kind) ?? 0) < count);
  if (tooMany(given)) wrong("Given", "given");
  if (mixes.some(({ before }) => tooMany(before))) wrong("Opened", "opened");
  const endedEarly = isMarrakech(value) ? left.at(-1) : left.every(Boolean);
  if (!counts.size && !endedEarly) wrong("Title", "nothing");
  found.faults.sort((one, other) => one.line - other.line);
  return found;
}

/* Checks the rolls and draws that the turns of Marrakech have. */
async function followMarrakech({ value, turns, letters, table, rules }, expect, wrong) {
  for (const [letter, ...faces] of table) for (const face of faces) await expect("Rolloff", "order", letter, DIE, face);
  const used = await follow(turns, letters, expect, wrong);
  if (letters.length === 2 && rules.two_player_colours === "2") {
    for (const [letter, colours] of [["A", "cy"], ["B", "rp"]]) await pile(value, rules, letter, colours, used[letter], expect, wrong);
  }
}

/* Returns the parts of the text that the headers of a kind have together, each with its header. */
function partsOf(value, kind, wrong, code) {
  const parts = [];
  let rest = "";
  let last = "";
  for (const key of Object.keys(value).filter((name) => name.startsWith(`${kind} `))) {
    const entries = (rest + value[key]).split(";");
    rest = entries.pop();
    last = key;
    parts.push(...entries.map((entry) => [key, entry]));
  }
  if (rest) wrong(last, code);
  return parts;
}

/* Returns a result of a list, null if it cannot be read. ``known`` has the faces of the last one by label. */
function resultOf(entry, seats, known) {
  const [, label, letter, number, minus, names, result] = entry.match(ENTRY) ?? [];
  if (!label || (letter !== "-" && !seats.includes(letter))) return null;
  const weights = weightsOf(names, minus ? known.get(label) ?? new Map() : null);
  known.set(label, weights);
  if (!weights?.has(result)) return null;
  const faces = [...weights].flatMap(([face, weight]) => Array(weight).fill(face)).map(decodeURIComponent);
  return { label: label === "roll" ? "" : label, letter, number: Number(number), faces, result: decodeURIComponent(result) };
}

/* Checks the results that [Chance 1], [Chance 2] ... list. */
async function followList(value, seats, next, expect, wrong) {
  const known = new Map();
  for (const [key, entry] of partsOf(value, "Chance", wrong, "list")) {
    const found = resultOf(entry, seats, known);
    if (!found || found.number !== next(found.label + found.letter)) return wrong(key, "list");
    await expect(key, found.label, found.letter, found.faces, found.result);
  }
  return null;
}

/* Checks the results that [Rewound 1], [Rewound 2] ... list: those that do not count any more. */
async function followRewound(value, seats, { gone, lost }, compare, wrong) {
  let known = new Map();
  const results = [];
  for (const [key, entry] of partsOf(value, "Rewound", wrong, "rewound")) {
    const [, count, named] = entry.match(LOST) ?? [];
    if (count) {
      const before = [...named.matchAll(/([\w%]+)\/([-A-Z])\/(\d+)/g)];
      const written = before.map(([, label, letter, from]) => [(label === "roll" ? "" : label) + letter, Number(from)]);
      lost.push({ count: Number(count), before: new Map(written) });
    } else if (REWIND.test(entry)) {
      known = new Map();
      if (Number(entry.slice(7)) < parseInt(value.Given || "0", 10)) wrong(key, "rewound");
    } else if (!TAKEN_ACTION.test(entry)) {
      const found = resultOf(entry, seats, known);
      const kind = found && found.label + found.letter;
      if (!found || gone.get(kind)?.has(found.number)) return wrong(key, "rewound");
      gone.set(kind, (gone.get(kind) ?? new Set()).add(found.number));
      results.push([key, found]);
    }
  }
  for (const [key, one] of results) await compare(key, one.label, one.letter, one.number, one.faces, one.result);
  return null;
}

/* Returns the faces with their weights: those of the list, or what it leaves of those before. */
function weightsOf(names, before) {
  const listed = names.split(",").filter(Boolean).map((part) => part.split("*"));
  if (new Set(listed.map(([face]) => face)).size < listed.length) return null;
  const weights = new Map(listed.map(([face, weight]) => [face, Number(weight ?? 1)]));
  if (!before) return weights;
  const left = [...before].map(([face, weight]) => [face, weight - (weights.get(face) ?? 0)]);
  const fits = [...weights.keys()].every((face) => before.has(face)) && left.every(([, weight]) => weight >= 0);
  return fits ? new Map(left.filter(([, weight]) => weight)) : null;
}

/* Returns how many bytes choose one of this many faces. */
function widthOf(faces) {
  let width = 1;
  while (256 ** width < faces) width += 1;
  return width;
}

/* Checks the players and rolls of all turns. Returns the rugs that each player has used, as [line, colour]. */
async function follow(turns, letters, expect, wrong) {
  const used = Object.fromEntries(letters.map((letter) => [letter, []]));
  const out = new Set();
  let due = letters[0];
  for (const [at, { line, number, seat, words, leaves }] of turns.entries()) {
    const fits = words.length ? seat === due : !seat || letters.includes(seat);
    if (number !== at + 1 || !fits) {
      wrong(line, "turn", { number: at + 1, due });
      continue;
    }
    for (const word of words) {
      if (word.includes(">")) await expect(line, "", seat, DIE, word.replace(/^[LFR]/, "")[0]);
      else if (word.includes("+")) used[seat].push([line, word[0]]);
    }
    if (leaves) out.add(leaves);
    if (words.includes("#")) out.add(seat);
    if (words.length ? leaves === "" || leaves === seat : leaves === due) {
      const after = [...letters.slice(letters.indexOf(due) + 1), ...letters];
      due = after.find((letter) => !out.has(letter)) ?? due;
    }
  }
  return used;
}

/* Checks the order of a player's two colours, including the drawn ones that were never laid, which are in [Next]. */
async function pile(value, rules, letter, colours, used, expect, wrong) {
  const rugs = Number(rules.rugs.split("/")[0]);
  const left = { [colours[0]]: Math.ceil(rugs / 2), [colours[1]]: Math.floor(rugs / 2) };
  const next = (value.Next ?? "").split(",").map((part) => part.trim().split(" "));
  const unlaid = next.filter(([whose]) => whose === letter).map(([, colour]) => colour);
  for (const [where, recorded] of [...used, ["Next", "+"]]) {
    const faces = [...colours].flatMap((colour) => Array(rules.pile === "coin" ? Math.min(left[colour], 1) : Math.max(left[colour], 0)).fill(colour));
    let colour = recorded;
    if (new Set(faces).size === 2) {
      if (colour === "+" && unlaid.length) colour = unlaid.shift();
      await expect(where, "pile", letter, faces, colour);
    } else if (colour !== "+" && !faces.includes(colour)) {
      wrong(where, "piece", { letter });
    }
    left[colour in left ? colour : faces[0]] -= 1;
  }
}
