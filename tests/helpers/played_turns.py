"""Turns that were played some time ago, for tests of what others may know of a player's time."""

from collections.abc import Sequence
from datetime import UTC, datetime, timedelta
from itertools import count

from accounts.models import User
from games.clocks.models import Turn, TurnEnd
from games.core.models import Game, Seat
from tests.makers import make_user, started_game

NOW = datetime(2026, 5, 4, 9, 0, tzinfo=UTC)
HOUR = timedelta(hours=1)
_numbers = count(1000)


def add_turns(
    user: User, hours: Sequence[float], *, by: TurnEnd = TurnEnd.PLAYER, ago: timedelta = HOUR, now: datetime = NOW
) -> None:
    """Store turns of a user that took so many hours each, and ended ``ago`` or a little earlier."""
    game = Game.objects.filter(seats__user=user, seats__turns__number__gte=1000).first()
    game = game or started_game(user, make_user())
    seat = Seat.objects.get(game=game, user=user)
    for number, taken in enumerate(hours):
        ended = now - ago - timedelta(minutes=number)
        came = ended - taken * HOUR
        row = {"game": game, "seat": seat, "user": user, "ply": 0, "number": next(_numbers)}
        Turn.objects.create(**row, came_at=came, notified_at=came, ended_at=ended, ended_by=by)
