"""Perft: how many sequences of actions there are from a position, to compare programs."""

from .legality import legal_actions
from .state import State
from .turns import apply


def perft(state: State, depth: int) -> int:
    """Return the number of sequences of this many plies, chance included."""
    if depth == 0:
        return 1
    actions = legal_actions(state)
    if depth == 1:
        return len(actions)
    return sum(perft(apply(state, action), depth - 1) for action in actions)
