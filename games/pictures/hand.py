"""The pieces that a player holds, in all ways to turn them: a picture for emails."""

from collections.abc import Sequence

from games.engine.messages import Message
from games.engine.prompts import Held
from games.engine.scene import Cell, Piece, Scene

from .geometry import HALF, UNIT, Ground, Point, point
from .paint import FONT, text_of
from .registry import skin_of
from .skin import Skin

HAND_WIDTH = 320  # as an email shows it
STEP = UNIT + 12  # from one piece to the next
NAMES, HEADS = 40, 24  # room for the names of the pieces on the left, and for the numbers of turns above
INK = "#2a1a14"
_CELL = "0"
_GROUND = Ground(Scene("", 1, 1, (Cell(_CELL, 0, 0, Message("")),)))
_PART = f'font-size="10.5" fill="{INK}" stroke="#fffaf0" stroke-width="2.6" paint-order="stroke" {FONT}'


def hand_svg(title: str, hand: Sequence[Held]) -> str:
    """Return a row for each piece: its name, then the piece after each number of quarter turns, with its parts."""
    skin = skin_of(title)
    brush = skin.brush("h", "light")
    pieces = [piece for held in hand for piece in held.turned]
    columns = max((len(held.turned) for held in hand), default=0)
    wide, high = NAMES + columns * STEP, HEADS + len(hand) * STEP
    heads = "".join(_text(str(turn), (NAMES + (turn + 0.5) * STEP, HEADS - 6)) for turn in range(columns))
    rows = "".join(
        _text(held.name, (NAMES / 2, HEADS + row * STEP + HALF + 6), 19)
        + "".join(
            f'<g transform="translate({point((NAMES + turn * STEP + 6, HEADS + row * STEP))})">'
            f"{skin.piece(brush, _GROUND, piece._replace(cells=(_CELL,)))}{_parts(skin, piece)}</g>"
            for turn, piece in enumerate(held.turned)
        )
        for row, held in enumerate(hand)
    )
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {wide} {high}">'
        f"<defs>{skin.definitions(brush, pieces)}</defs>{heads}{rows}</svg>"
    )


def _text(text: str, at: Point, size: int = 15) -> str:
    return f'<text fill="{INK}" font-size="{size}" {FONT} transform="translate({point(at)})">{text_of(text)}</text>'


def _parts(skin: Skin, piece: Piece) -> str:
    places = ((name, (x + HALF, y + HALF + 4)) for name, (x, y) in skin.part_places(piece).items())
    return "".join(f'<text {_PART} transform="translate({point(at)})">{text_of(name)}</text>' for name, at in places)
