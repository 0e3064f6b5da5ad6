"""Taking back the end of a log: a turn that everyone agrees to undo, or what an operator repairs.

The log never changes except here. What is taken back is kept in an event of the table (``UNDONE``), with all that the
entries said. Results of chance are among it only if the log does not replay; then the dice give the same ones again.

Everything here runs inside the caller's transaction, under the game's lock.
"""

from collections.abc import Sequence
from datetime import datetime
from typing import Any

from django.db.models import QuerySet

from accounts.models import User
from games.clocks.models import Turn, TurnEnd
from games.clocks.turns import begin_turns, store_earliest
from games.common import signals
from games.core.events import Param, add_event
from games.core.log import LogWriter, entries_of, state_of
from games.core.models import Entry, EventKind, Game, Seat, TableEvent
from games.core.selectors import is_robot, seats_with_users, title_of
from games.notifications.models import Notification
from games.notifications.outbox import notify_players
from games.notifications.preferences import players_without_mail

from .after_action import GAME_COLUMNS, SEAT_COLUMNS, announce, set_derived_columns
from .models import AdvanceOrder, RobotTurn

TURN_COLUMNS = ["ended_at", "ended_by", "charge", "bank_after", "due_at", "remind_at"]


def take_back(game: Game, ply: int, seat: int, user: User, now: datetime) -> TableEvent:
    """Shorten the log to ``ply`` entries, and let the game go on from there. Return the event that keeps the rest."""
    entries, seats = _shorten(game, ply, now)
    event = add_event(game, EventKind.UNDONE, now, seat=seat, user=user, params={"what": "turn", "entries": entries})
    announce(game, seats, now, players_without_mail(game, [seat.user_id for seat in seats if seat.user_id]))
    return event


def go_back(game: Game, ply: int, now: datetime, reason: str) -> TableEvent:
    """Shorten a log that does not replay to its first ``ply`` entries, and notify everyone of the operator's reason."""
    entries, seats = _shorten(game, ply, now)
    game.troubled_at, game.trouble = None, ""
    game.save(update_fields=["troubled_at", "trouble"])
    params: dict[str, Param] = {"what": "repair", "reason": reason, "entries": entries}
    event = add_event(game, EventKind.UNDONE, now, params=params)
    announce(game, seats, now, players_without_mail(game, [seat.user_id for seat in seats if seat.user_id]))
    notify_players(event)
    return event


def _shorten(game: Game, ply: int, now: datetime) -> tuple[list[dict[str, Any]], list[Seat]]:
    """Remove the entries from ``ply`` on, and let the game go on. Return them, and the seats."""
    entries = _remove_entries(entries_of(game).filter(ply__gte=ply))
    game.ply, game.undone = ply, game.undone + 1
    _forget_plies(game)
    seats = seats_with_users(game)
    cancelled = _cancel_turns(game, seats, now)
    set_derived_columns(game, seats, title_of(game), _state_without_chance(game, now), now)
    _begin_again(game, seats, cancelled, now)
    store_earliest(game, game.turns.filter(ended_at=None))
    game.save(update_fields=[*GAME_COLUMNS, "undone"])
    for one in seats:
        one.seen_ply = min(one.seen_ply, ply)
        if one.opening_ply is not None:  # no result was taken back, so this gives each result the same K as before
            one.opening_ply = min(one.opening_ply, ply)
        one.save(update_fields=[*SEAT_COLUMNS, "seen_ply", "opening_ply", "bank", "stand_in_turns"])
    return entries, seats


def _state_without_chance(game: Game, now: datetime) -> object:
    """Return the state from which players go on: results of chance that are due are drawn first."""
    log, state = LogWriter(game, now), state_of(game)
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
