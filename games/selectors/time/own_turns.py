"""The open turns of a game, and the deadline of one player's own turn.

The table's deadline is the earliest of all seats that must act. Where a single seat must act, it is the player's own
and is read with the game; only where several must act at the same time are the turns read.
"""

from collections.abc import Collection, Iterable
from dataclasses import dataclass
from datetime import datetime

from django.db.models import QuerySet

from accounts.models import User
from games.models import Game, Seat, Turn


@dataclass(frozen=True, slots=True)
class TurnTime:
    """The deadline of a turn, and when it was noticed that it had passed."""

    deadline: datetime | None
    overdue_at: datetime | None


def open_turns(game: Game) -> QuerySet[Turn]:
    """Return the turns of a game that have not ended, the first one first, with this object as their game."""
    return game.turns.filter(ended_at=None).select_related("seat", "user__profile").prefetch_related("gifts")


def own_times(user: User | None, tables: Collection[tuple[Game, Iterable[Seat]]]) -> dict[int, TurnTime]:
    """Return the time of the player's turn by the ids of games, at other tables that of the whole table.

    ``tables`` are games with their seats. This takes one query at most.
    """
    shared = [game.pk for game, seats in tables if user and sum(seat.is_acting for seat in seats) > 1]
    turns = Turn.objects.filter(user=user, game__in=shared, ended_at=None) if shared else ()
    own = {turn.game_id: TurnTime(turn.deadline, turn.overdue_at) for turn in turns}
    return {game.pk: own.get(game.pk) or TurnTime(game.deadline, game.overdue_at) for game, _seats in tables}


def own_time(user: User | None, game: Game) -> TurnTime:
    """Return the time of the player's turn at one table."""
    return own_times(user, [(game, game.seats.all())])[game.pk]
