"""Where the points of a game came from, for titles in which they are scored one by one."""

from collections import Counter
from collections.abc import Iterable, Mapping

from ..core import Title
from ..values import Ply


def points_by_source(title: Title, plies: Iterable[Ply], seats: int) -> Mapping[str, tuple[int, ...]]:
    """Return the points of each seat by source, the richest source first; nothing for a title that cannot tell."""
    sums: dict[str, Counter[int]] = {}
    for ply in plies:
        for gain in title.gains(ply):
            sums.setdefault(gain.source, Counter())[gain.seat] += gain.points
    ranked = sorted(sums, key=lambda source: (-sums[source].total(), source))
    return {source: tuple(sums[source][seat] for seat in range(seats)) for source in ranked}
