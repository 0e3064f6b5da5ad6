"""The order format of Marrakech."""

from ...messages import Message
from ...turns.orders import PlannedFace
from ...turns.prompts import Choice
from ..rules.actions import Action
from ..rules.state import State
from . import conditions, order_checks, order_text, planning
from .conditions import Condition
from .order_text import Orders


class MarrakechOrderFormat:
    """The order format. Its methods call the modules of this package; the protocol ``OrderFormat`` explains them."""

    example = order_text.EXAMPLE

    def read(self, text: str) -> Orders:
        """Return the orders that a text means."""
        return order_text.read_orders(text)

    def write(self, orders_: Orders) -> str:
        """Return the text of these orders."""
        return order_text.write_orders(orders_)

    def read_condition(self, text: str) -> Condition:
        """Return the condition that a text means."""
        return conditions.read_condition(text)

    def write_condition(self, condition: Condition) -> str:
        """Return the text of this condition."""
        return conditions.write_condition(condition)

    def describe_condition(self, condition: Condition) -> Message:
        """Return the condition as the beginning of a sentence."""
        return conditions.describe_condition(condition)

    def seat_to_begin(self, state: State) -> int | None:
        """Return the seat whose turn begins in this state, or None."""
        opening = "roll" if state.rules.rotate_at_end else "rotate"
        return state.current if state.phase == opening else None

    def is_met(self, condition: Condition, state: State) -> bool:
        """Return True if a turn that begins in this state meets the condition."""
        return conditions.is_met(condition, state)

    def next_action(self, orders_: Orders, state: State) -> Action | None:
        """Return what the orders say for the acting seat now."""
        return order_text.next_action(orders_, state)

    def problems(self, condition: Condition, orders_: Orders, state: State, seat: int) -> tuple[Message, ...]:
        """Return why the orders cannot be carried out from this state on."""
        return order_checks.problems(condition, orders_, state)

    def why_impossible(self, condition: Condition, orders_: Orders, state: State, seat: int) -> Message | None:
        """Return why the orders can never be carried out in the seat's next turn."""
        return order_checks.why_impossible(condition, orders_, state, seat)

    def suppose(self, condition: Condition, state: State, seat: int) -> State:
        """Return the position as if the seat's turn began now under this condition."""
        return planning.suppose(condition, state, seat)

    def rotations(self, state: State, seat: int) -> tuple[Choice, ...]:
        """Return the rotations that orders for this turn may contain."""
        return planning.rotations(state, seat)

    def plan(self, state: State, seat: int, rotation: str) -> tuple[PlannedFace, ...]:
        """Return what each face would bring after this rotation."""
        return planning.plan(state, seat, rotation)


ORDER_FORMAT = MarrakechOrderFormat()
