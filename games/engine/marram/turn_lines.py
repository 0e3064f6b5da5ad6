"""The notation of actions and of turns."""

import re
from collections.abc import Iterator, Sequence
from typing import Any

from ..errors import BadNotation
from ..values import ABORT, ABORTED, OUT_OF_TIME, RESIGNS, SEAT_LETTERS, Ply
from .actions import (
    Abort,
    Action,
    Cell,
    Discard,
    Draw,
    Flip,
    Leave,
    Pass,
    Place,
    SeatAction,
    cell_name,
    cell_named,
    segment_name,
    segment_named,
)
from .rules import flips_of, places
from .state import State, outcome

# Notation of actions, as players type it and the log stores it: ``14 n2e3 1 L0``, ``f57 2``, ``d14``, ``pass``


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


# The notation lines of a turn, with the points of each action and the tiles drawn at its end.
#
# ``12. A 14 n2e3 1 L0 +3:A, f57 2 +26:A +26:B | 5``


NO_RESULT = "*"


def gain_words(before: State, after: State) -> list[str]:
    """Return what each seat got, ``+3:A``, in the order of seats."""
    pairs = zip(before.seats, after.seats, strict=True)
    gains = [late.score - early.score for early, late in pairs]
    return [f"+{points}:{SEAT_LETTERS[seat]}" for seat, points in enumerate(gains) if points]


def turn_of_leaving(state: State, seat: int | None) -> int:
    """Return the turn in which a seat left or, if it has not, the one in progress."""
    return state.turn if seat is None or not state.seats[seat].left else state.seats[seat].out


def leaving_line(state: State, action: Leave | Abort) -> str:
    """Return the line of a seat that leaves or of an abort; ``state`` is the one after it."""
    who = "" if action.seat is None else f"{SEAT_LETTERS[action.seat]} "
    return f"{turn_of_leaving(state, action.seat)}. {who}{notation(action)}"


def is_put_off(ply: Ply) -> bool:
    """Return True for a seat that leaves later than it says: at the end of another seat's turn."""
    return isinstance(ply.action, Leave) and ply.action.seat in ply.after.leaving


class TurnWriter:
    """The lines of a game, made of its plies one by one.

    A seat that leaves at the end of a turn has its line behind that turn; until then it is in ``waiting``.
    """

    def __init__(self) -> None:
        self.lines: list[str] = []
        self._actions: list[str] = []
        self._drawn: list[str] = []
        self._head = ""
        self.waiting: list[Leave] = []

    def add(self, ply: Ply) -> None:
        """Take the next ply."""
        action: Any = ply.action
        before, after = ply.before, ply.after
        if isinstance(action, Draw):
            if before.turn:
                self._drawn.append(notation(action))
        elif isinstance(action, Leave) and is_put_off(ply):
            self.waiting.append(action)
            return
        elif isinstance(action, Leave | Abort):
            self.end_turn()
            self.lines.append(leaving_line(after, action))
        else:
            self._head = f"{before.turn}. {SEAT_LETTERS[before.current]}"
            self._actions.append(" ".join([notation(action), *gain_words(before, after)]))
        if after.turn != before.turn or after.reason:
            self.end_turn()
            self.lines += [leaving_line(after, leave) for leave in self.waiting]
            self.waiting = []

    def end_turn(self) -> None:
        """Write the line of the turn in progress, if it has begun."""
        if self._actions or self._drawn:
            drawn = f" | {' '.join(self._drawn)}" if self._drawn else ""
            self.lines.append(f"{self._head} {', '.join(self._actions)}{drawn}")
        self._actions, self._drawn = [], []


def game_lines(plies: Sequence[Ply]) -> list[str]:
    """Return the turn lines of these plies, in order."""
    writer = TurnWriter()
    for ply in plies:
        writer.add(ply)
    writer.end_turn()
    return writer.lines + [leaving_line(plies[-1].after, leave) for leave in writer.waiting]


def turn_line(plies: Sequence[Ply]) -> str:
    """Return the notation of one turn: its line, and one for each seat that leaves."""
    return "\n".join(game_lines(plies))


def racks_text(plies: Sequence[Ply]) -> str:
    """Return the first racks, ``A 4 16 15, B 23 22 52``."""
    racks: dict[int, list[str]] = {}
    for ply in plies:
        if ply.before.turn:
            break
        if isinstance(ply.action, Draw):
            racks.setdefault(ply.before.current, []).append(notation(ply.action))
    return ", ".join(" ".join([SEAT_LETTERS[seat], *tiles]) for seat, tiles in sorted(racks.items()))


def interruptions(plies: Sequence[Ply]) -> Iterator[int]:
    """Yield the plies at which a seat left whose line does not tell when it did."""
    for number, ply in enumerate(plies):
        if isinstance(ply.action, Leave) and (is_put_off(ply) or not ply.before.turn):
            yield number


def result_text(state: State) -> str:
    """Return ``A 31 (2 shovels), B out``, ``*`` while there is no result."""
    ended = outcome(state)
    if ended is None or ended.reason == ABORTED:
        return NO_RESULT
    by_seat = sorted(ended.standings, key=lambda one: one.seat)
    texts = ["out" if one.out else f"{one.score} ({one.details['shovels']} shovels)" for one in by_seat]
    return ", ".join(f"{SEAT_LETTERS[seat]} {text}" for seat, text in enumerate(texts))
