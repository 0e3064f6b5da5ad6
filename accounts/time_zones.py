"""The time zones that a player can choose."""

from functools import cache
from zoneinfo import ZoneInfo, available_timezones

from django.conf import settings

# Names without a place, and aliases.
EXCLUDED_PREFIXES = ("Etc/", "SystemV/", "US/", "posix/", "right/")


@cache
def zone_names() -> tuple[str, ...]:
    """Return UTC and every zone named after a place, sorted."""
    return (
        "UTC",
        *sorted(name for name in available_timezones() if "/" in name and not name.startswith(EXCLUDED_PREFIXES)),
    )


def valid_zone_name(name: str) -> str:
    """Return the name if it is a known time zone, else an empty text."""
    return name if name in available_timezones() else ""


def zone_of(name: str) -> ZoneInfo:
    """Return the time zone of that name, the site's own if it does not exist any more."""
    try:
        return ZoneInfo(name)
    except (KeyError, ValueError, OSError):
        return ZoneInfo(settings.TIME_ZONE)
