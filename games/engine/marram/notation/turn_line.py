"""The notation lines of a turn, with the points of each action and the tiles drawn at its end.

``12. A 14 n2e3 1 L0 +3:A, f57 2 +26:A +26:B | 5``
"""

from collections.abc import Iterator, Sequence
from typing import Any

from ...values import ABORTED, SEAT_LETTERS, Ply
from ..rules.actions import Abort, Draw, Leave
from ..rules.outcomes import outcome
from ..rules.state import State
from .action_notation import notation

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
