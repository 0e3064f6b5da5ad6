"""Ends that the rules do not know: resigning, agreeing to abort, deleting an account."""

from contextlib import suppress

from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from accounts.models import User
from games.engine.values import ABORT, RESIGNS
from games.errors import Conflict, StalePly
from games.models import Game, Invitation, InvitationState, Kind, Seat, Status
from games.selectors.log import state_of

from ..lock import game_for_update
from ..notifications import outbox
from ..tables.setup import leave_table
from .actions import running_seat
from .after_action import after_action, title_of
from .log import append_entry


@transaction.atomic
def resign(game_id: int, user: User, expected_ply: int | None = None) -> Game:
    """Leave a running game for good; the others play on or have won.

    Raises StalePly where ``expected_ply`` is given and the game has gone on, Conflict (not-running, already-out),
    Forbidden (not-seated).
    """
    game = game_for_update(game_id)
    seat = running_seat(game, user)
    if seat.is_out:
        raise Conflict("already-out", _("You are already out of this game."))
    if expected_ply not in {None, game.ply}:
        raise StalePly
    title, now = title_of(game), timezone.now()
    before = state_of(game)
    state = append_entry(game, title, before, title.parse(before, seat.number, RESIGNS), now)
    for other in game.seats.exclude(pk=seat.pk).exclude(user=None).select_related("user"):
        event = f"{game.pk}:{seat.number}"
        outbox.queue(Kind.RESIGNED, event, user=other.user, game=game, params={"seat": seat.number or 0})
    after_action(game, title, state, now)
    return game


@transaction.atomic
def agree_to_abort(game_id: int, user: User, agrees: bool) -> Game:
    """Say that one would rather end the game without a result, or take that back.

    The game is aborted as soon as every player still in it agrees. Raises Conflict (not-running, already-out),
    Forbidden (not-seated).
    """
    game = game_for_update(game_id)
    seat = running_seat(game, user)
    if seat.is_out:
        raise Conflict("already-out", _("You are already out of this game."))
    if seat.wants_abort != agrees:
        seat.wants_abort = agrees
        seat.save(update_fields=["wants_abort"])
        after_action(game, title_of(game), state_of(game), timezone.now())
    return game


@transaction.atomic
def abort_game(game_id: int) -> Game:
    """End a running game without a result; for administrators. Raises Conflict (not-running)."""
    game = game_for_update(game_id)
    if game.status != Status.RUNNING:
        raise Conflict("not-running", _("This game is not running."))
    title, state, now = title_of(game), state_of(game), timezone.now()
    after_action(game, title, append_entry(game, title, state, title.parse(state, None, ABORT), now), now)
    return game


def leave_all_games(user: User) -> None:
    """Give up every seat of an account that is about to be deleted: the others' games go on without it.

    Others play meanwhile: a table that starts before it is left is one to resign from, a game that ends needs nothing.
    """
    for seat in Seat.objects.filter(user=user, game__status=Status.OPEN):
        with suppress(Conflict):
            leave_table(seat.game_id, user)
    for seat in Seat.objects.filter(user=user, game__status=Status.RUNNING, is_out=False):
        with suppress(Conflict):
            resign(seat.game_id, user)
    pending = Invitation.objects.filter(inviter=user, state=InvitationState.PENDING, game__status=Status.CANCELLED)
    pending.update(state=InvitationState.WITHDRAWN, answered_at=timezone.now())
