"""The actions and their notation."""

import re
from functools import lru_cache
from typing import NamedTuple

from ..errors import BadNotation
from ..values import ABORT, OUT_OF_TIME, RESIGNS, Abort, Leave
from .board import COLOURS
from .state import HasPhase

# The actions of seats, of chance and of the table.
#
# Those of chance have the label of their ``Chance``: without it, named tuples of the same numbers would be equal.


class Rotate(NamedTuple):
    """Turn Assam: -1 a quarter to the left, 0 not at all, 1 a quarter to the right."""

    seat: int
    quarter: int


class Lay(NamedTuple):
    """Lay a rug on two squares, given by name and sorted."""

    seat: int
    first: str
    second: str


class PutAway(NamedTuple):
    """Put the rug away unlaid, because there is no legal place for it."""

    seat: int


class Roll(NamedTuple):
    """Chance: the die shows this face and Assam walks."""

    face: int
    seat: None = None
    label: str = "roll"


class Draw(NamedTuple):
    """Chance: the next rug of a pile has this colour (an index of ``COLOURS``)."""

    colour: int
    seat: None = None
    label: str = "pile"


class RollOff(NamedTuple):
    """Chance: a seat's roll for the order of play."""

    face: int
    seat: None = None
    label: str = "order"


Action = Rotate | Lay | PutAway | Roll | Draw | RollOff | Leave | Abort


# Notation of actions, as players type it and the log stores it


QUARTERS = {"L": -1, "F": 0, "R": 1}
QUARTER_LETTERS = {quarter: letter for letter, quarter in QUARTERS.items()}
UNLAID = "--"
_LONG = len(OUT_OF_TIME) + 1  # longer than the text of any action
_RUG = re.compile(r"([a-z][0-9])[- +]?([a-z][0-9])")


def notation(action: Action) -> str:
    """Return the canonical text of an action: ``L``, ``e6e7``, ``--``, ``3``, ``c``, ``resigns`` ..."""
    match action:
        case Rotate(quarter=quarter):
            return QUARTER_LETTERS.get(quarter, str(quarter))
        case Lay(first=first, second=second):
            return first + second
        case PutAway():
            return UNLAID
        case Roll(face=face) | RollOff(face=face):
            return str(face)
        case Draw(colour=colour):
            return COLOURS[colour]
        case Leave(how=how):
            return how
        case _:
            return ABORT


def parse(state: HasPhase, seat: int | None, text: str) -> Action:
    """Return the action that the text means; seat None is chance or the table. Raises BadNotation("unreadable").

    Rotations and squares may be written in either case, and a rug's squares in any order (``E7-E6``). Whether the
    action is legal is not checked.
    """
    if seat is None:
        action = _parse_chance(text[:_LONG], state.phase == "order")
    else:
        action = _parse_seat(seat, text.strip()[:_LONG])
    if action is None:
        raise BadNotation("unreadable", text=text[:20])
    return action


@lru_cache(maxsize=64)
def _parse_chance(text: str, for_order: bool) -> Action | None:
    if text == ABORT:
        return Abort()
    if text in ("1", "2", "3", "4"):
        return RollOff(int(text)) if for_order else Roll(int(text))
    if len(text) == 1 and text in COLOURS:
        return Draw(COLOURS.index(text))
    return None


@lru_cache(maxsize=1024)
def _parse_seat(seat: int, text: str) -> Action | None:
    if text in (RESIGNS, OUT_OF_TIME):
        return Leave(seat, text)
    if text == UNLAID:
        return PutAway(seat)
    if text.upper() in QUARTERS:
        return Rotate(seat, QUARTERS[text.upper()])
    rug = _RUG.fullmatch(text.lower())
    return Lay(seat, *sorted(rug.groups())) if rug else None
