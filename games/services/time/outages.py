"""Outages of the site, known by gaps between heartbeats (docs/clock.md, "Outages")."""

from collections.abc import Iterable, Sequence
from itertools import pairwise

from .instants import MINUTE
from .intervals import Interval, merged

LONGEST_GAP = 10 * MINUTE  # between two heartbeats; a longer one is an outage


def gap_between(last: int, now: int) -> Interval | None:
    """Return the outage that a heartbeat ends, None if the one before it was not long ago."""
    return (last, now) if now - last > LONGEST_GAP else None


def outages_of(heartbeats: Sequence[int], declared: Iterable[Interval] = ()) -> list[Interval]:
    """Return all outages: gaps between heartbeats, and what the operator has declared, as disjoint intervals."""
    gaps = (gap_between(last, now) for last, now in pairwise(sorted(heartbeats)))
    return merged((*(gap for gap in gaps if gap is not None), *declared))


def may_fall(deadline: int, last_heartbeat: int | None) -> bool:
    """Tell whether a deadline may fall: only after a later heartbeat, as a gap that is open may become an outage."""
    return last_heartbeat is not None and last_heartbeat > deadline
