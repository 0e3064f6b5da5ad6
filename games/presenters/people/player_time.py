"""What others read about a player's time: how long answers take, turns that others played, usual hours."""

from dataclasses import dataclass
from datetime import datetime, timedelta

from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from accounts.models import User
from games.selectors.tables.seats import Viewer
from games.selectors.time.player_time import TimeFacts, time_facts_of
from games.services.clocks.players.declared_weeks import DeclaredWeek, declared_weeks, shared_hours

from ..clocks.durations import rough_text
from ..clocks.weeks import HoursLine, week_lines


@dataclass(frozen=True, slots=True)
class PlayerTimeView:
    """The facts of the last year, and the usual hours of a player for a viewer.

    ``hours`` are in the viewer's time zone, ``hours_there`` in the player's, empty if it is the same time. ``shared``
    is for how many hours a day both are awake, None for others than players.
    """

    facts: TimeFacts
    hours: list[HoursLine]
    hours_there: list[HoursLine]
    zone: str
    zone_there: str
    is_declared: bool
    shared: int | None

    @property
    def median_text(self) -> str:
        """How long an answer usually takes, in words; "" if nobody knows."""
        answers = self.facts.answers
        return _rough(answers.median) if answers else ""

    @property
    def middle_text(self) -> str:
        """Between which times the middle half of the answers lies, in words."""
        answers = self.facts.answers
        if answers is None:
            return ""
        lower, upper = _rough(answers.lower), _rough(answers.upper)
        if lower == upper:
            return _("The middle half take about as long.")
        return _("The middle half take from %(lower)s to %(upper)s.") % {"lower": lower, "upper": upper}

    @property
    def others_text(self) -> str:
        """How many turns others have played, in one or two sentences."""
        house, deputy = self.facts.by_house, self.facts.by_deputy
        if not house and not deputy:
            return _("None in the last year.")
        parts = [
            _("%(count)d by the house") % {"count": house} if house else "",
            _("%(count)d by a deputy") % {"count": deputy} if deputy else "",
        ]
        since = self.facts.games_since
        games = ngettext("%(count)d game finished since.", "%(count)d games finished since.", since) % {"count": since}
        turns = _("%(turns)s in the last year.") % {"turns": ", ".join(filter(None, parts))}
        return f"{turns} {games}"


def _rough(length: timedelta) -> str:
    return rough_text(int(length.total_seconds()))


def player_time_view(user: User, viewer: Viewer, now: datetime) -> PlayerTimeView:
    """Return the facts about a player for a viewer, in five statements at most."""
    other = viewer if isinstance(viewer, User) and viewer.pk != user.pk else None
    weeks = declared_weeks([user, other] if other else [user])
    mine: DeclaredWeek = weeks[user.pk]
    zone = timezone.get_current_timezone_name()
    hours, there = week_lines(mine.week, zone, now), week_lines(mine.week, mine.week.zone, now)
    return PlayerTimeView(
        facts=time_facts_of(user, now),
        hours=hours,
        hours_there=there if there != hours else [],
        zone=_place(zone),
        zone_there=_place(mine.week.zone),
        is_declared=mine.is_declared,
        shared=shared_hours(weeks, list(weeks), now) if other else None,
    )


def _place(zone: str) -> str:
    """Return a time zone for readers."""
    return zone.replace("_", " ")
