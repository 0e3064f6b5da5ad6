"""The facts of turns: read here for every decision, charge and display of a clock.

The number of statements is the same for any number of turns.
"""

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from datetime import date, datetime, time
from functools import cached_property
from typing import Any

from accounts.models import User
from accounts.selectors import get_profile
from games.core.choices import LateRule, Pace
from games.core.models import Game, Packed

from .holiday_account import HolidayAccount, HolidayPlan, Ledger
from .instants import DAY, FOREVER, Interval, clipped, first_part, instant_of, merged
from .models import AutomaticHoliday, NotifiedBy, Outage, PlannedHoliday, TablePause, Turn, UnreachableSpan, WakingHours
from .paces import NAMED_PACES, PaceTimes, fixed_pace
from .packed import unpacked
from .time_out_steps import Claim, StepKind, TimeOutFacts, TimeOutStep
from .turn_clock import Gift, TurnFacts
from .waking_weeks import DEFAULT_ROWS, Declaration, Rows, WakingDay, WakingWeek

MAX_VAGUE = 3 * DAY  # of one game, for which vague reports pause a player's clock
FIXED_PACES = {Pace.DAY: fixed_pace(DAY), Pace.THREE_DAYS: fixed_pace(3 * DAY), Pace.WEEK: fixed_pace(7 * DAY)}


def pace_times(pace: str, own: dict[str, Any] | None = None) -> PaceTimes | None:
    """Return the times of a pace, None without a clock. ``own`` are those of the pace "own"."""
    if pace == Pace.OWN and own:
        return PaceTimes(**own)
    return NAMED_PACES.get(pace) or FIXED_PACES.get(Pace(pace))


def pace_of(game: Game) -> PaceTimes | None:
    return pace_times(game.pace, game.own_pace)


class PlayerTime:
    """What is known about the time of one player: waking hours, holidays, and when emails bounced."""

    def __init__(self, user: User) -> None:
        self.user = user
        self.saved_hours: list[WakingHours] = []
        self.planned: list[PlannedHoliday] = []
        self.automatic: list[int] = []
        self.spans: list[Interval] = []
        self.vague_spans: list[Interval] = []

    @cached_property
    def declarations(self) -> tuple[Declaration, ...]:
        """The waking hours in the order of their saving; the default hours in the player's zone if none were saved."""
        if not self.saved_hours:
            return (Declaration(WakingWeek(get_profile(self.user).time_zone, DEFAULT_ROWS)),)
        return tuple(
            Declaration(WakingWeek(row.zone, rows_of(row.rows)), instant_of(row.saved_at), row.is_first)
            for row in self.saved_hours
        )

    @cached_property
    def account(self) -> HolidayAccount:
        plans = tuple(plan_of(row) for row in self.planned)
        return HolidayAccount(instant_of(self.user.date_joined), plans=plans, automatic=tuple(self.automatic))

    @cached_property
    def ledger(self) -> Ledger:
        return Ledger(self.account)

    @property
    def seen(self) -> tuple[int, ...]:
        return (instant_of(self.user.seen_at),) if self.user.seen_at else ()


def rows_of(rows: Sequence[Sequence[str] | None]) -> Rows:
    return tuple(WakingDay(time.fromisoformat(row[0]), time.fromisoformat(row[1])) if row else None for row in rows)


def plan_of(row: PlannedHoliday) -> HolidayPlan:
    changes = tuple((instant_of(datetime.fromisoformat(at)), date.fromisoformat(last)) for at, last in row.changes)
    return HolidayPlan(instant_of(row.saved_at), row.first, row.last, row.zone, changes)


Players = Mapping[int, PlayerTime]  # by the ids of users


def player_times(users: Iterable[User]) -> Players:
    times = {user.pk: PlayerTime(user) for user in users}
    for hours in WakingHours.objects.filter(user__in=times):
        times[hours.user_id].saved_hours.append(hours)
    for planned in PlannedHoliday.objects.filter(user__in=times).order_by("saved_at", "id"):
        times[planned.user_id].planned.append(planned)
    for holiday in AutomaticHoliday.objects.filter(user__in=times):
        times[holiday.user_id].automatic.append(instant_of(holiday.began_at))
    for span in UnreachableSpan.objects.filter(user__in=times):
        time = times[span.user_id]
        (time.vague_spans if span.is_vague else time.spans).append(_interval(span.began_at, span.ended_at))
    return times


class TurnReader:
    """Reads the facts of turns that have a clock, and keeps them for the questions of one transaction.

    The turns have their users; those that come now are not saved yet. ``now`` is the moment of all these questions.
    ``pauses`` are all those of the tables, if they are read already.
    """

    def __init__(self, turns: Iterable[Turn], now: datetime, pauses: Iterable[TablePause] | None = None) -> None:
        self.now = now
        timed = [turn for turn in turns if turn.pace]
        self.players = player_times({turn.user for turn in timed if turn.user})
        self._pauses: dict[int, list[Interval]] = defaultdict(list)
        if pauses is None:
            pauses = TablePause.objects.filter(game__in={turn.game_id for turn in timed})
        for pause in pauses:
            self._pauses[pause.game_id].append(interval_of_pause(pause))
        came = min((turn.came_at for turn in timed), default=None)
        self._outages = outages_since(came) if came else []

    def facts(self, turn: Turn) -> TurnFacts:
        """Return the facts of one of the turns, which must have a clock."""
        came = instant_of(turn.came_at)
        player = self.players.get(turn.user_id) if turn.user_id else None
        notified = (instant_of(turn.notified_at),) if turn.notified_at else ()
        is_opened = turn.notified_by == NotifiedBy.TABLE
        days = _since(came, player.ledger.automatic_days) if player else ()
        steps = turn.all_steps if days else ()
        own = {instant_of(step.at) for step in steps if step.kind == StepKind.AUTOMATIC}
        return TurnFacts(
            pace=PaceTimes(**(turn.pace or {})),
            came=came,
            bank=turn.bank,
            accepted=() if is_opened else notified,
            opened=notified if is_opened else (),
            has_no_notices=turn.notified_by == NotifiedBy.NO_NOTICES,
            declarations=player.declarations if player else (),
            holidays=_since(came, player.ledger.holidays) if player else (),
            own_days=tuple(day for day in days if day[0] in own),
            other_days=tuple(day for day in days if day[0] not in own),
            forbids_holidays=turn.game.forbids_holidays,
            pauses=tuple(self._pauses[turn.game_id]),
            bounces=_since(came, _bounces_of(turn, player)) if player else (),
            seen=player.seen if player else (),
            outages=_since(came, self._outages),
            gifts=tuple(Gift(instant_of(gift.at), gift.seconds) for gift in turn.all_gifts),
        )

    def time_out_facts(self, turn: Turn, *, has_order: bool = False, has_deputy: bool = False) -> TimeOutFacts:
        """Return what decides about the next step after the deadline of one of the turns."""
        game, player = turn.game, self.players.get(turn.user_id or 0)
        return TimeOutFacts(
            turn=self.facts(turn),
            account=player.account if player else HolidayAccount(instant_of(turn.came_at), 0),
            has_order=has_order,
            has_deputy=has_deputy,
            takes_automatic_holidays=player is not None and get_profile(player.user).takes_automatic_holidays,
            is_soft=game.has_soft_deadlines,
            leaves_when_late=game.late_rule == LateRule.OUT,
            claims=tuple(Claim(instant_of(claim.at), claim.wants_substitute) for claim in turn.all_claims),
            stand_ins_before=turn.seat.stand_in_turns,
            steps=tuple(TimeOutStep(StepKind(step.kind), instant_of(step.at), step.number) for step in turn.all_steps),
        )


def _bounces_of(turn: Turn, player: PlayerTime) -> tuple[Interval, ...]:
    """Return when emails bounced; once a device or a webhook has notified of the turn, later bounces do not count."""
    spans = (*player.spans, *_vague_part(turn, player.vague_spans))
    if turn.notified_at is None or turn.notified_by not in {NotifiedBy.PUSH, NotifiedBy.WEBHOOK}:
        return spans
    return tuple(span for span in spans if span[0] < instant_of(turn.notified_at))


def _vague_part(turn: Turn, spans: Sequence[Interval]) -> Sequence[Interval]:
    """Return the part of vague spans that pauses the clock of a turn: three days of a game, earlier turns included."""
    came = instant_of(turn.came_at)
    if not any(end > came for _start, end in spans):
        return ()
    vague, used = merged(spans), 0
    earlier = Turn.objects.filter(game=turn.game_id, user=turn.user_id).exclude(pk=turn.pk)
    times = list(earlier.values_list("came_at", "ended_at"))
    if turn.game.packed == Packed.TURNS:
        others = (one for one in unpacked(turn.game) if one.user_id == turn.user_id and one.pk != turn.pk)
        times = [(one.came_at, one.ended_at) for one in others]
    for began, ended in times:
        if ended:
            used += sum(end - start for start, end in clipped(vague, instant_of(began), instant_of(ended)))
    rest = [span for span in vague if span[1] > came]
    part = first_part(clipped(rest, came, FOREVER), MAX_VAGUE - used)
    return [(span[0], end) for span, (_start, end) in zip(rest, part, strict=False)]


def outages_since(moment: datetime) -> list[Interval]:
    """Return the outages that lasted longer than until a moment."""
    return [_interval(row.began_at, row.ended_at) for row in Outage.objects.filter(ended_at__gt=moment)]


def interval_of_pause(pause: TablePause) -> Interval:
    """Return the interval of a pause; one that lasts until all go on is open."""
    ends = [at for at in (pause.until, pause.ended_at) if at]
    return _interval(pause.began_at, min(ends, default=None))


def _interval(start: datetime, end: datetime | None) -> Interval:
    return instant_of(start), FOREVER if end is None else instant_of(end)


def _since(came: int, intervals: Iterable[Interval]) -> tuple[Interval, ...]:
    """Leave out what ended before the turn came."""
    return tuple(interval for interval in intervals if interval[1] > came)
