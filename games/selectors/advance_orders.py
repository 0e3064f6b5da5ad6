"""Standing orders, for their owner alone: everything here asks for the user whose they are."""

from django.db.models import Q

from accounts.models import User
from games.engine.messages import Message, message_from_json
from games.models import AdvanceOrder, Game, OrderState

MOST_PAST = 20


def waiting_orders(user: User, game: Game) -> list[AdvanceOrder]:
    """Return the orders that wait for the user's next turn at this table, in the order in which they are tried."""
    return list(AdvanceOrder.objects.filter(user=user, game=game, state=OrderState.WAITING))


def past_orders(user: User, game: Game, limit: int = MOST_PAST) -> list[AdvanceOrder]:
    """Return those that wait no more, latest first."""
    rows = AdvanceOrder.objects.filter(user=user, game=game).exclude(state=OrderState.WAITING)
    return list(rows.order_by("-settled_at", "rank", "id")[:limit])


def tried_orders(user: User, game: Game, turn: int) -> list[AdvanceOrder]:
    """Return the orders that were tried for a turn, in that order: at most one was used, the others have a reason."""
    return list(AdvanceOrder.objects.filter(user=user, game=game, turn=turn))


def dropped_orders(user: User, game: Game, numbers: list[int] | None = None) -> list[AdvanceOrder]:
    """Return dropped orders that were never tried: those with these numbers, or those that the end of the game met."""
    chosen = Q(reason="orders.over") if numbers is None else Q(number__in=numbers)
    return list(AdvanceOrder.objects.filter(chosen, user=user, game=game, state=OrderState.DROPPED, turn=None))


def order_of(user: User, game: Game, number: int) -> AdvanceOrder | None:
    """Return the user's order with this number, whatever became of it."""
    return AdvanceOrder.objects.filter(user=user, game=game, number=number).first()


def reasons_of(order: AdvanceOrder) -> list[Message]:
    """Return why an order was dropped, as messages of the title or, under ``site.…``, of the site."""
    return [message_from_json(data) for data in order.params.get("said", [])]
