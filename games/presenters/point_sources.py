"""Where the points of a game came from, as a table."""

from collections.abc import Sequence
from dataclasses import dataclass

from games.engine.core import Title
from games.engine.replay import points_by_source
from games.engine.values import Ply

from .wording import phrase


@dataclass(frozen=True, slots=True)
class PointSource:
    """A kind of source, and the points of each seat from it."""

    label: str
    points: tuple[int, ...]


def point_sources(title: Title, plies: Sequence[Ply], seats: int) -> list[PointSource]:
    """Return the sources, the richest first; [] before the first points and for a title that scores otherwise."""
    found = points_by_source(title, plies, seats)
    return [PointSource(phrase(title, source), points) for source, points in found.items()]
