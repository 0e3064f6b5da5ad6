"""Turns in one text: played at once, or kept as standing orders for the owner's next turn.

Texts are the title's own (``Title.orders``); what is kept is canonical. How standing orders are played, see
``standing_orders``.
"""

from collections.abc import Callable, Sequence
from typing import Any

from django.db import transaction
from django.db.models import Max
from django.utils import timezone
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from accounts.models import User
from games.engine.core import Title
from games.engine.errors import BadNotation
from games.engine.messages import Message, message_to_json
from games.engine.orders import OrderFormat
from games.errors import Conflict, Forbidden, Illegal, NoOrders, NotFound, Unreadable
from games.models import AdvanceOrder, Game, OrderState
from games.selectors.advance_orders import order_of, waiting_orders
from games.selectors.log import state_of
from games.selectors.titles import title_of

from ..lock import game_for_update
from .actions import acting_seat, refusal_messages, refusal_text, running_seat
from .after_action import after_action
from .log import LogWriter

MOST_WAITING = 20  # of one player at one table
OrderReader = Callable[[str], Any]


@transaction.atomic
def play_turn(game_id: int, user: User, text: str, expected_ply: int, note: str = "") -> Game:
    """Play a turn, or what is left of it, as the text orders. Return the game as it is then.

    Every face that is ordered is checked before anything is rolled. A face without an order leaves the turn waiting
    at the rug. Raises StalePly, Conflict and Forbidden as ``play_action`` does, Conflict (no-orders) where the title
    has none, Illegal where the text cannot be read or does not fit: the message names each face and the reason.
    Nothing is changed then.
    """
    game, seat, state, seats = acting_seat(game_id, user, expected_ply)
    log = LogWriter(game, timezone.now())
    title, form = log.title, order_format(log.title)
    orders = read_orders(title, form.read, text)
    if said := form.problems(form.read_condition(""), orders, state, seat):
        raise refusal(title, said)
    after_action(log, log.execute_orders(form, orders, state, note), seat, seats)
    return game


@transaction.atomic
def add_order(game_id: int, user: User, condition: str, orders: str) -> AdvanceOrder:
    """Keep an order for the user's next turn, to be tried after those that wait already. Return it.

    Raises Conflict (not-running, already-out, no-orders, too-many-orders, same-order), Forbidden (not-seated, robot),
    Illegal where a text cannot be read or can never be carried out in the next turn.
    """
    book = _Book(game_id, user)
    texts = book.checked(condition, orders)
    if len(book.waiting) >= MOST_WAITING:
        raise Conflict(
            "too-many-orders",
            _("You can have at most %(count)s orders in advance at this table. Withdraw one first.")
            % {"count": MOST_WAITING},
        )
    latest = AdvanceOrder.objects.filter(game=book.game, user=user).aggregate(number=Max("number"))["number"] or 0
    rank = max((row.rank for row in book.waiting), default=0) + 1
    return AdvanceOrder.objects.create(
        game=book.game, user=user, number=latest + 1, rank=rank, condition=texts[0], orders=texts[1]
    )


@transaction.atomic
def change_order(game_id: int, user: User, number: int, condition: str, orders: str) -> AdvanceOrder:
    """Change a waiting order; its number and its place among the others stay. Return it.

    Raises what ``add_order`` raises, NotFound where the user has no such order, Conflict (order-gone) where it was
    used, dropped or withdrawn.
    """
    book = _Book(game_id, user)
    row = book.order(number)
    row.condition, row.orders = book.checked(condition, orders, row)
    row.save(update_fields=["condition", "orders"])
    return row


@transaction.atomic
def rank_orders(game_id: int, user: User, numbers: Sequence[int]) -> list[AdvanceOrder]:
    """Set the order in which the user's waiting orders are tried: their numbers, first to last. Return them so.

    Raises Conflict (orders-changed) unless these are exactly those that wait, and what ``add_order`` raises about the
    user.
    """
    book = _Book(game_id, user)
    by_number = {row.number: row for row in book.waiting}
    if sorted(numbers) != sorted(by_number):
        raise Conflict("orders-changed", _("Your orders have changed in the meantime. Reload the page and try again."))
    rows = [by_number[number] for number in numbers]
    for rank, row in enumerate(rows, 1):
        row.rank = rank
    AdvanceOrder.objects.bulk_update(rows, ["rank"])
    return rows


@transaction.atomic
def withdraw_order(game_id: int, user: User, number: int) -> AdvanceOrder:
    """Take a waiting order back; once is as good as twice. Return it.

    Raises Conflict (not-running), Forbidden (not-seated), NotFound where the user has no such order, Conflict
    (order-gone) where it was used or dropped.
    """
    game = game_for_update(game_id)
    running_seat(game, user)
    row = order_of(user, game, number)
    if row is None:
        raise NotFound
    if row.state != OrderState.WITHDRAWN:
        _still_waits(row)
        row.state, row.settled_at = OrderState.WITHDRAWN, timezone.now()
        row.save(update_fields=["state", "settled_at"])
    return row


class _Book:
    """The standing orders of one player at one table, locked with the game.

    Raises Conflict (not-running, already-out, no-orders) and Forbidden (not-seated, robot).
    """

    def __init__(self, game_id: int, user: User) -> None:
        self.game, self.user = game_for_update(game_id), user
        seat = running_seat(self.game, user)
        if user.robot:
            raise Forbidden("robot", _("Robots cannot give orders in advance."))
        if seat.is_out:
            raise Conflict("already-out", _("You are already out of this game."))
        assert seat.number is not None  # it has one in a running game
        self.seat, self.title = seat.number, title_of(self.game)
        self.form = order_format(self.title)
        self.waiting = waiting_orders(user, self.game)

    def order(self, number: int) -> AdvanceOrder:
        """Return a waiting order of the player. Raises NotFound and Conflict (order-gone)."""
        row = order_of(self.user, self.game, number)
        if row is None:
            raise NotFound
        _still_waits(row)
        return row

    def checked(self, condition: str, orders: str, own: AdvanceOrder | None = None) -> tuple[str, str]:
        """Return both texts as they are kept; ``own`` is the order that is changed. Raises Illegal, Conflict."""
        form, title = self.form, self.title
        when, what = read_orders(title, form.read_condition, condition), read_orders(title, form.read, orders)
        if said := form.why_impossible(when, what, state_of(self.game), self.seat):
            raise refusal(title, (said,))
        texts = form.write_condition(when), form.write(what)
        for row in self.waiting:
            if row != own and (row.condition, row.orders) == texts:
                raise Conflict(
                    "same-order", _("This order is the same as your order %(number)s.") % {"number": row.number}
                )
        return texts


def _still_waits(row: AdvanceOrder) -> None:
    if row.state != OrderState.WAITING:
        message = _("Order %(number)s is no longer waiting: it was played, dropped or withdrawn.")
        raise Conflict("order-gone", message % {"number": row.number})


def order_format(title: Title) -> OrderFormat:
    """Return how this title's turns are ordered. Raises Conflict (no-orders)."""
    if title.orders is None:
        raise NoOrders
    return title.orders


def read_orders(title: Title, reader: OrderReader, text: str) -> Any:
    """Return what a text means to a reader of the format. Raises Illegal."""
    try:
        return reader(text)
    except BadNotation as error:
        raise Unreadable(error.code, refusal_text(title, error), refusal_messages(title, error)) from error


def refusal(title: Title, said: Sequence[Message]) -> Illegal:
    """Return the error for orders that do not fit: the first reason as its code, all of them in words."""
    code = said[0].key.removeprefix("refused.").replace(".", "-")
    text = " ".join(_sentence(title, message) for message in said)
    return Illegal(code, text, [message_to_json(message) for message in said])


def _sentence(title: Title, message: Message) -> str:
    params = {name: _sentence(title, v) if isinstance(v, Message) else v for name, v in message.params.items()}
    return gettext(title.phrases[message.key]) % params
