"""Sessions, read by a ready statement."""

from datetime import timedelta

import pytest
from django.contrib.sessions.models import Session
from django.utils import timezone

from accounts.cached_sessions import SessionStore as CachedStore
from accounts.sessions import SessionStore

pytestmark = pytest.mark.django_db


def kept() -> str:
    """Return the key of a session that says that tea is ready."""
    store = SessionStore()
    store["tea"] = "ready"
    store.save()
    assert store.session_key
    return store.session_key


def test_a_session_says_what_was_kept_in_it() -> None:
    assert SessionStore(kept())["tea"] == "ready"


def test_a_session_that_has_run_out_says_nothing() -> None:
    key = kept()
    Session.objects.update(expire_date=timezone.now() - timedelta(seconds=1))
    store = SessionStore(key)
    assert store.get("tea") is None
    assert store.session_key is None


def test_nobody_chooses_the_key_of_a_new_session() -> None:
    store = SessionStore("chosen-by-somebody-else")
    assert store.get("tea") is None
    assert store.session_key is None


@pytest.mark.parametrize("store", [SessionStore, CachedStore])
def test_a_key_that_no_database_can_hold_is_nobodys(store: type[SessionStore]) -> None:
    made_up = store("tea\0with\0mint")
    assert made_up.session_key is None
    assert made_up.get("tea") is None


def test_a_copy_in_the_cache_is_gone_with_its_session() -> None:
    store = CachedStore(kept())
    assert CachedStore(store.session_key)["tea"] == "ready"
    store.delete()
    assert CachedStore(store.session_key).get("tea") is None
