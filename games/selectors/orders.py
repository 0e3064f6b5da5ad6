"""Standing orders, for their owner alone: everything here asks for the user whose they are."""

from django.db.models import Q

from accounts.models import User
from games.engine.core import Message
from games.engine.messages import message_from_json
from games.models import Game, OrderState, StandingOrder

MOST_SETTLED = 20


def waiting(user: User, game: Game) -> list[StandingOrder]:
    """Return the orders that wait for the user's next turn at this table, in the order in which they are tried."""
    return list(StandingOrder.objects.filter(user=user, game=game, state=OrderState.WAITING))


def settled(user: User, game: Game, limit: int = MOST_SETTLED) -> list[StandingOrder]:
    """Return those that wait no more, latest first."""
    rows = StandingOrder.objects.filter(user=user, game=game).exclude(state=OrderState.WAITING)
    return list(rows.order_by("-settled_at", "rank", "id")[:limit])


def tried(user: User, game: Game, turn: int) -> list[StandingOrder]:
    """Return the orders that were tried for a turn, in that order: at most one was used, the others have a reason."""
    return list(StandingOrder.objects.filter(user=user, game=game, turn=turn))


def put_away(user: User, game: Game, numbers: list[int] | None = None) -> list[StandingOrder]:
    """Return dropped orders that were never tried: those with these numbers, or those that the end of the game met."""
    chosen = Q(reason="orders.over") if numbers is None else Q(number__in=numbers)
    return list(StandingOrder.objects.filter(chosen, user=user, game=game, state=OrderState.DROPPED, turn=None))


def order_of(user: User, game: Game, number: int) -> StandingOrder | None:
    """Return the user's order with this number, whatever became of it."""
    return StandingOrder.objects.filter(user=user, game=game, number=number).first()


def reasons_of(order: StandingOrder) -> list[Message]:
    """Return why an order was dropped, as messages of the title or, under ``site.…``, of the site."""
    return [message_from_json(data) for data in order.params.get("said", [])]
