from collections.abc import Mapping

import pytest
from django.conf import settings
from django.core.cache import cache, caches
from django.test import Client

from accounts.rate_limits import seconds_to_wait
from games.core import lists, position_cache
from games.core.position_cache import cached
from tests.helpers.page_client import signed_in
from tests.makers import finished_game, make_user, started_game


def test_cache_keys_begin_with_the_address_of_the_site() -> None:
    assert all(each.make_key("key").startswith(settings.SITE_URL) for each in caches.all())
    assert cache.make_key("key") != caches["games"].make_key("key")


def test_many_cached_pictures_and_texts_evict_no_rate_limit() -> None:
    assert seconds_to_wait("sign-in", 1, 0.001) == 0
    for number in range(1_200):
        cached(f"text-{number}", str)
    assert seconds_to_wait("sign-in", 1, 0.001) > 0


def test_many_users_evict_no_rate_limit() -> None:
    assert seconds_to_wait("sign-in", 1, 0.001) == 0
    for number in range(1_200):
        cache.set(f"user-{number}", 1)
    assert seconds_to_wait("sign-in", 1, 0.001) > 0


def test_a_new_release_does_not_read_the_old_cache_entries(monkeypatch: pytest.MonkeyPatch) -> None:
    assert [cached("key", lambda: "old"), cached("key", lambda: "new")] == ["old", "old"]
    monkeypatch.setattr(position_cache, "release", lambda: "next")
    assert cached("key", lambda: "new") == "new"


@pytest.mark.django_db
def test_pages_store_only_text_in_the_cache(monkeypatch: pytest.MonkeyPatch) -> None:
    stored: dict[str, object] = {}

    def note(texts: Mapping[str, object], _seconds: int) -> None:
        stored.update(texts)

    monkeypatch.setattr(lists, "MIN_PLIES", 5)
    monkeypatch.setattr(caches["games"], "set_many", note)
    ada = make_user("Ada")
    finished_game(ada, make_user("Bo"))
    started_game(ada, make_user("Bo"))
    for client in (Client(), signed_in(ada)):
        assert client.get("/").status_code == 200
    assert len(stored) == 2  # the home page's board, and the last action in a game of the dashboard
    assert all(isinstance(text, str) for text in stored.values())
