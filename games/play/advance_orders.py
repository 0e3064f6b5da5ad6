"""The use of orders in advance: tried when their owner's turn begins, played once, or dropped with a reason.

Everything here runs inside the caller's transaction, under the game's lock.
"""

from collections import defaultdict
from collections.abc import Callable, Sequence
from typing import Any

from games.common import signals
from games.core.log import LogWriter, state_of
from games.core.models import EntryNote, Game, GivenUpBy, Seat
from games.core.selectors import title_of
from games.engine.errors import EngineError
from games.engine.messages import Message, message_to_json, refusal
from games.engine.prompts import OrderFormat
from games.engine.values import RESIGNS
from games.notifications import outbox
from games.notifications.models import Kind

from .models import AdvanceOrder, OrderDeed, OrderState
from .shares import give_up_share

Reasons = tuple[Message, ...]
DEED_REASONS = {"orders.over", "orders.out", "orders.no-turn", "orders.never-there"}  # what makes a deed impossible


class WaitingOrders:
    """The waiting orders of one table while chance and orders continue the game.

    ``by`` is the seat of the action before. Orders are for the next turn of a seat: the first that fits is played and
    the others are dropped. So the chain ends, even if the orders of several players answer each other.
    """

    def __init__(self, log: LogWriter, seats: Sequence[Seat], by: int | None) -> None:
        self.log, self.game, self.title, self.seats, self.by = log, log.game, log.title, seats, by
        number_of = {seat.user_id: number for number, seat in enumerate(seats)}
        self.users = {seat.user_id: seat.user for seat in seats}
        self.waiting: dict[int, list[AdvanceOrder]] = defaultdict(list)
        self.played: list[int] = []  # the seats whose whole turn an order has played
        self.asking: list[AdvanceOrder] = []  # what asks the others for something, once the game is stored
        self.rematches: list[AdvanceOrder] = []
        if self.title.orders:
            for row in AdvanceOrder.objects.filter(game=self.game, state=OrderState.WAITING):
                rows = self.rematches if row.deed == OrderDeed.REMATCH else self.waiting[number_of[row.user_id]]
                rows.append(row)

    def resolve_until_action(self, state: object) -> object:
        """Apply chance and orders until a player must act or the game is over. Return the new state."""
        form = self.title.orders
        while True:
            seat = form.seat_to_begin(state) if form else None
            if form and seat is not None and seat in self.waiting and self._turn_has_begun(seat, state):
                state = self._try_all(form, seat, state)
            elif chance := self.title.chance(state):
                state = self.log.resolve_chance(state, chance)
            else:
                return state

    def _turn_has_begun(self, seat: int, state: object) -> bool:
        """Return True if the turn of this seat has just begun: orders given during a turn are for the next one."""
        was_acting = self.seats[seat].is_acting
        return not was_acting or (seat == self.by and self.title.turn(state) != self.game.turn)

    def _try_all(self, form: OrderFormat, seat: int, state: object) -> object:
        """Play the first order of the seat that fits and drop the others. Return the new state."""
        turn, used = self.title.turn(state), None
        for row in self.waiting.pop(seat):
            row.turn = turn
            reasons = _superseded(used) if used else _problems(form, row, state, seat)
            if reasons:
                self._drop(row, reasons)
            elif row.deed == OrderDeed.ABORT:  # the turn is still to be played
                self._mark_used(row)
                self.asking.append(row)
            else:
                used = row
        if used and used.deed == OrderDeed.RESIGN:
            return self._resign(used, state, seat)
        return self._use(form, used, state, seat) if used else state

    def _mark_used(self, row: AdvanceOrder) -> None:
        row.state, row.settled_at, row.ply = OrderState.USED, self.log.now, self.game.ply
        row.save(update_fields=["state", "settled_at", "turn", "ply"])

    def _resign(self, row: AdvanceOrder, state: object, seat: int) -> object:
        """Resign for the owner of an order; notify everyone."""
        self._mark_used(row)
        action = self.title.parse(state, seat, RESIGNS)
        after = self.log.append(state, action, EntryNote.ORDER)
        for other in self.seats:
            if other.user and other.number != seat:
                event = f"{self.game.pk}:{seat}{self.game.undo_mark}"
                outbox.queue(Kind.RESIGNED, event, user=other.user, game=self.game, params={"seat": seat})
        self._notify_owner(row, f"{row.ply}", {"order": row.number, "turn": row.turn or 0})
        return after

    def _use(self, form: OrderFormat, row: AdvanceOrder, state: object, seat: int) -> object:
        """Play an order that fits; notify its owner, unless the email about the turn does."""
        self._mark_used(row)
        give_up_share(self.game, self.seats[seat], GivenUpBy.PLAYER, self.game.ply, self.log.now)
        after = self.log.execute_orders(form, form.read(row.orders), state, EntryNote.ORDER)
        if self.title.turn(after) != row.turn or self.title.outcome(after):
            self.played.append(seat)
            self._notify_owner(row, f"{row.ply}", {"order": row.number, "turn": row.turn or 0})
        return after

    def play_fitting(self, seat: int, state: object) -> object:
        """Play the first waiting order of a seat that fits its turn under way. Return the new state."""
        form = self.title.orders
        for row in self.waiting[seat] if form else ():
            if form and not row.deed and not _problems(form, row, state, seat):
                row.turn = self.title.turn(state)
                return self._use(form, row, state, seat)
        return state

    def drop_impossible(self, state: object) -> None:
        """Drop orders that have become impossible. Notify the owners, unless the email about the end does."""
        form, is_over = self.title.orders, self.title.outcome(state) is not None
        for seat, rows in self.waiting.items():
            dropped = [row for row in rows if form and self._is_impossible(form, row, state, seat)]
            if dropped and not is_over:
                numbers = ",".join(str(row.number) for row in dropped)
                self._notify_owner(dropped[0], f"{self.game.ply}:{numbers}", {"dropped": numbers})

    def _is_impossible(self, form: OrderFormat, row: AdvanceOrder, state: object, seat: int) -> bool:
        def check(condition: Any, orders: Any) -> Reasons:
            reason = form.why_impossible(condition, orders, state, seat)
            return (reason,) if reason and (not row.deed or reason.key in DEED_REASONS) else ()

        if reasons := _check(form, row, check):
            self._drop(row, reasons)
        return bool(reasons)

    def ask(self) -> None:
        """Let the others be asked, when everything else is stored; for a rematch, when the game is over."""
        if self.game.is_over:
            for row in self.rematches:
                self._mark_used(row)
            self.asking += self.rematches
        for row in self.asking:
            row.game = self.game
            if user := self.users[row.user_id]:
                row.user = user
            signals.order_asks.send(sender=None, order=row)
        if self.asking:
            self.game.refresh_from_db()

    def _drop(self, row: AdvanceOrder, reasons: Reasons) -> None:
        row.state, row.settled_at, row.reason = OrderState.DROPPED, self.log.now, reasons[0].key
        row.params = {"said": [message_to_json(reason) for reason in reasons]}
        row.save(update_fields=["state", "settled_at", "turn", "reason", "params"])

    def _notify_owner(self, row: AdvanceOrder, event: str, params: dict[str, str | int]) -> None:
        outbox.queue(
            Kind.ORDERS, f"{self.game.pk}:{event}", user=self.users[row.user_id], game=self.game, params=params
        )


def _problems(form: OrderFormat, row: AdvanceOrder, state: object, seat: int) -> Reasons:
    """Return why an order does not fit a turn that begins in this state, () if it does. A deed has a condition only."""

    def check(condition: Any, orders: Any) -> Reasons:
        return () if row.deed and form.is_met(condition, state) else form.problems(condition, orders, state, seat)

    return _check(form, row, check)


def _check(form: OrderFormat, row: AdvanceOrder, check: Callable[[Any, Any], Reasons]) -> Reasons:
    """Return the result of a check of an order, or the reason why the order cannot be read.

    The orders of a deed are those of the example: only what is said of the condition counts.
    """
    try:
        return check(form.read_condition(row.condition), form.read(form.example if row.deed else row.orders))
    except EngineError as error:
        return (refusal(error),)


def _superseded(used: AdvanceOrder) -> Reasons:
    return (Message("site.superseded", {"number": used.number}),)


def order_that_fits(game: Game, seat: Seat) -> AdvanceOrder | None:
    title, waiting = title_of(game), AdvanceOrder.objects.filter(game=game, user=seat.user_id, state=OrderState.WAITING)
    rows = list(waiting)
    if title.orders is None or not rows:
        return None
    form, state = title.orders, state_of(game)
    return next((row for row in rows if not row.deed and not _problems(form, row, state, seat.number or 0)), None)


def play_waiting_order(log: LogWriter, seats: Sequence[Seat], seat: int, state: object) -> object:
    return WaitingOrders(log, seats, None).play_fitting(seat, state)
