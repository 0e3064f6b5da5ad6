"""The whole course of a game: the plies that count, and those that were taken back.

An entry ``rewind 24`` of the table takes the game back: of all that was played, the first 24 plies count, and the game
goes on from there. What it takes back stays in the log. Its results keep their numbers, and the next ones get new
numbers: whoever plays again does not know what will be rolled.

``rewind 24 lost 3`` takes back entries that cannot be replayed as well. They are not in the log, but three of them were
results that somebody has seen, for nobody knows which seat: all later results have a number that is greater by three.
"""

import re
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import NamedTuple

from .core import Title
from .errors import CorruptLog
from .values import Chance, Log, Ply

_REWIND = re.compile(r"rewind (\d{1,5})(?: lost (\d{1,5}))?")
REWIND = "rewind "


class Rewind(NamedTuple):
    """The first ``ply`` plies count. ``lost`` is how many results were taken back that cannot be replayed."""

    ply: int
    lost: int = 0

    @property
    def notation(self) -> str:
        return f"{REWIND}{self.ply} lost {self.lost}" if self.lost else f"{REWIND}{self.ply}"


class Result(NamedTuple):
    """A result of chance: its ply, numbered by its place in the log, and what was due.

    ``earlier`` is how many results of this kind this seat had before, those that were taken back included. The number
    of ``chance`` is the one for the dice: it is greater where results are lost.
    """

    ply: Ply
    chance: Chance
    earlier: int


def rewind_of(seat: int | None, notation: str) -> Rewind | None:
    """Return the rewind that an entry is, None for an action."""
    found = _REWIND.fullmatch(notation) if seat is None and notation.startswith(REWIND) else None
    return Rewind(int(found[1]), int(found[2] or 0)) if found else None


def line_of(log: Log) -> list[tuple[int | None, str]]:
    """Return the entries of a log that count. Raises CorruptLog (bad-rewind)."""
    line: list[tuple[int | None, str]] = []
    for place, (seat, notation) in enumerate(log):
        if rewind := rewind_of(seat, notation):
            _require_reached(rewind, len(line), place)
            del line[rewind.ply :]
        else:
            line.append((seat, notation))
    return line


def _require_reached(rewind: Rewind, length: int, place: int) -> None:
    if rewind.ply > length:
        raise CorruptLog("bad-rewind", ply=place, entry=rewind.notation)


@dataclass(frozen=True, slots=True)
class Course:
    """All plies of a game, each with its place in the log as its number.

    ``kept`` has the places of those that count, in order; ``rewinds`` are by their places.
    """

    title: Title
    plies: tuple[Ply, ...]
    kept: tuple[int, ...]
    rewinds: Mapping[int, Rewind]

    @property
    def taken_back(self) -> tuple[Ply, ...]:
        kept = set(self.kept)
        return tuple(ply for ply in self.plies if ply.number not in kept)

    def before(self, place: int) -> tuple[Ply, ...]:
        """Return the plies before a place in the log."""
        return tuple(ply for ply in self.plies if ply.number < place)

    def results(self) -> Iterator[Result]:
        """Yield every result of chance, in the order in which they came."""
        counts: Counter[tuple[str, int | None]] = Counter()
        for ply in self.plies:
            due = self.title.chance(ply.before)
            if due is None or ply.action not in self.title.legal_actions(ply.before):
                continue  # a player's action, or a seat that left while the result was due
            earlier = counts[due.label, due.seat]
            counts[due.label, due.seat] += 1
            yield Result(ply, due._replace(number=earlier + self.lost_before(ply.number)), earlier)

    def lost_before(self, place: int) -> int:
        return sum(rewind.lost for at, rewind in self.rewinds.items() if at < place)


def course_of(title: Title, ruleset: str, options: Mapping[str, str], seats: int, log: Log) -> Course:
    """Return the course of a stored log. Raises CorruptLog, BadOptions."""
    start, entries = title.start(ruleset, options, seats), list(log)
    plies: list[Ply] = []
    kept: list[Ply] = []
    rewinds: dict[int, Rewind] = {}
    for place, stretch in _stretches(entries, rewinds):
        state = kept[-1].after if kept else start
        try:
            found = [ply._replace(number=place + ply.number) for ply in title.iter_plies(state, stretch)]
        except CorruptLog as error:
            raise CorruptLog(error.code, **{**error.params, "ply": place + int(error.params["ply"])}) from error
        plies += found
        kept += found
        if rewind := rewinds.get(place + len(stretch)):
            _require_reached(rewind, len(kept), place + len(stretch))
            del kept[rewind.ply :]
    return Course(title, tuple(plies), tuple(ply.number for ply in kept), rewinds)


def _stretches(
    log: Sequence[tuple[int | None, str]], rewinds: dict[int, Rewind]
) -> Iterator[tuple[int, list[tuple[int | None, str]]]]:
    """Yield the entries between rewinds, each with the place of the first, and note the rewinds."""
    begin = 0
    for place, (seat, notation) in enumerate(log):
        if rewind := rewind_of(seat, notation):
            rewinds[place] = rewind
            yield begin, list(log[begin:place])
            begin = place + 1
    yield begin, list(log[begin:])


def next_number(course: Course, chance: Chance) -> int:
    """Return the number of the result that is due after a course, whose title counts only what has been kept."""
    kept = set(course.kept)
    gone = sum(
        (one.chance.label, one.chance.seat) == (chance.label, chance.seat)
        for one in course.results()
        if one.ply.number not in kept
    )
    return chance.number + gone + sum(rewind.lost for rewind in course.rewinds.values())
