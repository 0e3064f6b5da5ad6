"""The time zones that a player may choose."""

from functools import cache
from zoneinfo import available_timezones

# Names without a place, and doubles for machines.
NOT_PLACES = ("Etc/", "SystemV/", "US/", "posix/", "right/")


@cache
def zone_names() -> tuple[str, ...]:
    """Return UTC and every zone named after a place, sorted."""
    return ("UTC", *sorted(name for name in available_timezones() if "/" in name and not name.startswith(NOT_PLACES)))


def known_zone(name: str) -> str:
    """Return the name if it is a time zone here, else an empty text."""
    return name if name in available_timezones() else ""
