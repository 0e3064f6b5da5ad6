"""The protocol of orders: whole turns written before the roll, and orders in advance for a turn to come.

A title that offers them has an ``OrderFormat`` under ``Title.orders``, others have None. Orders and conditions are
values of the title's own; all other code treats them as opaque.
"""

from dataclasses import dataclass
from typing import Any, Protocol

from ..messages import Message
from ..values import Action
from .prompts import Branch, Choice


@dataclass(frozen=True, slots=True)
class PlannedFace:
    """The consequences of one face of the die.

    ``label`` is the face as orders name it and ``weight`` its chances; ``state`` is the position once it has been
    rolled, before anything is laid; ``branch`` is the way there with what it costs. ``choices`` are the legal places
    then, none where the face puts the seat out; ``suggested`` is the notation of a sensible one of them, "" for none.
    """

    label: str
    weight: int
    state: Any
    branch: Branch
    choices: tuple[Choice, ...]
    suggested: str


# Words of the forms for orders: a title with orders has a phrase ``orders.<word>`` for each. "lay-face" has %(face)s.
WORDS = ("square", "direction", "rotation", "lay", "lay-face", "nothing", "typing")


class OrderFormat(Protocol):
    """The orders and conditions of a title: their text, their checks and their actions. Stateless.

    ``condition`` and ``orders`` below are what ``read_condition`` and ``read`` return. ``example`` is a text that
    ``read`` understands.
    """

    example: str

    def read(self, text: str) -> Any:
        """Return the orders that a text means; case, blanks and the sequence of faces do not matter.

        Faces may be missing. Raises BadNotation, with a phrase under ``refused.<code>``.
        """
        ...

    def write(self, orders: Any) -> str:
        """Return the one canonical text of these orders (at most 120 characters), which ``read`` gives back."""
        ...

    def read_condition(self, text: str) -> Any:
        """Return the condition that a text means; "" is always met. Raises BadNotation as ``read`` does."""
        ...

    def write_condition(self, condition: Any) -> str:
        """Return the one canonical text of a condition (at most 80 characters), which ``read_condition`` gives back."""
        ...

    def describe_condition(self, condition: Any) -> Message:
        """Return the condition as the beginning of a sentence: "if the figure stands on d4", "whatever happens"."""
        ...

    def seat_to_begin(self, state: Any) -> int | None:
        """Return the seat whose turn begins in this state, with nothing of it rolled or done yet; or None."""
        ...

    def is_met(self, condition: Any, state: Any) -> bool:
        """Return True if a turn that begins in this state meets the condition."""
        ...

    def next_action(self, orders: Any, state: Any) -> Action | None:
        """Return the ordered action of the acting seat, legal or not; None where there is none."""
        ...

    def problems(self, condition: Any, orders: Any, state: Any, seat: int) -> tuple[Message, ...]:
        """Return why the orders cannot be carried out from this state; () when they can.

        The whole turn is checked, for every face that is ordered, before anything is rolled. Later in a turn, what
        is left of it is checked. It must be the seat's turn.
        """
        ...

    def why_impossible(self, condition: Any, orders: Any, state: Any, seat: int) -> Message | None:
        """Return why the orders can never be carried out in the seat's next turn, or None while they might be.

        A turn in progress is not the next one.
        """
        ...

    def suppose(self, condition: Any, state: Any, seat: int) -> Any:
        """Return the position as it would be if the seat's turn began now and the condition were met."""
        ...

    def rotations(self, state: Any, seat: int) -> tuple[Choice, ...]:
        """Return the rotations that orders for this turn may contain (before the roll or at the end); () for none."""
        ...

    def plan(self, state: Any, seat: int, rotation: str) -> tuple[PlannedFace, ...]:
        """Return what each face would bring after this rotation (its notation), lowest face first.

        ``rotation`` is ignored where a turn begins with the roll, or where a face has been rolled already: that face is
        the only one then. () once the piece is laid, and for a seat that has none to lay. Raises BadNotation
        or IllegalAction for a rotation that cannot be made.
        """
        ...
