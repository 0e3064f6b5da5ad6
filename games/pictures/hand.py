"""The pieces that a player holds, in all ways to turn them: a picture for emails."""

from collections.abc import Sequence

from games.engine.messages import Message
from games.engine.prompts import Held
from games.engine.scene import Cell, Piece, Scene

from .geometry import HALF, UNIT, Ground, Point, point
from .paint import FONT, text_of
from .registry import skin_of
from .skin import Skin

HAND_WIDTH = 400  # as an email shows it
LARGE = 1.75  # of the piece as it is named, beside those that are turned
STEP, ROW = UNIT + 12, round(LARGE * UNIT) + 12
NAMES, HEADS = 40, 24  # room for the names of the pieces on the left, and for the numbers of turns above
WIDTH = NAMES + ROW + 3 * STEP
PART_WIDTH, PART_HEIGHT = 24, 16
INK = "#2a1a14"
_CELL = "0"
_GROUND = Ground(Scene("", 1, 1, (Cell(_CELL, 0, 0, Message("")),)))
_PART = f'font-size="15" fill="{INK}" stroke="#fffaf0" stroke-width="3.4" paint-order="stroke" {FONT}'


def hand_svg(title: str, hand: Sequence[Held], *, has_parts: bool = True) -> str:
    """Return the pieces with their names in one row, or with ``has_parts`` each with its parts and all its turns.

    The names of the parts are for replies. They stand on the piece as it is named: a turn does not change them.
    """
    skin = skin_of(title)
    brush = skin.brush("h", "light")
    pieces = [piece for held in hand for piece in (held.turned if has_parts else held.turned[:1])]

    def drawn(piece: Piece, at: Point, scale: float = 1.0) -> str:
        place = f"translate({point(at)}) scale({scale:g})"
        return f'<g transform="{place}">{skin.piece(brush, _GROUND, piece._replace(cells=(_CELL,)))}</g>'

    rows = []
    for row, held in enumerate(hand):
        if not has_parts:
            left = (WIDTH - len(hand) * ROW + 12) / 2 + row * ROW
            rows += [
                drawn(held.turned[0], (left, HEADS), LARGE),
                _text(held.name, (left + LARGE * HALF, HEADS - 6), 17),
            ]
            continue
        top = HEADS + row * ROW
        small = top + (LARGE - 1) * HALF
        rows += [
            _text(held.name, (NAMES / 2, top + LARGE * HALF + 6), 19),
            drawn(held.turned[0], (NAMES, top), LARGE),
            _parts(skin, held.turned[0], (NAMES, top)),
            *(drawn(piece, (NAMES + ROW + turn * STEP, small)) for turn, piece in enumerate(held.turned[1:])),
        ]
    lines = len(hand) if has_parts else 1
    heads = ""
    if has_parts:
        middles = [NAMES + LARGE * HALF, *(NAMES + ROW + turn * STEP + HALF for turn in range(3))]
        turns = max((len(held.turned) for held in hand), default=0)
        heads = "".join(_text(str(turn), (middle, HEADS - 6)) for turn, middle in enumerate(middles[:turns]))
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {HEADS + lines * ROW}">'
        f"<defs>{skin.definitions(brush, pieces)}</defs>{heads}{''.join(rows)}</svg>"
    )


def _text(text: str, at: Point, size: int = 15) -> str:
    return f'<text fill="{INK}" font-size="{size}" {FONT} transform="translate({point(at)})">{text_of(text)}</text>'


def _parts(skin: Skin, piece: Piece, corner: Point) -> str:
    """Return the names of the parts of a large piece, those that would cover another one below it."""
    placed: list[Point] = []
    texts = []
    for name, (x, y) in sorted(skin.part_places(piece).items(), key=lambda part: part[1][1]):
        at = (corner[0] + LARGE * (x + HALF), corner[1] + LARGE * (y + HALF) + 5)
        while over := [one for one in placed if abs(one[0] - at[0]) < PART_WIDTH and abs(one[1] - at[1]) < PART_HEIGHT]:
            at = (at[0], max(one[1] for one in over) + PART_HEIGHT)
        placed.append(at)
        texts.append(f'<text {_PART} transform="translate({point(at)})">{text_of(name)}</text>')
    return "".join(texts)
