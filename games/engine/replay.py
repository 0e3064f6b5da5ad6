"""Replay of a stored log into states, and what follows from its plies."""

import hashlib
import json
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import groupby
from typing import Any

from .core import Title
from .course import line_of
from .values import Log, Ply

# Replay of a stored log into states. Results of chance are entries like all others; what was taken back does not count


def iter_plies(title: Title, ruleset: str, options: Mapping[str, str], seats: int, log: Log) -> Iterator[Ply]:
    """Yield every ply of a stored log that counts. ``log`` pairs the seat (None: chance, the table) with the notation.

    Raises CorruptLog with the number of the first entry that fails, BadOptions if the game cannot start.
    """
    return title.iter_plies(title.start(ruleset, options, seats), line_of(log))


def replay(title: Title, ruleset: str, options: Mapping[str, str], seats: int, log: Log) -> Any:
    """Return the state after the whole log. Raises CorruptLog, BadOptions."""
    return title.replay(title.start(ruleset, options, seats), line_of(log))


def list_plies(title: Title, ruleset: str, options: Mapping[str, str], seats: int, log: Log) -> list[Ply]:
    """Return every ply of the log that counts, with the states around it. Raises CorruptLog, BadOptions."""
    return list(iter_plies(title, ruleset, options, seats, log))


def group_by_turn(title: Title, plies: Sequence[Ply]) -> list[list[Ply]]:
    """Group plies by turn; those before the first turn are a group of their own."""
    return [list(group) for _, group in groupby(plies, key=lambda ply: title.turn(ply.before))]


# The hash of a position, by which the log, files and other programs recognise it


def state_hash(title: Title, state: Any) -> str:
    """Return 16 hexadecimal digits that are the same for equal positions on every machine and Python version."""
    text = json.dumps(title.to_json(state), sort_keys=True, separators=(",", ":"), ensure_ascii=True)
    return hashlib.sha256(text.encode()).hexdigest()[:16]


# Where the points of a game came from, for titles in which they are scored one by one


def points_by_source(title: Title, plies: Iterable[Ply], seats: int) -> Mapping[str, tuple[int, ...]]:
    """Return the points of each seat by source, the richest source first; nothing for a title that cannot tell."""
    sums: dict[str, Counter[int]] = {}
    for ply in plies:
        for gain in title.gains(ply):
            sums.setdefault(gain.source, Counter())[gain.seat] += gain.points
    ranked = sorted(sums, key=lambda source: (-sums[source].total(), source))
    return {source: tuple(sums[source][seat] for seat in range(seats)) for source in ranked}
