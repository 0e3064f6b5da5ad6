"""Players made of code: ``ROBOTS``, by key, from the one that plays anything to the one that is hard to beat."""

from collections.abc import Callable, Sequence
from random import Random

from ..core import Choose, Robot
from . import effects, legality, scoring
from .actions import Action, Roll
from .board import FACE_WEIGHTS
from .careful import Careful
from .state import State

OUT = -100  # what being out of the game is worth: less than any score
SAME = 1e-9  # worths that differ less are equal
Stop = Callable[[], bool]


def random(state: State, seed: int, budget: int | None = None, stop: Stop | None = None) -> Action:
    """Return any legal action. Raises ValueError where nobody must act."""
    return Random(seed).choice(_offers(state))


def greedy(state: State, seed: int, budget: int | None = None, stop: Stop | None = None) -> Action:
    """Return the action that leaves the acting seat best off on average; equals are drawn by the seed.

    A rotation is judged by the six faces of the roll that follows it, a rug by the squares that it gains and covers.
    Raises ValueError where nobody must act.
    """
    offers = _offers(state)
    worths = [_worth(effects.apply(state, action), state.current) for action in offers]
    best = max(worths)
    return Random(seed).choice([action for action, worth in zip(offers, worths, strict=True) if worth == best])


def careful(state: State, seed: int, budget: int | None = None, stop: Stop | None = None) -> Action:
    """Return what looks best two turns deep; equals are drawn by the seed. Raises ValueError where nobody must act."""
    _offers(state)
    return _best(Careful(state).worths(), seed)


def _best(worths: Sequence[tuple[float, Action]], seed: int) -> Action:
    best = max(worth for worth, _ in worths)
    return Random(seed).choice([action for worth, action in worths if worth >= best - SAME])


def _offers(state: State) -> tuple[Action, ...]:
    if not legality.acting(state):
        raise ValueError("Nobody must act in this position.")
    return legality.legal_actions(state)


def _worth(state: State, seat: int) -> int:
    """Return what the position is worth to the seat, summed over the faces of the die if it is to be rolled now."""
    if state.phase != "roll":
        return _lead(state, seat)
    return sum(weight * _lead(effects.apply(state, Roll(int(face))), seat) for face, weight in FACE_WEIGHTS)


def _lead(state: State, seat: int) -> int:
    """Return how far the seat is ahead of all the others together."""
    squares = scoring.visible_squares(state)
    points = [OUT if holding.out else holding.dirhams + squares[number] for number, holding in enumerate(state.seats)]
    return points[seat] * len(points) - sum(points)


def _robot(key: str, seconds: float, choose: Choose) -> Robot:
    return Robot(key, f"robot.{key}", f"robot.{key}.summary", seconds, choose)


ROBOTS = {
    robot.key: robot
    for robot in (
        _robot("random", 0.0001, random),
        _robot("greedy", 0.001, greedy),
        _robot("careful", 0.01, careful),
        _robot("master", 2.0, careful),
    )
}
