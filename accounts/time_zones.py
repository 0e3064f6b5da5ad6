"""The time zones that a player can choose."""

from collections.abc import Iterable
from functools import cache
from importlib.resources import files
from itertools import groupby
from zoneinfo import ZoneInfo, available_timezones

from django.conf import settings
from django.utils.functional import Promise
from django.utils.translation import gettext, pgettext
from django.utils.translation import gettext_lazy as _

# Names without a place, and aliases.
EXCLUDED_PREFIXES = ("Etc/", "SystemV/", "US/", "posix/", "right/")


@cache
def zone_names() -> tuple[str, ...]:
    """Return UTC and every zone named after a place, sorted."""
    return (
        "UTC",
        *sorted(name for name in available_timezones() if "/" in name and not name.startswith(EXCLUDED_PREFIXES)),
    )


REGIONS: dict[str, Promise] = {
    "Africa": _("Africa"),
    "America": _("America"),
    "Antarctica": _("Antarctica"),
    "Arctic": _("Arctic"),
    "Asia": _("Asia"),
    "Atlantic": _("Atlantic Ocean"),
    "Australia": _("Australia"),
    "Europe": _("Europe"),
    "Indian": _("Indian Ocean"),
    "Pacific": _("Pacific Ocean"),
}
Choices = list[tuple[str, str]]


@cache
def _zones_of_places() -> tuple[str, ...]:
    """Return the zones of today's countries, sorted: one name for each, without its older ones."""
    table = files("tzdata").joinpath("zoneinfo", "zone.tab").read_text(encoding="utf-8")
    names = {line.split("\t")[2].strip() for line in table.splitlines() if line and not line.startswith("#")}
    return tuple(sorted(names & available_timezones()))


def zone_choices(further: Iterable[str]) -> list[tuple[str | Promise, str | Choices]]:
    """Return the zones by region, each with its city for a label, after UTC and ``further`` zones that have others."""
    names = _zones_of_places()
    regions = groupby(names, key=lambda name: name.split("/")[0])
    groups = [(REGIONS.get(region, region), [(name, place_of(name)) for name in zones]) for region, zones in regions]
    others = dict.fromkeys(("UTC", *(name for name in further if name not in names)))
    return [*((name, name.replace("_", " ")) for name in others), *groups]


def place_of(name: str) -> str:
    """Return "Buenos Aires, Argentina" for "America/Argentina/Buenos_Aires"."""
    return ", ".join(reversed(name.replace("_", " ").split("/")[1:]))


def in_zone(name: str) -> str:
    """Return what follows a time: "in Buenos Aires", or "UTC"."""
    place = name.rsplit("/", 1)[-1].replace("_", " ")
    return gettext("in %(place)s") % {"place": place} if "/" in name else pgettext("after a time", "UTC")


def valid_zone_name(name: str) -> str:
    """Return the name if it is a known time zone, else an empty text."""
    return name if name in available_timezones() else ""


def zone_of(name: str) -> ZoneInfo:
    """Return the time zone of that name, the site's own if it does not exist any more."""
    try:
        return ZoneInfo(name)
    except (KeyError, ValueError, OSError):
        return ZoneInfo(settings.TIME_ZONE)
