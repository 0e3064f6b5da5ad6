"""Ends of games outside the rules: resignations, aborts, seats whose time is over, accounts closed or deleted."""

from collections.abc import Sequence
from datetime import datetime

from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from accounts.models import User
from games.clocks.turns import recompute
from games.common.errors import Conflict, StalePly
from games.core.choices import Status
from games.core.lock import game_for_update
from games.core.log import LogWriter, add_event, entries_of, state_of
from games.core.models import EventKind, Game, Seat
from games.core.selectors import is_robot, seats_of, seats_with_users, title_of
from games.engine.values import ABORT, OUT_OF_TIME, RESIGNS
from games.notifications import outbox
from games.notifications.models import Kind
from games.notifications.outbox import notify_players

from .actions import playing_seat
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
    """Resign from a running game, for good. Repeating it changes nothing.

    ``expected_ply`` and ``undone`` are those of ``play_action``, None if they are not known.

    Raises StalePly if the game has moved on, Conflict (not-running, already-out), Forbidden (not-seated).
    """
    game, now = game_for_update(game_id), timezone.now()
    if _has_resigned(game, user):
        return game
    seat = playing_seat(game, user)
    if expected_ply not in {None, game.ply} or undone not in {None, game.undone}:
        raise StalePly
    number = seat.number or 0
    for other in Seat.objects.filter(game=game).exclude(number=number).exclude(user=None).select_related("user"):
        event = f"{game.pk}:{number}{game.undo_mark}"
        outbox.queue(Kind.RESIGNED, event, user=other.user, game=game, params={"seat": number})
    log = LogWriter(game, now)
    after_action(log, log.append_text(state_of(game), number, RESIGNS), seats_of(game))
    if not game.is_over:
        recompute(game, now)
    return game


def _has_resigned(game: Game, user: User) -> bool:
    resigned = {entry.seat for entry in entries_of(game) if entry.notation == RESIGNS}
    return game.seats.filter(user=user, number__in=resigned - {None}).exists()
