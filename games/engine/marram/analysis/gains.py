"""Where points came from: the features that an action completed."""

from typing import Any

from ...values import Gain, Ply
from ..rules.actions import Flip, Place
from ..rules.board import cells_of
from ..rules.cells import cell_name
from ..rules.turns import play


def gains(ply: Ply) -> tuple[Gain, ...]:
    """Return the points of each winner of each completed feature, by kind of feature."""
    action: Any = ply.action
    if not isinstance(action, Place | Flip):
        return ()
    scored = play(ply.before, action).scored
    return tuple(
        Gain(seat, f"kind.{one.kind}", one.value, tuple(map(cell_name, cells_of(one.nodes))))
        for one in scored
        for seat in one.winners
    )
