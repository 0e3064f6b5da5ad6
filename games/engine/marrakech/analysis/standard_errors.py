"""Standard errors of the numbers of an analysis, in points, by the number of seats.

They are measured by ``benchmarks/analysis.py``: rolls and choices of many games were estimated once more, by playing
the positions on to the end again and again, and these are the root mean squares of the differences, noise taken out,
rounded up a little, so that their squares add up to the errors of whole games, too. See docs/analysis.md.
"""

from ...analysis.luck import Vector
from ..rules.state import State

ROLL_ERROR = {2: 0.5, 3: 0.5, 4: 0.5}  # the luck of a roll, for the seat that rolls
ROLL_ERROR_OF_OTHERS = {2: 0.5, 3: 0.6, 4: 0.6}  # the same roll, for each of the others
DRAW_ERROR = 0.2  # the luck of a colour drawn from a pile, which the evaluation does not see
ROLLOFF_ERROR = 0.6  # the luck of a roll-off for the order of play
CHOICE_ERROR = {2: 0.35, 3: 0.4, 4: 0.5}  # the difference between two rotations or two rugs


def luck_variances(state: State) -> Vector:
    """Return the squared error of the luck that is due here, for each seat."""
    seats = len(state.seats)
    if state.phase == "order":
        return (ROLLOFF_ERROR**2,) * seats
    if state.phase == "pile":
        return (DRAW_ERROR**2,) * seats
    return tuple((ROLL_ERROR if seat == state.current else ROLL_ERROR_OF_OTHERS)[seats] ** 2 for seat in range(seats))


def choice_error(state: State) -> float:
    """Return the error of the difference between two choices of the seat whose turn it is."""
    return CHOICE_ERROR[len(state.seats)]
