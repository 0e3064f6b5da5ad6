"""Par: the choice of a plain player, the robot ``greedy``; several actions where it likes them equally."""

from ..robots.careful import CarefulPlayer
from ..robots.players import SCORE_AND_ROLL_WEIGHTS, SCORE_WEIGHTS, TOLERANCE
from ..rules.actions import Action
from ..rules.state import State


def baseline_actions(state: State) -> tuple[Action, ...]:
    """Return the actions that ``greedy`` likes best."""
    action_values = CarefulPlayer(
        state, SCORE_AND_ROLL_WEIGHTS if state.phase == "end" else SCORE_WEIGHTS, width=0
    ).action_values()
    best = max(worth for worth, _ in action_values)
    return tuple(action for worth, action in action_values if worth >= best - TOLERANCE)
