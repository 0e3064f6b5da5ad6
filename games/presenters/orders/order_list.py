"""Orders in advance for their owner, on the page, in emails and in the API."""

from collections.abc import Sequence
from dataclasses import dataclass

from django.utils.translation import gettext as _

from games.engine.core import Title
from games.engine.errors import BadNotation
from games.engine.messages import Message
from games.models import AdvanceOrder
from games.selectors.tables.advance_orders import reasons_of

from ..wording import render_message


@dataclass(frozen=True, slots=True)
class OrderView:
    """One order. ``when`` is its condition in words, ``text`` what it orders; ``reasons`` say why it was dropped."""

    number: int
    condition: str
    when: str
    text: str
    state: str
    state_label: str
    reasons: tuple[str, ...]
    turn: int | None


def order_views(title: Title, rows: Sequence[AdvanceOrder], names: Sequence[str]) -> list[OrderView]:
    """Return the orders of one player at one table; ``names`` are the players', in order of seats."""
    return [_view(title, row, names) for row in rows]


def _view(title: Title, row: AdvanceOrder, names: Sequence[str]) -> OrderView:
    return OrderView(
        number=row.number,
        condition=row.condition,
        when=_when(title, row, names),
        text=row.orders,
        state=row.state,
        state_label=str(row.get_state_display()),
        reasons=tuple(_why(title, message, names) for message in reasons_of(row)),
        turn=row.turn,
    )


def _when(title: Title, row: AdvanceOrder, names: Sequence[str]) -> str:
    """Return the condition in words, or unchanged if it cannot be parsed."""
    if title.orders is None:
        return row.condition
    try:
        message = title.orders.describe_condition(title.orders.read_condition(row.condition))
    except BadNotation:
        return row.condition
    return render_message(title, message, names)


def _why(title: Title, message: Message, names: Sequence[str]) -> str:
    if message.key == "site.superseded":
        return _("Order %(number)s was played first.") % dict(message.params)
    return render_message(title, message, names)
