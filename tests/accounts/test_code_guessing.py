"""Wrong codes of the second factor are counted for each account; the owner's own browsers apart."""

from collections.abc import Callable

import pytest
from allauth.mfa.models import Authenticator
from allauth.mfa.recovery_codes.internal.auth import RecoveryCodes
from allauth.mfa.totp.internal.auth import TOTP, generate_totp_secret
from django.core import mail
from django.test import Client

from accounts import rate_limits
from accounts.models import User
from tests.accounts.conftest import PASSWORD, is_signed_in
from tests.accounts.test_two_factor import code_of
from tests.helpers.attackers import MANY, from_many_addresses, networks

pytestmark = pytest.mark.one_database


@pytest.fixture
def secret(leila: User) -> str:
    made = generate_totp_secret()
    TOTP.activate(leila, made)
    RecoveryCodes.activate(leila)
    return str(made)


def enter_password(client: Client) -> None:
    client.post("/accounts/login/", {"login": "leila", "password": PASSWORD})


def guess(client: Client, code: str = "x00000") -> None:
    enter_password(client)
    client.post("/accounts/2fa/authenticate/", {"code": code})


@pytest.fixture
def checked(secret: str, monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """The codes that are checked at all."""
    noted, check = list[str](), TOTP.validate_code

    def note(self: TOTP, code: str) -> bool:
        noted.append(code)
        return bool(check(self, code))

    monkeypatch.setattr(TOTP, "validate_code", note)
    return noted


@pytest.mark.parametrize("addresses", MANY.values(), ids=MANY)
def test_codes_from_many_addresses_have_a_limit(addresses: Callable[[int], list[str]], checked: list[str]) -> None:
    limit = rate_limits.MAX_CODES_BY_STRANGERS if addresses is networks else rate_limits.MAX_FAILURES
    list(from_many_addresses(guess, limit + 5, addresses))
    assert len(checked) == limit


def test_a_right_code_after_the_limit_does_not_sign_in(leila: User, secret: str) -> None:
    list(from_many_addresses(guess, rate_limits.MAX_CODES_BY_STRANGERS))
    client = Client(REMOTE_ADDR="203.0.113.1")
    guess(client, code_of(secret))
    assert not is_signed_in(client)


def test_the_owner_signs_in_with_a_known_browser_while_codes_are_guessed(leila: User, secret: str) -> None:
    mine = Client(REMOTE_ADDR="203.0.113.1")
    guess(mine, code_of(secret))
    assert is_signed_in(mine)
    mine.post("/accounts/logout/")
    list(from_many_addresses(guess, rate_limits.MAX_CODES_BY_STRANGERS + 1))
    code = RecoveryCodes(Authenticator.objects.get(type="recovery_codes")).get_unused_codes()[0]
    guess(mine, code)
    assert is_signed_in(mine)


def test_a_known_browser_has_a_limit_of_codes_too(leila: User, checked: list[str], secret: str) -> None:
    mine = Client(REMOTE_ADDR="203.0.113.1")
    guess(mine, code_of(secret))
    mine.post("/accounts/logout/")
    checked.clear()
    for _ in range(9):
        guess(mine)
    assert len(checked) == rate_limits.MAX_FAILURES


def test_a_right_code_is_not_counted(leila: User, secret: str) -> None:
    codes = RecoveryCodes(Authenticator.objects.get(type="recovery_codes")).get_unused_codes()
    for code in codes[:7]:
        client = Client(REMOTE_ADDR="203.0.113.1")
        guess(client, code)
        assert is_signed_in(client)


def test_codes_before_a_change_of_the_account_are_limited_too(leila: User, secret: str, checked: list[str]) -> None:
    client = Client()
    guess(client, code_of(secret))
    checked.clear()
    for _ in range(12):
        client.post("/accounts/2fa/reauthenticate/", {"code": "x00000"})
    assert len(checked) == rate_limits.MAX_FAILURES


def test_the_fifth_wrong_code_after_a_right_password_sends_the_owner_one_email(leila: User, secret: str) -> None:
    list(from_many_addresses(guess, 4))
    assert not mail.outbox
    list(from_many_addresses(guess, rate_limits.MAX_CODES_BY_STRANGERS))
    (sent,) = mail.outbox
    assert sent.to == ["leila@example.org"]
    assert sent.subject.endswith("Someone may know your password")
    assert "/accounts/password/reset/" in str(sent.body)


def test_wrong_codes_without_the_password_send_no_email(leila: User, secret: str) -> None:
    def guess_both(client: Client) -> None:
        client.post("/accounts/login/", {"login": "leila", "password": "wrong"})
        client.post("/accounts/2fa/authenticate/", {"code": "x00000"})

    list(from_many_addresses(guess_both, 9))
    assert not mail.outbox
