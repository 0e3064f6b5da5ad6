"""Rate limits: a token bucket in the cache.

While the server of the cache is away, each process counts alone in its memory: several together let more through than
the limit, and none refuses more.
"""

import math
import time

from django.core.cache import cache

LOCK_SECONDS = 2


def seconds_to_wait(key: str, capacity: int, refill_per_second: float) -> float:
    """Take one token from the bucket ``key``; return 0.0 if there was one, else the seconds until the next.

    A full bucket holds ``capacity`` tokens. Of two requests at the same moment one takes a token, and the other must
    wait a second: parallel requests gain nothing.
    """
    lock = f"limit-lock:{key}"
    if not cache.add(lock, 1, LOCK_SECONDS):
        return 1.0
    try:
        return _take(f"limit:{key}", capacity, refill_per_second, time.time())
    finally:
        cache.delete(lock)


def _take(name: str, capacity: int, refill_per_second: float, now: float) -> float:
    stored: tuple[float, float] = cache.get(name, (float(capacity), now))
    tokens, counted_at = stored
    tokens = min(float(capacity), tokens + max(0.0, now - counted_at) * refill_per_second)
    if tokens < 1:
        return (1 - tokens) / refill_per_second
    # An unused bucket is full again after this time, so the cache may forget it.
    cache.set(name, (tokens - 1, now), math.ceil(capacity / refill_per_second) + 1)
    return 0.0
