"""What players remember a game for."""

from collections.abc import Sequence

from ..values import Feat, Ply
from .rules import gains

SNAKES = ("kind.orange", "kind.blue")


def scores(plies: Sequence[Ply]) -> tuple[int | None, ...]:
    return tuple(holding.score for holding in plies[-1].after.seats)


def longest_snakes(plies: Sequence[Ply]) -> tuple[int | None, ...]:
    """Return the tiles of the longest snake that has brought each seat points."""
    snakes = [gain for ply in plies for gain in gains(ply) if gain.source in SNAKES]
    seats = range(len(plies[-1].after.seats))
    return tuple(max((len(gain.cells) for gain in snakes if gain.seat == seat), default=None) for seat in seats)


FEATS = (
    Feat("points", "feat.points", "amount.points", scores),
    Feat("snake", "feat.snake", "amount.tiles", longest_snakes),
)
