import pytest
import time_machine
from django.core.cache import cache

from accounts.rate_limits import seconds_to_wait

NOON = 1_800_000_000.0


def take(times: int, at: float, key: str = "chat:1") -> list[float]:
    """Take from a bucket of three tokens that gains one in ten seconds."""
    with time_machine.travel(at, tick=False):
        return [seconds_to_wait(key, 3, 0.1) for _attempt in range(times)]


def test_a_full_bucket_gives_its_capacity_and_then_asks_to_wait() -> None:
    assert take(5, NOON) == [0.0, 0.0, 0.0, 10.0, 10.0]


def test_the_bucket_fills_again_drop_by_drop() -> None:
    take(4, NOON)
    assert take(1, NOON + 4) == [pytest.approx(6)]
    assert take(2, NOON + 10) == [0.0, 10.0]


def test_a_bucket_never_holds_more_than_its_capacity() -> None:
    take(3, NOON)
    assert take(4, NOON + 10_000) == [0.0, 0.0, 0.0, 10.0]


def test_buckets_of_two_keys_are_independent() -> None:
    take(4, NOON)
    assert take(1, NOON, key="chat:2") == [0.0]


def test_a_clock_set_back_takes_nothing_from_a_bucket() -> None:
    take(1, NOON)
    assert take(3, NOON - 60) == [0.0, 0.0, 10.0]


def test_the_second_of_two_simultaneous_requests_to_a_bucket_waits() -> None:
    with time_machine.travel(NOON, tick=False):
        cache.add("limit-lock:chat:1", 1, 60)
    assert take(1, NOON) == [1.0]
    cache.delete("limit-lock:chat:1")
    assert take(3, NOON) == [0.0, 0.0, 0.0]


def test_a_bucket_releases_its_lock() -> None:
    take(1, NOON)
    assert cache.get("limit-lock:chat:1") is None
