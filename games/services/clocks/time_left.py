"""What is left of a player's turn and bank, for messages about it."""

from dataclasses import dataclass
from datetime import datetime

from accounts.models import User
from games.models import Game, ToldBy
from games.selectors.time.own_turns import open_turns

from ..time.bank import left_at
from ..time.instants import instant_of, moment_of
from ..time.turn_clock import TurnClock
from .turn_facts import TurnReader


@dataclass(frozen=True, slots=True)
class TimeLeft:
    """The deadline of a turn, and the seconds in its bank; None where there is none, as at a fixed pace."""

    deadline: datetime | None
    bank: int | None = None


def time_once_told(game: Game, user: User | None, stored: datetime | None, now: datetime) -> TimeLeft:
    """Return the time of a player's turn as it will be when a message sent now has been accepted.

    Until then the ``stored`` deadline assumes 12 hours in which nobody knows, so it is later than what the player gets.
    """
    turn = open_turns(game).filter(user=user).first() if user else None
    if turn is None or turn.pace is None or turn.seat.offered_at is not None:
        return TimeLeft(stored)
    is_new = turn.told_at is None
    if is_new:
        turn.told_at, turn.told_by = now, ToldBy.EMAIL
    clock = TurnClock(TurnReader([turn]).facts(turn))
    bank = None if clock.turn.pace.is_fixed else left_at(clock, instant_of(now))
    deadline = clock.deadline if is_new and stored else None
    return TimeLeft(min(stored, moment_of(deadline.at)) if stored and deadline else stored, bank)
