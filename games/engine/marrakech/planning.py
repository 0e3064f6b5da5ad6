"""The planning board, and the format of orders."""

from ..messages import Message
from ..prompts import Branch, Choice, PlannedFace
from ..scene import Token
from . import orders
from .actions import Action, Roll, Rotate, notation, parse
from .board import FACE_WEIGHTS, FACINGS, INDEX, NAMES, walk_from
from .orders import Condition, Orders
from .position import apply
from .prompts import branch, prompt
from .robots import CarefulPlayer
from .state import State

# Plan of a turn before the roll: the consequences of each face, the legal places and a suggested one


def plan(state: State, seat: int, rotation: str) -> tuple[PlannedFace, ...]:
    """Return the consequences of each face after this rotation, or of the face that has been rolled."""
    if not state.seats[seat].rugs:
        return ()
    match state.phase:
        case "rotate":
            turned = apply(state, parse(state, seat, rotation))
        case "roll":
            turned = state
        case "lay":
            return (_face(_rolled(state), state),)
        case _:
            return ()
    branches = [branch(turned, seat, turned.facing, int(face), weight) for face, weight in FACE_WEIGHTS]
    return tuple(_face(way, apply(turned, Roll(int(way.label)))) for way in branches)


def _rolled(state: State) -> Branch:
    """Return the walk of this turn, which has been paid."""
    last = state.last
    assert last is not None
    walk = walk_from(last.start, last.heading, last.face)
    path = tuple(NAMES[square] for square in walk.path)
    return Branch(str(last.face), 1, NAMES[walk.square], path, (), FACINGS[walk.facing], walk.loops)


def _face(way: Branch, rolled: State) -> PlannedFace:
    asked = prompt(rolled) if rolled.phase == "lay" else None
    choices = asked.choices if asked else ()
    return PlannedFace(way.label, way.weight, rolled, way, choices, suggest_place(rolled) if choices else "")


def suggest_place(state: State) -> str:
    """Return the place that the careful robot likes best without looking at the next rug; of equals the first."""
    action_values = CarefulPlayer(state, width=0).action_values()
    best = max(worth for worth, _ in action_values)
    return next(notation(action) for worth, action in action_values if worth == best)


def rotations(state: State, seat: int) -> tuple[Choice, ...]:
    """Return the rotations that orders for this turn may contain."""
    asked = prompt(state) if state.phase in {"rotate", "end"} else None
    if asked:
        return asked.choices
    is_last = sum(holding.rugs for holding in state.seats) <= 1
    if not state.rules.rotate_at_end or is_last or state.phase not in {"roll", "lay"}:
        return ()
    return tuple(_later(state, quarter) for quarter in state.rules.quarters)


def _later(state: State, quarter: int) -> Choice:
    """Return a rotation at the end of a turn; before the roll Assam's facing is not known."""
    text = notation(Rotate(state.current, quarter))
    heading = FACINGS[(state.facing + quarter) % 4]
    preview = (Token("assam", NAMES[state.square], heading),) if state.phase == "lay" else ()
    return Choice(text, Message(f"orders.{text}"), preview=preview)


def suppose(condition: Condition, state: State, seat: int) -> State:
    """Return the position as it would be if the seat's turn began now and Assam stood as the condition says."""
    return state._replace(
        current=seat,
        phase="roll" if state.rules.rotate_at_end else "rotate",
        square=INDEX[condition.square] if condition.square else state.square,
        facing=FACINGS.index(condition.facing) if condition.facing else state.facing,
    )


# The order format of Marrakech


class MarrakechOrderFormat:
    """The order format. Its methods call the modules of this package; the protocol ``OrderFormat`` explains them."""

    example = orders.EXAMPLE

    def read(self, text: str) -> Orders:
        """Return the orders that a text means."""
        return orders.read_orders(text)

    def write(self, orders_: Orders) -> str:
        """Return the text of these orders."""
        return orders.write_orders(orders_)

    def read_condition(self, text: str) -> Condition:
        """Return the condition that a text means."""
        return orders.read_condition(text)

    def write_condition(self, condition: Condition) -> str:
        """Return the text of this condition."""
        return orders.write_condition(condition)

    def describe_condition(self, condition: Condition) -> Message:
        """Return the condition as the beginning of a sentence."""
        return orders.describe_condition(condition)

    def seat_to_begin(self, state: State) -> int | None:
        """Return the seat whose turn begins in this state, or None."""
        opening = "roll" if state.rules.rotate_at_end else "rotate"
        return state.current if state.phase == opening else None

    def is_met(self, condition: Condition, state: State) -> bool:
        """Return True if a turn that begins in this state meets the condition."""
        return orders.is_met(condition, state)

    def next_action(self, orders_: Orders, state: State) -> Action | None:
        """Return what the orders say for the acting seat now."""
        return orders.next_action(orders_, state)

    def problems(self, condition: Condition, orders_: Orders, state: State, seat: int) -> tuple[Message, ...]:
        """Return why the orders cannot be carried out from this state on."""
        return orders.problems(condition, orders_, state)

    def why_impossible(self, condition: Condition, orders_: Orders, state: State, seat: int) -> Message | None:
        """Return why the orders can never be carried out in the seat's next turn."""
        return orders.why_impossible(condition, orders_, state, seat)

    def suppose(self, condition: Condition, state: State, seat: int) -> State:
        """Return the position as if the seat's turn began now under this condition."""
        return suppose(condition, state, seat)

    def rotations(self, state: State, seat: int) -> tuple[Choice, ...]:
        """Return the rotations that orders for this turn may contain."""
        return rotations(state, seat)

    def plan(self, state: State, seat: int, rotation: str) -> tuple[PlannedFace, ...]:
        """Return what each face would bring after this rotation."""
        return plan(state, seat, rotation)


ORDER_FORMAT = MarrakechOrderFormat()
