"""A second opinion on running time: it looks at every quarter of an hour of a calendar.

It shares no code with the clocks of the site. Waking hours begin and end at quarters here, and never at night, when
the clocks change.
"""

from collections.abc import Iterable
from datetime import UTC, datetime, timedelta
from fractions import Fraction
from functools import lru_cache
from itertools import accumulate, pairwise
from zoneinfo import ZoneInfo

from .habits import EVERY_DAY, Rows, is_in_rows
from .world import START

QUARTER, HOUR, DAY = 900, 3600, 86400
BEGIN = int(START.timestamp()) // DAY * DAY - 3 * DAY
FAR = BEGIN + 1600 * DAY
Interval = tuple[int, int]


@lru_cache(maxsize=200)
def awake_until(zone: str, rows: Rows) -> list[int]:
    """Return the waking seconds from BEGIN up to each quarter of an hour."""
    info = ZoneInfo(zone)
    monday = datetime(2026, 5, 4)
    week = [QUARTER * is_in_rows(rows, monday + number * timedelta(minutes=15)) for number in range(7 * 96)]
    local = (datetime.fromtimestamp(at, info) for at in range(BEGIN, end_of_calendar(), QUARTER))
    return [0, *accumulate(week[at.weekday() * 96 + at.hour * 4 + at.minute // 15] for at in local)]


def end_of_calendar() -> int:
    """Return an instant a little after the present of the simulation."""
    return int(datetime.now(UTC).timestamp()) // DAY * DAY + 30 * DAY


def awake_between(zone: str, rows: Rows, since: int, until: int) -> int:
    """Return the waking seconds between two instants."""
    sums = awake_until(zone, rows)

    def up_to(at: int) -> int:
        quarter, rest = divmod(at - BEGIN, QUARTER)
        return sums[quarter] + (rest if sums[quarter + 1] > sums[quarter] else 0)

    return up_to(until) - up_to(since) if until > since else 0


class Calendar:
    """When one player is awake: the default hours, and those declared from when they act."""

    def __init__(self, zone: str, declared: Rows | None, saved: int) -> None:
        """Note the zone and the hours declared at an instant, if any."""
        self.zone, self.declared, self.saved = zone, declared, saved

    def awake(self, came: int, since: int, until: int) -> int:
        """Return the waking seconds between two instants of a turn that came at ``came``."""
        if self.declared is None:
            return awake_between(self.zone, EVERY_DAY, since, until)
        acts = self.saved if came >= self.saved else self.saved + 2 * DAY
        before = awake_between(self.zone, EVERY_DAY, since, min(until, acts))
        return before + awake_between(self.zone, self.declared, max(since, acts), until)


def without(interval: Interval, pauses: Iterable[Interval]) -> list[Interval]:
    """Return what is left of an interval."""
    pieces = [interval]
    for start, end in pauses:
        cut = [((a, min(b, start)), (max(a, end), b)) for a, b in pieces]
        pieces = [piece for pair in cut for piece in pair if piece[0] < piece[1]]
    return pieces


def days_off(
    signed_up: int, planned: Iterable[tuple[int, int]], automatic: Iterable[int]
) -> tuple[list[Interval], list[Interval]]:
    """Return the planned days that an account pays, and the automatic holidays. No two plans have a day in common.

    ``planned`` are local days, (start, end), of which those that touch each other are one holiday.
    """
    balance, at = Fraction(10), signed_up
    days: list[Interval] = []
    pieces: list[Interval] = []
    refused: set[int] = set()
    changes = [(start, 0, start + DAY) for start in automatic] + [(start, 1, end) for start, end in planned]
    for start, kind, end in sorted(changes):
        balance = min(Fraction(40), balance + Fraction(30 * (start - at), 365 * DAY))
        at = start
        if kind == 0:
            balance = max(Fraction(0), balance - 1)
            pieces.append((start, end))
            continue
        begins = not any(day[1] == start for day in days)
        if start in refused:
            refused.add(end)
            continue
        unused = pieces[-1][1] - start if begins and pieces and pieces[-1][1] > start else 0
        if balance + Fraction(unused, DAY) < 1:
            refused.add(end)
            continue
        if unused:
            pieces[-1] = (pieces[-1][0], start)
        balance = min(Fraction(40), balance + Fraction(unused, DAY)) - 1
        days.append((start, end))
    return days, pieces


def local_days(zone: str, first: datetime, count: int) -> list[tuple[int, int]]:
    """Return the local days from a local midnight on, as instants."""
    info = ZoneInfo(zone)
    starts = [
        datetime.combine(first.date() + timedelta(days=each), datetime.min.time(), info) for each in range(count + 1)
    ]
    return [(int(a.timestamp()), int(b.timestamp())) for a, b in pairwise(starts)]
