"""A Redis server that is away: the caches, and the messages to the workers."""

import time
from collections.abc import Iterator
from typing import Any

import pytest
from django.core.cache.backends.locmem import LocMemCache
from django.core.cache.backends.redis import RedisCache
from pytest_django import Settings
from redis.exceptions import ConnectionError as RedisConnectionError

from games import receivers, tasks
from marrakech_site import env
from marrakech_site.runtime import redis_cache
from marrakech_site.runtime.redis_cache import SurvivingRedisCache

pytestmark = pytest.mark.one_database
NOWHERE = "redis://127.0.0.1:1/0"  # nothing listens on port 1


@pytest.fixture
def cache() -> Iterator[SurvivingRedisCache]:
    """A cache whose server is away."""
    redis_cache._STATES.clear()
    settings = env.cache("default", NOWHERE, prefix="test", entries=9)
    found = SurvivingRedisCache(NOWHERE, {key: value for key, value in settings.items() if key != "BACKEND"})
    yield found
    found._memory.clear()
    redis_cache._STATES.clear()


class Server:
    """A Redis server in memory that can be away."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch) -> None:
        self.is_away, self.calls = False, 0
        store = LocMemCache("a server of tests", {})
        store.clear()
        for name in ("add", "get", "set", "delete", "get_many", "set_many", "clear"):
            monkeypatch.setattr(RedisCache, name, self._method(store, name))

    def _method(self, store: LocMemCache, name: str) -> Any:
        def call(_cache: RedisCache, *args: Any, **kwargs: Any) -> Any:
            self.calls += 1
            if self.is_away:
                raise RedisConnectionError("away")
            return getattr(store, name)(*args, **kwargs)

        return call


@pytest.fixture
def server(monkeypatch: pytest.MonkeyPatch) -> Server:
    """A server in memory, that is left alone for no time."""
    monkeypatch.setattr(redis_cache, "AWAY_SECONDS", 0.0)
    return Server(monkeypatch)


def test_memory_takes_the_place_of_a_server_that_is_away(cache: SurvivingRedisCache) -> None:
    began = time.monotonic()
    cache.set("a", 1)
    assert cache.add("a", 2) is False
    assert cache.incr("a") == 2
    cache.set_many({"b": 3}, 60)
    assert cache.get_many(["a", "b", "c"]) == {"a": 2, "b": 3}
    assert (cache.get("c", 9), cache.has_key("a"), cache.touch("a", 60)) == (9, True, True)
    cache.delete_many(["b"])
    assert cache.delete("a") is True
    assert cache.get("a") is None
    assert time.monotonic() - began < 1


def test_a_server_that_has_not_answered_is_left_alone(
    cache: SurvivingRedisCache, server: Server, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(redis_cache, "AWAY_SECONDS", 60.0)
    server.is_away = True
    for _ in range(20):
        cache.get("a")
    assert server.calls == 1


def test_the_server_is_used_again_when_it_is_back(cache: SurvivingRedisCache, server: Server) -> None:
    server.is_away = True
    cache.set("a", 1)
    server.is_away = False
    cache.set("b", 2)
    assert cache.get("b") == 2
    assert cache._memory.get("b") is None


def test_what_was_deleted_meanwhile_does_not_come_back(cache: SurvivingRedisCache, server: Server) -> None:
    cache.set("session", "signed in")
    server.is_away = True
    cache.delete("session")
    server.is_away = False
    assert cache.get("session") is None


def test_a_value_that_was_changed_meanwhile_is_read_anew(cache: SurvivingRedisCache, server: Server) -> None:
    cache.set("session", "old")
    server.is_away = True
    cache.set("session", "new")
    server.is_away = False
    assert cache.get("session") is None


def test_a_turn_tries_an_absent_broker_once(settings: Settings, monkeypatch: pytest.MonkeyPatch) -> None:
    settings.REDIS_URL, tried = NOWHERE, []

    def away(*args: Any, **kwargs: Any) -> None:
        tried.append(args)
        raise RedisConnectionError("away")

    monkeypatch.setattr(tasks.drain, "apply_async", away)
    monkeypatch.setattr(receivers, "broker", receivers.Broker())
    for _ in range(20):
        receivers.on_emails_queued()
    assert len(tried) == 1


def test_an_absent_broker_delays_a_turn_by_less_than_a_second(
    settings: Settings, monkeypatch: pytest.MonkeyPatch
) -> None:
    settings.REDIS_URL = NOWHERE
    monkeypatch.setattr(tasks.drain.app.conf, "broker_url", NOWHERE)
    monkeypatch.setattr(tasks.drain.app, "_pool", None)
    monkeypatch.setattr(receivers, "broker", receivers.Broker())
    began = time.monotonic()
    receivers.on_emails_queued()
    assert time.monotonic() - began < 1
