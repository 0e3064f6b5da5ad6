"""How well ratings have forecast who of two players is ahead, and the scale that would have forecast it best.

Forecasts are those of just before each game, for two people who played it to its end.
"""

from collections.abc import Callable, Iterator, Sequence
from itertools import combinations, groupby
from math import exp, log, sqrt
from typing import NamedTuple

from django.db.models import QuerySet

from . import formula
from .formula import Skill
from .models import Pool, RatingChange, RatingReason

PLAYED = (RatingReason.USUAL, RatingReason.REPEATED)
LEAST, MOST = 0.1, 20.0  # of a scale
STEP = 0.01  # of the logarithm of a scale, for derivatives
ROUNDS = 40
GOLDEN = (sqrt(5) - 1) / 2


class Pair(NamedTuple):
    """Two players of a game, as their skills were known before it. ``result`` is 1 if ``one`` came first, 0.5 a tie."""

    one: Skill
    other: Skill
    result: float
    title: str
    seats: int

    def chance(self, scale: float) -> float:
        return formula.odds([self.one, self.other], scale)[0]


class FittedScale(NamedTuple):
    """A scale with its standard error. ``losses`` is the mean loss of a forecast with it and with the present one."""

    scale: float
    error: float
    games: int
    losses: tuple[float, float]


def pairs_by_game(changes: QuerySet[RatingChange]) -> Iterator[list[Pair]]:
    """Yield the pairs of each game among these changes of the current ratings, with two people or more."""
    played = changes.filter(version__is_current=True, pool=Pool.ALL, reason__in=PLAYED)
    rows = played.select_related("rated_game").order_by("rated_game", "id").iterator(chunk_size=2000)
    for _game, together in groupby(rows, key=lambda change: change.rated_game_id):
        if pairs := [_pair(*two) for two in combinations(together, 2)]:
            yield pairs


def _pair(one: RatingChange, other: RatingChange) -> Pair:
    result = (one.place < other.place) + 0.5 * (one.place == other.place)
    first, second = (Skill(change.mu_before, change.var_before) for change in (one, other))
    return Pair(first, second, result, one.rated_game.title, int(one.rated_game.pool))


def loss(pairs: Sequence[Pair], scale: float) -> float:
    """Return the sum of -ln of the chance that was given to what came: 0.693 each for a coin."""
    chances = ((pair.chance(scale), pair.result) for pair in pairs)
    return -sum(result * log(chance) + (1 - result) * log(1 - chance) for chance, result in chances)


def fitted(games: Sequence[Sequence[Pair]], present: float) -> FittedScale:
    """Return the scale with the least loss. Its error follows from the games, which are independent of each other."""

    def total(logarithm: float) -> float:
        return sum(loss(pairs, exp(logarithm)) for pairs in games)

    best = _minimum(total, log(LEAST), log(MOST))
    slopes = [(loss(pairs, exp(best + STEP)) - loss(pairs, exp(best - STEP))) / (2 * STEP) for pairs in games]
    curvature = (total(best + STEP) - 2 * total(best) + total(best - STEP)) / STEP**2
    error = exp(best) * sqrt(sum(slope**2 for slope in slopes)) / curvature
    forecasts = sum(map(len, games))
    return FittedScale(exp(best), error, len(games), (total(best) / forecasts, total(log(present)) / forecasts))


def _minimum(function: Callable[[float], float], low: float, high: float) -> float:
    """Return where a function of one valley has its least value (golden section)."""
    for _round in range(ROUNDS):
        left, right = high - GOLDEN * (high - low), low + GOLDEN * (high - low)
        low, high = (low, right) if function(left) < function(right) else (left, high)
    return (low + high) / 2
