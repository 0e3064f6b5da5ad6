"""The robots by key, from the weakest to the strongest: ``ROBOTS``."""

from random import Random

from ...robots import choose_best, make_robot
from ...values import MeasuredStrength, Stop
from ..rules import legality
from ..rules.actions import Action
from ..rules.state import State
from .careful import CarefulPlayer
from .evaluation import Weights
from .master import BUDGET, MasterPlayer

SCORE_WEIGHTS = Weights(
    cover=1.0, later_rent=0.0, roll=0.0, rug=0.0, tempo=0.0, fading=0.0, leader=0.0, again=0.0, sight=0, answer=0.0
)
SCORE_AND_ROLL_WEIGHTS = SCORE_WEIGHTS._replace(roll=1.0)


def choose_random(state: State, seed: int, budget: int | None = None, stop: Stop | None = None) -> Action:
    """Return a random legal action. Raises ValueError where no seat must act."""
    return Random(seed).choice(_offers(state))


def choose_greedy(state: State, seed: int, budget: int | None = None, stop: Stop | None = None) -> Action:
    """Return the action with the best expected score difference of this turn, over all four faces.

    That is the rent, and the best rug after it; for a rotation at the end of the turn what the next seat will pay.
    The seed decides between equals. Raises ValueError where no seat must act.
    """
    _offers(state)
    return choose_best(
        CarefulPlayer(
            state, SCORE_AND_ROLL_WEIGHTS if state.phase == "end" else SCORE_WEIGHTS, width=0
        ).action_values(),
        seed,
    )


def choose_careful(state: State, seed: int, budget: int | None = None, stop: Stop | None = None) -> Action:
    """Return the best action by a search of two turns; the seed decides between equals.

    Raises ValueError where no seat must act.
    """
    _offers(state)
    return choose_best(CarefulPlayer(state).action_values(), seed)


def choose_master(state: State, seed: int, budget: int | None = None, stop: Stop | None = None) -> Action:
    """Return the best action after ``budget`` playouts (None: BUDGET, two seconds a turn on one core).

    ``stop`` is called every few milliseconds. Raises ValueError where no seat must act.
    """
    _offers(state)
    return MasterPlayer(state, seed).choose(BUDGET if budget is None else budget, stop)


def _offers(state: State) -> tuple[Action, ...]:
    if not legality.acting(state):
        raise ValueError("No seat must act in this position.")
    return legality.legal_actions(state)


ROBOTS = {
    robot.key: robot
    for robot in (
        make_robot("random", 0.0001, choose_random),
        make_robot("greedy", 0.001, choose_greedy),
        make_robot("careful", 0.01, choose_careful, MeasuredStrength("greedy", 74.5, 3.4, 600)),
        make_robot("master", 2.0, choose_master),
    )
}
