"""Notation of actions, as players type it and the log stores it: ``14 n2e3 1 L0``, ``f57 2``, ``d14``, ``pass``."""

import re

from ...errors import BadNotation
from ...values import ABORT, OUT_OF_TIME, RESIGNS
from ..rules.actions import (
    Abort,
    Action,
    Discard,
    Draw,
    Flip,
    Leave,
    Pass,
    Place,
    SeatAction,
    segment_name,
    segment_named,
)
from ..rules.cells import Cell, cell_name, cell_named
from ..rules.legality import flips_of, places
from ..rules.state import State

PASSING = "pass"
LEAVING = (RESIGNS, OUT_OF_TIME)
_LONG = 60  # longer than the text of any action
_NUMBER = r"t?0*(\d{1,2})"
_ROTATION = r"(?:\s+([0-3]))?"
_CLAIM = r"(?:\s*([lb])\s*([0-3]))?"
_CELL = r"(?:\s+(0)|\s*((?:[ns]\s*\d{1,3})?\s*(?:[we]\s*\d{1,3})?))"
_PLACE = rf"{_NUMBER}{_CELL}{_ROTATION}{_CLAIM}"
_FLIP = rf"f\s*{_NUMBER}{_ROTATION}{_CLAIM}"
_DISCARD = rf"d\s*{_NUMBER}"


def notation(action: Action) -> str:
    """Return the canonical text of an action."""
    match action:
        case Place(tile=tile, cell=cell, rotation=rotation, claim=claim):
            return _joined(str(tile), cell_name(cell), rotation, claim)
        case Flip(tile=tile, rotation=rotation, claim=claim):
            return _joined(f"f{tile}", "", rotation, claim)
        case Discard(tile=tile):
            return f"d{tile}"
        case Pass():
            return PASSING
        case Draw(tile=tile):
            return str(tile)
        case Leave(how=how):
            return how
        case _:
            return ABORT


def _joined(tile: str, cell: str, rotation: int, claim: int | None) -> str:
    words = [tile, cell, str(rotation), "" if claim is None else segment_name(claim)]
    return " ".join(word for word in words if word)


def parse(state: State, seat: int | None, text: str) -> Action:
    """Return the action that the text means; seat None is chance or the table.

    Either case, any blanks, and the rotation may be left out where one fits. Whether the action is legal is not
    checked. Raises BadNotation: "unreadable", or "rotation-missing" with the ``rotations`` that fit where several do.
    """
    action = _parse_chance(text) if seat is None else _parse_seat(state, seat, text.strip()[:_LONG])
    if action is None:
        raise BadNotation("unreadable", text=text[:20])
    return action


def _parse_chance(text: str) -> Action | None:
    if text == ABORT:
        return Abort()
    return Draw(int(text)) if re.fullmatch(r"0|[1-9]\d?", text) else None


def _parse_seat(state: State, seat: int, text: str) -> Action | None:
    if text in LEAVING:
        return Leave(seat, text)
    lower = text.lower()
    if lower == PASSING:
        return Pass(seat)
    if found := re.fullmatch(_PLACE, lower, re.ASCII):
        return _place(state, seat, found)
    if found := re.fullmatch(_FLIP, lower, re.ASCII):
        tile, claim = int(found[1]), _claim(found[3], found[4])
        return Flip(seat, tile, _rotation(found[2], _flip_rotations(state, tile), f"f{tile}"), claim)
    found = re.fullmatch(_DISCARD, lower, re.ASCII)
    return Discard(seat, int(found[1])) if found else None


def _place(state: State, seat: int, found: re.Match[str]) -> SeatAction | None:
    """Return the placement of a match of ``_PLACE``: tile, "0" or another cell, rotation, claim."""
    name = found[2] or re.sub(r"\s", "", found[3])
    cell = cell_named(name)
    if cell is None:
        return None
    tile = int(found[1])
    fitting = _place_rotations(state, seat, tile, cell) if found[4] is None else []
    rotation = _rotation(found[4], fitting, f"{tile} {name}")
    return Place(seat, tile, cell, rotation, _claim(found[5], found[6]))


def _claim(kind: str | None, digit: str | None) -> int | None:
    return segment_named(f"{kind.upper()}{digit}") if kind and digit else None


def _rotation(typed: str | None, fitting: list[int], what: str) -> int:
    """Return the rotation that was typed or the only one that fits; any where none does, as that is illegal anyway."""
    if typed is not None:
        return int(typed)
    if len(fitting) > 1:
        raise BadNotation("rotation-missing", what=what, rotations=", ".join(map(str, fitting)))
    return fitting[0] if fitting else 0


def _place_rotations(state: State, seat: int, tile: int, cell: Cell) -> list[int]:
    if state.phase != "act" or seat != state.current:
        return []
    return [rotation for one, there, rotation in places(state) if (one, there) == (tile, cell)]


def _flip_rotations(state: State, tile: int) -> list[int]:
    if tile not in state.board.cells or len(state.rules.tiles[tile].faces) < 2:
        return []
    return [rotation for rotation, _ in flips_of(state, tile)]
