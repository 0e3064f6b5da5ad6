"""Players who are on holiday now or soon, for their opponents: "On holiday, back on Tuesday 3 March"."""

from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass
from datetime import datetime, timedelta

from django.utils import timezone
from django.utils.dateformat import format as format_date
from django.utils.translation import gettext as _
from django.utils.translation import pgettext

from accounts.models import User
from games.models import Seat
from games.selectors.tables.seats import seat_name
from games.selectors.time.holidays import holiday_makers
from games.services.clocks.turn_facts import PlayerTime, player_times
from games.services.time.instants import instant_of, moment_of
from games.services.time.intervals import merged

SOON = timedelta(days=14)


@dataclass(frozen=True, slots=True)
class Absence:
    """A holiday, planned or automatic. ``back`` is its end: the first moment at which the player is back."""

    begins: datetime
    back: datetime
    is_now: bool

    @property
    def text(self) -> str:
        """The holiday in words, with dates in the active time zone."""
        back = {"back": day_text(self.back)}
        if self.is_now:
            return _("On holiday, back on %(back)s") % back
        return _("On holiday from %(first)s, back on %(back)s") % {"first": day_text(self.begins), **back}


def day_text(moment: datetime) -> str:
    """Return the local day of a moment with its weekday, and with the year unless it is the current one."""
    local = timezone.localtime(moment)
    if local.year == timezone.localtime().year:
        return format_date(local, pgettext("format of a date", "l j F"))
    return format_date(local, pgettext("format of a date", "l j F Y"))


def absences_of(users: Collection[int], now: datetime) -> dict[int, Absence]:
    """Return who of some players is on holiday now, or has planned one that begins within 14 days.

    One statement for any number of players; five more if there is a holiday at all.
    """
    away = holiday_makers(users, now, SOON) if users else set()
    people = User.objects.select_related("profile").filter(pk__in=away)
    found = {user: _absence(player, now) for user, player in player_times(people).items()}
    return {user: absence for user, absence in found.items() if absence}


def _absence(player: PlayerTime, now: datetime) -> Absence | None:
    at, soon = instant_of(now), instant_of(now + SOON)
    for begin, end in merged((*player.ledger.holidays, *player.ledger.automatic_days)):
        if end > at and begin <= soon:
            return Absence(moment_of(begin), moment_of(end), is_now=begin <= at)
    return None


def absences_at(seats: Iterable[Seat], now: datetime, but: int | None = None) -> Mapping[int, Absence]:
    """Return the absences of people at a table by their ids, without that of the player ``but``."""
    people = {seat.user_id for seat in seats if seat.user_id and seat.user_id != but and not _is_robot(seat)}
    return absences_of(people, now)


def _is_robot(seat: Seat) -> bool:
    return seat.user is not None and bool(seat.user.robot)


def absence_lines(seats: Iterable[Seat], now: datetime, but: int | None = None) -> list[str]:
    """Return a sentence about each absence at a table: "Ada: On holiday, back on Tuesday 3 March"."""
    rows = list(seats)
    away = absences_at(rows, now, but)
    return [
        _("%(name)s: %(absence)s.") % {"name": seat_name(seat), "absence": _inside(absence.text)}
        for seat in rows
        if (absence := away.get(seat.user_id or 0))
    ]


def _inside(text: str) -> str:
    """Return a text as it stands after a colon."""
    return text[:1].lower() + text[1:]
