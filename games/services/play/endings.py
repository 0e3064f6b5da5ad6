"""Ends of games outside the rules: resignation, an abort by an administrator, accounts closed or deleted."""

from contextlib import suppress
from datetime import datetime

from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from accounts.models import User
from games.engine.values import ABORT, RESIGNS
from games.errors import Conflict, Forbidden, StalePly
from games.models import Game, Invitation, InvitationState, Kind, LateRule, ProposalKind, Seat, Status
from games.selectors.log import state_of
from games.selectors.proposals import open_proposals, resignation_to_take_back, voters
from games.selectors.seats import seats_with_users
from games.selectors.titles import title_of

from ..clocks import deputies, seats
from ..clocks.events import tell_players
from ..lock import game_for_update
from ..notifications import outbox
from ..tables.open_proposals import all_agree
from ..tables.setup import leave_table
from . import leaving
from .actions import playing_seat, running_seat
from .after_action import after_action
from .log import LogWriter
from .undo import take_back


@transaction.atomic
def resign(game_id: int, user: User, expected_ply: int | None = None, *, undone: int | None = None) -> Game:
    """Resign from a running game. The others play on, or the last one wins.

    ``expected_ply`` and ``undone`` are those of ``play_action``, None if they are not known.

    Raises StalePly if the game has moved on, Conflict (not-running, already-out),
    Forbidden (not-seated).
    """
    game = game_for_update(game_id)
    seat = playing_seat(game, user)
    if expected_ply not in {None, game.ply} or undone not in {None, game.undone}:
        raise StalePly
    log = LogWriter(game, timezone.now())
    state = log.append_text(state_of(game), seat.number, RESIGNS)
    for other in game.seats.exclude(pk=seat.pk).exclude(user=None).select_related("user"):
        event = f"{game.pk}:{seat.number}{game.undo_mark}"
        outbox.queue(Kind.RESIGNED, event, user=other.user, game=game, params={"seat": seat.number or 0})
    after_action(log, state)
    return game


def resignation_ends(game: Game, seat: Seat) -> bool:
    """Return True if the game would be over if this seat resigned now, so that nothing could be taken back."""
    title, state = title_of(game), state_of(game)
    if seat.is_out or title.outcome(title.apply(state, title.parse(state, seat.number, RESIGNS))):
        return True
    others = [one for one in seats_with_users(game) if one.pk != seat.pk]
    return bool(voters(others)) and all_agree(open_proposals(game), ProposalKind.ABORT, others) is not None


@transaction.atomic
def take_back_resignation(game_id: int, user: User) -> Game:
    """Take back one's resignation, within ten minutes, if nothing has happened in the game since.

    Raises Conflict (not-running, too-late), Forbidden (not-seated).
    """
    game, now = game_for_update(game_id), timezone.now()
    seat = running_seat(game, user)
    entry = resignation_to_take_back(game, seat, now)
    if entry is None or seat.number is None:
        text = _("It is too late: ten minutes have passed, or the game has gone on since you resigned.")
        raise Conflict("too-late", text)
    event = take_back(game, entry.ply, seat.number, user, now, "resignation")
    tell_players(event, but=[user])
    return game


@transaction.atomic
def abort_game(game_id: int) -> Game:
    """End a running game without a result; for administrators. Raises Conflict (not-running)."""
    game = game_for_update(game_id)
    if game.status != Status.RUNNING:
        raise Conflict("not-running", _("This game is not running."))
    log = LogWriter(game, timezone.now())
    after_action(log, log.append_text(state_of(game), None, ABORT))
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

    If no person is left, the game is aborted. Raises Conflict (not-running), Forbidden (not-seated).
    """
    game = game_for_update(game_id)
    seat = running_seat(game, user)
    if not seat.is_out and game.late_rule == LateRule.OUT:
        leaving.leave_out_of_time(game, seat.number or 0, now)
    elif not seat.is_out and seat.offered_at is None:
        seats.offer(game, seat, now, now)
    leaving.abort_if_deserted(game, now)
    return game
