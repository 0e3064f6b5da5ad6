"""How far the numbers of an analysis may err: standard errors in points, by the number of seats.

They are measured by ``benchmarks/analysis.py``: rolls and choices of many games were estimated once more, by playing
the positions on to the end again and again, and these are the root mean squares of the differences, noise taken out,
rounded up a little, so that their squares add up to the errors of whole games, too. See docs/analysis.md.
"""

from ..analysis import Vector
from .state import State

ROLL = {2: 0.5, 3: 0.5, 4: 0.5}  # the luck of a roll, for the seat that rolls
OTHERS = {2: 0.5, 3: 0.6, 4: 0.6}  # the same roll, for each of the others
DRAW = 0.2  # the luck of a colour drawn from a pile, which the evaluation does not see
PLACE = 0.6  # the luck of a roll-off for the order of play
CHOICE = {2: 0.35, 3: 0.4, 4: 0.5}  # the difference between two rotations or two rugs


def of_luck(state: State) -> Vector:
    """Return the squared error of the luck that is due here, for each seat."""
    seats = len(state.seats)
    if state.phase == "order":
        return (PLACE**2,) * seats
    if state.phase == "pile":
        return (DRAW**2,) * seats
    return tuple((ROLL if seat == state.current else OTHERS)[seats] ** 2 for seat in range(seats))


def of_choice(state: State) -> float:
    """Return the error of the difference between two choices of the seat whose turn it is."""
    return CHOICE[len(state.seats)]
