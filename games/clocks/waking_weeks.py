"""Waking hours: when the clock of a player runs (docs/clock.md, "Waking hours")."""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from datetime import date, time, timedelta
from functools import lru_cache

from .instants import (
    DAY,
    FOREVER,
    HOUR,
    LONG_AGO,
    WEEK,
    Interval,
    clipped,
    common,
    joined,
    local_instant,
    midnight,
    next_midnight,
)

CHANGE_DELAY = 48 * HOUR  # from saving new waking hours, or another zone, to their effect
MIN_HOURS = 8 * HOUR  # on each waking day
MIN_DAYS = 4  # waking days in a week
_DAYS_BEFORE_1970 = 719162  # from 0001-01-01, a Monday


@dataclass(frozen=True, slots=True)
class WakingDay:
    """The waking hours of one day of the week, local times.

    An end before the start is on the next day. The same time twice is the whole day, from midnight to midnight.
    """

    start: time
    end: time

    @property
    def seconds(self) -> int:
        """The length on a day on which the clocks do not change."""
        start, end = (clock.hour * HOUR + clock.minute * 60 + clock.second for clock in (self.start, self.end))
        return (end - start) % DAY or DAY


Rows = tuple[WakingDay | None, ...]  # Monday to Sunday, None: a rest day
DEFAULT_ROWS: Rows = (WakingDay(time(8), time(0)),) * 7


@dataclass(frozen=True, slots=True)
class WakingWeek:
    zone: str
    rows: Rows = DEFAULT_ROWS


@dataclass(frozen=True, slots=True)
class Declaration:
    """Waking hours as a player has saved them, or the zone after a change of it.

    ``is_first``: until then, the default hours were in force. It applies at once to turns that come later.
    """

    week: WakingWeek
    saved: int = LONG_AGO
    is_first: bool = False

    def acts_from(self, came: int) -> int:
        """Return the instant at which it takes effect in a turn that came at ``came``."""
        acts_at_once = self.is_first and came >= self.saved
        return self.saved if acts_at_once else self.saved + CHANGE_DELAY


def is_too_short(rows: Rows) -> bool:
    """Return True if a week has too few waking days, or a waking day too few hours."""
    days = [row for row in rows if row is not None]
    return len(days) < MIN_DAYS or any(row.seconds < MIN_HOURS for row in days)


def waking_intervals(declarations: Sequence[Declaration], came: int, since: int) -> Iterator[Interval]:
    """Yield the waking intervals from ``since`` on, without end, for a turn that came at ``came``.

    Each declaration is in force from the instant at which it acts, whatever is saved later, to the next one's. Before
    the first, the default hours are in its zone. Without any, the player is always awake.
    """
    if not declarations:
        return iter([(since, FOREVER)])
    return joined(_by_declaration(declarations, came, since))


def _by_declaration(declarations: Sequence[Declaration], came: int, since: int) -> Iterator[Interval]:
    ordered = sorted(declarations, key=lambda one: one.saved)
    default = WakingWeek(ordered[0].week.zone)
    starts = [(LONG_AGO, default), *((one.acts_from(came), one.week) for one in ordered)]
    starts.sort(key=lambda one: one[0])  # stable: of two that act from one instant, the one saved later is in force
    ends = [start for start, _week in starts[1:]] + [FOREVER]
    for (start, week), end in zip(starts, ends, strict=True):
        if end > max(start, since):
            yield from _between(week, max(start, since), end)


def _between(week: WakingWeek, since: int, until: int) -> Iterator[Interval]:
    if not any(week.rows):
        return
    if all(row is not None and row.start == row.end for row in week.rows):  # an interval without end, for ``joined``
        yield since, until
        return
    days = (since - 2 * DAY) // DAY + _DAYS_BEFORE_1970  # two days before: hours past midnight, and zones
    number = days // 7
    while True:
        for start, end in _intervals_of_week(week, number):
            if start >= until:
                return
            if end > since:
                yield max(start, since), min(end, until)
        number += 1


@lru_cache(maxsize=8192)
def _intervals_of_week(week: WakingWeek, number: int) -> tuple[Interval, ...]:
    """Return the waking intervals that begin in one week, counted from 0001-01-01."""
    monday = date.fromordinal(number * 7 + 1)
    days = ((monday + timedelta(days=each), row) for each, row in enumerate(week.rows) if row is not None)
    return tuple(interval for day, row in days if (interval := _interval_of_day(week.zone, day, row)) is not None)


def _interval_of_day(zone: str, day: date, row: WakingDay) -> Interval | None:
    """Return the waking interval that belongs to a local day, None on a day that the zone leaves out."""
    begins, ends = midnight(zone, day), next_midnight(zone, day)
    if begins >= ends:
        return None
    next_day = day + timedelta(days=1)
    if row.start == row.end:
        return begins, local_instant(zone, next_day, time.min, is_end=True)
    last_day = day if row.start < row.end else next_day
    return local_instant(zone, day, row.start), local_instant(zone, last_day, row.end, is_end=True)


def waking_between(week: WakingWeek, since: int, until: int) -> list[Interval]:
    return clipped(joined(_between(week, since, until)), since, until)


def shared_seconds(weeks: Iterable[WakingWeek], since: int) -> int:
    """Return for how many seconds a day several players are awake together, on average over seven days."""
    together = [(since, since + WEEK)]
    for week in weeks:
        together = common(together, waking_between(week, since, since + WEEK))
    return sum(end - start for start, end in together) // 7
