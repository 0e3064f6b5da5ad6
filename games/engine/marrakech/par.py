"""Par: what a plain player would do, the robot ``greedy``. Several actions are par where it likes them equally."""

from . import bots, effects, legality
from .actions import Action
from .state import State


def favourites(state: State) -> tuple[Action, ...]:
    """Return the actions among which ``greedy`` draws."""
    offers = legality.legal_actions(state)
    worths = [bots._worth(effects.apply(state, action), state.current) for action in offers]
    best = max(worths)
    return tuple(action for action, worth in zip(offers, worths, strict=True) if worth == best)
