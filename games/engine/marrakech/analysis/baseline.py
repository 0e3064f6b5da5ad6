"""Par: the choice of a plain player, the robot ``greedy``; several actions where it likes them equally."""

from ...robots import best_actions
from ..robots.careful import CarefulPlayer
from ..robots.players import SCORE_AND_ROLL_WEIGHTS, SCORE_WEIGHTS
from ..rules.actions import Action
from ..rules.state import State


def baseline_actions(state: State) -> tuple[Action, ...]:
    """Return the actions that ``greedy`` likes best."""
    weights = SCORE_AND_ROLL_WEIGHTS if state.phase == "end" else SCORE_WEIGHTS
    return best_actions(CarefulPlayer(state, weights, width=0).action_values())
