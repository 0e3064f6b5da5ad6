"""What seats may expect to score, roughly."""

from . import scoring
from .state import State

PER_RUG = 1.2  # visible squares that a rug still to be laid adds to its owner's in the end


def values(state: State) -> tuple[float, ...]:
    """Return the expected final points of each seat: 0 for one that is out."""
    squares = scoring.visible_squares(state)
    return tuple(
        0.0 if holding.out else holding.dirhams + squares[seat] + PER_RUG * holding.rugs
        for seat, holding in enumerate(state.seats)
    )
