"""Orders in advance of one player at one table. Only their owner may see them."""

from django.db.models import F, Q

from accounts.models import User
from games.engine.messages import Message, message_from_json
from games.models import AdvanceOrder, Game, OrderState

MAX_PAST = 20


def waiting_orders(user: User, game: Game) -> list[AdvanceOrder]:
    """Return the orders for the user's next turn at this table, in the order in which they are tried."""
    return list(AdvanceOrder.objects.filter(user=user, game=game, state=OrderState.WAITING))


def past_orders(user: User, game: Game, limit: int = MAX_PAST) -> list[AdvanceOrder]:
    """Return the orders that were played, dropped or withdrawn, latest first."""
    rows = AdvanceOrder.objects.filter(user=user, game=game).exclude(state=OrderState.WAITING)
    return list(rows.order_by("-settled_at", "rank", "id")[:limit])


def tried_orders(user: User, game: Game, turn: int) -> list[AdvanceOrder]:
    """Return the orders that were tried for a turn, in that order. At most one was used, the others have a reason."""
    return list(AdvanceOrder.objects.filter(user=user, game=game, turn=turn))


def dropped_orders(user: User, game: Game, numbers: list[int] | None = None) -> list[AdvanceOrder]:
    """Return dropped orders that were never tried: those with these numbers, or those dropped at the game's end."""
    condition = Q(settled_at=F("game__finished_at")) if numbers is None else Q(number__in=numbers)
    return list(AdvanceOrder.objects.filter(condition, user=user, game=game, state=OrderState.DROPPED, turn=None))


def order_of(user: User, game: Game, number: int) -> AdvanceOrder | None:
    """Return the user's order with this number, in any state."""
    return AdvanceOrder.objects.filter(user=user, game=game, number=number).first()


def reasons_of(order: AdvanceOrder) -> list[Message]:
    """Return why an order was dropped, as messages of the title or, under ``site.…``, of the site."""
    return [message_from_json(data) for data in order.params.get("said", [])]
