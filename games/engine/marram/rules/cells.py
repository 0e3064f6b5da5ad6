"""Cells of the board, which has no edge: the way to them from the start, such as ``n2e3``.

A cell is one number, and numbers are in the order of rows from the north, then columns from the west.
"""

import re
from functools import lru_cache

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
    """Return the name of a cell."""
    column, row = column_and_row(cell)
    down = f"{'s' if row > 0 else 'n'}{abs(row)}" if row else ""
    across = f"{'e' if column > 0 else 'w'}{abs(column)}" if column else ""
    return down + across or "0"


@lru_cache(maxsize=4096)
def cell_named(name: str) -> Cell | None:
    """Return the cell with this name, or None."""
    if name == "0":
        return HOME
    found = _NAME.fullmatch(name)
    if not found or not name:
        return None
    row = int(found[2] or 0) * (-1 if found[1] == "n" else 1)
    column = int(found[4] or 0) * (-1 if found[3] == "w" else 1)
    return cell_at(column, row) if max(abs(column), abs(row)) < _FARTHEST else None
