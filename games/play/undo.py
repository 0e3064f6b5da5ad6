"""Taking back the end of a log: a turn that everyone agrees to undo, or what an operator repairs.

The log never changes except here. What is taken back is kept in an event of the table (``UNDONE``), with all that the
entries said. Results of chance are among it only if the log does not replay; then the dice give the same ones again,
because they follow from the seat and the number of its roll. An opened share stays open: if one was opened in between,
it is part of the results from the new end on, and those before its old place are others than before.

Turns are taken back inside the caller's transaction, under the game's lock.

Administrators repair a game in trouble: they rebuild what follows from its log, or end it without a result. A log that
does not replay goes back to the last position that does.
"""

from collections.abc import Sequence
from datetime import datetime
from typing import Any

from django.db import transaction
from django.db.models import QuerySet
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from accounts.models import User
from games.clocks.models import TimeGift, Turn, TurnEnd
from games.clocks.selectors import open_turns
from games.clocks.turns import begin_turns, end_turns, recompute, store_earliest
from games.common import signals
from games.common.errors import BrokenGame, Conflict
from games.core.choices import Status
from games.core.dice import open_dice
from games.core.lock import game_for_update
from games.core.log import LogWriter, Param, add_event, entries_of, fault_of, sound_length, state_of
from games.core.models import Entry, EventKind, Game, Seat, TableEvent
from games.core.selectors import is_robot, seats_with_users
from games.engine.values import ABORTED
from games.notifications.models import Notification
from games.notifications.outbox import notify_players

from .after_action import GAME_COLUMNS, SEAT_COLUMNS, announce, rebuild_derived, set_derived_columns
from .endings import abort_game
from .models import AdvanceOrder, RobotTurn
from .open_proposals import after_change, open_proposals

TURN_COLUMNS = ["ended_at", "ended_by", "charge", "bank_after", "due_at", "remind_at"]


def take_back(game: Game, ply: int, seat: int, user: User, now: datetime) -> TableEvent:
    """Shorten the log to ``ply`` entries, and let the game go on from there. Return the event that keeps the rest.

    ``seat`` is the number of the seat whose turn it was, ``user`` who took it back.
    """
    entries, seats = _shorten(LogWriter(game, now), ply)
    event = add_event(game, EventKind.UNDONE, now, seat=seat, user=user, params={"what": "turn", "entries": entries})
    announce(game, seats, now)
    return event


def go_back(game: Game, ply: int, now: datetime, reason: str) -> TableEvent:
    """Shorten a log that does not replay to its first ``ply`` entries, and notify everyone of the operator's reason."""
    opened = [seat.number for seat in game.seats.order_by("number") if (seat.opening_ply or 0) > ply]
    entries, seats = _shorten(LogWriter(game, now), ply)
    game.troubled_at, game.trouble = None, ""
    game.save(update_fields=["troubled_at", "trouble"])
    params: dict[str, Param] = {"what": "repair", "reason": reason, "entries": entries, "opened": opened}
    event = add_event(game, EventKind.UNDONE, now, params=params)
    announce(game, seats, now)
    notify_players(event)
    return event


def _shorten(log: LogWriter, ply: int) -> tuple[list[dict[str, Any]], list[Seat]]:
    """Remove the entries from ``ply`` on, and let the game go on. Return them, and the seats."""
    game, now = log.game, log.now
    entries = _remove_entries(entries_of(game).filter(ply__gte=ply))
    game.ply, game.undone = ply, game.undone + 1
    _forget_plies(game)
    seats = seats_with_users(game)
    cancelled = _cancel_turns(game, seats, now)
    set_derived_columns(game, seats, log.title, _state_without_chance(log), now)
    _begin_again(game, seats, cancelled, now)
    store_earliest(game, game.turns.filter(ended_at=None))
    game.save(update_fields=[*GAME_COLUMNS, "undone"])
    for one in seats:
        one.seen_ply = min(one.seen_ply, ply)
        if one.opening_ply is not None:  # each result that was not taken back has the same K as before
            one.opening_ply = min(one.opening_ply, ply)
        if one.share_given_up_ply is not None and one.share_given_up_ply >= ply:
            one.share_given_up_ply = None  # it stays given up, and the log has no place for it until the seat acts
        places = ["seen_ply", "opening_ply", "share_given_up_ply"]
        one.save(update_fields=[*SEAT_COLUMNS, *places, "bank", "stand_in_turns"])
    return entries, seats


def _state_without_chance(log: LogWriter) -> object:
    """Return the state from which players go on: results of chance that are due are drawn first."""
    state = state_of(log.game)
    while chance := log.title.chance(state):
        state = log.resolve_chance(state, chance)
    log.store()
    return state


def _remove_entries(rows: QuerySet[Entry]) -> list[dict[str, Any]]:
    """Delete the entries and return what they said, for the event."""
    kept = [
        {
            "seat": row.seat,
            "notation": row.notation,
            "at": row.at.isoformat(),
            "state_hash": row.state_hash,
            "note": row.note,
            "played_by": row.played_by_id,
        }
        for row in rows
    ]
    rows.delete()
    return kept


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
        if turn and turn.user_id == seat.user_id:
            seat.stand_in_turns -= min(seat.stand_in_turns, turn.ended_by == TurnEnd.STAND_IN)
            _undo(turn, now, charge=turn.charge or 0)
            seat.bank = turn.bank_after if turn.pace and turn.bank_after is not None else seat.bank
        begin_turns(game, [seat], now)


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
