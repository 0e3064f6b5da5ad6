from typing import Any

import pytest
from allauth.mfa.models import Authenticator
from allauth.mfa.totp.internal.auth import format_hotp_value, hotp_value, yield_hotp_counters_from_time
from cryptography.fernet import InvalidToken
from django.core import mail
from django.test import Client

from accounts.mfa import MfaAdapter
from accounts.models import User
from tests.accounts.conftest import PASSWORD, is_signed_in, reauthenticate, sign_in

pytestmark = pytest.mark.one_database


def code_of(secret: str) -> str:
    return str(format_hotp_value(hotp_value(secret, next(iter(yield_hotp_counters_from_time())))))


@pytest.fixture
def secret(signed_in: Client, django_capture_on_commit_callbacks: Any) -> str:
    """Set the app up through the pages; return the secret in the app."""
    reauthenticate(signed_in)
    page = signed_in.get("/accounts/2fa/totp/activate/")
    assert b"data:image/svg+xml" in page.content
    found: str = page.context["form"].secret
    with django_capture_on_commit_callbacks(execute=True):
        signed_in.post("/accounts/2fa/totp/activate/", {"code": code_of(found)})
    return found


def test_setting_up_a_second_factor_makes_recovery_codes_and_sends_an_email(signed_in: Client, secret: str) -> None:
    assert {row.type for row in Authenticator.objects.all()} == {"totp", "recovery_codes"}
    assert any(message.subject.endswith("Two-factor authentication is on") for message in mail.outbox)
    assert b"Turn off" in signed_in.get("/accounts/2fa/").content


def test_a_wrong_code_sets_up_no_second_factor(signed_in: Client) -> None:
    reauthenticate(signed_in)
    signed_in.get("/accounts/2fa/totp/activate/")
    signed_in.post("/accounts/2fa/totp/activate/", {"code": "000000x"})
    assert not Authenticator.objects.exists()


def test_with_a_second_factor_the_password_alone_does_not_sign_in(secret: str) -> None:
    client = Client()
    response = client.post("/accounts/login/", {"login": "leila", "password": PASSWORD}, follow=True)
    assert b"Two-factor authentication" in response.content
    assert not is_signed_in(client)


def test_a_recovery_code_signs_in_once(signed_in: Client, secret: str) -> None:
    code = signed_in.get("/accounts/2fa/recovery-codes/").context["unused_codes"][0]
    first, second = sign_in("leila"), sign_in("leila")
    first.post("/accounts/2fa/authenticate/", {"code": code})
    second.post("/accounts/2fa/authenticate/", {"code": code})
    assert is_signed_in(first)
    assert not is_signed_in(second)


def test_secrets_of_second_factors_are_stored_encrypted(secret: str) -> None:
    stored = Authenticator.objects.get(type="totp").data["secret"]
    assert secret not in stored
    assert MfaAdapter().decrypt(stored) == secret


def test_a_former_key_of_the_site_decrypts_second_factors(settings: object) -> None:
    locked = MfaAdapter().encrypt("mint")
    settings.SECRET_KEY_FALLBACKS = [settings.SECRET_KEY]  # type: ignore[attr-defined]
    settings.SECRET_KEY = "another"  # type: ignore[attr-defined]
    assert MfaAdapter().decrypt(locked) == "mint"


def test_a_foreign_key_decrypts_no_second_factor(settings: object) -> None:
    locked = MfaAdapter().encrypt("mint")
    settings.SECRET_KEY = "another"  # type: ignore[attr-defined]
    with pytest.raises(InvalidToken):
        MfaAdapter().decrypt(locked)


def test_a_second_factor_can_be_turned_off(signed_in: Client, secret: str, leila: User) -> None:
    signed_in.post("/accounts/2fa/totp/deactivate/")
    assert not Authenticator.objects.filter(user=leila).exists()
    assert is_signed_in(sign_in("leila"))


@pytest.mark.parametrize(
    "path",
    [
        "/accounts/2fa/",
        "/accounts/2fa/totp/deactivate/",
        "/accounts/2fa/recovery-codes/",
        "/accounts/2fa/recovery-codes/generate/",
        "/accounts/2fa/reauthenticate/",
    ],
)
def test_pages_of_second_factors_have_the_look_of_the_site(signed_in: Client, secret: str, path: str) -> None:
    page = signed_in.get(path)
    assert page.status_code == 200
    assert b'class="site-header"' in page.content


def test_recovery_codes_are_downloaded_as_text(signed_in: Client, secret: str) -> None:
    page = signed_in.get("/accounts/2fa/recovery-codes/download/")
    assert page.headers["Content-Type"].startswith("text/plain")
    assert len(page.content.split()) == 10
