"""What happens after a deadline: each step is made once, by the first worker or request that finds it due.

A step is a row with a unique key, written in the transaction that makes it, so a worker that is killed leaves neither a
lost nor a doubled turn. The facts are read under the lock: if a deadline has moved, nothing happens but that it is
stored. The site plays nothing before the scheduler has had a heartbeat later than the deadline (``outages``).
"""

import logging
from collections.abc import Callable
from datetime import datetime, timedelta

from django.db import transaction
from django.db.models import F, Q

from accounts.lock import lock_user
from games.clocks import outages
from games.clocks.instants import DAY, instant_of, moment_of
from games.clocks.models import AutomaticHoliday, Turn, TurnStep, TurnStepKind
from games.clocks.selectors import due_turns, open_turns
from games.clocks.time_out_steps import STAND_IN_TURNS, StepKind, TimeOutStep, next_step
from games.clocks.turn_clock import may_time_out
from games.clocks.turn_facts import TurnReader
from games.clocks.turns import recompute
from games.clocks.updates import recompute_tables, require_update
from games.core.choices import Status
from games.core.lock import game_for_update
from games.core.log import add_event, note_if_broken
from games.core.models import EventKind, Game, Seat, TableEvent
from games.deputies.selectors import deputy_for_turn
from games.deputies.services import ask_deputy
from games.notifications.outbox import notify_players
from games.play import endings, stand_in
from games.play.advance_orders import order_that_fits

from . import substitutes

MAX_TURNS = 200  # in one round of the sweep
MAX_STEPS = 20  # of one turn in one transaction; more than any turn can have
MAX_FAILURE = 200  # characters
RETRY_AFTER = timedelta(minutes=5)
logger = logging.getLogger(__name__)


def handle_due_turns(now: datetime, game: Game | None = None) -> int:
    """Make the steps of all turns that are due, earliest first, so that one player's days are shared by all tables.

    ``game``: those of one table, for an action that comes before the sweep. Turns that have just failed are left out:
    the others come first. Return the number of turns looked at.
    """
    due = due_turns(now).filter(Q(failed_at=None) | Q(failed_at__lte=now - RETRY_AFTER)).order_by("due_at", "id")
    found = list((due.filter(game=game) if game else due)[:MAX_TURNS])
    for turn in found:
        _try_turn(turn, now)
    return len(found)


def _try_turn(turn: Turn, now: datetime) -> None:
    """Make the due steps of one turn. A failure is stored for operators, and does not stop the other tables.

    ``due_at`` stays, so that /readyz reports the turn as late until it works.
    """
    row = Turn.objects.filter(pk=turn.pk)
    try:
        handle_time_out(turn.pk, turn.game_id, now)
    except Exception as error:
        logger.exception("a clock failed", extra={"turn": turn.pk, "game": turn.game_id})
        note_if_broken(error)
        row.filter(ended_at=None).update(failed_at=now, failure=f"{type(error).__name__}: {error}"[:MAX_FAILURE])
    else:
        if turn.failed_at:
            row.update(failed_at=None, failure="")


def handle_time_out(turn_id: int, game_id: int, now: datetime) -> list[TurnStep]:
    """Make the due steps of one turn, and recompute the player's other deadlines. Return the steps.

    They are made under the locks of player and game, in this order: a holiday adds lines to the logs of the player's
    other tables, so no worker may hold one of these and wait for the player.
    """
    made: list[TurnStep] = []
    turn = None
    with transaction.atomic():
        found = Turn.objects.filter(pk=turn_id).select_related("user").first()
        if found and found.user:
            lock_user(found.user)
        game = game_for_update(game_id)
        for _ in range(MAX_STEPS):
            turn = open_turns(game).filter(pk=turn_id).first()
            step = step_at_deadline(turn, now) if turn else None
            if turn is None or step is None or not _is_due(turn, step, now):
                break
            made.append(_record(turn, step, now))
            ACTIONS[step.kind](turn, step, now)
        if turn:
            for one in recompute(game, now):
                _mark_overdue(one, now)
            recompute(game, now)
    player = turn.user_id if turn else None
    if player and any(step.kind == TurnStepKind.AUTOMATIC for step in made):
        recompute_tables(player, now, but=game_id)
        for other in Seat.objects.filter(user=player, game__status=Status.RUNNING).exclude(game=game_id):
            Game.objects.filter(pk=other.game_id).update(version=F("version") + 1)  # the line in its log is new
    return made


def step_at_deadline(turn: Turn, now: datetime) -> TimeOutStep | None:
    """Return what will happen next to an open turn if nobody plays; None without a clock or at a soft deadline."""
    if turn.pace is None or turn.seat.offered_at is not None:
        return None
    has_order = order_that_fits(turn.game, turn.seat) is not None
    has_deputy = deputy_for_turn(turn, now) is not None
    return next_step(TurnReader([turn], now).time_out_facts(turn, has_order=has_order, has_deputy=has_deputy))


def _is_due(turn: Turn, step: TimeOutStep, now: datetime) -> bool:
    """Return True if a step may be made: there has been a heartbeat after its instant.

    A player's holidays begin one after the other, whichever tables they begin at: an earlier deadline comes first.
    """
    if step.kind is StepKind.AUTOMATIC and _has_earlier_turn(turn, step):
        return False
    return step.at <= instant_of(now) and may_time_out(step.at, _last_heartbeat())


def _has_earlier_turn(turn: Turn, step: TimeOutStep) -> bool:
    """Return True if the sweep must first look at another turn of this player, unless it fails there."""
    earlier = due_turns(moment_of(step.at)).filter(user=turn.user, failed_at=None).exclude(due_at=moment_of(step.at))
    return earlier.exclude(pk=turn.pk).exists()


def _last_heartbeat() -> int | None:
    at = outages.last_heartbeat()
    return None if at is None else instant_of(at)


def _mark_overdue(turn: Turn, now: datetime) -> None:
    """Remember that the deadline has passed, once for each turn; at a soft deadline everyone can read it in the log."""
    if turn.overdue_at or turn.deadline is None or turn.deadline >= now:
        return
    if may_time_out(instant_of(turn.deadline), _last_heartbeat()):
        turn.overdue_at = now
        turn.save(update_fields=["overdue_at"])
        if turn.game.has_soft_deadlines:
            add_event(turn.game, EventKind.OVERDUE, now, seat=turn.seat.number)


def _record(turn: Turn, step: TimeOutStep, now: datetime) -> TurnStep:
    kind, at = TurnStepKind(step.kind), moment_of(step.at)
    return TurnStep.objects.create(turn=turn, kind=kind, number=step.number, at=at, made_at=now)


def _begin_automatic_holiday(turn: Turn, step: TimeOutStep, now: datetime) -> None:
    """Begin a holiday of a day for all of the player's tables. Everyone there can read it, and is notified once.

    The other tables are not locked: a line is added to their logs, and nothing else of them changes here.
    """
    user = turn.user
    assert user is not None  # an account without a player has no days
    holiday, is_new = AutomaticHoliday.objects.get_or_create(user=user, began_at=moment_of(step.at))
    require_update(user.pk, now)
    params = {"number": step.number, "asks": step.asks_player}
    event = add_event(turn.game, EventKind.AUTOMATIC, now, seat=turn.seat.number, params=params)
    lasts = moment_of(step.at + DAY) > now  # after days without the scheduler, only the last of several is news
    if lasts:
        deputy = deputy_for_turn(turn, now) if step.asks_player else None
        notify_players(event, key=f"automatic:{holiday.pk}", also=[deputy.deputy if deputy else None])
    others = Seat.objects.filter(user=user, is_out=False, game__status=Status.RUNNING).exclude(game=turn.game_id)
    for seat in others.filter(game__forbids_holidays=False).select_related("game") if is_new else ():
        about = {"game": seat.game, "ply": seat.game.ply, "kind": EventKind.AUTOMATIC, "seat": seat.number, "at": now}
        params = {"player": user.pk, "is_elsewhere": True}
        event = TableEvent.objects.create(params=params, **about)
        if lasts:
            notify_players(event, key=f"automatic:{holiday.pk}")


def _play_stand_in(turn: Turn, step: TimeOutStep, now: datetime) -> None:
    """Play a stand-in turn. After two in a row, the seat is offered to other players."""
    number = turn.seat.number or 0
    event = add_event(turn.game, EventKind.STAND_IN, now, seat=number)
    stand_in.play(turn.game, number, now)
    notify_players(event)
    seat = turn.game.seats.get(number=number)
    if seat.stand_in_turns >= STAND_IN_TURNS and not (turn.game.is_over or seat.is_out):
        _record(turn, TimeOutStep(StepKind.OFFERED, step.at), now)
        substitutes.offer(turn.game, seat, moment_of(step.at), now)


ACTIONS: dict[StepKind, Callable[[Turn, TimeOutStep, datetime], None]] = {
    StepKind.ORDER: lambda turn, _step, now: stand_in.play_order(turn.game, turn.seat.number or 0, now),
    StepKind.AUTOMATIC: _begin_automatic_holiday,
    StepKind.DEPUTY: lambda turn, step, now: ask_deputy(turn, moment_of(step.at), now),
    StepKind.STAND_IN: _play_stand_in,
    StepKind.LEAVES: lambda turn, _step, now: endings.leave_out_of_time(turn.game, turn.seat.number or 0, now),
    StepKind.OFFERED: lambda turn, step, now: substitutes.offer(turn.game, turn.seat, moment_of(step.at), now),
}
