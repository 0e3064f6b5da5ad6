"""A board as drawing data, with texts for screen readers; no pixels, colours or sentences.

Cells are addressed by name ("e4"); (column, row) counts from the top left. A *style* is a short key that a skin maps to
a colour and a pattern; seats and pieces of the same owner may have different styles.
"""

from collections.abc import Mapping
from typing import NamedTuple

from .messages import Message


class Cell(NamedTuple):
    """One square of the board. ``text`` says what is on it, for players who cannot see it."""

    name: str
    column: int
    row: int
    text: Message


class Loop(NamedTuple):
    """A path outside the board that joins two gates. A gate is a cell name and the side (N, E, S, W) it opens to."""

    start: tuple[str, str]
    end: tuple[str, str]


class Piece(NamedTuple):
    """A flat piece that covers ``cells`` (those of it that are visible, one or two neighbours).

    ``whole`` is False for a piece of which a part is hidden; ``hidden`` are the cells where it lies under others, so
    that a drawing can show where it continues. ``letter`` is a one-letter label for print and forced
    colours. ``out`` marks pieces of a seat that is out of the game.
    """

    key: str
    kind: str
    style: str
    cells: tuple[str, ...]
    letter: str
    whole: bool = True
    out: bool = False
    hidden: tuple[str, ...] = ()


class Token(NamedTuple):
    """A standing figure on a cell, looking N, E, S or W (or "" for nowhere)."""

    kind: str
    cell: str
    facing: str = ""


class Trail(NamedTuple):
    """The path of a token: ``cells`` in order from where it began, and the indexes of the loops that it took."""

    kind: str
    cells: tuple[str, ...]
    loops: tuple[int, ...] = ()


class Scene(NamedTuple):
    """A whole drawing.

    ``pieces`` come lowest first, in the order in which they were laid. ``marks`` are cells to point out, by kind:
    "last" what the last turn changed, "paid" the patch that was paid for.
    """

    title: str
    columns: int
    rows: int
    cells: tuple[Cell, ...]
    loops: tuple[Loop, ...] = ()
    pieces: tuple[Piece, ...] = ()
    tokens: tuple[Token, ...] = ()
    trails: tuple[Trail, ...] = ()
    marks: Mapping[str, tuple[str, ...]] = {}
