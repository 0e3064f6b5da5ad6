"""The clocks of the seats of one game: what is left of the turn and of the bank, the deadline, why a clock is paused.

A page that stays open counts down by itself (static/js/clocks/clocks.js). It gets the intervals in which the clock will
run, so that it shows what the server counts: nothing while the clock is paused.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from copy import copy
from dataclasses import dataclass
from datetime import datetime, timedelta
from enum import StrEnum

from django.utils import timezone
from django.utils.translation import gettext as _

from accounts.models import User
from accounts.time_zones import place_of, zone_of
from games.common.wording import bank_text, day_text, join_names, left_text, moment_text, time_text
from games.core.choices import Status
from games.core.models import Game, Seat

from .instants import DAY, FOREVER, Interval, clipped, instant_of, merged, moment_of
from .models import NotifiedBy, TablePause, Turn
from .turn_clock import TurnClock, TurnFacts, bounce_pauses, left_at
from .turn_facts import TurnReader, pace_of
from .waking_weeks import waking_intervals

MAX_RUNS = 60  # intervals on a page; what is beyond them is counted when the page is loaded again

MIN_GAP = 60  # seconds between clock and deadline that are worth a reason

AHEAD = 14 * DAY  # how far pauses are listed
MAX_PAUSES = 30  # pauses, for a page that stays open


class Reason(StrEnum):
    """Why a clock is paused; the first one that applies is shown."""

    OUTAGE = "outage"
    PAUSED = "paused"
    HOLIDAY = "holiday"
    BOUNCE = "bounce"
    NOT_NOTIFIED = "untold"
    ASLEEP = "asleep"


def reason_text(reason: Reason) -> str:
    """Return when a clock stops for this reason, to follow "the clock stops"; "" where it says nothing new."""
    match reason:
        case Reason.ASLEEP:
            return _("outside waking hours")
        case Reason.HOLIDAY:
            return _("on holiday")
        case Reason.PAUSED:
            return _("while the table is paused")
        case Reason.NOT_NOTIFIED:
            return _("before the turn has been seen")
        case Reason.BOUNCE:
            return _("while emails bounce")
        case _:
            return ""


@dataclass(frozen=True, slots=True)
class ClockPause:
    """A time in which a clock is paused for one reason. ``ends`` is None if nobody knows."""

    reason: Reason
    begins: datetime
    ends: datetime | None

    @property
    def text(self) -> str:
        back = {"time": _end_text(self.ends)} if self.ends else {}
        match self.reason:
            case Reason.OUTAGE:
                return _("The clock is stopped: the site was down.")
            case Reason.PAUSED if self.ends is None:
                return _("The clock is stopped: the table is paused until everyone agrees to go on.")
            case Reason.PAUSED:
                return _("The clock is stopped: the table is paused until %(time)s.") % back
            case Reason.HOLIDAY if self.ends is not None:
                return _("The clock is stopped: on holiday, back on %(day)s.") % {"day": day_text(self.ends)}
            case Reason.BOUNCE:
                return _("The clock is stopped: emails to this player come back.")
            case Reason.NOT_NOTIFIED:
                text = _("The clock starts when the player sees the turn, or at %(time)s at the latest.")
                return text % back
            case _:
                return _("The clock is stopped for the night, until %(time)s.") % back


@dataclass(frozen=True, slots=True)
class SeatClock:
    """The clock of a seat, in seconds at the moment ``at``.

    A seat that need not act has only its ``bank``. ``left`` is the running time up to the ``deadline``; both are None
    while nobody knows when a pause ends. ``free`` is what is left of the time that costs nothing. ``is_offered``: the
    seat looks for another player, and its turn waits without a clock.
    """

    bank: int
    at: datetime | None = None
    deadline: datetime | None = None
    cause: str = ""
    left: int | None = None
    free: int = 0
    starts: datetime | None = None
    pauses: tuple[ClockPause, ...] = ()
    runs: tuple[Interval, ...] = ()
    bank_runs: tuple[Interval, ...] = ()
    is_offered: bool = False
    is_fixed: bool = False
    zone: str = ""

    @property
    def is_acting(self) -> bool:
        """True if the seat must act, and its clock counts."""
        return self.at is not None and not self.is_offered

    @property
    def is_shown(self) -> bool:
        return self.is_offered or self.is_acting or not self.is_fixed

    @property
    def pause(self) -> ClockPause | None:
        return next((pause for pause in self.pauses if self.at and pause.begins <= self.at), None)

    @property
    def names_holiday(self) -> bool:
        return self.is_acting and self.pause is not None and self.pause.reason == Reason.HOLIDAY

    @property
    def is_late(self) -> bool:
        return bool(self.at and self.deadline and self.deadline <= self.at)

    @property
    def gap_text(self) -> str:
        """Why the clock shows less than the time to the deadline, "" if it shows as much."""
        if self.at is None or self.deadline is None or self.left is None or self.is_late:
            return ""
        if (self.deadline - self.at).total_seconds() - self.left < MIN_GAP:
            return ""
        deadline = self.deadline
        reasons = [pause.reason for pause in self.pauses if pause.begins < deadline]
        texts = dict.fromkeys(text for reason in Reason if reason in reasons and (text := reason_text(reason)))
        if not texts:
            return _("The clock stops before the deadline, and goes on.")
        return _("The clock stops %(reasons)s.") % {"reasons": join_names(list(texts))}

    @property
    def bank_text(self) -> str:
        return bank_text(self.bank)

    @property
    def left_text(self) -> str:
        return left_text(self.left or 0)

    @property
    def free_text(self) -> str:
        return left_text(self.free)

    @property
    def runs_text(self) -> str:
        """The running intervals for clocks.js."""
        return _runs_text(self.runs)

    @property
    def bank_runs_text(self) -> str:
        """The intervals in which the bank shrinks, for clocks.js."""
        return _runs_text(self.bank_runs)

    @property
    def place(self) -> str:
        """The place of the player's time zone, "" if it is the viewer's own one."""
        return "" if self.zone == timezone.get_current_timezone_name() else place_of(self.zone)

    @property
    def deadline_there(self) -> str:
        return moment_text(self.deadline, zone_of(self.zone)) if self.deadline and self.zone else ""


def seat_clocks(
    game: Game,
    seats: Sequence[Seat],
    turns: Iterable[Turn],
    now: datetime,
    viewer_id: int | None = None,
    pauses: Iterable[TablePause] | None = None,
) -> dict[int, SeatClock]:
    """Return the clocks of a running game by the number of the seat. Robots have none.

    ``turns`` are the result of ``open_turns``. ``viewer_id`` is the player who opens the table by this: their own clock
    starts now, though it is stored a moment later, when the page says that it is open. ``pauses`` are those of the
    table, if they are read already.
    """
    pace = pace_of(game)
    if game.status != Status.RUNNING or pace is None:
        return {}
    people = [seat for seat in seats if seat.user and not seat.user.robot and not seat.is_out]
    clocks = {seat.number or 0: SeatClock(seat.bank, is_fixed=pace.is_fixed) for seat in people}
    by_id = {seat.pk: seat for seat in people}
    timed = [turn for turn in turns if turn.seat_id in by_id and turn.pace]
    reader = TurnReader(timed, now, pauses)
    for turn in timed:
        turn.seat = by_id[turn.seat_id]
        if turn.notified_at is None and turn.user_id == viewer_id and turn.seat.offered_at is None:
            turn = _as_opened(turn, reader)
        clocks[turn.seat.number or 0] = _clock_of(turn, reader)
    return clocks


def _as_opened(turn: Turn, reader: TurnReader) -> Turn:
    """Return a turn as it is once its player has opened the table."""
    opened = copy(turn)
    opened.notified_at, opened.notified_by = reader.now, NotifiedBy.TABLE
    deadline = TurnClock(reader.facts(opened)).deadline
    opened.deadline = moment_of(deadline.at) if deadline else None
    opened.deadline_cause = deadline.by if deadline else ""
    return opened


def _clock_of(turn: Turn, reader: TurnReader) -> SeatClock:
    facts, at = reader.facts(turn), instant_of(reader.now)
    clock, is_offered = TurnClock(facts), turn.seat.offered_at is not None
    end = instant_of(turn.deadline) if turn.deadline else None
    free = max(0, facts.pace.grace - clock.running_time(at))
    runs = () if is_offered else tuple(_runs(clock, at, at + FOREVER if end is None else end))
    return SeatClock(
        bank=left_at(clock, at),
        at=reader.now,
        deadline=turn.deadline,
        cause=turn.deadline_cause,
        left=None if end is None else clock.running.between(max(at, clock.starts), end),
        free=free,
        starts=turn.notified_at,
        pauses=() if is_offered or (end is not None and end <= at) else tuple(clock_pauses(clock, at)),
        runs=runs,
        bank_runs=tuple(_after(runs, free)),
        is_offered=is_offered,
        is_fixed=facts.pace.is_fixed,
        zone=_zone_of(reader.players, turn),
    )


def _runs(clock: TurnClock, since: int, until: int) -> Iterable[Interval]:
    """Yield the intervals in which the clock runs, from now to the deadline."""
    at = max(since, clock.starts)
    for _number in range(MAX_RUNS):
        start = clock.running.end_of_last_pause(at) if at < until else None
        if start is None or max(start, at) >= until:
            return
        end = clock.running.end_of_run(at)
        yield max(start, at), min(end, until)
        at = end


def _after(runs: Iterable[Interval], seconds: int) -> Iterable[Interval]:
    for start, end in runs:
        skipped = min(seconds, end - start)
        seconds -= skipped
        if start + skipped < end:
            yield start + skipped, end


def _runs_text(runs: Iterable[Interval]) -> str:
    return " ".join(f"{start}-{end}" for start, end in runs)


def _zone_of(players: Mapping[int, object], turn: Turn) -> str:
    user: User | None = turn.seat.user
    return user.profile.zone if user and user.pk in players else ""


def clock_pauses(clock: TurnClock, now: int) -> Iterator[ClockPause]:
    """Yield the pauses of a clock that are not over, for two weeks, one for each reason in turn."""
    reasons = list(_reasons(clock, now))
    limit, at = now + AHEAD, now
    for _number in range(MAX_PAUSES):
        found = next(((reason, span) for reason, spans in reasons for span in spans if span[0] <= at < span[1]), None)
        if found is None:
            starts = [start for _reason, spans in reasons for start, _end in spans if start > at]
            if not starts or min(starts) >= limit:
                return
            at = min(starts)
            continue
        reason, (start, end) = found
        yield ClockPause(reason, moment_of(max(start, clock.turn.came)), None if end >= FOREVER else moment_of(end))
        if end >= limit:
            return
        at = end


def _reasons(clock: TurnClock, now: int) -> Iterator[tuple[Reason, list[Interval]]]:
    """Yield the intervals of each reason, the most important first."""
    turn = clock.turn
    yield Reason.OUTAGE, merged(turn.outages)
    yield Reason.PAUSED, merged(turn.pauses)
    yield Reason.HOLIDAY, [] if turn.forbids_holidays else merged((*turn.holidays, *turn.other_days, *turn.own_days))
    yield Reason.BOUNCE, bounce_pauses(turn)
    yield Reason.NOT_NOTIFIED, [(turn.came, clock.starts)] if turn.came < clock.starts else []
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


def _end_text(moment: datetime) -> str:
    """Return the time of a moment, with its day unless it is less than 16 hours ahead."""
    return time_text(moment) if moment - timezone.now() < timedelta(hours=16) else moment_text(moment)
