"""How wrong the numbers of an analysis may be: standard errors, measured against games played out many times."""

from ..analysis import Vector
from .state import State


def of_luck(state: State) -> Vector:
    """Return the squared error of the luck of one roll, for each seat."""
    return (0.25,) * len(state.seats)


def of_choice(state: State) -> float:
    """Return the error of the difference between two choices."""
    return 0.5
