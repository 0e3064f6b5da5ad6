"""What else waits for the viewer of a table, each in one query."""

from accounts.models import User
from games.models import AdvanceOrder, Game, OrderState, Seat


def waits_elsewhere(game: Game, user: User) -> bool:
    """Return True if the user must act in another game."""
    return Seat.objects.filter(user=user, is_acting=True, finished_at=None).exclude(game=game).exists()


def waiting_order_count(game: Game, user: User) -> int:
    """Return how many orders of the user wait in this game."""
    return AdvanceOrder.objects.filter(user=user, game=game, state=OrderState.WAITING).count()
