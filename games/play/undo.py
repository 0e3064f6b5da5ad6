"""Taking back the end of a log: a turn that everyone agrees to undo, or what an operator takes back or repairs.

Both add a rewind to the log (``games.engine.course``): what is taken back stays there and does not count any more. Its
results of chance keep their numbers, and those after it get new ones. An undo has none among it; only an operator goes
back behind a result.

Turns are taken back inside the caller's transaction, under the game's lock.

Administrators repair a game in trouble: they take it back to a step, rebuild what follows from its log, or end it
without a result. A log that does not replay goes back to the last position that does, or behind it.
"""

from collections.abc import Sequence
from datetime import datetime

from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from accounts.models import User
from games.clocks.models import TimeGift, Turn, TurnEnd
from games.clocks.selectors import open_turns
from games.clocks.turns import begin_turns, end_turns, recompute, store_earliest
from games.common import signals
from games.common.errors import BrokenGame, Conflict, Invalid
from games.core.choices import Status
from games.core.dice import open_dice
from games.core.lock import game_for_update
from games.core.log import (
    LogWriter,
    Param,
    add_event,
    entries_of,
    fault_of,
    lose_broken_entries,
    sound_length,
    state_of,
)
from games.core.models import EventKind, Game, Seat, TableEvent
from games.core.selectors import is_robot, seats_with_users, title_of
from games.core.visibility import known_plies_of
from games.engine.replay import group_by_turn
from games.engine.values import ABORTED
from games.notifications.models import Notification
from games.notifications.outbox import notify_players

from .after_action import GAME_COLUMNS, SEAT_COLUMNS, announce, rebuild_derived, set_derived_columns
from .endings import abort_game
from .models import AdvanceOrder, RobotTurn
from .open_proposals import after_change, open_proposals
from .operators import Operator, running

TURN_COLUMNS = ["ended_at", "ended_by", "charge", "bank_after", "due_at", "remind_at"]


def take_back(game: Game, ply: int, seat: int, user: User, now: datetime) -> TableEvent:
    """Let the first ``ply`` entries count, and the game go on from there. Return the event that tells it.

    ``seat`` is the number of the seat whose turn it was, ``user`` who took it back.
    """
    lines = _turn_lines(game, ply, game.ply)
    seats = _go_on_from(LogWriter(game, now), ply)
    event = add_event(game, EventKind.UNDONE, now, seat=seat, user=user, params={"what": "turn", "lines": lines})
    announce(game, seats, now)
    return event


def go_back(game: Game, ply: int, now: datetime, reason: str) -> TableEvent:
    """Take a game back to its first ``ply`` entries, which replay, and notify everyone of the operator's reason."""
    sound, was = sound_length(game), {"step": game.ply, "turn": game.turn}
    lines, is_broken = _turn_lines(game, ply, sound), bool(fault_of(game))
    lost = lose_broken_entries(game, sound) if is_broken else 0
    seats = _go_on_from(LogWriter(game, now), ply, lost)
    game.troubled_at, game.trouble = None, ""
    game.save(update_fields=["troubled_at", "trouble"])
    params: dict[str, Param] = {"what": "repair" if is_broken else "rewind", "reason": reason, "lines": lines}
    params |= {**was, "to_step": ply, "to_turn": game.turn, "lost": lost}
    event = add_event(game, EventKind.UNDONE, now, params=params)
    after_change(game, open_proposals(game), seats, now)
    announce(game, seats, now)
    notify_players(event)
    return event


@transaction.atomic
def rewind_game(game_id: int, ply: int, by: Operator) -> TableEvent:
    """Take a running game back to a step, as the operator wishes. Return the event that tells it.

    Raises Conflict (not-running, changed), Invalid (no-reason, bad-step, not-sound).
    """
    game, reason, now = running(game_id, by)
    first, sound = game.branched_at or 0, sound_length(game)
    if not first <= ply < game.ply:
        text = _("Choose a step from %(first)s to %(last)s.") % {"first": first, "last": game.ply - 1}
        raise Invalid("bad-step", text)
    if ply > sound:
        text = _("The log can be replayed up to step %(step)s. Choose that one or an earlier one.") % {"step": sound}
        raise Invalid("not-sound", text)
    since, event = game.troubled_at, go_back(game, ply, now, reason)
    if since:
        _give_time_back(game_for_update(game_id), since, now, reason)
    return event


def _turn_lines(game: Game, first: int, end: int) -> list[str]:
    """Return what everyone may know of the plies from ``first`` to ``end``, a line of notation for each turn."""
    title = title_of(game)
    plies = [ply for ply in known_plies_of(game, None, end) if ply.number >= first] if end > first else []
    return [line for group in group_by_turn(title, plies) if (line := title.turn_line(group))]


def _go_on_from(log: LogWriter, ply: int, lost: int = 0) -> list[Seat]:
    """Let the first ``ply`` entries count, and the game go on. Return the seats."""
    game, now = log.game, log.now
    state = log.append_rewind(ply, lost)
    _forget_plies(game)
    seats = seats_with_users(game)
    cancelled = _cancel_turns(game, seats, now)
    set_derived_columns(game, seats, log.title, _after_chance(log, state), now)
    _begin_again(game, seats, cancelled, now)
    store_earliest(game, game.turns.filter(ended_at=None))
    game.save(update_fields=[*GAME_COLUMNS, "undone"])
    for one in seats:
        one.seen_ply = min(one.seen_ply, ply)
        one.save(update_fields=[*SEAT_COLUMNS, "seen_ply", "bank", "stand_in_turns"])
    return seats


def _after_chance(log: LogWriter, state: object) -> object:
    """Return the state from which players go on: results of chance that are due are drawn first."""
    while chance := log.title.chance(state):
        state = log.resolve_chance(state, chance)
    log.store()
    return state


def _forget_plies(game: Game) -> None:
    """Let nothing point behind the end of the log.

    Events stay. A robot that is thinking about a position that is gone finds its row gone.
    """
    game.events.filter(ply__gt=game.ply).update(ply=game.ply)
    Notification.objects.filter(game=game, ply__gt=game.ply).update(ply=game.ply)
    AdvanceOrder.objects.filter(game=game, ply__gte=game.ply).update(ply=None)
    RobotTurn.objects.filter(seat__game=game, ply__gte=game.ply).delete()
    signals.log_shortened.send(sender=None, game=game)


def _cancel_turns(game: Game, seats: Sequence[Seat], now: datetime) -> set[int]:
    """End the turns that came later, without a charge. Return the seats with a turn that goes on."""
    by_id = {seat.pk: seat for seat in seats}
    for turn in game.turns.filter(ply__gt=game.ply).order_by("-id").prefetch_related("gifts"):
        seat = by_id[turn.seat_id]
        _undo(turn, now, charge=0)
        if turn.pace and turn.user_id == seat.user_id:
            seat.bank = turn.bank_after or 0
    return set(game.turns.filter(ended_at=None).values_list("seat_id", flat=True))


def _begin_again(game: Game, seats: Sequence[Seat], going_on: set[int], now: datetime) -> None:
    """Begin the turns again that were over: the time that they took stays taken, but nothing was added."""
    for seat in seats:
        if not seat.is_acting or is_robot(seat) or seat.pk in going_on:
            continue
        seat.acting_since = now
        turn = game.turns.filter(seat=seat).exclude(ended_by=TurnEnd.UNDONE).order_by("id").last()
        if turn and turn.user_id == seat.user_id and not _is_over(game, turn):
            seat.stand_in_turns -= min(seat.stand_in_turns, turn.ended_by == TurnEnd.STAND_IN)
            _undo(turn, now, charge=turn.charge or 0)
            seat.bank = turn.bank_after if turn.pace and turn.bank_after is not None else seat.bank
        begin_turns(game, [seat], now)


def _is_over(game: Game, turn: Turn) -> bool:
    """Return True if a turn was over before the present one: it is, where a result comes first in a turn."""
    plies = [entry.ply for entry in entries_of(game, turn.ply) if entry.seat == turn.seat.number]
    return bool(plies) and title_of(game).turn(state_of(game, plies[-1])) != game.turn


def _undo(turn: Turn, now: datetime, *, charge: int) -> None:
    """Mark a turn as undone, with what its bank holds after the charge."""
    turn.ended_at, turn.ended_by, turn.due_at, turn.remind_at = turn.ended_at or now, TurnEnd.UNDONE, None, None
    if turn.pace:
        gifts = sum(gift.seconds for gift in turn.gifts.all())
        turn.charge, turn.bank_after = charge, max(0, turn.bank + gifts - charge)
    turn.save(update_fields=TURN_COLUMNS)


@transaction.atomic
def repair_game(game_id: int, reason: str) -> str:
    """Rebuild what follows from the log of a game; if the log does not replay, shorten it first.

    Returns "" if all was right, "rebuilt", or "shortened". The players read the reason if something has changed, and
    get back the time for which the game was in trouble. Raises Conflict (log-lost) for a game that is over and does
    not replay, because its dice are open.
    """
    game, now = game_for_update(game_id), timezone.now()
    if game.started_at is None:
        return ""
    since = game.troubled_at
    if not fault_of(game):
        if not rebuild_derived(game_id):
            return ""
        _notify(game_for_update(game_id), "rebuilt", reason, now)
        done = "rebuilt"
    elif game.status != Status.RUNNING:
        text = _("This game is over, and its log does not replay. Only a backup can bring it back.")
        raise Conflict("log-lost", text)
    else:
        go_back(game, sound_length(game), now, reason)
        done = "shortened"
    if since:
        _give_time_back(game_for_update(game_id), since, now, reason)
    return done


def _give_time_back(game: Game, since: datetime, now: datetime, reason: str) -> None:
    """Give the players whose turn it was the time for which nobody could play."""
    for turn in open_turns(game):
        if turn.pace and (lost := int((now - max(since, turn.came_at)).total_seconds())) > 0:
            TimeGift.objects.create(turn=turn, seconds=lost, at=now, reason=reason)
    recompute(game, now)


@transaction.atomic
def abort_for_operator(game_id: int, reason: str) -> Game:
    """End a running game, even if its log does not replay; players read the reason. Raises Conflict (not-running)."""
    game, now = game_for_update(game_id), timezone.now()
    if game.status != Status.RUNNING:
        raise Conflict("not-running", _("This game is not running."))
    try:
        with transaction.atomic():
            game = abort_game(game_id)
    except BrokenGame:
        _abort_without_log(game, now)
        _notify(game, "aborted", reason, now)
    else:  # the email about the end gives the reason
        add_event(game, EventKind.OPERATOR, now, params={"what": "aborted", "reason": reason})
    return game


def _abort_without_log(game: Game, now: datetime) -> None:
    """End a game by its columns alone: nothing can be added to its log."""
    seats, rows = seats_with_users(game), open_proposals(game)
    game.status, game.end_reason, game.finished_at = Status.ABORTED, ABORTED, now
    game.deadline = game.overdue_at = None
    for seat in seats:
        seat.is_acting, seat.acting_since, seat.place, seat.finished_at = False, None, None, now
    end_turns(open_turns(game), now, TurnEnd.OVER)
    game.version += 1
    game.save(update_fields=GAME_COLUMNS)
    Seat.objects.bulk_update(seats, SEAT_COLUMNS)
    after_change(game, rows, seats, now)
    open_dice(game, now)


def _notify(game: Game, what: str, reason: str, now: datetime) -> None:
    notify_players(add_event(game, EventKind.OPERATOR, now, params={"what": what, "reason": reason}))
