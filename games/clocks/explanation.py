"""The clocks of a game explained for operators: each turn with every start, stop, credit and charge."""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from datetime import datetime

from django.utils.text import capfirst
from django.utils.translation import gettext as _

from accounts.time_zones import place_of, zone_of
from games.common.wording import exact_text
from games.core.models import Game

from .instants import DAY, FOREVER, Interval, clipped, instant_of, merged, moment_of, without
from .models import DeadlineCause, NotifiedBy, Outage, TablePause, Turn
from .packed import RELATED
from .selectors import turns_of
from .turn_clock import TurnClock, TurnFacts, bounce_pauses, charge_at, left_at
from .turn_facts import TurnReader, interval_of_pause
from .turns import REFILLS
from .waking_weeks import waking_intervals

AHEAD = 7 * DAY  # how far pauses are listed while nobody knows the deadline


@dataclass(frozen=True, slots=True)
class ClockLine:
    """Something that happened to a clock at a moment, or from it ``until`` another one."""

    at: datetime
    text: str
    until: datetime | None = None


@dataclass(frozen=True, slots=True)
class TurnStory:
    """What has happened to the clock of one turn, and for an open turn what will if nothing changes."""

    turn: Turn
    title: str
    lines: tuple[ClockLine, ...]


def explain_clocks(game: Game, now: datetime) -> list[TurnStory]:
    """Return the stories of all turns of a game, the latest first, in a few statements. Raises BrokenTurns."""
    turns = turns_of(game, RELATED)
    reader = TurnReader(turns, now)
    since = min((turn.came_at for turn in turns), default=now)
    shared = SharedPauses(list(game.pauses.all()), list(Outage.objects.filter(ended_at__gt=since)))
    stories = []
    for turn in reversed(turns):
        turn.game = game
        lines = sorted(_lines(turn, reader, shared), key=lambda line: line.at)
        stories.append(TurnStory(turn, _title(turn), tuple(lines)))
    return stories


def _title(turn: Turn) -> str:
    values = {"number": turn.number, "seat": turn.seat.letter, "player": _name(turn.user)}
    return _("Turn %(number)s, seat %(seat)s: %(player)s") % values


def _name(user: object) -> str:
    return str(user) if user else _("a former player")


@dataclass(frozen=True, slots=True)
class SharedPauses:
    """The pauses of a table and the outages of the site, with their reasons."""

    pauses: Sequence[TablePause]
    outages: Sequence[Outage]


def _lines(turn: Turn, reader: TurnReader, shared: SharedPauses) -> Iterator[ClockLine]:
    if turn.pace is None:
        yield ClockLine(turn.came_at, _("The turn comes. It has no clock."))
    else:
        clock = TurnClock(reader.facts(turn))
        yield from _start(turn, clock)
        yield from stops(clock, shared, _horizon(turn, reader.now))
        yield from _gifts(turn, clock)
        yield from _deadline(turn, clock)
        yield from _balance(turn, clock, reader.now)
    yield from _after_deadline(turn)
    if turn.ended_at:
        yield ClockLine(turn.ended_at, f"{capfirst(turn.get_ended_by_display())}.")


def _horizon(turn: Turn, now: datetime) -> int:
    """Return until when pauses are listed: to the end of the turn, or to its deadline."""
    if turn.ended_at:
        return instant_of(turn.ended_at)
    return instant_of(turn.deadline) if turn.deadline else instant_of(now) + AHEAD


def _start(turn: Turn, clock: TurnClock) -> Iterator[ClockLine]:
    pace = clock.turn.pace
    values = {"bank": exact_text(turn.bank), "grace": exact_text(pace.grace), "ceiling": exact_text(pace.ceiling)}
    text = _("The turn comes. Bank: %(bank)s, free time: %(grace)s, longest turn: %(ceiling)s.")
    yield ClockLine(turn.came_at, text % values)
    if turn.notified_at:
        text = _("The player knows of the turn (%(how)s).") % {"how": NotifiedBy(turn.notified_by).label}
        yield ClockLine(turn.notified_at, text)
    yield ClockLine(moment_of(clock.starts), _start_text(turn, clock))


def _start_text(turn: Turn, clock: TurnClock) -> str:
    if turn.notified_at and instant_of(turn.notified_at) <= clock.starts:
        return _("The clock starts.")
    return _("The clock starts: 12 hours have passed since the turn came.")


def _gifts(turn: Turn, clock: TurnClock) -> Iterator[ClockLine]:
    in_time = {(gift.at, gift.seconds) for gift in clock.gifts_in_time}
    for gift in turn.all_gifts:
        values = {"who": _name(gift.user), "time": exact_text(gift.seconds)}
        if gift.reason:
            text = with_reason(_("The operator %(who)s gives time: %(time)s.") % values, gift.reason)
        else:
            text = _("%(who)s gives time: %(time)s.") % values
        if (instant_of(gift.at), gift.seconds) not in in_time:
            text += " " + _("Too late to move the deadline.")
        yield ClockLine(gift.at, text)


def _deadline(turn: Turn, clock: TurnClock) -> Iterator[ClockLine]:
    if turn.deadline is None:
        return
    pace, given = clock.turn.pace, sum(gift.seconds for gift in clock.gifts_in_time)
    values = {
        "bank": exact_text(turn.bank + given),
        "grace": exact_text(pace.grace),
        "ceiling": exact_text(pace.ceiling + given),
    }
    match turn.deadline_cause:
        case DeadlineCause.BANK:
            text = _("Deadline: the bank with time given (%(bank)s) and the free time (%(grace)s) have run out.")
        case DeadlineCause.CEILING:
            text = _("Deadline: the longest turn with time given (%(ceiling)s) is over.")
        case _:
            text = _("Deadline: the least time after an automatic holiday is over.")
    yield ClockLine(turn.deadline, text % values)
    found = clock.deadline
    if turn.ended_at is None and (found is None or moment_of(found.at) != turn.deadline.replace(microsecond=0)):
        yield ClockLine(turn.deadline, _("According to the stored data, this deadline should be different."))


def _balance(turn: Turn, clock: TurnClock, now: datetime) -> Iterator[ClockLine]:
    """Yield what the turn has cost so far, or in all."""
    at = turn.ended_at or now
    values = {"ran": exact_text(clock.running_time(instant_of(at)))}
    if turn.ended_at is None:
        values |= {"charge": exact_text(charge_at(clock, instant_of(at)))}
        values |= {"left": exact_text(left_at(clock, instant_of(at)))}
        text = _("Until now, %(ran)s have run and %(charge)s are charged. The bank holds %(left)s.")
        yield ClockLine(at, text % values)
    elif turn.charge is not None and turn.bank_after is not None:
        values |= {"charge": exact_text(turn.charge), "after": exact_text(turn.bank_after)}
        text = _("%(ran)s have run, %(charge)s are charged. Bank after the turn: %(after)s.") % values
        yield ClockLine(at, f"{text} {_gain_text(turn, clock)}".strip())


def _gain_text(turn: Turn, clock: TurnClock) -> str:
    pace = clock.turn.pace
    if turn.ended_by not in REFILLS:
        return _("The turn adds nothing.")
    if pace.is_fixed:
        return _("It is filled up for each turn.")
    values = {"increment": exact_text(pace.increment), "cap": exact_text(pace.cap)}
    return _("The turn adds %(increment)s, up to %(cap)s in the bank.") % values


def _after_deadline(turn: Turn) -> Iterator[ClockLine]:
    for claim in turn.all_claims:
        values = {"who": _name(claim.user)}
        if claim.wants_substitute:
            yield ClockLine(claim.at, _("%(who)s asks for another player in this seat.") % values)
        else:
            yield ClockLine(claim.at, _("%(who)s asks for the game to go on.") % values)
    for step in turn.all_steps:
        values = {"step": capfirst(step.get_kind_display()), "number": str(step.number)}
        late = exact_text(int((step.made_at - step.at).total_seconds()))
        text = _("%(step)s (number %(number)s, made %(late)s later).") % {**values, "late": late}
        yield ClockLine(step.at, text)
    if turn.overdue_at:
        yield ClockLine(turn.overdue_at, _("The sweep notes that the deadline has passed."))
    if turn.failed_at:
        yield ClockLine(turn.failed_at, _("The sweep fails here: %(error)s") % {"error": turn.failure})
    if turn.ended_at is None and turn.remind_at:
        yield ClockLine(turn.remind_at, _("The next reminder."))
    if turn.ended_at is None and turn.due_at:
        yield ClockLine(turn.due_at, _("The site looks whether time is up."))
    if turn.ended_at is None and turn.seat.offered_at:
        offered_at = max(turn.seat.offered_at, turn.came_at)
        yield ClockLine(offered_at, _("The seat is open to another player: the turn waits without a clock."))


def stops(clock: TurnClock, shared: SharedPauses, until: int) -> Iterator[ClockLine]:
    """Yield why the clock of a turn stood still, from the moment it came. Where reasons overlap, the first counts."""
    taken: list[Interval] = []
    for text, spans in _causes(clock, shared, until):
        for start, end in without(merged(clipped(spans, clock.turn.came, until)), taken):
            is_open = end == until and any(stop >= FOREVER for _start, stop in spans)
            yield ClockLine(moment_of(start), text, None if is_open else moment_of(end))
        taken = merged([*taken, *spans])


def _causes(clock: TurnClock, shared: SharedPauses, until: int) -> Iterator[tuple[str, list[Interval]]]:
    """Yield each reason with its intervals, the most important first."""
    turn = clock.turn
    for outage in shared.outages:
        text = _("The clock is stopped: the site was down.")
        yield with_reason(text, outage.reason), [(instant_of(outage.began_at), instant_of(outage.ended_at))]
    for pause in shared.pauses:
        yield with_reason(_("The clock is stopped: the table is paused."), pause.reason), [interval_of_pause(pause)]
    if not turn.forbids_holidays:
        yield _("The clock is stopped: planned holiday."), list(turn.holidays)
        yield _("The clock is stopped: automatic holiday, begun at this deadline."), list(turn.own_days)
        yield _("The clock is stopped: automatic holiday, begun at another table."), list(turn.other_days)
    yield _("The clock is stopped: emails to this player come back."), bounce_pauses(turn)
    yield _("The clock has not started: the player has not seen the turn yet."), [(turn.came, clock.starts)]
    if turn.declarations and not turn.pace.is_fixed:
        zone = place_of(zone_of(turn.declarations[-1].week.zone).key)
        text = _("The clock is stopped: outside the waking hours (%(zone)s).") % {"zone": zone}
        yield text, list(_sleep(turn, clock.starts, until))


def _sleep(turn: TurnFacts, since: int, until: int) -> Iterable[Interval]:
    at = since
    for start, end in waking_intervals(turn.declarations, turn.came, since):
        yield at, min(start, until)
        if end >= until:
            return
        at = end


def with_reason(text: str, reason: str) -> str:
    return _("%(sentence)s Reason: %(reason)s") % {"sentence": text, "reason": reason} if reason else text
