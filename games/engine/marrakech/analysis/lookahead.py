"""The value of a position by search to the end of the turn in progress, the measure of ``analysis``."""

from collections.abc import Callable, Sequence
from operator import mul

from ...analysis.luck import Vector
from ..rules import legality, position
from ..rules.actions import Action
from ..rules.state import State

Values = Callable[[State], Vector]
Options = dict[Action, Vector]


class Lookahead:
    """A search to the end of the turn, with ``values`` as the evaluation there."""

    def __init__(self, values: Values) -> None:
        self._values = values
        self._turn = -1
        self._known: dict[object, Options] = {}
        self._ends: dict[object, Vector] = {}

    def value(self, state: State) -> Vector:
        """Return the value of the position for each seat, in points above the mean of the table."""
        return self._combined(state, self.options(state)) if state.phase != "over" else self._leaf(state)

    def options(self, state: State) -> Options:
        """Return the value after each legal action or result of chance, in a position that is not over."""
        if state.turn != self._turn:
            self._turn, self._known, self._ends = state.turn, {}, {}
        key = (state.phase, state.square, state.facing, state.board, state.seats)
        if key not in self._known:
            offers = legality.legal_actions(state)
            self._known[key] = {action: self._after(state, position.apply(state, action)) for action in offers}
        return self._known[key]

    def _after(self, state: State, after: State) -> Vector:
        if after.turn != state.turn or after.phase == "over" or _only_draws(after):
            return self._leaf(after)
        return self._combined(after, self.options(after))

    def _leaf(self, state: State) -> Vector:
        """Return ``values`` less the mean. It ignores the colour that comes next off a pile."""
        purses = tuple([(seat.dirhams, seat.rugs) for seat in state.seats])
        key = (state.phase, state.current, state.square, state.facing, state.board, purses)
        found = self._ends.get(key)
        if found is None:
            points = self._values(state)
            average = sum(points) / len(points)
            found = self._ends[key] = tuple([value - average for value in points])
        return found

    def _combined(self, state: State, options: Options) -> Vector:
        """Return the mean over the results of chance, or the option that is best for the seat whose turn it is."""
        if weights := chance_weights(state):
            return weighted_mean(list(options.values()), weights)
        return max(options.values(), key=lambda worth: worth[state.current])


def _only_draws(state: State) -> bool:
    """Return True if only a draw is left of the turn, which ``values`` ignores."""
    return state.phase == "pile" and state.turn > 0 and not state.rules.rotate_at_end


def chance_weights(state: State) -> list[int]:
    """Return the weights of the results of chance, in the order of the legal actions; none where a seat decides."""
    due = legality.chance(state)
    return [weight for _, weight in due.outcomes] if due else []


def weighted_mean(vectors: Sequence[Vector], weights: Sequence[int]) -> Vector:
    """Return the weighted mean, seat by seat."""
    whole = sum(weights)
    return tuple(sum(map(mul, column, weights)) / whole for column in zip(*vectors, strict=True))
