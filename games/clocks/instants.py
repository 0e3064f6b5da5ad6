"""Instants, durations, intervals and local times: whole seconds from 1970-01-01 00:00 UTC."""

from collections.abc import Iterable, Iterator, Sequence
from datetime import UTC, date, datetime, time, timedelta

from accounts.time_zones import zone_of

MINUTE = 60
HOUR = 60 * MINUTE
DAY = 24 * HOUR
WEEK = 7 * DAY

FOREVER = 2**62  # the end of an interval that has none
LONG_AGO = -FOREVER

_EPOCH = datetime(1970, 1, 1, tzinfo=UTC)
_SECOND = timedelta(seconds=1)

Interval = tuple[int, int]  # instants in seconds: the first one inside, the first one after it

_LOCAL_EPOCH = datetime(1970, 1, 1)
_DAY = timedelta(days=1)
_MIDNIGHT = time(0)


def instant_of(moment: datetime) -> int:
    """Return the whole second of an aware datetime; what follows the second is cut off."""
    return (moment - _EPOCH) // _SECOND


def moment_of(instant: int) -> datetime:
    return _EPOCH + instant * _SECOND


def merged(intervals: Iterable[Interval]) -> list[Interval]:
    """Return the union of intervals as disjoint intervals in order, those that touch joined, empty ones left out."""
    return list(joined(sorted(intervals)))


def joined(intervals: Iterable[Interval]) -> Iterator[Interval]:
    """Yield sorted intervals, those that touch or overlap joined, empty ones left out."""
    start, end = 0, 0
    for next_start, next_end in intervals:
        if next_end <= next_start:
            continue
        if start < end and next_start <= end:
            start, end = min(start, next_start), max(end, next_end)
            continue
        if start < end:
            yield start, end
        start, end = next_start, next_end
    if start < end:
        yield start, end


def clipped(intervals: Iterable[Interval], since: int, until: int) -> list[Interval]:
    """Return the part of each interval within [since, until)."""
    cut = ((max(start, since), min(end, until)) for start, end in intervals)
    return [(start, end) for start, end in cut if start < end]


def first_part(intervals: Sequence[Interval], most: int) -> list[Interval]:
    """Return the first ``most`` seconds of disjoint intervals in order."""
    found: list[Interval] = []
    for start, end in intervals:
        if most <= 0:
            break
        end = min(end, start + most)
        found.append((start, end))
        most -= end - start
    return found


def instant_after(intervals: Sequence[Interval], since: int, seconds: int) -> int | None:
    """Return the earliest instant at which ``seconds`` have passed outside the intervals since ``since``.

    The intervals are disjoint and in order. None if an interval without end comes first.
    """
    at = since + seconds
    for start, end in intervals:
        if start >= at:
            break
        if end == FOREVER:
            return None
        at += max(0, end - max(start, since))
    return at


def without(stretches: Iterable[Interval], pauses: Sequence[Interval]) -> Iterator[Interval]:
    """Yield the parts of the stretches outside the pauses. Both are disjoint and in order.

    It ends where a pause without end begins, even if the stretches never end.
    """
    index, count = 0, len(pauses)
    for start, end in stretches:
        while index < count and pauses[index][1] <= start:
            index += 1
        at = start
        while index < count and pauses[index][0] < end:
            pause_start, pause_end = pauses[index]
            if at < pause_start:
                yield at, pause_start
            if pause_end == FOREVER:
                return
            at = pause_end
            if pause_end > end:
                break
            index += 1
        if at < end:
            yield at, end


def common(ones: Sequence[Interval], others: Sequence[Interval]) -> list[Interval]:
    """Return the parts that lie in both of two lists of disjoint intervals in order."""
    found, left, right = [], 0, 0
    while left < len(ones) and right < len(others):
        start, end = max(ones[left][0], others[right][0]), min(ones[left][1], others[right][1])
        if start < end:
            found.append((start, end))
        if ones[left][1] <= others[right][1]:
            left += 1
        else:
            right += 1
    return found


def local_instant(zone: str, day: date, clock: time, *, is_end: bool = False) -> int:
    """Return the instant of a local time, in seconds.

    A time that does not exist, because the clocks go forward, is moved forward by the gap. A time that exists twice is
    its first occurrence, with ``is_end`` its last.
    """
    wall = datetime.combine(day, clock)
    seconds = (wall - _LOCAL_EPOCH) // _SECOND
    place = zone_of(zone)
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
    return midnight(zone, day + _DAY)


def local_date(zone: str, instant: int) -> date:
    return moment_of(instant).astimezone(zone_of(zone)).date()
