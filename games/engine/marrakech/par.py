"""Par: what a plain player would do, the robot ``greedy``. Several actions are par where it likes them equally."""

from .actions import Action
from .bots import SAME, SEES_ROLL, SEES_SCORE
from .careful import Careful
from .state import State


def favourites(state: State) -> tuple[Action, ...]:
    """Return the actions among which ``greedy`` draws."""
    worths = Careful(state, SEES_ROLL if state.phase == "end" else SEES_SCORE, width=0).worths()
    best = max(worth for worth, _ in worths)
    return tuple(action for worth, action in worths if worth >= best - SAME)
