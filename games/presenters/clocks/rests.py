"""When a clock rests, and why, in words."""

from collections.abc import Iterator
from dataclasses import dataclass
from datetime import datetime, timedelta
from enum import StrEnum

from django.utils import timezone
from django.utils.dateformat import format as format_date
from django.utils.translation import gettext as _
from django.utils.translation import pgettext

from games.services.time.facts import TurnFacts
from games.services.time.instants import DAY, FOREVER, moment_of
from games.services.time.intervals import Interval, clipped, merged
from games.services.time.rests import bounce_rests
from games.services.time.turn_clock import TurnClock
from games.services.time.waking_hours import waking_intervals

AHEAD = 14 * DAY  # how far rests are listed
MAX_RESTS = 30  # rests, for a page that stays open


class Reason(StrEnum):
    """Why a clock rests; the first one that applies is shown."""

    OUTAGE = "outage"
    PAUSED = "paused"
    HOLIDAY = "holiday"
    BOUNCE = "bounce"
    UNTOLD = "untold"
    ASLEEP = "asleep"


@dataclass(frozen=True, slots=True)
class Rest:
    """A time in which a clock rests for one reason. ``ends`` is None if nobody knows."""

    reason: Reason
    begins: datetime
    ends: datetime | None

    @property
    def text(self) -> str:
        """The reason in words, with its end in the active time zone."""
        back = {"time": _moment_text(self.ends)} if self.ends else {}
        match self.reason:
            case Reason.OUTAGE:
                return _("The clock rests: the site was down.")
            case Reason.PAUSED if self.ends is None:
                return _("The clock rests: the table is paused until everyone goes on.")
            case Reason.PAUSED:
                return _("The clock rests: the table is paused until %(time)s.") % back
            case Reason.HOLIDAY if self.ends is not None:
                return _("The clock rests: on holiday, back on %(day)s.") % {"day": _day_text(self.ends)}
            case Reason.BOUNCE:
                return _("The clock rests: emails to this player bounce.")
            case Reason.UNTOLD:
                text = _("The clock has not started: the player may not know of the turn. It starts by %(time)s.")
                return text % back
            case _:
                return _("The clock rests: asleep until %(time)s.") % back


def rests_from(clock: TurnClock, now: int) -> Iterator[Rest]:
    """Yield the rests of a clock that are not over, for two weeks, one for each reason in turn."""
    reasons = list(_reasons(clock, now))
    limit, at = now + AHEAD, now
    for _number in range(MAX_RESTS):
        found = next(((reason, span) for reason, spans in reasons for span in spans if span[0] <= at < span[1]), None)
        if found is None:
            starts = [start for _reason, spans in reasons for start, _end in spans if start > at]
            if not starts or min(starts) >= limit:
                return
            at = min(starts)
            continue
        reason, (start, end) = found
        yield Rest(reason, moment_of(max(start, clock.turn.came)), None if end >= FOREVER else moment_of(end))
        if end >= limit:
            return
        at = end


def _reasons(clock: TurnClock, now: int) -> Iterator[tuple[Reason, list[Interval]]]:
    """Yield the intervals of each reason, the most important first."""
    turn = clock.turn
    yield Reason.OUTAGE, merged(turn.outages)
    yield Reason.PAUSED, merged(turn.pauses)
    yield Reason.HOLIDAY, [] if turn.forbids_holidays else merged((*turn.holidays, *turn.other_days, *turn.own_days))
    yield Reason.BOUNCE, bounce_rests(turn)
    yield Reason.UNTOLD, [(turn.came, clock.starts)] if turn.came < clock.starts else []
    yield Reason.ASLEEP, _sleep(turn, now)


def _sleep(turn: TurnFacts, now: int) -> list[Interval]:
    """Return the times outside of the waking hours that are not over, for two weeks."""
    if turn.pace.is_fixed or not turn.declarations:
        return []
    since, until = now - 2 * DAY, now + AHEAD + 2 * DAY
    sleep, at = [], since
    for start, end in waking_intervals(turn.declarations, turn.came, since):
        sleep.append((at, start))
        at = end
        if end >= until:
            break
    return clipped((span for span in sleep if span[1] > now), since, until)


def _moment_text(moment: datetime) -> str:
    """Return a moment in the active time zone: the time, with its day unless it is less than 16 hours ahead."""
    local = timezone.localtime(moment)
    if moment - timezone.now() < timedelta(hours=16):
        return format_date(local, pgettext("format of a time", "H:i"))
    return format_date(local, pgettext("format of a date", "l j F, H:i"))


def _day_text(moment: datetime) -> str:
    return format_date(timezone.localtime(moment), pgettext("format of a date", "l j F"))
