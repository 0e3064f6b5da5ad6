"""What mails say about standing orders: which was played, which were not and why."""

from collections.abc import Sequence
from typing import Any

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from games.engine.replay import group_by_turn
from games.engine.values import Ply
from games.models import AdvanceOrder, Notification, OrderState
from games.presenters.orders.order_list import order_views
from games.presenters.wording import join_names
from games.selectors.advance_orders import dropped_orders, tried_orders
from games.selectors.log import plies_of

from ..headers import table_link
from ..tables import turn_summaries
from ..tables.table import Table

Context = dict[str, Any]


def orders(row: Notification, table: Table) -> Context:
    """Return the variables of the templates in mail/orders, beside those of the position.

    Either an order has played a whole turn (``told`` ends with it), or some were dropped before their turn.
    """
    if "dropped" in row.params:
        numbers = [int(number) for number in str(row.params["dropped"]).split(",")]
        shown = _shown(row, table, _own(row, dropped_orders, numbers))
        return {"dropped": join_names([str(number) for number in numbers]), "dropped_count": len(numbers), **shown}
    rows = _own(row, tried_orders, int(row.params["turn"]))
    used = next(order for order in rows if order.number == row.params["order"])
    return {"dropped": "", "dropped_count": 0, **_shown(row, table, rows), "recent_turns": _told(table, used.ply or 0)}


def orders_line(row: Notification, _table: Table) -> str:
    """Return the same in one line."""
    if "dropped" in row.params:
        numbers = str(row.params["dropped"]).split(",")
        said = ngettext(
            "Your order in advance (%(numbers)s) was dropped.",
            "Your orders in advance (%(numbers)s) were dropped.",
            len(numbers),
        )
        return said % {"numbers": join_names(numbers)}
    said = _("Your order in advance (%(number)s) played turn %(turn)s.")
    return said % {"turn": row.params["turn"], "number": row.params["order"]}


def orders_tried(row: Notification, table: Table) -> Context:
    """Return what the mail of a turn says about the orders that were tried for it."""
    return _shown(row, table, _own(row, tried_orders, int(row.params.get("turn", 0))))


def orders_at_end(row: Notification, table: Table) -> Context:
    """Return what the mail of a game that is over says about the orders that still waited."""
    return _shown(row, table, _own(row, dropped_orders))


def _own(row: Notification, selector: Any, *values: Any) -> list[AdvanceOrder]:
    """Return orders of the reader, none for a reader without an account."""
    assert row.game is not None
    found: list[AdvanceOrder] = selector(row.user, row.game, *values) if row.user else []
    return found


def _shown(row: Notification, table: Table, rows: Sequence[AdvanceOrder]) -> Context:
    used = order_views(table.title, [order for order in rows if order.state == OrderState.USED], table.names)
    dropped = [order for order in rows if order.state == OrderState.DROPPED]
    return {
        "order_used": used[0] if used else None,
        "orders_dropped": order_views(table.title, dropped, table.names),
        "orders_url": f"{table_link(table.game)}orders/",
    }


def _told(table: Table, ply: int) -> list[turn_summaries.TurnSummary]:
    """Return the turn that begins with this ply, and before it what has happened since the reader's own last turn."""
    title, plies = table.title, plies_of(table.game, table.game.ply)
    group = next(group for group in group_by_turn(title, plies) if _holds(group, ply))
    before = turn_summaries.turns_since(title, plies[: group[0].number], table.seat)
    return [turn_summaries.turn_summary(title, each, table.names) for each in (*before, group)]


def _holds(group: Sequence[Ply], ply: int) -> bool:
    return group[0].number <= ply <= group[-1].number
