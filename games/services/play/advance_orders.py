"""Orders in advance at work: tried when their owner's turn begins, used once, or dropped with a reason.

Everything here runs inside the caller's transaction, under the game's lock.
"""

from collections import defaultdict
from collections.abc import Callable, Sequence
from functools import partial
from typing import Any

from games.engine.errors import EngineError
from games.engine.messages import Message, message_to_json
from games.engine.orders import OrderFormat
from games.models import AdvanceOrder, Kind, OrderState, Seat

from ..notifications import outbox
from .log import LogWriter

ORDER_NOTE = "order"  # the note of entries that an order in advance has made
Reasons = tuple[Message, ...]


class WaitingOrders:
    """The orders that wait at one table while a position settles.

    ``by`` is the seat whose own action has led here. Orders are for the next turn of a seat: the first that fits is
    played, all others are dropped, so that however many players answer each other, it comes to an end.
    """

    def __init__(self, log: LogWriter, seats: Sequence[Seat], by: int | None) -> None:
        self.log, self.game, self.title, self.seats, self.by = log, log.game, log.title, seats, by
        number_of = {seat.user_id: number for number, seat in enumerate(seats)}
        self.users = {seat.user_id: seat.user for seat in seats}
        self.waiting: dict[int, list[AdvanceOrder]] = defaultdict(list)
        if self.title.orders:
            for row in AdvanceOrder.objects.filter(game=self.game, state=OrderState.WAITING):
                self.waiting[number_of[row.user_id]].append(row)

    def resolve_until_action(self, state: object) -> object:
        """Let chance and orders answer until a player must act or the game is over. Return the state then."""
        form = self.title.orders
        while True:
            seat = form.seat_to_begin(state) if form else None
            if form and seat is not None and seat in self.waiting and self._is_new(seat, state):
                state = self._try_all(form, seat, state)
            elif chance := self.title.chance(state):
                state = self.log.resolve_chance(state, chance)
            else:
                return state

    def _is_new(self, seat: int, state: object) -> bool:
        """Tell whether the turn has only just come to this seat: orders given in its midst are for the next one."""
        was_acting = self.seats[seat].is_acting
        return not was_acting or (seat == self.by and self.title.turn(state) != self.game.turn)

    def _try_all(self, form: OrderFormat, seat: int, state: object) -> object:
        """Play the first order of the seat that fits and drop the others. Return the state then."""
        turn, used = self.title.turn(state), None
        for row in self.waiting.pop(seat):
            row.turn = turn
            said = _superseded(used) if used else _checked(form, row, partial(form.problems, state=state, seat=seat))
            if said:
                self._drop(row, said)
            else:
                used = row
        return self._use(form, used, state) if used else state

    def _use(self, form: OrderFormat, row: AdvanceOrder, state: object) -> object:
        """Play an order that fits; tell its owner, unless the mail of the turn does."""
        row.state, row.settled_at, row.ply = OrderState.USED, self.log.now, self.game.ply
        row.save(update_fields=["state", "settled_at", "turn", "ply"])
        after = self.log.execute_orders(form, form.read(row.orders), state, ORDER_NOTE)
        if self.title.turn(after) != row.turn or self.title.outcome(after):
            self._tell(row, f"{row.ply}", {"order": row.number, "turn": row.turn or 0})
        return after

    def drop_impossible(self, state: object) -> None:
        """Drop what can never be played any more, and tell the owners; at the end of the game its mail tells them."""
        form, is_over = self.title.orders, self.title.outcome(state) is not None
        for seat, rows in self.waiting.items():
            dropped = [row for row in rows if form and self._is_impossible(form, row, state, seat)]
            if dropped and not is_over:
                numbers = ",".join(str(row.number) for row in dropped)
                self._tell(dropped[0], f"{self.game.ply}:{numbers}", {"dropped": numbers})

    def _is_impossible(self, form: OrderFormat, row: AdvanceOrder, state: object, seat: int) -> bool:
        def check(condition: Any, orders: Any) -> Reasons:
            said = form.why_impossible(condition, orders, state, seat)
            return (said,) if said else ()

        if said := _checked(form, row, check):
            self._drop(row, said)
        return bool(said)

    def _drop(self, row: AdvanceOrder, said: Reasons) -> None:
        row.state, row.settled_at, row.reason = OrderState.DROPPED, self.log.now, said[0].key
        row.params = {"said": [message_to_json(message) for message in said]}
        row.save(update_fields=["state", "settled_at", "turn", "reason", "params"])

    def _tell(self, row: AdvanceOrder, event: str, params: dict[str, str | int]) -> None:
        outbox.queue(
            Kind.ORDERS, f"{self.game.pk}:{event}", user=self.users[row.user_id], game=self.game, params=params
        )


def _checked(form: OrderFormat, row: AdvanceOrder, check: Callable[[Any, Any], Reasons]) -> Reasons:
    """Return what a check of an order finds; that it cannot be read where an earlier release wrote it otherwise."""
    try:
        return check(form.read_condition(row.condition), form.read(row.orders))
    except EngineError as error:
        return (Message(f"refused.{error.code}", error.params),)


def _superseded(used: AdvanceOrder) -> Reasons:
    return (Message("site.superseded", {"number": used.number}),)
