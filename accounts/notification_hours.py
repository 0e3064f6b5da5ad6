"""The hours of digests and the quiet hours of a player. All datetimes are aware.

Hours are local times of the player. Twice a year the clocks change:
- an hour that is skipped begins at the moment of the change;
- if an hour comes twice, a digest comes in the first one; quiet hours begin with the first and end with the second.
"""

from collections.abc import Iterator
from datetime import UTC, date, datetime, time, timedelta
from typing import NamedTuple
from zoneinfo import ZoneInfo

from .models import Profile
from .time_zones import zone_of

DAY = timedelta(days=1)
HOURS_BETWEEN_DIGESTS = 12  # hours between two digests of one day


class QuietHours(NamedTuple):
    """The time without emails; ``ends`` is exclusive."""

    begins: datetime
    ends: datetime


def local_moment(day: date, clock: time, zone: ZoneInfo, *, second: bool = False) -> datetime:
    """Return a local time in UTC. With ``second``, the later one of a time that comes twice.

    For a time that is skipped, return the moment of the clock change.
    """
    wall = datetime.combine(day, clock)
    found = wall.replace(tzinfo=zone, fold=int(second)).astimezone(UTC)
    if found.astimezone(zone).replace(tzinfo=None) == wall:
        return found
    later, earlier = (wall.replace(tzinfo=zone, fold=fold).astimezone(UTC) for fold in (0, 1))
    return _clock_change(earlier, later, zone)


def _clock_change(before: datetime, after: datetime, zone: ZoneInfo) -> datetime:
    """Return the moment of the clock change between two times, to the second."""
    offset = before.astimezone(zone).utcoffset()
    while after - before > timedelta(seconds=1):
        middle = (before + (after - before) / 2).replace(microsecond=0)
        if middle.astimezone(zone).utcoffset() == offset:
            before = middle
        else:
            after = middle
    return after


def quiet_hours_at(profile: Profile, at: datetime) -> QuietHours | None:
    begin, end = profile.quiet_from, profile.quiet_until
    if begin is None or end is None or begin == end:
        return None
    zone = zone_of(profile.time_zone)
    today = at.astimezone(zone).date()
    for day in (today - DAY, today):
        last = day if begin < end else day + DAY
        quiet = QuietHours(local_moment(day, begin, zone), local_moment(last, end, zone, second=True))
        if quiet.begins <= at < quiet.ends:
            return quiet
    return None


def last_digest_time(profile: Profile, at: datetime, *, twice: bool) -> datetime:
    return max(time for time in _digests(profile, at, twice) if time <= at)


def next_digest_time(profile: Profile, at: datetime, *, twice: bool) -> datetime:
    return min(time for time in _digests(profile, at, twice) if time > at)


def _digests(profile: Profile, at: datetime, twice: bool) -> Iterator[datetime]:
    zone = zone_of(profile.time_zone)
    today = at.astimezone(zone).date()
    hours = [profile.digest_hour, (profile.digest_hour + HOURS_BETWEEN_DIGESTS) % 24]
    for day in (today - DAY, today, today + DAY):
        for hour in hours if twice else hours[:1]:
            yield local_moment(day, time(hour), zone)
