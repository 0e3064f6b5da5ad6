"""The cache on a Redis server. While the server is away, each process has a cache of its own."""

import threading
import time
from typing import Any

import redis
import structlog
from django.core.cache.backends.locmem import LocMemCache
from django.core.cache.backends.redis import RedisCache

AWAY_SECONDS = 5.0  # for which a server that has not answered is left alone
MAX_CHANGED = 10_000  # keys that are remembered; with more, everything is deleted
FAILURES = (redis.RedisError, OSError)
log = structlog.get_logger("cache")


class SurvivingRedisCache(RedisCache):
    """Django's Redis cache, with memory in its place while the server cannot be reached.

    No request waits longer than the time-outs of ``OPTIONS``, and only one in ``AWAY_SECONDS``. What was written or
    deleted meanwhile is deleted on the server before it is used again: a session that has ended does not come back.
    Rate limits are counted by each process alone until then.
    """

    def __init__(self, server: Any, params: dict[str, Any]) -> None:
        super().__init__(server, params)
        entries = {**params, "OPTIONS": {"MAX_ENTRIES": MAX_CHANGED}}
        self._memory = LocMemCache(f"away:{server}:{params.get('KEY_PREFIX', '')}", entries)
        self._state = _state_of(f"{server} {params.get('KEY_PREFIX', '')}")

    def _run(self, name: str, keys: list[Any], version: int | None, *args: Any, **kwargs: Any) -> Any:
        """Call a method of the server's cache, or that of the memory. ``keys`` are those that it changes."""
        state = self._state
        if state.is_away():
            return self._remember(name, keys, version, *args, **kwargs)
        try:
            if state.has_changes:
                self._forget_changes()
            return getattr(super(), name)(*args, version=version, **kwargs)
        except FAILURES as error:
            state.note_failure(error)
            return self._remember(name, keys, version, *args, **kwargs)

    def _remember(self, name: str, keys: list[Any], version: int | None, *args: Any, **kwargs: Any) -> Any:
        self._state.note_changes((key, version) for key in keys)
        return getattr(self._memory, name)(*args, version=version, **kwargs)

    def _forget_changes(self) -> None:
        """Delete on the server what was changed while it was away."""
        changed = self._state.changes()
        if len(changed) > MAX_CHANGED:
            super().clear()
        for key, version in changed:
            super().delete(key, version=version)
        self._memory.clear()
        self._state.changes_deleted(changed)
        log.info("the cache server is back", keys=len(changed))

    def add(self, key: Any, value: Any, timeout: Any = ..., version: int | None = None) -> bool:
        """Set a key that does not exist. Return True if it was set."""
        return bool(self._run("add", [key], version, key, value, **_timeout(timeout)))

    def get(self, key: Any, default: Any = None, version: int | None = None) -> Any:
        """Return the value of a key."""
        return self._run("get", [], version, key, default)

    def set(self, key: Any, value: Any, timeout: Any = ..., version: int | None = None) -> None:
        """Set a key."""
        self._run("set", [key], version, key, value, **_timeout(timeout))

    def touch(self, key: Any, timeout: Any = ..., version: int | None = None) -> bool:
        """Give a key a new time-out. Return True if it exists."""
        return bool(self._run("touch", [key], version, key, **_timeout(timeout)))

    def delete(self, key: Any, version: int | None = None) -> bool:
        """Delete a key. Return True if it existed."""
        return bool(self._run("delete", [key], version, key))

    def get_many(self, keys: Any, version: int | None = None) -> dict[Any, Any]:
        """Return the values of the keys that exist."""
        found: dict[Any, Any] = self._run("get_many", [], version, list(keys))
        return found

    def set_many(self, data: dict[Any, Any], timeout: Any = ..., version: int | None = None) -> list[Any]:
        """Set some keys. Return those that could not be set."""
        return list(self._run("set_many", list(data), version, data, **_timeout(timeout)))

    def delete_many(self, keys: Any, version: int | None = None) -> None:
        """Delete some keys."""
        names = list(keys)
        self._run("delete_many", names, version, names)

    def has_key(self, key: Any, version: int | None = None) -> bool:
        """Return True if a key exists."""
        return bool(self._run("has_key", [], version, key))

    def incr(self, key: Any, delta: int = 1, version: int | None = None) -> int:
        """Add to a number. Raises ValueError if it does not exist."""
        return int(self._run("incr", [key], version, key, delta))


def _timeout(timeout: Any) -> dict[str, Any]:
    return {} if timeout is ... else {"timeout": timeout}


class ServerState:
    """What this process knows of one server: since when it is away, and which keys have changed meanwhile."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._away_until = 0.0
        self._changed: dict[tuple[Any, int | None], None] = {}

    @property
    def has_changes(self) -> bool:
        """Return True if keys have changed while the server was away."""
        return bool(self._changed)

    def is_away(self) -> bool:
        """Return True if the server is left alone now."""
        return time.monotonic() < self._away_until

    def note_failure(self, error: Exception) -> None:
        """Leave the server alone for some seconds."""
        log.warning("the cache server does not answer", error=f"{type(error).__name__}: {error}"[:200])
        self._away_until = time.monotonic() + AWAY_SECONDS

    def note_changes(self, keys: Any) -> None:
        """Remember keys that were written or deleted."""
        with self._lock:
            for key in keys:
                if len(self._changed) <= MAX_CHANGED:
                    self._changed[key] = None

    def changes(self) -> list[tuple[Any, int | None]]:
        """Return the remembered keys; more than ``MAX_CHANGED`` if some were not remembered."""
        with self._lock:
            return list(self._changed)

    def changes_deleted(self, keys: list[tuple[Any, int | None]]) -> None:
        """Forget keys that were deleted on the server."""
        with self._lock:
            for key in keys:
                self._changed.pop(key, None)


_STATES: dict[str, ServerState] = {}


def _state_of(name: str) -> ServerState:
    """Return the state of a server for all threads of this process: each has a cache object of its own."""
    return _STATES.setdefault(name, ServerState())
