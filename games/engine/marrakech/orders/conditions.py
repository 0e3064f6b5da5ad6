"""Conditions of orders in advance: Assam's square and facing when the turn begins.

``d4 N`` on d4 facing north, ``d4`` on d4, ``N`` facing north anywhere, and an empty text for no condition.
"""

import re
from typing import NamedTuple

from ...errors import BadNotation
from ...messages import Message
from ..drawing import facing_name
from ..rules.board import FACINGS, INDEX
from ..rules.state import State

_CONDITION = re.compile(r"(?P<square>[A-Z][0-9])?[\s,;:]*(?P<facing>[NESW])?")


class Condition(NamedTuple):
    """The square's name and the letter of the facing; "" for either where it does not matter."""

    square: str = ""
    facing: str = ""


def read_condition(text: str) -> Condition:
    """Return the condition that the text means. Raises BadNotation: "condition-unreadable", "condition-off-board"."""
    found = _CONDITION.fullmatch(text.strip().upper()) if len(text) <= 80 else None
    if not found:
        raise BadNotation("condition-unreadable", text=text.strip()[:20])
    square = (found["square"] or "").lower()
    if square and square not in INDEX:
        raise BadNotation("condition-off-board", square=square)
    return Condition(square, found["facing"] or "")


def write_condition(condition: Condition) -> str:
    """Return the canonical text of this condition."""
    return " ".join(word for word in condition if word)


def describe_condition(condition: Condition) -> Message:
    """Return the condition as the beginning of a sentence."""
    kinds = {(False, False): "always", (True, False): "square", (False, True): "facing", (True, True): "pose"}
    kind = kinds[bool(condition.square), bool(condition.facing)]
    params: dict[str, str | Message] = {"square": condition.square} if condition.square else {}
    if condition.facing:
        params["facing"] = facing_name(FACINGS.index(condition.facing))
    return Message(f"condition.{kind}", params)


def fits_pose(condition: Condition, pose: int) -> bool:
    """Return True if Assam in this pose (see ``board``) meets the condition."""
    stands = not condition.square or INDEX[condition.square] == pose >> 2
    return stands and (not condition.facing or FACINGS.index(condition.facing) == pose & 3)


def is_met(condition: Condition, state: State) -> bool:
    """Return True if a turn that begins in this state meets the condition."""
    return fits_pose(condition, state.square << 2 | state.facing)
