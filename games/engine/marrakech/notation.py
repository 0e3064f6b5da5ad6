"""Actions and turns as text: what a player types, what the log stores, one line for a whole turn."""

import re
from collections.abc import Iterable, Sequence

from ..core import ABORT, OUT_OF_TIME, RESIGNS, Ply
from ..errors import BadNotation
from .actions import Abort, Action, Draw, Lay, Leave, PutAway, Roll, RollOff, Rotate
from .board import FACINGS, NAMES
from .rugs import COLOURS
from .state import State

SEAT_LETTERS = "ABCD"
QUARTERS = {"L": -1, "F": 0, "R": 1}
_QUARTER_LETTERS = {quarter: letter for letter, quarter in QUARTERS.items()}
UNLAID = "--"
_RUG = re.compile(r"([a-z][0-9])[- +]?([a-z][0-9])")


def notation(action: Action) -> str:
    """Return the canonical text of an action: ``L``, ``e6e7``, ``--``, ``3``, ``c``, ``resigns`` ..."""
    match action:
        case Rotate(quarter=quarter):
            return _QUARTER_LETTERS.get(quarter, str(quarter))
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


def parse(state: State, seat: int | None, text: str) -> Action:
    """Return the action that the text means; seat None is chance or the table. Raises BadNotation("unreadable").

    Rotations and squares may be written in either case, and a rug's squares in any order (``E7-E6``). Whether the
    action is legal is for ``apply`` to say.
    """
    action = _parse_chance(state, text) if seat is None else _parse_seat(seat, text.strip())
    if action is None:
        raise BadNotation("unreadable", text=text[:20])
    return action


def _parse_chance(state: State, text: str) -> Action | None:
    if text == ABORT:
        return Abort()
    if text in ("1", "2", "3", "4"):
        return RollOff(int(text)) if state.phase == "order" else Roll(int(text))
    if len(text) == 1 and text in COLOURS:
        return Draw(COLOURS.index(text))
    return None


def _parse_seat(seat: int, text: str) -> Action | None:
    if text in (RESIGNS, OUT_OF_TIME):
        return Leave(seat, text)
    if text == UNLAID:
        return PutAway(seat)
    if text.upper() in QUARTERS:
        return Rotate(seat, QUARTERS[text.upper()])
    rug = _RUG.fullmatch(text.lower())
    return Lay(seat, *sorted(rug.groups())) if rug else None


def turn_line(plies: Sequence[Ply]) -> str:
    """Return one turn in the notation of game files, ``12. C L3>d7S $4:A r+e6e7``.

    What is drawn or rolled before the first turn has no line: "". A seat that leaves has a line of its own,
    ``13. B resigns``, or ends the line of the turn that it interrupts, ``12. C L3>d7S B resigns``; the seat that was
    interrupted goes on in the next line.
    """
    words = [word for word in _words(plies) if word]
    if not words:
        return ""
    first = plies[0]
    if isinstance(first.action, Leave):
        return f"{first.before.turn}. {words[0]}"
    if isinstance(first.action, Abort):
        return f"{first.before.turn}. {ABORT}"
    return f"{first.before.turn}. {SEAT_LETTERS[first.before.current]} {' '.join(words)}"


def _words(plies: Sequence[Ply]) -> Iterable[str]:
    """Yield the words of a turn, "" where a ply has none of its own."""
    turned = ""
    for ply in plies:
        match ply.action:
            case Rotate() as action if ply.before.phase == "rotate":
                turned = notation(action)
            case Roll() as action:
                yield f"{turned}{action.face}>{NAMES[ply.after.square]}{FACINGS[ply.after.facing]}"
                yield _payment(ply.after)
                turned = ""
            case Lay() | PutAway() as action:
                colour = COLOURS[ply.before.seats[action.seat].next]
                yield f"{'' if isinstance(action, PutAway) else colour}+{notation(action)}"
            case Leave() as action:
                yield turned
                yield f"{SEAT_LETTERS[action.seat]} {action.how}"
            case Abort():
                yield turned
                yield ABORT
            case Rotate() as action:
                yield notation(action)
            case _:
                yield ""
    yield ""


def _payment(state: State) -> str:
    """Return ``$4:A``, ``$3/5:A``, with ``#`` for a seat that this puts out, or "" when nothing was due."""
    last = state.last
    if last is None or not last.owed:
        return ""
    amount = str(last.paid) if last.paid == last.owed else f"{last.paid}/{last.owed}"
    return f"${amount}:{SEAT_LETTERS[last.to]}{' #' if last.out else ''}"
