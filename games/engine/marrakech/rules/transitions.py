"""States under actions: each is taken up, played on and put down again. What happens is for ``working`` to say."""

from .actions import Action
from .position import Position, first_state
from .state import State

__all__ = ["apply", "first_state"]


def apply(state: State, action: Action) -> State:
    """Return the state after the action. Raises IllegalAction; the state given is never changed."""
    position = Position.of(state)
    position.apply(action)
    return position.state()
