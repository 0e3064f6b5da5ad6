"""Players made of code: ``ROBOTS``, by key, from the one that plays anything to the one that is hard to beat."""

from collections.abc import Callable, Sequence
from random import Random

from ..core import Choose, Robot
from . import legality
from .actions import Action
from .careful import Careful
from .evaluation import Weights
from .master import BUDGET, Master
from .state import State

SEES_SCORE = Weights(
    cover=1.0, toll=0.0, roll=0.0, rug=0.0, tempo=0.0, fading=0.0, leader=0.0, again=0.0, sight=0, answer=0.0
)
SEES_ROLL = SEES_SCORE._replace(roll=1.0)
SAME = 1e-9  # worths that differ less are equal
Stop = Callable[[], bool]


def random(state: State, seed: int, budget: int | None = None, stop: Stop | None = None) -> Action:
    """Return any legal action. Raises ValueError where nobody must act."""
    return Random(seed).choice(_offers(state))


def greedy(state: State, seed: int, budget: int | None = None, stop: Stop | None = None) -> Action:
    """Return the action with the best expected score difference of this turn, over all four faces.

    That is the rent, and the best rug after it; for a rotation at the end of the turn what the next seat will pay.
    Equals are drawn by the seed. Raises ValueError where nobody must act.
    """
    _offers(state)
    return _best(Careful(state, SEES_ROLL if state.phase == "end" else SEES_SCORE, width=0).worths(), seed)


def careful(state: State, seed: int, budget: int | None = None, stop: Stop | None = None) -> Action:
    """Return what looks best two turns deep; equals are drawn by the seed. Raises ValueError where nobody must act."""
    _offers(state)
    return _best(Careful(state).worths(), seed)


def master(state: State, seed: int, budget: int | None = None, stop: Stop | None = None) -> Action:
    """Return the best action after ``budget`` playouts (None: BUDGET, two seconds a turn on one core).

    ``stop`` is asked every few milliseconds. Raises ValueError where nobody must act.
    """
    _offers(state)
    return Master(state, seed).choose(BUDGET if budget is None else budget, stop)


def _best(worths: Sequence[tuple[float, Action]], seed: int) -> Action:
    best = max(worth for worth, _ in worths)
    return Random(seed).choice([action for worth, action in worths if worth >= best - SAME])


def _offers(state: State) -> tuple[Action, ...]:
    if not legality.acting(state):
        raise ValueError("Nobody must act in this position.")
    return legality.legal_actions(state)


def _robot(key: str, seconds: float, choose: Choose) -> Robot:
    return Robot(key, f"robot.{key}", f"robot.{key}.summary", seconds, choose)


ROBOTS = {
    robot.key: robot
    for robot in (
        _robot("random", 0.0001, random),
        _robot("greedy", 0.001, greedy),
        _robot("careful", 0.01, careful),
        _robot("master", 2.0, master),
    )
}
