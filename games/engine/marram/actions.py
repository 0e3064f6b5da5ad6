"""The cells of the board, and the actions."""

import re
from functools import lru_cache
from typing import NamedTuple

from ..values import Abort, Leave

# Cells of the board, which has no edge: the way to them from the start, such as ``n2e3``.
#
# A cell is one number, and numbers are in the order of rows from the north, then columns from the west.


LIMIT = 99  # how far from the start a tile of a position from outside may lie, in rows and in columns
_ROW = 1024
_CENTRE = _ROW // 2
_FARTHEST = 256  # more than a game can reach from LIMIT, and less than a row can hold
_ORIGIN = _CENTRE * _ROW + _CENTRE
STEPS = (-_ROW, 1, _ROW, -1)  # to the cell in the north, east, south, west
_NAME = re.compile(r"(?:([ns])([1-9]\d{0,2}))?(?:([we])([1-9]\d{0,2}))?")

Cell = int
HOME: Cell = _ORIGIN


def cell_at(column: int, row: int) -> Cell:
    """Return the cell in this column (east of the start) and row (south of it)."""
    return _ORIGIN + row * _ROW + column


def column_and_row(cell: Cell) -> tuple[int, int]:
    """Return where a cell is: how far east of the start, how far south."""
    row, column = divmod(cell - _ORIGIN + _CENTRE, _ROW)
    return column - _CENTRE, row


@lru_cache(maxsize=4096)
def cell_name(cell: Cell) -> str:
    column, row = column_and_row(cell)
    down = f"{'s' if row > 0 else 'n'}{abs(row)}" if row else ""
    across = f"{'e' if column > 0 else 'w'}{abs(column)}" if column else ""
    return down + across or "0"


@lru_cache(maxsize=4096)
def cell_named(name: str) -> Cell | None:
    if name == "0":
        return HOME
    found = _NAME.fullmatch(name)
    if not found or not name:
        return None
    row = int(found[2] or 0) * (-1 if found[1] == "n" else 1)
    column = int(found[4] or 0) * (-1 if found[3] == "w" else 1)
    return cell_at(column, row) if max(abs(column), abs(row)) < _FARTHEST else None


# The actions of seats, of chance and of the table.
#
# A *segment* is a number: 0..3 for the land segments L0, L1 ..., 4..7 for the parts of creatures B0, B1 ...


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


SeatAction = Place | Flip | Discard | Pass
Action = SeatAction | Draw | Leave | Abort


def segment_name(segment: int) -> str:
    """Return ``L0``, ``B1`` ..."""
    return f"B{segment - FIRST_PART}" if segment >= FIRST_PART else f"L{segment}"


def segment_named(name: str) -> int:
    """Return the segment with this name, which must be well formed."""
    return int(name[1]) + (FIRST_PART if name[0] == "B" else 0)
