"""What the robots of all titles share: the choice among valued actions, and their texts."""

from collections.abc import Iterable
from random import Random
from typing import TypeVar

from .values import Choose, MeasuredStrength, Robot

Action = TypeVar("Action")
TOLERANCE = 1e-9  # values that differ less are equal


def best_actions(valued: Iterable[tuple[float, Action]]) -> tuple[Action, ...]:
    """Return the actions with the highest value, in their order. Raises ValueError if there are none."""
    found = list(valued)
    best = max(value for value, _ in found)
    return tuple(action for value, action in found if value >= best - TOLERANCE)


def choose_best(valued: Iterable[tuple[float, Action]], seed: int) -> Action:
    """Return an action with the highest value; the seed decides between equals."""
    return Random(seed).choice(best_actions(valued))


def make_robot(key: str, seconds: float, choose: Choose, measured: MeasuredStrength | None = None) -> Robot:
    """Return a robot whose name is the phrase ``robot.<key>``."""
    return Robot(key, f"robot.{key}", f"robot.{key}.summary", seconds, choose, measured)
