"""What becomes of the games of an account that is closed or deleted."""

import logging
from contextlib import suppress
from datetime import datetime, timedelta

from django.db import transaction
from django.db.models import Q
from django.utils import timezone

from accounts.models import User
from games.common.errors import Conflict, Forbidden
from games.core import jobs
from games.core.choices import LateRule, Status
from games.core.lock import game_for_update
from games.core.log import note_if_broken
from games.core.models import Game, Seat
from games.deputies.services import end_all_deputies
from games.lobby.models import Invitation, InvitationState
from games.lobby.tables import leave_table
from games.play import endings
from games.play.actions import running_seat
from games.time_outs import substitutes

EVERY = timedelta(minutes=10)
logger = logging.getLogger(__name__)


def leave_what_is_left(now: datetime) -> None:
    """Leave the games of closed accounts that were not left when they were closed, because a process had stopped."""
    if not jobs.is_time_for("closed accounts", EVERY, now):
        return
    seats = Seat.objects.filter(
        Q(game__status=Status.OPEN) | Q(game__status=Status.RUNNING, is_out=False, offered_at=None),
        user__is_active=False,
        user__robot="",
        finished_at=None,
    )
    for user in User.objects.filter(pk__in=seats.values("user")):
        try:
            leave_all_games(user)
        except Exception as error:
            note_if_broken(error)
            logger.exception("the games of a closed account could not be left", extra={"user": user.pk})


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
    end_all_deputies(user, now)
    pending = Invitation.objects.filter(inviter=user, state=InvitationState.PENDING, game__status=Status.CANCELLED)
    pending.update(state=InvitationState.WITHDRAWN, answered_at=now)


@transaction.atomic
def abandon_seat(game_id: int, user: User, now: datetime) -> Game:
    """Give up the seat of a closed account as after its deadlines: offer it to others, or leave the game.

    If no person is left, the game is aborted. Raises Conflict (not-running), Forbidden (not-seated).
    """
    game = game_for_update(game_id)
    seat = running_seat(game, user)
    if not seat.is_out and game.late_rule == LateRule.OUT:
        endings.leave_out_of_time(game, seat.number or 0, now)
    elif not seat.is_out and seat.offered_at is None:
        substitutes.offer(game, seat, now, now)
    endings.abort_if_deserted(game, now)
    return game
