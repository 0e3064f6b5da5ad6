"""A token bucket over the cache: how often somebody may do something."""

import math
import time

from django.core.cache import cache

LOCK_SECONDS = 2


def seconds_to_wait(key: str, capacity: int, refill_per_second: float) -> float:
    """Take one token from the bucket ``key``; return 0.0 if there was one, else the seconds to wait for the next.

    A full bucket holds ``capacity`` tokens. Two requests of the same key at the same moment do not both count: one
    takes the token, the other is asked to wait a second, so nobody gains by asking in parallel.
    """
    lock = f"limit-lock:{key}"
    if not cache.add(lock, 1, LOCK_SECONDS):
        return 1.0
    try:
        return _take(f"limit:{key}", capacity, refill_per_second, time.time())
    finally:
        cache.delete(lock)


def _take(name: str, capacity: int, refill_per_second: float, now: float) -> float:
    """Count the tokens at ``now``, take one if there is one, store the rest."""
    stored: tuple[float, float] = cache.get(name, (float(capacity), now))
    tokens, counted_at = stored
    tokens = min(float(capacity), tokens + max(0.0, now - counted_at) * refill_per_second)
    if tokens < 1:
        return (1 - tokens) / refill_per_second
    # An untouched bucket is full again after this long, so the cache may forget it.
    cache.set(name, (tokens - 1, now), math.ceil(capacity / refill_per_second) + 1)
    return 0.0
