"""Ends of games outside the rules: resignations, aborts, seats whose time is over, accounts closed or deleted."""

import logging
from collections.abc import Sequence
from datetime import datetime, timedelta

from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from accounts.models import User
from games.clocks.models import TablePause
from games.clocks.turns import recompute
from games.common import signals
from games.common.errors import Conflict, StalePly
from games.common.signals import send_after_commit
from games.core.choices import Status
from games.core.lock import game_for_update
from games.core.log import LogWriter, add_event, note_if_broken, state_of
from games.core.models import EventKind, Game, Seat
from games.core.selectors import is_robot, seats_of, seats_with_users, title_of
from games.engine.values import ABORT, OUT_OF_TIME, RESIGNS
from games.notifications import outbox
from games.notifications.models import Kind
from games.notifications.outbox import notify_players

from .actions import playing_seat, running_seat
from .after_action import after_action
from .models import ProposalKind
from .open_proposals import missing, open_proposals, voters


@transaction.atomic
def abort_game(game_id: int) -> Game:
    """End a running game without a result; for administrators. Raises Conflict (not-running)."""
    game = game_for_update(game_id)
    if game.status != Status.RUNNING:
        raise Conflict("not-running", _("This game is not running."))
    log = LogWriter(game, timezone.now())
    after_action(log, log.append_text(state_of(game), None, ABORT), seats_of(game))
    return game


def leave_out_of_time(game: Game, seat: int, now: datetime) -> None:
    """Let a seat leave the game as the rules say, because its player's time has run out."""
    event = add_event(game, EventKind.OUT, now, seat=seat)
    log = LogWriter(game, now)
    after_action(log, log.append_text(state_of(game), seat, OUT_OF_TIME), seats_of(game))
    notify_players(event)
    abort_if_deserted(game, now)


def abort_if_deserted(game: Game, now: datetime) -> bool:
    """Abort a game in which no person plays any more, and open its dice. Return True if it was aborted."""
    seats = seats_with_users(game)
    if game.status != Status.RUNNING or any(_is_there(seat) for seat in seats):
        return False
    add_event(game, EventKind.DESERTED, now)
    log = LogWriter(game, now)
    after_action(log, log.append_text(state_of(game), None, ABORT), seats)
    return True


def _is_there(seat: Seat) -> bool:
    """Return True if a person whose account is not closed still plays in this seat."""
    return seat.user is not None and seat.user.is_active and not seat.is_out and not is_robot(seat)


TIME_TO_TAKE_BACK = timedelta(minutes=10)

MAX_GAMES = 200  # in one round of the sweep
logger = logging.getLogger(__name__)


def has_taken_back(game: Game, user: User) -> bool:
    """Return True if the player has taken back a resignation in this game: the next one counts at once."""
    rows = game.events.filter(kind=EventKind.UNDONE, user=user)
    return any(params.get("what") == "resignation" for params in rows.values_list("params", flat=True))


def resignation_ends(game: Game, number: int, seats: Sequence[Seat], state: object) -> bool:
    """Return True if the game is over once this seat has resigned. ``state`` is the present one."""
    title = title_of(game)
    if title.outcome(title.apply(state, title.parse(state, number, RESIGNS))):
        return True
    others = [seat for seat in seats if seat.number != number]
    agreed = (row for row in open_proposals(game) if row.kind == ProposalKind.ABORT and not missing(row, others))
    return bool(voters(others)) and next(agreed, None) is not None


@transaction.atomic
def resign(game_id: int, user: User, expected_ply: int | None = None, *, undone: int | None = None) -> Game:
    """Resign from a running game. It counts after ten minutes, in which the player can take it back once in a game.

    ``expected_ply`` and ``undone`` are those of ``play_action``, None if they are not known. Repeating it changes
    nothing.

    Raises StalePly if the game has moved on, Conflict (not-running, already-out, resignation-waits),
    Forbidden (not-seated).
    """
    game, now = game_for_update(game_id), timezone.now()
    if game.resigns_at and running_seat(game, user).number == game.resigning_seat:
        return game
    seat = playing_seat(game, user)
    if expected_ply not in {None, game.ply} or undone not in {None, game.undone}:
        raise StalePly
    game.resigning_seat, game.resigns_at = seat.number, now + TIME_TO_TAKE_BACK
    if has_taken_back(game, user):
        _settle(game, now)
        return game
    _save(game)
    TablePause.objects.create(game=game, began_at=now, ended_at=game.resigns_at)
    recompute(game, now)
    params = {"until": game.resigns_at.isoformat()}
    add_event(game, EventKind.RESIGNED, now, seat=seat.number, user=user, params=params)
    return game


@transaction.atomic
def take_back_resignation(game_id: int, user: User) -> Game:
    """Take back one's resignation before it counts. Repeating it changes nothing.

    Raises Conflict (not-running, too-late), Forbidden (not-seated).
    """
    game, now = game_for_update(game_id), timezone.now()
    seat = running_seat(game, user)
    if game.resigns_at is None and not seat.is_out and has_taken_back(game, user):
        return game
    if game.resigns_at is None or game.resigning_seat != seat.number or game.resigns_at <= now:
        raise Conflict("too-late", _("It is too late: your resignation counts, or there was none."))
    _end_wait(game, now)
    _save(game)
    recompute(game, now)
    add_event(game, EventKind.UNDONE, now, seat=seat.number, user=user, params={"what": "resignation"})
    if any(is_robot(one) for one in game.seats.filter(is_acting=True).select_related("user")):
        send_after_commit(signals.robot_due, game_id=game.pk)
    return game


@transaction.atomic
def confirm_resignation(game_id: int, user: User, number: int) -> Game:
    """Let the resignation of a seat count at once. Every player still in the game can do it. Repeating changes nothing.

    Raises Conflict (not-running, already-out, no-resignation), Forbidden (not-seated).
    """
    game, now = game_for_update(game_id), timezone.now()
    if game.resigns_at is None and _has_confirmed(game, user, number):
        return game
    if running_seat(game, user).is_out:
        raise Conflict("already-out", _("You are already out of this game."))
    if game.resigns_at is None or game.resigning_seat != number:
        raise Conflict("no-resignation", _("This resignation has been taken back, or counts already."))
    add_event(game, EventKind.RESIGNED, now, seat=number, user=user, params={"is_confirmed": True})
    _settle(game, now)
    return game


def _has_confirmed(game: Game, user: User, number: int) -> bool:
    rows = game.events.filter(kind=EventKind.RESIGNED, user=user, seat=number)
    return any(params.get("is_confirmed") for params in rows.values_list("params", flat=True))


def settle_due(now: datetime) -> int:
    """Let the resignations count whose time to be taken back is over, whatever fails at others. Return their number."""
    due = Game.objects.sound().filter(resigns_at__lte=now).order_by("resigns_at")
    settled = 0
    for game_id in list(due.values_list("pk", flat=True)[:MAX_GAMES]):
        try:
            settled += _settle_if_due(game_id, now)
        except Exception as error:
            note_if_broken(error)
            logger.exception("a resignation failed", extra={"game": game_id})
    return settled


def catch_up(game: Game, now: datetime) -> None:
    """Let the resignation at one table count if its time is over, without waiting for the sweep."""
    if game.resigns_at and game.resigns_at <= now and game.troubled_at is None and _settle_if_due(game.pk, now):
        game.refresh_from_db()


def settle_now(game: Game, now: datetime) -> None:
    """Let a resignation that waits count at once. Runs under the game's lock."""
    if game.resigns_at:
        _settle(game, now)


@transaction.atomic
def _settle_if_due(game_id: int, now: datetime) -> bool:
    game = game_for_update(game_id)
    if game.resigns_at is None or game.resigns_at > now:
        return False
    _settle(game, now)
    return True


def _settle(game: Game, now: datetime) -> None:
    """Write the resignation to the log, with all that follows, and notify the others."""
    number = game.resigning_seat or 0
    _end_wait(game, now)
    for other in Seat.objects.filter(game=game).exclude(number=number).exclude(user=None).select_related("user"):
        event = f"{game.pk}:{number}{game.undo_mark}"
        outbox.queue(Kind.RESIGNED, event, user=other.user, game=game, params={"seat": number})
    log = LogWriter(game, now)
    after_action(log, log.append_text(state_of(game), number, RESIGNS), seats_of(game))
    if not game.is_over:
        recompute(game, now)


def _end_wait(game: Game, now: datetime) -> None:
    """Let the clocks run again, and nobody resign, without saving the game."""
    game.pauses.filter(ended_at=game.resigns_at).update(ended_at=now)
    game.resigning_seat = game.resigns_at = None


def _save(game: Game) -> None:
    game.save(update_fields=["resigning_seat", "resigns_at"])
