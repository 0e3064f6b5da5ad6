"""Ends of games outside the rules: an abort by an administrator, accounts closed or deleted."""

from contextlib import suppress
from datetime import datetime

from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from accounts.models import User
from games.engine.values import ABORT
from games.errors import Conflict, Forbidden
from games.models import Game, Invitation, InvitationState, LateRule, Seat, Status
from games.selectors.log import state_of
from games.selectors.tables.seats import seats_of

from ..clocks import seats
from ..clocks.players import deputies
from ..lock import game_for_update
from ..tables.new_table.setup import leave_table
from . import leaving, resignations
from .actions import running_seat
from .after_action import after_action
from .log import LogWriter


@transaction.atomic
def abort_game(game_id: int) -> Game:
    """End a running game without a result; for administrators. Raises Conflict (not-running)."""
    game = game_for_update(game_id)
    if game.status != Status.RUNNING:
        raise Conflict("not-running", _("This game is not running."))
    log = LogWriter(game, timezone.now())
    after_action(log, log.append_text(state_of(game), None, ABORT), seats_of(game))
    return game


def leave_all_games(user: User) -> None:
    """Leave all tables and games of an account that is closed or about to be deleted, and end its deputies.

    Other requests act at the same time. If a table starts first, the second loop leaves it there. If a game ends first,
    or the player has left the table in another window, nothing is left to do.
    """
    now = timezone.now()
    for seat in Seat.objects.filter(user=user, game__status=Status.OPEN):
        with suppress(Conflict, Forbidden):
            leave_table(seat.game_id, user)
    for seat in Seat.objects.filter(user=user, game__status=Status.RUNNING, is_out=False):
        with suppress(Conflict, Forbidden):
            abandon_seat(seat.game_id, user, now)
    deputies.end_all(user, now)
    pending = Invitation.objects.filter(inviter=user, state=InvitationState.PENDING, game__status=Status.CANCELLED)
    pending.update(state=InvitationState.WITHDRAWN, answered_at=now)


@transaction.atomic
def abandon_seat(game_id: int, user: User, now: datetime) -> Game:
    """Give up the seat of a closed account as after its deadlines: offer it to others, or leave the game.

    If no person is left, the game is aborted. A resignation that waits counts now, even if another player leaves.
    Raises Conflict (not-running), Forbidden (not-seated).
    """
    game = game_for_update(game_id)
    running_seat(game, user)
    resignations.settle_now(game, now)
    if game.is_over:
        return game
    seat = running_seat(game, user)
    if not seat.is_out and game.late_rule == LateRule.OUT:
        leaving.leave_out_of_time(game, seat.number or 0, now)
    elif not seat.is_out and seat.offered_at is None:
        seats.offer(game, seat, now, now)
    leaving.abort_if_deserted(game, now)
    return game
