"""The waking hours of a week in words, in any time zone: "Monday to Friday: 08:00–23:00"."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime, time, timedelta
from itertools import groupby
from zoneinfo import ZoneInfo

from django.utils.dateformat import time_format
from django.utils.dates import WEEKDAYS
from django.utils.text import capfirst
from django.utils.translation import gettext as _
from django.utils.translation import pgettext

from games.services.time.waking_hours import WakingDay, WakingWeek

DAYS = 7
MIDNIGHT = time(0)
SOME_MONDAY = datetime(2001, 1, 1)


@dataclass(frozen=True, slots=True)
class HoursLine:
    """Days of the week with the same hours; ``hours`` are words."""

    days: str
    hours: str


Hours = tuple[tuple[time, time], ...]


def week_lines(week: WakingWeek, zone: str, now: datetime) -> list[HoursLine]:
    """Return the hours of a week as they are in a time zone now, days with the same hours together."""
    by_day = _hours_by_day(week.rows, _shift(week.zone, zone, now))
    groups = [(hours, [day for day, _same in group]) for hours, group in groupby(enumerate(by_day), lambda one: one[1])]
    return [HoursLine(_days_text(days), _hours_text(hours)) for hours, days in groups]


def _shift(zone: str, other: str, now: datetime) -> timedelta:
    """Return what to add to a local time in one zone to have it in another one."""
    here, there = (now.astimezone(ZoneInfo(name)).utcoffset() or timedelta(0) for name in (zone, other))
    return there - here


def _hours_by_day(rows: Sequence[WakingDay | None], shift: timedelta) -> list[Hours]:
    """Return the hours that begin on each day from Monday on. A day may have two, or none."""
    found: list[list[tuple[time, time]]] = [[] for _day in range(DAYS)]
    for number, row in enumerate(rows):
        if row is None:
            continue
        is_whole = row.start == row.end
        start, end = (MIDNIGHT, MIDNIGHT) if is_whole else (row.start, row.end)
        begins, ends = (datetime.combine(SOME_MONDAY + timedelta(days=number), at) + shift for at in (start, end))
        found[begins.weekday()].append((begins.time(), ends.time()))
    return [tuple(sorted(hours)) for hours in found]


def _days_text(days: Sequence[int]) -> str:
    first, last = (str(WEEKDAYS[day]) for day in (days[0], days[-1]))
    if len(days) == DAYS:
        return _("Every day")
    if len(days) == 1:
        return capfirst(first)
    if len(days) == 2:
        return capfirst(pgettext("days of the week", "%(first)s and %(last)s") % {"first": first, "last": last})
    return capfirst(pgettext("days of the week", "%(first)s to %(last)s") % {"first": first, "last": last})


def _hours_text(hours: Hours) -> str:
    if not hours:
        return _("rest day")
    return ", ".join(_span_text(*span) for span in hours)


def _span_text(start: time, end: time) -> str:
    if start == end == MIDNIGHT:
        return _("the whole day")
    return f"{_time_text(start)}\N{EN DASH}{_time_text(end)}"


def _time_text(at: time) -> str:
    return time_format(at, pgettext("format of a time", "H:i"))
