"""Replay of a stored log into states. Results of chance are entries like all others."""

from collections.abc import Iterator, Mapping, Sequence
from itertools import groupby
from typing import Any

from .core import Title
from .values import Log, Ply


def iter_plies(title: Title, ruleset: str, options: Mapping[str, str], seats: int, log: Log) -> Iterator[Ply]:
    """Yield every ply of a stored log, in order. ``log`` pairs the seat (None: chance, the table) with the notation.

    Raises CorruptLog with the number of the first entry that fails, BadOptions if the game cannot start.
    """
    return title.iter_plies(title.start(ruleset, options, seats), log)


def replay(title: Title, ruleset: str, options: Mapping[str, str], seats: int, log: Log) -> Any:
    """Return the state after the whole log. Raises CorruptLog, BadOptions."""
    return title.replay(title.start(ruleset, options, seats), log)


def list_plies(title: Title, ruleset: str, options: Mapping[str, str], seats: int, log: Log) -> list[Ply]:
    """Return every ply of the log with the states around it. Raises CorruptLog, BadOptions."""
    return list(iter_plies(title, ruleset, options, seats, log))


def group_by_turn(title: Title, plies: Sequence[Ply]) -> list[list[Ply]]:
    """Group plies by turn; those before the first turn are a group of their own."""
    return [list(group) for _, group in groupby(plies, key=lambda ply: title.turn(ply.before))]
