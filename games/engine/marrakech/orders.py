"""Orders across the die: a rotation, and a rug for each face that may come of it, in one text before the roll.

``L; 1: e6e7; 2: d4d5; 3: d4d5; 4: c3c4``
"""

import re
from collections.abc import Mapping
from dataclasses import dataclass

from ..errors import BadNotation
from .actions import Action
from .notation import parse
from .state import State

_ORDERS = re.compile(r"(?!;)([LFR])?(?:(?:^|; ?)[1-4]: ?[a-g][1-7][a-g][1-7])*")
_RUG = re.compile(r"([1-4]): ?([a-g][1-7][a-g][1-7])")


@dataclass(frozen=True)
class Orders:
    """What a seat will do. ``rotation`` is "" where Assam is not rotated before the roll; ``rugs`` go by face."""

    rotation: str
    rugs: Mapping[int, str]


def read_orders(text: str) -> Orders:
    """Return what the text orders; faces may be missing. Raises BadNotation: "unreadable", "twice" for a face."""
    found = _ORDERS.fullmatch(text.strip()) if 0 < len(text) <= 100 else None
    if not found:
        raise BadNotation("unreadable", text=text[:20])
    rugs = [(int(face), _sorted(place)) for face, place in _RUG.findall(text)]
    if len(dict(rugs)) != len(rugs):
        raise BadNotation("twice", text=text[:20])
    return Orders(found[1] or "", dict(sorted(rugs)))


def _sorted(place: str) -> str:
    return "".join(sorted((place[:2], place[2:])))


def write_orders(orders: Orders) -> str:
    """Return the one text of these orders, which ``read_orders`` gives back."""
    rugs = [f"{face}: {place}" for face, place in sorted(orders.rugs.items())]
    return "; ".join([orders.rotation, *rugs] if orders.rotation else rugs)


def ordered(orders: Orders, state: State) -> Action | None:
    """Return the action that the orders have for this state, legal or not; None where they have none."""
    face = state.last.face if state.last else 0
    text = {"rotate": orders.rotation, "lay": orders.rugs.get(face, "")}.get(state.phase, "")
    return parse(state, state.current, text) if text else None
