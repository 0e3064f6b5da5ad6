"""Contexts about orders in advance: the one that was played, and the dropped ones with their reasons."""

from collections.abc import Sequence
from typing import Any

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from games.common.wording import join_names
from games.engine.replay import group_by_turn
from games.notifications.links import table_link
from games.notifications.models import Notification
from games.planning.presenters import order_views
from games.play.models import AdvanceOrder, OrderState
from games.play.orders import dropped_orders, tried_orders

from . import tables
from .tables import Table

Context = dict[str, Any]


def orders(row: Notification, table: Table) -> Context:
    """Return the variables of the templates in mail/orders, without those of the position.

    Either an order has played a whole turn, the last of ``recent_turns``, or orders were dropped before their turn.
    """
    if "dropped" in row.params:
        numbers = [int(number) for number in str(row.params["dropped"]).split(",")]
        context = _orders_context(table, _orders_of(row, dropped_orders, numbers))
        return {"dropped": join_names([str(number) for number in numbers]), "dropped_count": len(numbers), **context}
    tried = _orders_of(row, tried_orders, int(row.params["turn"]))
    used = next(order for order in tried if order.number == row.params["order"])
    turns = _turns_until(table, used.ply or 0)
    return {"dropped": "", "dropped_count": 0, **_orders_context(table, tried), "recent_turns": turns}


def orders_line(row: Notification, _table: Table) -> str:
    if "dropped" in row.params:
        numbers = str(row.params["dropped"]).split(",")
        text = ngettext(
            "Your order in advance (%(numbers)s) was dropped.",
            "Your orders in advance (%(numbers)s) were dropped.",
            len(numbers),
        )
        return text % {"numbers": join_names(numbers)}
    text = _("Your order in advance (%(number)s) played turn %(turn)s.")
    return text % {"turn": row.params["turn"], "number": row.params["order"]}


def orders_tried(row: Notification, table: Table) -> Context:
    """Return the variables about the orders that were tried for the turn of an email."""
    return _orders_context(table, _orders_of(row, tried_orders, int(row.params.get("turn", 0))))


def orders_at_end(row: Notification, table: Table) -> Context:
    return _orders_context(table, _orders_of(row, dropped_orders))


def _orders_of(row: Notification, selector: Any, *values: Any) -> list[AdvanceOrder]:
    assert row.game is not None
    orders: list[AdvanceOrder] = selector(row.user, row.game, *values) if row.user else []
    return orders


def _orders_context(table: Table, rows: Sequence[AdvanceOrder]) -> Context:
    used = order_views(table.title, [order for order in rows if order.state == OrderState.USED], table.names)
    dropped = [order for order in rows if order.state == OrderState.DROPPED]
    return {
        "order_used": used[0] if used else None,
        "orders_dropped": order_views(table.title, dropped, table.names),
        "orders_url": f"{table_link(table.game)}orders/",
    }


def _turns_until(table: Table, ply: int) -> list[tables.TurnSummary]:
    """Return the turn that contains this ply, after the turns since the recipient's previous one."""
    title, plies = table.title, table.plies
    last = next(turn for turn in group_by_turn(title, plies) if turn[0].number <= ply <= turn[-1].number)
    earlier = tables.turns_since(title, plies[: last[0].number], table.seat)
    return [tables.turn_summary(title, turn, table.names) for turn in (*earlier, last)]
