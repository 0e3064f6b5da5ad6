"""Folding a log into states. Nothing random happens here: results of chance are entries like all others."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import groupby
from typing import Any

from .core import Ply, Title
from .errors import BadNotation, CorruptLog, IllegalAction

Log = Iterable[tuple[int | None, str]]


def walk(title: Title, ruleset: str, options: Mapping[str, str], seats: int, log: Log) -> Iterator[Ply]:
    """Yield every ply of a stored log, in order. ``log`` pairs the seat (None: chance, the table) with the notation.

    Raises CorruptLog with the number of the first entry that fails, BadOptions if the game could not even start.
    """
    state = title.start(ruleset, options, seats)
    for number, (seat, text) in enumerate(log):
        try:
            action = title.parse(state, seat, text)
            after = title.apply(state, action)
        except (BadNotation, IllegalAction) as error:
            raise CorruptLog(error.code, ply=number, entry=text[:40]) from error
        yield Ply(number, state, action, after)
        state = after


def replay(title: Title, ruleset: str, options: Mapping[str, str], seats: int, log: Log) -> Any:
    """Return the state after the whole log. Raises CorruptLog, BadOptions."""
    state = title.start(ruleset, options, seats)
    for ply in walk(title, ruleset, options, seats, log):
        state = ply.after
    return state


def plies(title: Title, ruleset: str, options: Mapping[str, str], seats: int, log: Log) -> list[Ply]:
    """Return every ply of the log with the states around it. Raises CorruptLog, BadOptions."""
    return list(walk(title, ruleset, options, seats, log))


def turns(title: Title, plies: Sequence[Ply]) -> list[list[Ply]]:
    """Group plies by the turn they belong to; what comes before the first turn is a group of its own."""
    return [list(group) for _, group in groupby(plies, key=lambda ply: title.turn(ply.before))]
