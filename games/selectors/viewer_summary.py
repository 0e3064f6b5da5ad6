"""The things that wait for the viewer of a table."""

from dataclasses import dataclass

from accounts.models import User
from games.models import AdvanceOrder, Frequency, Game, Kind, OrderState

from .notifications.mail_preferences import frequency_of


@dataclass(frozen=True, slots=True)
class ViewerSummary:
    """Numbers of games that wait elsewhere and of orders in advance here, and how often emails about turns come."""

    elsewhere: int
    orders: int
    frequency: Frequency


def viewer_summary(game: Game, user: User) -> ViewerSummary:
    """Return what waits for a player of this game, in three queries."""
    return ViewerSummary(
        elsewhere=Game.objects.waiting_for(user).exclude(pk=game.pk).count(),
        orders=AdvanceOrder.objects.filter(user=user, game=game, state=OrderState.WAITING).count(),
        frequency=frequency_of(user, Kind.TURN, game),
    )
