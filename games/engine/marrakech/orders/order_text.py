"""Text of orders: a rotation, and a rug for each face of the die.

``L; 1: e6e7; 2: d4d5; 3: d4d5; 4: c3c4``

Where Assam is rotated at the end of the turn, a face can have its own rotation: ``R; 1: e6e7; 2: d4d5 L``.
"""

import re
from collections.abc import Mapping
from dataclasses import dataclass, field

from ...errors import BadNotation
from ..notation.action_notation import UNLAID, parse
from ..rules.actions import Action
from ..rules.board import FACES
from ..rules.state import State

EXAMPLE = "L; 1: e6e7; 2: d4d5; 3: d4d5; 4: c3c4"
MAX_TEXT = 200  # characters of a text that is read
_GAP = re.compile(r"[\s;,.]*")
_PART = re.compile(
    r"""(?P<rotation>[LFR])(?![A-Z])
    | (?P<face>[0-9]{1,2}) \s*[:=.)]?\s* (?: (?P<first>[A-Z][0-9]) [-\ +]? (?P<second>[A-Z][0-9]) | (?P<none>--) )
      (?: [ \t]* (?P<then>[LFR])(?![A-Z]) )?""",
    re.VERBOSE,
)


@dataclass(frozen=True)
class Orders:
    """The orders of a seat. ``rotation`` is "" where none is ordered for all faces; ``rugs`` go by face.

    ``turns`` are the rotations at the end of the turn that a face has for itself.
    """

    rotation: str
    rugs: Mapping[int, str]
    turns: Mapping[int, str] = field(default_factory=dict)


def read_orders(text: str) -> Orders:
    """Return the orders of a text; faces may be missing or in any order, letters in either case.

    Raises BadNotation: "orders-empty", "orders-unreadable", "orders-no-face", "orders-twice" for a face,
    "orders-two-rotations".
    """
    rotation, rugs, turns = "", dict[int, str](), dict[int, str]()
    for part in _parts(text):
        if part["rotation"]:
            if rotation:
                raise BadNotation("orders-two-rotations")
            rotation = part["rotation"]
            continue
        face = int(part["face"])
        if face not in FACES:
            raise BadNotation("orders-no-face", face=face)
        if face in rugs:
            raise BadNotation("orders-twice", face=face)
        rugs[face] = "".join(sorted((part["first"], part["second"]))).lower() if part["first"] else UNLAID
        if part["then"]:
            turns[face] = part["then"]
    return Orders(rotation, dict(sorted(rugs.items())), dict(sorted(turns.items())))


def _parts(text: str) -> list[re.Match[str]]:
    """Return the rotations and rugs of a text, in its order. Raises BadNotation."""
    clean, parts = text.strip().upper(), []
    if not clean:
        raise BadNotation("orders-empty")
    at = 0
    while at < len(clean):
        part = _PART.match(clean, at) if len(clean) <= MAX_TEXT else None
        if not part:
            raise BadNotation("orders-unreadable", text=text.strip()[at : at + 20], example=EXAMPLE)
        parts.append(part)
        gap = _GAP.match(clean, part.end())
        at = gap.end() if gap else len(clean)
    return parts


def write_orders(orders: Orders) -> str:
    """Return the canonical text of these orders."""
    rugs = [f"{face}: {place} {orders.turns.get(face, '')}".strip() for face, place in sorted(orders.rugs.items())]
    return "; ".join([orders.rotation, *rugs] if orders.rotation else rugs)


def next_action(orders: Orders, state: State) -> Action | None:
    """Return the ordered action for this state, legal or not; None where there is none."""
    face = state.last.face if state.last else 0
    texts = {
        "rotate": orders.rotation,
        "lay": orders.rugs.get(face, ""),
        "end": orders.turns.get(face, orders.rotation),
    }
    text = texts.get(state.phase, "")
    return parse(state, state.current, text) if text else None
