"""A guest's cookie that is used several times at once: no request fails, and the games have one owner."""

import threading
from collections.abc import Callable

import pytest
from django.conf import settings
from django.contrib.auth import SESSION_KEY
from django.core.cache import cache
from django.db import connection
from django.test import Client

from accounts import services
from accounts.errors import GuestGone
from accounts.models import User
from accounts.services import create_user, merge_guest, register
from games.core.models import Game, Seat

pytestmark = pytest.mark.django_db(transaction=True)
PASSWORD = "seven camels in the sand"
SIGN_UP = {"username": "nora", "email": "nora@example.org", "password1": PASSWORD}
SIGN_IN = {"login": "amina", "password": PASSWORD}


def guest_with_game() -> tuple[str, User]:
    """Return the session key of a guest with a running game, and the guest."""
    client = Client()
    assert client.post("/play/greedy/").status_code == 302
    guest = User.objects.get(pk=client.session[SESSION_KEY])
    return client.cookies[settings.SESSION_COOKIE_NAME].value, guest


def browser(key: str) -> Client:
    client = Client(raise_request_exception=False)
    client.cookies[settings.SESSION_COOKIE_NAME] = key
    return client


def owner() -> User | None:
    return Seat.objects.get(user__robot="").user


@pytest.mark.slow
@pytest.mark.parametrize("round_number", range(5))
def test_signing_in_and_up_at_once_fails_nowhere(round_number: int) -> None:
    cache.clear()
    create_user("amina", "amina@example.org", PASSWORD)
    key, _guest = guest_with_game()
    start, statuses = threading.Barrier(4), []

    def send(path: str, form: dict[str, str]) -> None:
        client = browser(key)
        start.wait()
        statuses.append(client.post(path, form).status_code)
        connection.close()

    up = {**SIGN_UP, "username": "nadia", "email": "nadia@example.org"}
    requests = [("signup", SIGN_UP), ("signup", up), ("login", SIGN_IN), ("login", SIGN_IN)]
    threads = [threading.Thread(target=send, args=(f"/accounts/{page}/", form)) for page, form in requests]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert set(statuses) <= {302, 409}, statuses
    assert 302 in statuses
    user = owner()
    assert user
    assert not user.is_guest
    assert not User.objects.filter(is_guest=True).exists()
    assert Game.objects.get().host == user


@pytest.mark.parametrize("meanwhile", ["in", "up"])
def test_the_second_to_sign_up_gets_409(monkeypatch: pytest.MonkeyPatch, meanwhile: str) -> None:
    """Another request signs in or up after this one has found the guest, and before it stores the account."""
    amina = create_user("amina", "amina@example.org", PASSWORD)
    key, guest = guest_with_game()
    store: Callable[..., None] = register

    def store_later(user: User, address: str, **values: str) -> None:
        monkeypatch.setattr(services, "register", store)
        if meanwhile == "in":
            merge_guest(User.objects.get(pk=guest.pk), amina)
        else:
            first = User.objects.get(pk=guest.pk)
            first.username = "nadia"
            store(first, "nadia@example.org", **values)
        store(user, address, **values)

    monkeypatch.setattr(services, "register", store_later)
    answer = browser(key).post("/accounts/signup/", SIGN_UP)
    assert answer.status_code == 409
    assert "These games belong to an account now. Sign in to it." in answer.content.decode()
    assert not User.objects.filter(username="nora").exists()


def test_signing_in_leaves_the_account_that_a_guest_has_become() -> None:
    amina = create_user("amina", "amina@example.org", PASSWORD)
    _key, guest = guest_with_game()
    seen = User.objects.get(pk=guest.pk)
    guest.username = "nora"
    register(guest, "nora@example.org", language="en", time_zone="UTC")
    merge_guest(seen, amina)
    assert getattr(owner(), "username", "") == "nora"
    with pytest.raises(GuestGone):
        register(seen, "nadia@example.org", language="en", time_zone="UTC")
