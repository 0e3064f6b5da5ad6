"""Leaving a game without resigning, and the end of a game that everyone has left.

Everything here runs inside the caller's transaction, under the game's lock.
"""

from datetime import datetime

from games.engine.values import ABORT, OUT_OF_TIME
from games.models import EventKind, Game, Seat, Status
from games.selectors.log import state_of
from games.selectors.tables.seats import is_robot, seats_of, seats_with_users

from ..clocks.events import add_event, tell_players
from .after_action import after_action
from .log import LogWriter


def leave_out_of_time(game: Game, seat: int, now: datetime) -> None:
    """Let a seat leave the game as the rules say, because its player's time has run out."""
    event = add_event(game, EventKind.OUT, now, seat=seat)
    log = LogWriter(game, now)
    after_action(log, log.append_text(state_of(game), seat, OUT_OF_TIME), seats_of(game))
    tell_players(event)
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
