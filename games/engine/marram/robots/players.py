"""The robots by key, from the weakest to the strongest: ``ROBOTS``."""

from random import Random

from ...values import Choose, Robot, Stop
from ..rules import legality
from ..rules.actions import Action
from ..rules.state import State


def choose_random(state: State, seed: int, budget: int | None = None, stop: Stop | None = None) -> Action:
    """Return a random legal action. Raises ValueError where no seat must act."""
    return Random(seed).choice(_offers(state))


def _offers(state: State) -> tuple[Action, ...]:
    if not legality.acting(state):
        raise ValueError("No seat must act in this position.")
    return legality.legal_actions(state)


def _robot(key: str, seconds: float, choose: Choose) -> Robot:
    return Robot(key, f"robot.{key}", f"robot.{key}.summary", seconds, choose)


ROBOTS = {robot.key: robot for robot in (_robot("random", 0.001, choose_random),)}
