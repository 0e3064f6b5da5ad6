from typing import Any

import argon2
import pytest
from django.contrib.auth.hashers import Argon2PasswordHasher, make_password
from django.test import Client
from pytest_django import Settings

from accounts.models import User
from tests.accounts.conftest import PASSWORD, is_signed_in, make_person, sign_in

pytestmark = pytest.mark.one_database
ARGON2 = ["django.contrib.auth.hashers.Argon2PasswordHasher"]
EASY = {"time_cost": 1, "memory_cost": 8, "parallelism": 1}  # here hashings are counted, not timed


@pytest.fixture
def hashings(settings: Settings, monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """The hashings that take time: each is noted."""
    settings.PASSWORD_HASHERS, noted = ARGON2, list[str]()
    for name, value in EASY.items():
        monkeypatch.setattr(Argon2PasswordHasher, name, value)
    made, checked = argon2.low_level.hash_secret, argon2.PasswordHasher.verify

    def make(*args: Any, **kwargs: Any) -> Any:
        noted.append("made")
        return made(*args, **kwargs)

    def check(*args: Any, **kwargs: Any) -> Any:
        noted.append("checked")
        return checked(*args, **kwargs)

    monkeypatch.setattr(argon2.low_level, "hash_secret", make)
    monkeypatch.setattr(argon2.PasswordHasher, "verify", check)
    return noted


LOGINS = ["leila", "LEILA", "leila@example.org", "nobody", "nobody@example.org", "robot", "new@example.org", "closed"]


@pytest.mark.parametrize("login", LOGINS)
def test_a_password_is_hashed_once_for_known_and_unknown_accounts(login: str, leila: User, hashings: list[str]) -> None:
    User.objects.filter(pk=leila.pk).update(password=make_password(PASSWORD))
    User.objects.create(username="robot", password=make_password(None))
    closed = make_person("closed")
    User.objects.filter(pk=closed.pk).update(is_active=False, password=make_password(PASSWORD))
    hashings.clear()
    sign_in(login, "wrong")
    assert len(hashings) == 1


def guess(client: Client, times: int, login: str = "leila") -> None:
    for _ in range(times):
        client.post("/accounts/login/", {"login": login, "password": "wrong"})


def at(address: str) -> Client:
    return Client(REMOTE_ADDR=address)


def enter(client: Client, login: str = "leila") -> bool:
    client.post("/accounts/login/", {"login": login, "password": PASSWORD})
    return is_signed_in(client)


def test_five_wrong_passwords_lock_the_guesser(leila: User) -> None:
    guess(at("192.0.2.1"), 5)
    assert not enter(at("192.0.2.1"))


@pytest.mark.parametrize("login", ["leila", "leila@example.org"])
def test_a_locked_player_signs_in_from_another_address(leila: User, login: str) -> None:
    guess(at("192.0.2.1"), 9)
    assert enter(at("192.0.2.2"), login)


def test_a_locked_player_signs_in_with_a_known_browser_at_the_same_address(leila: User) -> None:
    mine = at("192.0.2.1")
    assert enter(mine)
    mine.post("/accounts/logout/")
    guess(at("192.0.2.1"), 6)
    assert enter(mine)


def test_a_known_browser_has_a_limit_of_wrong_passwords_too(leila: User) -> None:
    mine = at("192.0.2.1")
    assert enter(mine)
    mine.post("/accounts/logout/")
    guess(mine, 5)
    assert not enter(mine)


def test_a_browser_is_known_to_the_account_that_has_signed_in(leila: User) -> None:
    make_person("omar")
    mine = at("192.0.2.1")
    assert enter(mine, "omar")
    mine.post("/accounts/logout/")
    guess(mine, 5)
    assert not enter(mine)


def test_wrong_passwords_from_many_addresses_have_a_common_limit(leila: User, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("accounts.rate_limits.MAX_BY_STRANGERS", 3)
    mine = at("192.0.2.1")
    assert enter(mine)
    mine.post("/accounts/logout/")
    for number in range(4):
        guess(at(f"198.51.100.{number}"), 1)
    assert not enter(at("192.0.2.2"))
    assert enter(mine)


def test_a_right_password_does_not_count_towards_the_limit(leila: User) -> None:
    for _ in range(4):
        assert enter(at("192.0.2.1"))
    assert enter(at("192.0.2.1"))
