"""A board as drawing data, with texts for screen readers; no pixels, colours or sentences.

Cells are addressed by name ("e4"). (column, row) counts to the right and down from an origin that stays where it is for
a whole game; on a board that grows they may be negative. A *style* is a short key that a skin maps to a colour and a
pattern; seats and pieces of the same owner may have different styles.
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


class PiecePart(NamedTuple):
    """Something that lies on a named part of a piece: ``kind`` is what it is, ``style`` that of its owner's seat."""

    name: str
    kind: str
    style: str
    seat: int | None = None


class Piece(NamedTuple):
    """A flat piece that covers ``cells``, those of it that are visible: any number, side by side or apart.

    ``whole`` is False for a piece of which a part is hidden; ``hidden`` are the cells where it lies under others, so
    that a drawing can show where it continues. ``letter`` is a one-letter label for print and forced
    colours. ``out`` marks pieces of a seat that is out of the game. ``face`` is what the skin draws, where the kind and
    the style do not tell it, after ``turn`` quarter turns clockwise; ``gone`` are the indexes of those features of the
    face that are no longer there, ``parts`` is what lies on it.
    """

    key: str
    kind: str
    style: str
    cells: tuple[str, ...]
    letter: str
    whole: bool = True
    out: bool = False
    hidden: tuple[str, ...] = ()
    face: str = ""
    turn: int = 0
    gone: tuple[int, ...] = ()
    parts: tuple[PiecePart, ...] = ()


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
    """A whole drawing. ``title`` is the key of its title.

    ``left`` and ``top`` are the smallest column and row, ``columns`` and ``rows`` the size.
    ``pieces`` come lowest first, in the order in which they were laid. ``marks`` are cells to point out, by kind:
    "last" what the last turn changed, "paid" the patch that was paid for, "scored" the
    completed features that gave points.
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
    left: int = 0
    top: int = 0

    def bare(self) -> "Scene":
        """Return the same board without pieces, figures and marks."""
        return self._replace(pieces=(), tokens=(), trails=(), marks={})
