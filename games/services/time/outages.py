"""Outages of the site, known by gaps between heartbeats (docs/clock.md, "Outages")."""

from collections.abc import Iterable, Sequence
from itertools import pairwise

from .instants import MINUTE
from .intervals import Interval, merged

MAX_GAP = 10 * MINUTE  # between two heartbeats; a longer one is an outage


def gap_between(last: int, now: int) -> Interval | None:
    """Return the outage that a heartbeat ends, None if the previous heartbeat was not long ago."""
    return (last, now) if now - last > MAX_GAP else None


def outages_of(heartbeats: Sequence[int], declared: Iterable[Interval] = ()) -> list[Interval]:
    """Return all outages as disjoint intervals: gaps between heartbeats, and those that the operator has declared."""
    gaps = (gap_between(last, now) for last, now in pairwise(sorted(heartbeats)))
    return merged((*(gap for gap in gaps if gap is not None), *declared))


def may_fall(deadline: int, last_heartbeat: int | None) -> bool:
    """Return True if a deadline may take effect: if a heartbeat came later, as an open gap may become an outage."""
    return last_heartbeat is not None and last_heartbeat > deadline
