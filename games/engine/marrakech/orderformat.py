"""Orders as the site uses them; see the protocol ``OrderFormat`` for the meaning of each method."""

from ..core import Choice, Message
from ..orders import PlannedFace
from . import conditions, obstacles, orders, planning
from .actions import Action
from .conditions import Condition
from .orders import Orders
from .state import State


class MarrakechOrders:
    """Every method hands over to the module that knows."""

    def read(self, text: str) -> Orders:
        """Return the orders that a text means."""
        return orders.read_orders(text)

    def write(self, orders_: Orders) -> str:
        """Return the text of these orders."""
        return orders.write_orders(orders_)

    def read_condition(self, text: str) -> Condition:
        """Return the condition that a text means."""
        return conditions.read_condition(text)

    def write_condition(self, condition: Condition) -> str:
        """Return the text of this condition."""
        return conditions.write_condition(condition)

    def say_condition(self, condition: Condition) -> Message:
        """Return the condition as the beginning of a sentence."""
        return conditions.say_condition(condition)

    def beginning(self, state: State) -> int | None:
        """Return the seat whose turn begins in this state, or None."""
        opening = "roll" if state.rules.rotate_at_end else "rotate"
        return state.current if state.phase == opening else None

    def met(self, condition: Condition, state: State) -> bool:
        """Tell whether a turn that begins in this state meets the condition."""
        return conditions.met(condition, state)

    def next_action(self, orders_: Orders, state: State) -> Action | None:
        """Return what the orders say for the acting seat now."""
        return orders.ordered(orders_, state)

    def obstacles(self, condition: Condition, orders_: Orders, state: State, seat: int) -> tuple[Message, ...]:
        """Return why the orders cannot be carried out from this state on."""
        return obstacles.obstacles(condition, orders_, state)

    def impossible(self, condition: Condition, orders_: Orders, state: State, seat: int) -> Message | None:
        """Return why the orders can never be carried out in the seat's next turn."""
        return obstacles.impossible(condition, orders_, state, seat)

    def supposed(self, condition: Condition, state: State, seat: int) -> State:
        """Return the position as if the seat's turn began now under this condition."""
        return planning.supposed(condition, state, seat)

    def rotations(self, state: State, seat: int) -> tuple[Choice, ...]:
        """Return the rotations that orders for this turn may contain."""
        return planning.rotations(state, seat)

    def plan(self, state: State, seat: int, rotation: str) -> tuple[PlannedFace, ...]:
        """Return what each face would bring after this rotation."""
        return planning.plan(state, seat, rotation)


ORDER_FORMAT = MarrakechOrders()
