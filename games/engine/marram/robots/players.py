"""The robots by key, from the weakest to the strongest: ``ROBOTS``."""

from collections.abc import Iterable
from random import Random

from ...robots import choose_best, make_robot
from ...values import MeasuredStrength, Stop
from ..rules import legality
from ..rules.actions import Action
from ..rules.state import State
from ..rules.turns import apply
from .evaluation import Candidate, Evaluation, Weights

HASTY = Weights(piece=0.0, shovel=0.0)  # spends all pieces as they come
THRIFTY = Weights()
WIDTH = 10  # first actions of a turn after which the second one is looked at


def choose_random(state: State, seed: int, budget: int | None = None, stop: Stop | None = None) -> Action:
    """Return a random legal action. Raises ValueError where no seat must act."""
    _check(state)
    return Random(seed).choice(legality.legal_actions(state))


def choose_greedy(state: State, seed: int, budget: int | None = None, stop: Stop | None = None) -> Action:
    """Return the action with the most points now and hope for more; the seed decides between equals.

    Raises ValueError where no seat must act.
    """
    _check(state)
    return choose_best(_valued(Evaluation(state, HASTY).candidates(state)), seed)


def choose_careful(state: State, seed: int, budget: int | None = None, stop: Stop | None = None) -> Action:
    """Return the action that is best with the one after it; the seed decides between equals.

    ``budget`` is how many first actions are looked at (None: WIDTH). Raises ValueError where no seat must act.
    """
    _check(state)
    evaluation = Evaluation(state, THRIFTY)
    found = evaluation.candidates(state)
    if state.actions_left < 2:
        return choose_best(_valued(found), seed)
    found.sort(key=lambda candidate: candidate.value, reverse=True)
    looked = []
    for candidate in found[: WIDTH if budget is None else max(budget, 1)]:
        after = apply(state, candidate.action)
        following = max((one.value for one in evaluation.candidates(after)), default=candidate.value)
        looked.append(candidate._replace(value=following))
        if stop and stop():
            break
    return choose_best(_valued(looked), seed)


def _valued(candidates: Iterable[Candidate]) -> Iterable[tuple[float, Action]]:
    return ((one.value, one.action) for one in candidates)


def _check(state: State) -> None:
    if not legality.acting(state):
        raise ValueError("No seat must act in this position.")


ROBOTS = {
    robot.key: robot
    for robot in (
        make_robot("random", 0.001, choose_random),
        make_robot("greedy", 0.01, choose_greedy),
        make_robot("careful", 0.05, choose_careful, MeasuredStrength("greedy", 84.2, 5.9, 120)),
    )
}
