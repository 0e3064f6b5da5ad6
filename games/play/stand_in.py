"""Turns that nobody plays: by an order in advance after the deadline, or by a robot as stand-in.

Everything here runs inside the caller's transaction, under the game's lock.
"""

import hashlib
from datetime import datetime

from games.clocks.models import TurnEnd
from games.core.log import LogWriter, state_of
from games.core.models import EntryNote, Game, GivenUpBy
from games.core.selectors import seats_of
from games.engine.core import Title
from games.engine.values import Action

from .advance_orders import play_waiting_order
from .after_action import after_action
from .shares import give_up_share

STAND_IN_ROBOT = "greedy"  # mild, and quick enough for a transaction


def play(game: Game, seat: int, now: datetime) -> None:
    """Play the rest of a seat's turn for a player who stays away."""
    log, seats = LogWriter(game, now), seats_of(game)
    give_up_share(game, seats[seat], GivenUpBy.TIME_OUT, game.ply, now)
    state = log.play_turn(lambda state: choose(log.title, game, state), state_of(game), EntryNote.STAND_IN)
    after_action(log, state, seats, seat, TurnEnd.STAND_IN)


def choose(title: Title, game: Game, state: object) -> Action:
    """Return the action of the stand-in: the mild robot's, or the first legal one where a title has no such robot."""
    robot = title.robots.get(STAND_IN_ROBOT)
    if robot is None:
        first: Action = title.legal_actions(state)[0]
        return first
    seed = int.from_bytes(hashlib.sha256(f"{game.code}:{game.ply}".encode()).digest()[:8])
    action: Action = robot.choose(state, seed)
    return action


def play_order(game: Game, seat: int, now: datetime) -> None:
    log, seats = LogWriter(game, now), seats_of(game)
    state = play_waiting_order(log, seats, seat, state_of(game))
    after_action(log, state, seats, seat, TurnEnd.ORDER)
