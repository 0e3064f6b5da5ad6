"""The time zones that a player can choose."""

from collections.abc import Iterable
from functools import cache
from importlib.resources import files
from itertools import groupby
from unicodedata import normalize
from zoneinfo import ZoneInfo, available_timezones

from django.conf import settings
from django.utils.functional import Promise
from django.utils.translation import gettext, gettext_noop, pgettext
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
# Places that have another name in another language. The others stand as the zones write them.
PLACES = {
    gettext_noop("Addis Ababa"),
    gettext_noop("Algiers"),
    gettext_noop("Cairo"),
    gettext_noop("Dar es Salaam"),
    gettext_noop("El Aaiun"),
    gettext_noop("Juba"),
    gettext_noop("Lome"),
    gettext_noop("Mogadishu"),
    gettext_noop("Ndjamena"),
    gettext_noop("Sao Tome"),
    gettext_noop("Argentina"),
    gettext_noop("Barbados"),
    gettext_noop("Cayman"),
    gettext_noop("Curacao"),
    gettext_noop("Dominica"),
    gettext_noop("El Salvador"),
    gettext_noop("Grenada"),
    gettext_noop("Havana"),
    gettext_noop("Jamaica"),
    gettext_noop("Mexico City"),
    gettext_noop("Noronha"),
    gettext_noop("North Dakota"),
    gettext_noop("Puerto Rico"),
    gettext_noop("Santo Domingo"),
    gettext_noop("Sao Paulo"),
    gettext_noop("St Barthelemy"),
    gettext_noop("St Johns"),
    gettext_noop("St Kitts"),
    gettext_noop("St Lucia"),
    gettext_noop("St Thomas"),
    gettext_noop("St Vincent"),
    gettext_noop("Ashgabat"),
    gettext_noop("Baghdad"),
    gettext_noop("Bahrain"),
    gettext_noop("Baku"),
    gettext_noop("Beirut"),
    gettext_noop("Bishkek"),
    gettext_noop("Damascus"),
    gettext_noop("Dhaka"),
    gettext_noop("Dubai"),
    gettext_noop("Dushanbe"),
    gettext_noop("Famagusta"),
    gettext_noop("Hebron"),
    gettext_noop("Ho Chi Minh"),
    gettext_noop("Irkutsk"),
    gettext_noop("Jerusalem"),
    gettext_noop("Kabul"),
    gettext_noop("Kamchatka"),
    gettext_noop("Kathmandu"),
    gettext_noop("Kolkata"),
    gettext_noop("Krasnoyarsk"),
    gettext_noop("Kuwait"),
    gettext_noop("Macau"),
    gettext_noop("Manila"),
    gettext_noop("Muscat"),
    gettext_noop("Nicosia"),
    gettext_noop("Novosibirsk"),
    gettext_noop("Riyadh"),
    gettext_noop("Sakhalin"),
    gettext_noop("Samarkand"),
    gettext_noop("Seoul"),
    gettext_noop("Singapore"),
    gettext_noop("Tashkent"),
    gettext_noop("Tbilisi"),
    gettext_noop("Tehran"),
    gettext_noop("Thimphu"),
    gettext_noop("Ulaanbaatar"),
    gettext_noop("Yakutsk"),
    gettext_noop("Yangon"),
    gettext_noop("Yekaterinburg"),
    gettext_noop("Yerevan"),
    gettext_noop("Azores"),
    gettext_noop("Bermuda"),
    gettext_noop("Canary"),
    gettext_noop("Cape Verde"),
    gettext_noop("Faroe"),
    gettext_noop("Madeira"),
    gettext_noop("South Georgia"),
    gettext_noop("St Helena"),
    gettext_noop("Andorra"),
    gettext_noop("Athens"),
    gettext_noop("Brussels"),
    gettext_noop("Bucharest"),
    gettext_noop("Chisinau"),
    gettext_noop("Copenhagen"),
    gettext_noop("Guernsey"),
    gettext_noop("Isle of Man"),
    gettext_noop("Lisbon"),
    gettext_noop("London"),
    gettext_noop("Malta"),
    gettext_noop("Moscow"),
    gettext_noop("San Marino"),
    gettext_noop("Tirane"),
    gettext_noop("Ulyanovsk"),
    gettext_noop("Vienna"),
    gettext_noop("Warsaw"),
    gettext_noop("Christmas"),
    gettext_noop("Cocos"),
    gettext_noop("Comoro"),
    gettext_noop("Mahe"),
    gettext_noop("Mauritius"),
    gettext_noop("Reunion"),
    gettext_noop("Easter"),
    gettext_noop("Efate"),
    gettext_noop("Fiji"),
    gettext_noop("Marquesas"),
    gettext_noop("Noumea"),
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
    groups = [(REGIONS.get(region, region), _by_place(zones)) for region, zones in regions]
    others = dict.fromkeys(("UTC", *(name for name in further if name not in names)))
    return [*((name, name.replace("_", " ")) for name in others), *groups]


def _by_place(names: Iterable[str]) -> Choices:
    """Return zones with their places, sorted by these. Accents stand behind their letter."""
    return sorted(((name, place_of(name)) for name in names), key=lambda one: normalize("NFKD", one[1]).casefold())


def place_of(name: str) -> str:
    """Return "Buenos Aires, Argentina" for "America/Argentina/Buenos_Aires", and "UTC" for itself."""
    return ", ".join(_name_of(part) for part in reversed(name.split("/")[1:])) or name


def _name_of(part: str) -> str:
    name = part.replace("_", " ")
    return gettext(name) if name in PLACES else name


def in_zone(name: str) -> str:
    """Return what follows a time: "in Buenos Aires", or "UTC"."""
    place = _name_of(name.rsplit("/", 1)[-1])
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
