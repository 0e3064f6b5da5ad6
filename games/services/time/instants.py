"""Instants and durations: whole seconds, instants counted from 1970-01-01 00:00 UTC.

Integers instead of datetimes: a deadline is the sum of many intervals, and comparing and adding integers is much faster
than doing so with aware datetimes. Callers convert at the edge.
"""

from datetime import UTC, datetime, timedelta

MINUTE = 60
HOUR = 60 * MINUTE
DAY = 24 * HOUR
WEEK = 7 * DAY

FOREVER = 2**62  # the end of an interval that has none
LONG_AGO = -FOREVER

_EPOCH = datetime(1970, 1, 1, tzinfo=UTC)
_SECOND = timedelta(seconds=1)


def instant_of(moment: datetime) -> int:
    """Return the whole second of an aware datetime; what follows the second is cut off."""
    return (moment - _EPOCH) // _SECOND


def moment_of(instant: int) -> datetime:
    """Return an instant as an aware datetime in UTC."""
    return _EPOCH + instant * _SECOND
