"""The robots by key, from the weakest to the strongest: ``ROBOTS``."""

from collections.abc import Sequence
from random import Random

from ...values import Choose, MeasuredStrength, Robot, Stop
from ..rules import legality
from ..rules.actions import Action
from ..rules.state import State
from ..rules.turns import apply
from .evaluation import Candidate, Evaluation, Weights

HASTY = Weights(piece=0.0, shovel=0.0)  # spends all pieces as they come
THRIFTY = Weights()
WIDTH = 10  # first actions of a turn after which the second one is looked at
TOLERANCE = 1e-9  # values that differ less are equal


def choose_random(state: State, seed: int, budget: int | None = None, stop: Stop | None = None) -> Action:
    """Return a random legal action. Raises ValueError where no seat must act."""
    _check(state)
    return Random(seed).choice(legality.legal_actions(state))


def choose_greedy(state: State, seed: int, budget: int | None = None, stop: Stop | None = None) -> Action:
    """Return the action with the most points now and hope for more; the seed decides between equals.

    Raises ValueError where no seat must act.
    """
    _check(state)
    return _best(Evaluation(state, HASTY).candidates(state), seed)


def choose_careful(state: State, seed: int, budget: int | None = None, stop: Stop | None = None) -> Action:
    """Return the action that is best with the one after it; the seed decides between equals.

    ``budget`` is how many first actions are looked at (None: WIDTH). Raises ValueError where no seat must act.
    """
    _check(state)
    evaluation = Evaluation(state, THRIFTY)
    found = evaluation.candidates(state)
    if state.actions_left < 2:
        return _best(found, seed)
    found.sort(key=lambda candidate: candidate.value, reverse=True)
    looked = []
    for candidate in found[: WIDTH if budget is None else max(budget, 1)]:
        after = apply(state, candidate.action)
        following = max((one.value for one in evaluation.candidates(after)), default=candidate.value)
        looked.append(candidate._replace(value=following))
        if stop and stop():
            break
    return _best(looked, seed)


def _best(candidates: Sequence[Candidate], seed: int) -> Action:
    best = max(candidate.value for candidate in candidates)
    return Random(seed).choice([one.action for one in candidates if one.value >= best - TOLERANCE])


def _check(state: State) -> None:
    if not legality.acting(state):
        raise ValueError("No seat must act in this position.")


def _robot(key: str, seconds: float, choose: Choose, measured: MeasuredStrength | None = None) -> Robot:
    return Robot(key, f"robot.{key}", f"robot.{key}.summary", seconds, choose, measured)


ROBOTS = {
    robot.key: robot
    for robot in (
        _robot("random", 0.001, choose_random),
        _robot("greedy", 0.01, choose_greedy),
        _robot("careful", 0.05, choose_careful, MeasuredStrength("greedy", 84.2, 5.9, 120)),
    )
}
