"""Why a clock stood still in a turn, one row for each stretch. For operators."""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from datetime import datetime

from django.utils.translation import gettext as _

from games.models import Outage, TablePause
from games.services.clocks.turn_facts import interval_of_pause
from games.services.time.facts import TurnFacts
from games.services.time.instants import FOREVER, instant_of, moment_of
from games.services.time.intervals import Interval, clipped, merged, without
from games.services.time.rests import bounce_rests
from games.services.time.turn_clock import TurnClock
from games.services.time.waking_hours import waking_intervals


@dataclass(frozen=True, slots=True)
class ClockLine:
    """Something that happened to a clock at a moment, or from it ``until`` another one."""

    at: datetime
    text: str
    until: datetime | None = None


@dataclass(frozen=True, slots=True)
class TableRests:
    """The pauses of a table and the outages of the site, with their reasons."""

    pauses: Sequence[TablePause]
    outages: Sequence[Outage]


def stops(clock: TurnClock, rests: TableRests, until: int) -> Iterator[ClockLine]:
    """Yield why the clock of a turn stood still, from the moment it came. Where reasons overlap, the first counts."""
    taken: list[Interval] = []
    for text, spans in _causes(clock, rests, until):
        for start, end in without(merged(clipped(spans, clock.turn.came, until)), taken):
            is_open = end == until and any(stop >= FOREVER for _start, stop in spans)
            yield ClockLine(moment_of(start), text, None if is_open else moment_of(end))
        taken = merged([*taken, *spans])


def _causes(clock: TurnClock, rests: TableRests, until: int) -> Iterator[tuple[str, list[Interval]]]:
    """Yield each reason with its intervals, the most important first."""
    turn = clock.turn
    for outage in rests.outages:
        text = _("The clock rests: the site was down.")
        yield with_reason(text, outage.reason), [(instant_of(outage.began_at), instant_of(outage.ended_at))]
    for pause in rests.pauses:
        yield with_reason(_("The clock rests: the table is paused."), pause.reason), [interval_of_pause(pause)]
    if not turn.forbids_holidays:
        yield _("The clock rests: planned holiday."), list(turn.holidays)
        yield _("The clock rests: automatic holiday, begun at this deadline."), list(turn.own_days)
        yield _("The clock rests: automatic holiday, begun at another table."), list(turn.other_days)
    yield _("The clock rests: emails to this player bounce."), bounce_rests(turn)
    yield _("The clock has not started: the player may not know of the turn."), [(turn.came, clock.starts)]
    if turn.declarations and not turn.pace.is_fixed:
        zone = turn.declarations[-1].week.zone.replace("_", " ")
        text = _("The clock rests: outside the waking hours (%(zone)s).") % {"zone": zone}
        yield text, list(_sleep(turn, clock.starts, until))


def _sleep(turn: TurnFacts, since: int, until: int) -> Iterable[Interval]:
    """Yield the times outside of the waking hours."""
    at = since
    for start, end in waking_intervals(turn.declarations, turn.came, since):
        yield at, min(start, until)
        if end >= until:
            return
        at = end


def with_reason(text: str, reason: str) -> str:
    """Add the reason that an operator has given."""
    return _("%(sentence)s Reason: %(reason)s") % {"sentence": text, "reason": reason} if reason else text
