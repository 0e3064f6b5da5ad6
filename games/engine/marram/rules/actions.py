"""The actions of seats, of chance and of the table.

A *segment* is a number: 0..3 for the land segments L0, L1 ..., 4..7 for the parts of creatures B0, B1 ...
"""

from typing import NamedTuple

from .cells import Cell

FIRST_PART = 4  # the segment of B0


class Place(NamedTuple):
    """Put a tile of the rack on an empty cell and, perhaps, a piece on one of its segments."""

    seat: int
    tile: int
    cell: Cell
    rotation: int
    claim: int | None = None


class Flip(NamedTuple):
    """Turn a tile on the board over. ``rotation`` is that of the face that comes up."""

    seat: int
    tile: int
    rotation: int
    claim: int | None = None


class Discard(NamedTuple):
    """Put a tile of the rack out of the game, because none of them can be placed."""

    seat: int
    tile: int


class Pass(NamedTuple):
    """Do nothing, because nothing else is possible."""

    seat: int


class Draw(NamedTuple):
    """Chance: the tile on top of the pile."""

    tile: int
    seat: None = None
    label: str = "pile"


class Leave(NamedTuple):
    """A seat leaves the game: it resigns, or its time is up (``RESIGNS`` or ``OUT_OF_TIME``)."""

    seat: int
    how: str


class Abort(NamedTuple):
    """The table ends the game without a result."""

    seat: None = None


SeatAction = Place | Flip | Discard | Pass
Action = SeatAction | Draw | Leave | Abort


def segment_name(segment: int) -> str:
    """Return ``L0``, ``B1`` ..."""
    return f"B{segment - FIRST_PART}" if segment >= FIRST_PART else f"L{segment}"


def segment_named(name: str) -> int:
    """Return the segment with this name, which must be well formed."""
    return int(name[1]) + (FIRST_PART if name[0] == "B" else 0)
