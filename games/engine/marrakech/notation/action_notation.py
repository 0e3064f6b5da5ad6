"""Notation of actions, as players type it and the log stores it."""

import re
from functools import lru_cache

from ...errors import BadNotation
from ...values import ABORT, OUT_OF_TIME, RESIGNS
from ..rules.actions import Abort, Action, Draw, Lay, Leave, PutAway, Roll, RollOff, Rotate
from ..rules.rugs import COLOURS
from ..rules.state import HasPhase

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
