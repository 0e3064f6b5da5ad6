"""Ends of games outside the rules: an abort by an administrator, accounts closed or deleted."""

from datetime import datetime

from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from games.common.errors import Conflict
from games.core.choices import Status
from games.core.events import add_event
from games.core.lock import game_for_update
from games.core.log import LogWriter, state_of
from games.core.models import EventKind, Game, Seat
from games.core.selectors import is_robot, seats_of, seats_with_users
from games.engine.values import ABORT, OUT_OF_TIME
from games.notifications.outbox import notify_players

from .after_action import after_action


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
