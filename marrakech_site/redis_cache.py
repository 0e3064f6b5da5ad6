"""The cache on a Redis server. While the server is away, each process has a cache of its own."""

import time
from typing import Any

import redis
import structlog
from django.core.cache.backends.locmem import LocMemCache
from django.core.cache.backends.redis import RedisCache

AWAY_SECONDS = 5.0  # for which a server that has not answered is left alone
FAILURES = (redis.RedisError, OSError)
log = structlog.get_logger("cache")


def _or_in_memory(name: str) -> Any:
    """Return the method of Django's Redis cache, which uses this process's memory while the server is away."""

    def call(cache: "SurvivingRedisCache", *args: Any, **kwargs: Any) -> Any:
        if time.monotonic() >= SurvivingRedisCache.away_until:
            try:
                return getattr(RedisCache, name)(cache, *args, **kwargs)
            except FAILURES as error:
                log.warning("the cache server does not answer", error=f"{type(error).__name__}: {error}"[:200])
                SurvivingRedisCache.away_until = time.monotonic() + AWAY_SECONDS
        return getattr(cache.memory, name)(*args, **kwargs)

    return call


class SurvivingRedisCache(RedisCache):
    """Django's Redis cache, with memory in its place while the server cannot be reached.

    Only one request in ``AWAY_SECONDS`` waits for the server, and no longer than the time-outs of ``OPTIONS``. What was
    written meanwhile never reaches the server, and what it held before counts again. So the cache may hold limits,
    which each process then counts alone, and what can be made again, but nothing that must be known.
    """

    away_until = 0.0  # for all caches and threads of this process: they have one server

    def __init__(self, server: Any, params: dict[str, Any]) -> None:
        super().__init__(server, params)
        self.memory = LocMemCache(f"away:{params['KEY_PREFIX']}", {**params, "OPTIONS": {}})

    add, get, set, touch, delete = map(_or_in_memory, ("add", "get", "set", "touch", "delete"))
    incr, has_key, clear = map(_or_in_memory, ("incr", "has_key", "clear"))
    get_many, set_many, delete_many = map(_or_in_memory, ("get_many", "set_many", "delete_many"))
