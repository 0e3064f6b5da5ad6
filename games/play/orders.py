"""Whole turns as text: played at once, or stored as orders in advance, which only their owner may see."""

from collections.abc import Callable, Sequence
from typing import Any

from django.db import transaction
from django.db.models import F, Max, Q, Subquery
from django.db.models.functions import Coalesce
from django.utils import timezone
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from accounts.errors import SiteError
from accounts.models import User
from games.common.errors import Conflict, Forbidden, Illegal, NoOrders, NotFound, Unreadable
from games.core.lock import game_for_update
from games.core.log import LogWriter, plies_of, state_of
from games.core.models import Entry, Game
from games.core.selectors import title_of
from games.engine.core import Title
from games.engine.errors import BadNotation
from games.engine.messages import Message, code_of, message_from_json, message_to_json
from games.engine.prompts import OrderFormat

from .actions import acting_seat, own_entries, play_actions, refusal_messages, refusal_text, running_seat
from .advance_orders import DEED_REASONS
from .after_action import after_action
from .models import AdvanceOrder, OrderDeed, OrderState

MAX_PAST = 20

MAX_WAITING = 20  # of one player at one table
OrderReader = Callable[[str], Any]


def waiting_orders(user: User, game: Game) -> list[AdvanceOrder]:
    return list(AdvanceOrder.objects.filter(user=user, game=game, state=OrderState.WAITING))


def past_orders(user: User, game: Game) -> list[AdvanceOrder]:
    """Return the orders that were played, dropped or withdrawn, latest first."""
    rows = AdvanceOrder.objects.filter(user=user, game=game).exclude(state=OrderState.WAITING)
    return list(rows.order_by("-settled_at", "rank", "id")[:MAX_PAST])


def tried_orders(user: User, game: Game, turn: int) -> list[AdvanceOrder]:
    """Return the orders that were tried for a turn, in that order. At most one was used, the others have a reason."""
    return list(AdvanceOrder.objects.filter(user=user, game=game, turn=turn))


def dropped_orders(user: User, game: Game, numbers: list[int] | None = None) -> list[AdvanceOrder]:
    """Return dropped orders that were never tried: those with these numbers, or those dropped at the game's end."""
    condition = Q(settled_at=F("game__finished_at")) if numbers is None else Q(number__in=numbers)
    return list(AdvanceOrder.objects.filter(condition, user=user, game=game, state=OrderState.DROPPED, turn=None))


def unfit_orders(user: User, game: Game, seat: int) -> list[AdvanceOrder]:
    """Return the orders of a seat that did not fit its turn under way, or became impossible before it.

    None if another order has played.
    """
    latest = Entry.objects.filter(game=game, seat=seat).order_by("-ply").values("at")[:1]
    since = Coalesce(Subquery(latest), F("game__created_at"))
    dropped = Q(turn=None, state=OrderState.DROPPED, settled_at__gt=since)
    rows = list(AdvanceOrder.objects.filter(Q(turn=game.turn) | dropped, user=user, game=game))
    is_played = any(row.state == OrderState.USED and not row.deed for row in rows)
    return [] if is_played else [row for row in rows if row.state == OrderState.DROPPED]


def order_of(user: User, game: Game, number: int) -> AdvanceOrder | None:
    return AdvanceOrder.objects.filter(user=user, game=game, number=number).first()


def reasons_of(order: AdvanceOrder) -> list[Message]:
    """Return why an order was dropped, as messages of the title or, under ``site.…``, of the site."""
    return [message_from_json(data) for data in order.params.get("said", [])]


@transaction.atomic
def play_turn(
    game_id: int,
    user: User,
    text: str,
    expected_ply: int,
    *,
    undone: int | None = None,
    share: str = "",
    without_share: bool = False,
) -> Game:
    """Play a turn, or the rest of it, from one text. Return the updated game.

    ``undone``, ``share`` and ``without_share`` are those of ``play_action``.

    The orders of all faces are checked before the roll. If the rolled face has no order, the turn stops there.
    Raises StalePly, Conflict and Forbidden as ``play_action`` does, Conflict (no-orders) if the title has no orders,
    Illegal if the text cannot be read or does not fit: the message names each face and the reason. An error changes
    nothing.
    """
    game = game_for_update(game_id)
    if has_played_turn(game, user, text, expected_ply, undone):
        return game
    acting = acting_seat(game_id, user, expected_ply, undone, share)
    log, state, seat = LogWriter(acting.game, timezone.now()), acting.state, acting.number
    title, form = log.title, order_format(log.title)
    orders = read_orders(title, form.read, text)
    if problems := form.problems(form.read_condition(""), orders, state, seat):
        raise refusal(title, problems)
    acting.settle_share(without_share, expected_ply)
    after = log.execute_orders(form, orders, state, acting.note, acting.deputy)
    after_action(log, after, acting.seats, seat, acting.ended_by)
    return acting.game


def has_played_turn(game: Game, user: User, text: str, ply: int, undone: int | None = None) -> bool:
    """Return True if the user has played this turn at this ply: the request comes again after a lost answer."""
    own = {row.ply for row in own_entries(game, user, ply, undone)}
    title = title_of(game)
    if ply not in own or title.orders is None:
        return False
    form = order_format(title)
    try:
        orders = form.read(text)
    except BadNotation:
        return False
    played = [step for step in plies_of(game)[ply:] if step.action.seat is not None]
    turn = title.turn(played[0].before)
    for step in played:
        action = form.next_action(orders, step.before) if title.turn(step.before) == turn else None
        if action is None:
            return step.number > ply
        if step.number not in own or action != step.action:
            return False
    return True


@transaction.atomic
def play_turn_to_place(
    game_id: int, user: User, rotation: str, place: str, expected_ply: int, *, without_share: bool = False
) -> Game:
    """Play a rotation, and what is laid on one place if that fits after the roll. Return the updated game.

    ``without_share`` is that of ``play_action``.
    Raises what ``play_turn`` raises: also if it fits there after no roll. Nothing has been rolled then.
    """
    acting = acting_seat(game_id, user, expected_ply)
    form = order_format(title_of(acting.game))
    is_offered = rotation in {choice.notation for choice in form.rotations(acting.state, acting.number)}
    if form.seat_to_begin(acting.state) != acting.number or not is_offered:
        return play_actions(game_id, user, [rotation], expected_ply, without_share=without_share)
    plan = form.plan(acting.state, acting.number, rotation)
    fitting = [face for face in plan if place in {choice.notation for choice in face.choices}]
    faces = [f"{face.label}: {place}" for face in fitting or plan]
    return play_turn(game_id, user, "; ".join([rotation, *faces]), expected_ply, without_share=without_share)


@transaction.atomic
def add_order(game_id: int, user: User, condition: str, orders: str, deed: str = "") -> AdvanceOrder:
    """Store an order for the user's next turn, after the waiting ones. Return it.

    With a ``deed``, ``orders`` is ignored; for a rematch, so is ``condition``.
    Raises Conflict (not-running, already-out, no-orders, too-many-orders, same-order), Forbidden (not-seated, robot),
    Illegal if a text cannot be read or is impossible in the next turn.
    """
    player_orders = _PlayerOrders(game_id, user)
    texts = player_orders.check(condition, orders, deed)
    if len(player_orders.waiting) >= MAX_WAITING:
        raise Conflict(
            "too-many-orders",
            _("You can have at most %(count)s orders in advance at this table. Withdraw one first.")
            % {"count": MAX_WAITING},
        )
    latest = (
        AdvanceOrder.objects.filter(game=player_orders.game, user=user).aggregate(number=Max("number"))["number"] or 0
    )
    rank = max((row.rank for row in player_orders.waiting), default=0) + 1
    _note_change(player_orders.game, user)
    return AdvanceOrder.objects.create(
        game=player_orders.game, user=user, number=latest + 1, rank=rank, condition=texts[0], orders=texts[1], deed=deed
    )


@transaction.atomic
def change_order(game_id: int, user: User, number: int, condition: str, orders: str, deed: str = "") -> AdvanceOrder:
    """Change what a waiting order says. Return it.

    Raises like ``add_order``, and NotFound if the user has no such order, Conflict (order-gone) if it was used, dropped
    or withdrawn.
    """
    player_orders = _PlayerOrders(game_id, user)
    row = player_orders.order(number)
    row.condition, row.orders = player_orders.check(condition, orders, deed, row)
    row.deed = deed
    row.save(update_fields=["condition", "orders", "deed"])
    return row


@transaction.atomic
def rank_orders(game_id: int, user: User, numbers: Sequence[int]) -> list[AdvanceOrder]:
    """Sort the user's waiting orders: ``numbers``, first to last. Return the orders in this sequence.

    Raises Conflict (orders-changed) unless these are exactly the waiting ones, and like ``add_order`` about the user.
    """
    player_orders = _PlayerOrders(game_id, user)
    by_number = {row.number: row for row in player_orders.waiting}
    if sorted(numbers) != sorted(by_number):
        raise Conflict("orders-changed", _("Your orders have changed in the meantime. Reload the page and try again."))
    rows = [by_number[number] for number in numbers]
    for rank, row in enumerate(rows, 1):
        row.rank = rank
    AdvanceOrder.objects.bulk_update(rows, ["rank"])
    return rows


@transaction.atomic
def withdraw_order(game_id: int, user: User, number: int) -> AdvanceOrder:
    """Withdraw a waiting order. Repeating it changes nothing. Return the order.

    Raises Conflict (not-running), Forbidden (not-seated), NotFound if the user has no such order, Conflict (order-gone)
    if it was used or dropped.
    """
    game = game_for_update(game_id)
    running_seat(game, user)
    row = order_of(user, game, number)
    if row is None:
        raise NotFound
    if row.state != OrderState.WITHDRAWN:
        _require_waiting(row)
        row.state, row.settled_at = OrderState.WITHDRAWN, timezone.now()
        row.save(update_fields=["state", "settled_at"])
        _note_change(game, user)
    return row


@transaction.atomic
def carry_out(row: AdvanceOrder, ask: Callable[[int, User], object]) -> None:
    """Ask what an order asks of the others, under the lock of its game. A refusal drops the order, with its reason."""
    try:
        ask(row.game_id, row.user)
    except SiteError as error:
        row.state, row.reason = OrderState.DROPPED, "site.refused"
        row.params = {"said": [message_to_json(Message("site.refused", {"why": str(error.message)}))]}
        row.save(update_fields=["state", "reason", "params"])


def _note_change(game: Game, user: User) -> None:
    """Let the player's page of the table be made again: it has the number of waiting orders."""
    game.seats.filter(user=user).update(version=F("version") + 1)


class _PlayerOrders:
    """The waiting orders of one player at one table, under the game's lock.

    Raises Conflict (not-running, already-out, no-orders) and Forbidden (not-seated, robot).
    """

    def __init__(self, game_id: int, user: User) -> None:
        self.game, self.user = game_for_update(game_id), user
        seat = running_seat(self.game, user)
        if user.robot:
            raise Forbidden("robot", _("Robots cannot give orders in advance."))
        if seat.is_out:
            raise Conflict("already-out", _("You are already out of this game."))
        assert seat.number is not None  # set while the game runs
        self.seat, self.title = seat.number, title_of(self.game)
        self.form = order_format(self.title)
        self.waiting = waiting_orders(user, self.game)

    def order(self, number: int) -> AdvanceOrder:
        """Return a waiting order of the player. Raises NotFound and Conflict (order-gone)."""
        row = order_of(self.user, self.game, number)
        if row is None:
            raise NotFound
        _require_waiting(row)
        return row

    def check(self, condition: str, orders: str, deed: str, changed: AdvanceOrder | None = None) -> tuple[str, str]:
        """Return both texts in canonical form; ``changed`` is an order to replace. Raises Illegal, Conflict."""
        texts = ("", "") if deed == OrderDeed.REMATCH else self._possible(condition, orders, deed)
        for row in self.waiting:
            if row != changed and (row.condition, row.orders, row.deed) == (*texts, deed):
                raise Conflict(
                    "same-order", _("This order is the same as your order %(number)s.") % {"number": row.number}
                )
        return texts

    def _possible(self, condition: str, orders: str, deed: str) -> tuple[str, str]:
        """Return both texts in canonical form. Raises Illegal for what can never be carried out."""
        form, title = self.form, self.title
        parsed_condition = read_orders(title, form.read_condition, condition)
        parsed_orders = read_orders(title, form.read, form.example if deed else orders)
        reason = form.why_impossible(parsed_condition, parsed_orders, state_of(self.game), self.seat)
        if reason and (not deed or reason.key in DEED_REASONS):
            raise refusal(title, (reason,))
        return form.write_condition(parsed_condition), "" if deed else form.write(parsed_orders)


def _require_waiting(row: AdvanceOrder) -> None:
    if row.state != OrderState.WAITING:
        message = _("Order %(number)s is no longer waiting: it was played, dropped or withdrawn.")
        raise Conflict("order-gone", message % {"number": row.number})


def order_format(title: Title) -> OrderFormat:
    """Return the title's format of orders. Raises Conflict (no-orders)."""
    if title.orders is None:
        raise NoOrders
    return title.orders


def read_orders(title: Title, reader: OrderReader, text: str) -> Any:
    """Return the parsed text. Raises Unreadable."""
    try:
        return reader(text)
    except BadNotation as error:
        raise Unreadable(error.code, refusal_text(title, error), refusal_messages(title, error)) from error


def refusal(title: Title, reasons: Sequence[Message]) -> Illegal:
    text = " ".join(_sentence(title, reason) for reason in reasons)
    return Illegal(code_of(reasons[0]), text, [message_to_json(reason) for reason in reasons])


def _sentence(title: Title, message: Message) -> str:
    params = {name: _sentence(title, v) if isinstance(v, Message) else v for name, v in message.params.items()}
    return gettext(title.phrases[message.key]) % params
