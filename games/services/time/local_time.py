"""Local times of a zone as instants, on days when the clocks change too (docs/clock.md, "Waking hours")."""

from datetime import date, datetime, time, timedelta
from zoneinfo import ZoneInfo

from .instants import moment_of

_EPOCH = datetime(1970, 1, 1)
_SECOND = timedelta(seconds=1)
_DAY = timedelta(days=1)
_MIDNIGHT = time(0)


def local_instant(zone: str, day: date, clock: time, *, is_end: bool = False) -> int:
    """Return the instant of a local time, in seconds.

    A time that does not exist, because the clocks go forward, is moved forward by the gap. A time that exists twice is
    its first occurrence, with ``is_end`` its last.
    """
    wall = datetime.combine(day, clock)
    seconds = (wall - _EPOCH) // _SECOND
    place = ZoneInfo(zone)
    first = seconds - _offset(wall.replace(tzinfo=place))
    return max(first, seconds - _offset(wall.replace(tzinfo=place, fold=1))) if is_end else first


def _offset(wall: datetime) -> int:
    offset = wall.utcoffset()
    assert offset is not None  # the datetime is aware
    return offset // _SECOND


def midnight(zone: str, day: date) -> int:
    """Return the instant at which a local day begins. Days that a zone leaves out begin together with the next."""
    return local_instant(zone, day, _MIDNIGHT)


def next_midnight(zone: str, day: date) -> int:
    """Return the instant at which a local day ends."""
    return midnight(zone, day + _DAY)


def local_date(zone: str, instant: int) -> date:
    """Return the local day of an instant."""
    return moment_of(instant).astimezone(ZoneInfo(zone)).date()
