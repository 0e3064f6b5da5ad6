/* Zoom for large boards ([data-big] on the frame): a board scrolls in its frame when it is larger. At a table, one that would be
 * too small as a whole shows the place of play.
 *
 * Two fingers, Ctrl with the wheel, the buttons [data-zoom] ("in", "out", "fit") and the keys + - 0 zoom; one finger, the
 * wheel, the mouse with its button down and the scroll bars move the board. Where all of it is in sight, the wheel scrolls
 * the page. The size stays when the drawing is replaced.
 * Without this file, the whole board fits.
 */
const STEP = 1.5;
const MOST = 120; // pixels of a cell's side at the largest size
const UNIT = 60; // of a cell's side in the drawing
const SHARE = 0.78; // of the window's height that a board may take where the style sheet gives it no --room
const SLACK = 6; // pixels that the mouse may move in a click
const FINGER = 44; // pixels of a cell's side that a finger meets
const SMALL = 40; // and of one that is at least shown at a table, unless its player makes it smaller
const DESK = 48; // and of one at a desk
const LARGE = 72; // and of one in a replay that has few tiles; on a phone, FINGER
const CLOSE = 96; // pixels of a cell whose parts a finger chooses
const BESIDE = 0.75; // cells that are shown beside the tiles
const SMALLER = 0.9; // of one size of a replay: the next
const HEM = 0.25; // cells around the tiles that are about to be confirmed

const TILES = ".b-lying [href*='/p.']";

const frames = () => [...document.querySelectorAll("[data-big]")];
const frameOf = (node) => node?.closest?.("[data-big]") ?? null;
const drawingIn = (frame) => frame.querySelector("svg.board");
const zooms = new WeakMap(); // by frame: 1 fits
const rooms = new WeakMap(); // by frame: its size
const chosen = new WeakMap(); // by frame: the zoom that was chosen for what the board showed
const shown = new WeakMap(); // by frame: the size of a cell and the view box when it was last laid out
const zoomOf = (frame) => zooms.get(frame) ?? 1;
const hasRoom = (frame) => getComputedStyle(frame).getPropertyValue("--room").trim() !== "";

/* Returns the size at which the whole board fits, in pixels. */
function fit(frame) {
  const { width, height } = drawingIn(frame).viewBox.baseVal;
  const high = hasRoom(frame) ? frame.clientHeight : innerHeight * SHARE;
  const scale = Math.min(frame.clientWidth / width, high / height);
  return { width: width * scale, height: height * scale, cell: UNIT * scale, most: Math.max(1, MOST / (UNIT * scale)) };
}

function lay(frame) {
  const drawing = drawingIn(frame);
  if (!drawing || !frame.clientWidth || !frame.clientHeight) return; // not laid out, as while a whole page is captured
  frame.classList.add("board-frame--zoom");
  const { width, height } = fit(frame);
  const zoom = zoomOf(frame);
  drawing.style.translate = "";
  drawing.style.inlineSize = `${width * zoom}px`;
  drawing.style.blockSize = `${height * zoom}px`;
  frame.style.maxBlockSize = hasRoom(frame) ? "" : `${Math.ceil(height) + frame.offsetHeight - frame.clientHeight + hem(frame)}px`;
  frame.classList.toggle("board-frame--larger", zoom > 1);
  const { x, y } = drawing.viewBox.baseVal;
  shown.set(frame, { cell: fit(frame).cell * zoom, x, y });
  const bar = frame.parentElement.querySelector("[data-zooms]");
  if (!bar) return;
  bar.hidden = false;
  bar.querySelector('[data-zoom="in"]').disabled = zoom >= fit(frame).most;
  for (const name of ["out", "fit"]) bar.querySelector(`[data-zoom="${name}"]`).disabled = zoom <= least(frame);
}

/* On a phone, the board has the height that question and choices leave of the window (--fills). */
function fill(frame) {
  if (!getComputedStyle(frame).getPropertyValue("--fills")) return;
  const sheet = document.querySelector("#ask[data-steps]");
  const above = frame.getBoundingClientRect().top + scrollY;
  const gap = Number.parseFloat(getComputedStyle(frame.closest(".play")).rowGap) || 0;
  document.documentElement.style.setProperty("--taken", `${Math.ceil(above + gap + (sheet?.offsetHeight ?? 0))}px`);
}

/* At a desk the tiles fill the frame, but no cell is smaller than its picture needs: then the board shows where one plays. While
 * there are places to choose from, cells may be a little smaller, so that all are shown. On a phone there are two sizes: one
 * for the board, at which a finger meets a place, and one for a cell whose parts are chosen. Nowhere is a cell smaller than
 * SMALL: where tiles and places do not fit then, what was played last is shown with as many places as fit, and the button
 * shows the whole board, where a first tap enlarges small cells. So one click chooses, unless a player has made the board
 * smaller. A finished game is seen as a whole. What a player has moved stays until the choices change.
 */
const isTouch = () => matchMedia("(pointer: coarse)").matches;
let asked = "";
function approach(frame) {
  const drawing = drawingIn(frame);
  if (!drawing || !hasRoom(frame) || !frame.clientHeight) return;
  if (isReplay(frame)) return follow(frame);
  const [tiles, links, last] = [() => boxesOf(drawing, TILES), () => boxesOf(drawing, "a"), () => lastChanged(drawing)];
  const shows = whatToShow(frame, links());
  const marks = [...drawing.querySelectorAll("a, .b-mark-last")].map((part) => part.getAttribute("href") ?? part.getAttribute("d"));
  const question = [shows, drawing.getAttribute("viewBox"), drawing.querySelectorAll(TILES).length, ...marks].join();
  const isNew = !zooms.has(frame);
  if (!isNew && question === asked) return;
  const isOwn = zoomOf(frame) === chosen.get(frame); // nobody has zoomed
  const isUnfit = shows === "places" ? !fits(frame, links()) : isOwn && fit(frame).cell * zoomOf(frame) < DESK - 1; // as places left it
  const isSized = isNew || isUnfit || (isOwn && !fits(frame, tiles())) || isTouch();
  if (isSized) {
    zoomTo(frame, sizeNow(frame, shows) / fit(frame).cell);
    chosen.set(frame, zoomOf(frame));
  }
  asked = question;
  const isChoice = shows === "places" || shows === "one"; // whose parts are all shown rather than what was played last
  const around = shows === "one" ? [beside(frame, links(), tiles())] : [last(), newest(frame)];
  const wanted = [isChoice ? [...tiles(), ...links()] : tiles(), ...around.map((some) => [...links(), ...some]), isChoice ? links() : []];
  const boxes = wanted.find((some) => some.length && fits(frame, some)) ?? together(frame, newest(frame), links());
  if (isSized || shows === "turn" || !isSeen(frame, boxes)) centre(frame, boxes);
}

/* The drawing of a replay gets other positions, and grows with them. A size that its viewer has chosen stays, and what was
 * played last is in sight. Otherwise the whole board is in the middle, in one of a few sizes: a position looks the same
 * however its viewer came to it. `coming` returns the box of a piece on its way.
 */
const few = () => (isTouch() ? FINGER : LARGE);
const isReplay = (frame) => Boolean(frame.closest("[data-replay]"));
function follow(frame, coming = () => []) {
  const { cell, x, y } = shown.get(frame);
  const { x: left, y: top } = drawingIn(frame).viewBox.baseVal;
  const isChosen = chosen.has(frame) && zoomOf(frame) !== chosen.get(frame);
  const [before, unit] = [[frame.scrollLeft, frame.scrollTop], cell / UNIT];
  if (!isChosen || zoomOf(frame) > 1) zooms.set(frame, Math.max(least(frame), cell / fit(frame).cell));
  lay(frame);
  frame.scrollTo({ left: before[0] + (x - left) * unit, top: before[1] + (y - top) * unit, behavior: "instant" });
  if (isChosen) {
    const last = coming().length ? coming() : lastChanged(drawingIn(frame)); // of a whole turn, perhaps far from each other: then the last piece is seen
    return fits(frame, last) && see(frame, last);
  }
  const pieces = () => [...boxesOf(drawingIn(frame), TILES), ...coming()];
  chosen.set(frame, sizeOfAll(frame, pieces()) / fit(frame).cell);
  zoomTo(frame, chosen.get(frame));
  centre(frame, pieces());
  shift(frame, pieces());
}

/* Moves the drawing where scrolling cannot, so that these boxes are in the middle of the frame. */
function shift(frame, boxes) {
  if (!boxes.length) return;
  const box = frame.getBoundingClientRect();
  const [right, down] = [["left", "right"], ["top", "bottom"]].map(
    ([low, high]) => (box[low] + box[high]) / 2 - (Math.min(...boxes.map((one) => one[low])) + Math.max(...boxes.map((one) => one[high]))) / 2,
  );
  drawingIn(frame).style.translate = `${right}px ${down}px`;
}

/* The smallest zoom: the whole board. */
const least = (frame) => (isReplay(frame) && chosen.get(frame)) || 1;

/* Returns the size of a cell in a replay: the largest of a few at which these boxes fit. */
function sizeOfAll(frame, boxes) {
  const whole = sizeFor(frame, boxes, BESIDE);
  return few() * SMALLER ** Math.max(0, Math.ceil(Math.log(whole / few()) / Math.log(SMALLER)));
}

/* Scrolls to these boxes if some of them are out of sight. */
function see(frame, boxes) {
  if (!isSeen(frame, boxes)) centre(frame, boxes);
}

/* Returns what a board shows: the end, parts of one cell, a turn that is complete, places, or other choices. */
function whatToShow(frame, links) {
  const ask = document.querySelector("#ask");
  const most = fit(frame).cell * zoomOf(frame) * 1.3;
  const isPlace = links.length && ask && !ask.querySelector(".choices [data-step]");
  const isPart = links.length > 1 || (links.length && !isPlace && ask?.querySelector(".picked"));
  if (frame.closest(".play--over, .game-replay, .embed")) return "end";
  if (isPart && span(links, "left", "right") <= most && span(links, "top", "bottom") <= most) return "one";
  if (ask?.matches("[data-complete]")) return "turn";
  return isPlace ? "places" : "choices";
}

/* Returns the size of a cell for what the board shows. */
function sizeNow(frame, shows) {
  const sizeOf = (boxes) => sizeFor(frame, boxes, HEM);
  const whole = sizeFor(frame, boxesOf(drawingIn(frame), TILES), BESIDE);
  const usual = Math.max(DESK, whole);
  if (shows === "end") return whole;
  if (isTouch() && shows === "one") return Math.min(CLOSE, frame.clientHeight * 0.8);
  const links = boxesOf(drawingIn(frame), "a");
  if (isTouch()) return Math.min(FINGER, Math.max(SMALL, sizeOf([...boxesOf(drawingIn(frame), TILES), ...links])));
  return shows === "places" && links.length ? Math.min(usual, Math.max(SMALL, sizeOf(links))) : usual;
}

const boxesOf = (drawing, parts) => [...drawing.querySelectorAll(parts)].map(parts === TILES ? cellOf : (part) => part.getBoundingClientRect()).filter((box) => box.width);
/* Returns the box of a tile, which has none itself until its picture has come. */
function cellOf(tile) {
  const cells = tile.parentNode.getScreenCTM();
  const side = UNIT * cells.a;
  const { e, f } = tile.getScreenCTM();
  const middle = tile.hasAttribute("transform") ? { x: e, y: f } : new DOMPoint(tile.x.baseVal.value, tile.y.baseVal.value).matrixTransform(cells);
  return new DOMRect(middle.x - side / 2, middle.y - side / 2, side, side);
}
const span = (boxes, low, high) => Math.max(...boxes.map((box) => box[high])) - Math.min(...boxes.map((box) => box[low]));
const fits = (frame, boxes) => span(boxes, "left", "right") <= frame.clientWidth && span(boxes, "top", "bottom") <= frame.clientHeight;
/* Returns the tiles that touch the cell of these links. */
function beside(frame, links, tiles) {
  const middle = (some, low, high) => (Math.min(...some.map((one) => one[low])) + Math.max(...some.map((one) => one[high]))) / 2;
  const [x, y] = [middle(links, "left", "right"), middle(links, "top", "bottom")];
  const reach = fit(frame).cell * zoomOf(frame) * 1.3;
  return tiles.filter((box) => Math.hypot(middle([box], "left", "right") - x, middle([box], "top", "bottom") - y) < reach);
}
function isSeen(frame, boxes) {
  const { left, right, top, bottom } = frame.getBoundingClientRect();
  return boxes.every((box) => box.left >= left - 1 && box.right <= right + 1 && box.top >= top - 1 && box.bottom <= bottom + 1);
}

const isWhole = (frame) => hasRoom(frame) && isSeen(frame, [...boxesOf(drawingIn(frame), TILES), ...boxesOf(drawingIn(frame), "a")]);

/* Returns the size of a cell at which these boxes fit into the frame, with so many cells around them. */
function sizeFor(frame, boxes, around) {
  if (!boxes.length) return 0;
  const now = fit(frame).cell * zoomOf(frame);
  const cells = (low, high) => span(boxes, low, high) / now + 2 * around;
  return Math.min(frame.clientWidth / cells("left", "right"), frame.clientHeight / cells("top", "bottom"));
}

/* Returns the boxes of what the last turn changed or, on a new board, of all pieces. */
const lastChanged = (drawing) => boxesOf(drawing, drawing.querySelector(".b-mark-last") ? ".b-mark-last" : TILES);

/* Returns the boxes of what was played last, or of its last piece if all of it does not fit into the frame. */
function newest(frame) {
  const last = lastChanged(drawingIn(frame));
  return fits(frame, last) ? last : boxesOf(drawingIn(frame), "[data-stop]");
}

/* Returns `seen` with as many of the other boxes as fit into the frame with it, or without it if none does. */
function together(frame, seen, others) {
  const near = (first) => [...others].sort((one, other) => apartOf(first, one) - apartOf(first, other));
  const groups = others.map((first) => near(first).reduce((some, box) => (fits(frame, [...seen, ...some, box]) ? [...some, box] : some), []));
  const most = groups.reduce((one, other) => (other.length > one.length ? other : one), []);
  return most.length || !seen.length || !others.length ? [...seen, ...most] : together(frame, [], others);
}
const apartOf = (one, other) => Math.hypot(one.left - other.left, one.top - other.top);

/* Scrolls the frame so that these boxes are in its middle, but shows no more than a cell of sand beside all tiles as long as
 * some lie outside the frame.
 */
function centre(frame, boxes) {
  if (!boxes.length) return;
  const box = frame.getBoundingClientRect();
  const cell = fit(frame).cell * zoomOf(frame);
  const all = [...boxesOf(drawingIn(frame), TILES), ...boxes];
  const start = (low, high, room) => {
    const ends = (some) => [Math.min(...some.map((one) => one[low])), Math.max(...some.map((one) => one[high]))];
    const [first, last] = ends(boxes);
    const [least, most] = [ends(all)[0] - cell, ends(all)[1] + cell - room];
    return least > most ? (least + most) / 2 : Math.min(most, Math.max(least, (first + last - room) / 2));
  };
  const left = frame.scrollLeft + start("left", "right", box.width) - box.left;
  const top = frame.scrollTop + start("top", "bottom", box.height) - box.top;
  frame.scrollTo({ left, top, behavior: "instant" });
}

/* The height of what the style sheet draws above the board. */
const hem = (frame) => Number.parseFloat(getComputedStyle(frame, "::before").height) || 0;

/* Zooms so that the point of the window at (x, y) stays where it is, by default the middle of the frame. */
function zoomTo(frame, wanted, x, y) {
  const box = frame.getBoundingClientRect();
  const zoom = Math.min(fit(frame).most, Math.max(least(frame), wanted));
  const grown = zoom / zoomOf(frame);
  const [right, down] = [(x ?? box.left + box.width / 2) - box.left, (y ?? box.top + box.height / 2) - box.top];
  const [left, top] = [(frame.scrollLeft + right) * grown - right, (frame.scrollTop + down) * grown - down];
  zooms.set(frame, zoom);
  lay(frame);
  frame.scrollTo({ left, top, behavior: "instant" });
}

const DOES = {
  in: (frame) => {
    zoomTo(frame, zoomOf(frame) * STEP);
    if (isReplay(frame)) follow(frame); // to what was played last
  },
  out: (frame) => zoomTo(frame, zoomOf(frame) / STEP),
  fit: (frame) => zoomTo(frame, least(frame)),
};

document.addEventListener("click", (event) => {
  const button = event.target.closest("[data-zoom]");
  const frame = button?.closest("[data-zooms]").parentElement.querySelector("[data-big]");
  if (frame) DOES[button.dataset.zoom](frame);
});
document.addEventListener("board:key", (event) => {
  const [what, how] = event.detail.does.split("-");
  if (what !== "zoom" || !frameOf(event.target)) return;
  event.preventDefault();
  DOES[how](frameOf(event.target));
});
document.addEventListener("wheel", (event) => {
  const frame = frameOf(event.target);
  if (!frame || !(event.ctrlKey || isWhole(frame))) return;
  event.preventDefault();
  if (event.ctrlKey) zoomTo(frame, zoomOf(frame) * 1.002 ** -event.deltaY, event.clientX, event.clientY);
  else window.scrollBy({ left: event.deltaX, top: event.deltaY, behavior: "instant" }); // all is in sight: only sand would move
}, { passive: false });

/* Two fingers */
let pinch = null;
const apart = ([one, other]) => Math.hypot(one.clientX - other.clientX, one.clientY - other.clientY);
document.addEventListener("touchmove", (event) => {
  const frame = event.touches.length === 2 && frameOf(event.target);
  if (!frame) {
    pinch = null;
    return;
  }
  event.preventDefault();
  pinch ??= { zoom: zoomOf(frame), apart: apart(event.touches) };
  const [one, other] = event.touches;
  const middle = [(one.clientX + other.clientX) / 2, (one.clientY + other.clientY) / 2];
  zoomTo(frame, (pinch.zoom * apart(event.touches)) / pinch.apart, ...middle);
}, { passive: false });
document.addEventListener("touchend", () => {
  pinch = null;
});

/* The mouse with its button down: a movement is no click. */
let drag = null;
document.addEventListener("pointerdown", (event) => {
  const frame = event.pointerType === "mouse" && event.button === 0 && frameOf(event.target);
  drag = frame && zoomOf(frame) > 1 ? { frame, x: event.clientX, y: event.clientY, left: frame.scrollLeft, top: frame.scrollTop } : null;
});
document.addEventListener("pointermove", (event) => {
  if (!drag || !(event.buttons & 1)) return;
  const [right, down] = [event.clientX - drag.x, event.clientY - drag.y];
  drag.isMoved ||= Math.hypot(right, down) > SLACK;
  if (drag.isMoved) drag.frame.scrollTo({ left: drag.left - right, top: drag.top - down, behavior: "instant" });
});
/* A finger that meets a small place makes the board larger there; the next one chooses. */
function enlarges(event) {
  const place = isTouch() && event.detail && event.target.closest("svg.board a");
  const frame = place && frameOf(place);
  if (!frame || fit(frame).cell * zoomOf(frame) >= SMALL - 1 || zoomOf(frame) >= fit(frame).most) return false;
  zoomTo(frame, FINGER / fit(frame).cell);
  centre(frame, [place.getBoundingClientRect()]);
  return true;
}
document.addEventListener("click", (event) => {
  if ((drag?.isMoved && frameOf(event.target)) || enlarges(event)) {
    event.preventDefault();
    event.stopImmediatePropagation();
  }
  drag = null;
}, { capture: true });
document.addEventListener("dragstart", (event) => {
  if (drag && frameOf(event.target)) event.preventDefault(); // a choice is a link
});

/* The drawing may be replaced at any time, and a board may become large while it grows. */
function layAll() {
  for (const frame of frames()) {
    const { scrollLeft, scrollTop } = frame;
    fill(frame);
    const room = `${frame.offsetWidth} ${frame.offsetHeight}`;
    if (rooms.get(frame) !== room) asked = ""; // what is asked is shown anew
    rooms.set(frame, room);
    lay(frame);
    frame.scrollTo({ left: scrollLeft, top: scrollTop, behavior: "instant" });
    approach(frame);
  }
}
window.addEventListener("resize", layAll);
/* A film draws on the same drawing; a piece is seen while it comes. */
const redrawn = new MutationObserver(() => frames().filter((frame) => isReplay(frame) && shown.has(frame)).forEach((frame) => follow(frame)));
for (const frame of frames().filter(isReplay)) {
  redrawn.observe(drawingIn(frame), { attributeFilter: ["viewBox"] });
  redrawn.observe(drawingIn(frame).querySelector(".b-lying"), { childList: true });
}
document.addEventListener("film:piece", ({ target, detail: { x, y } }) => {
  const frame = frameOf(target);
  if (!frame || !isReplay(frame) || !shown.has(frame)) return;
  follow(frame, () => {
    const { a, e, f } = target.getScreenCTM();
    return [new DOMRect(e + (x - UNIT / 2) * a, f + (y - UNIT / 2) * a, UNIT * a, UNIT * a)];
  });
});
for (const event of ["table:play", "table:animated", "htmx:afterSettle"]) document.addEventListener(event, layAll);
layAll();
/* A line above the board that wraps, when a font or a clock has come, takes room from it without a change of the window. */
const resized = new ResizeObserver(() => requestAnimationFrame(layAll));
for (const part of document.querySelectorAll("#bar, #play")) resized.observe(part);
