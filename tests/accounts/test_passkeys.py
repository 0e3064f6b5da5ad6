"""What a browser may send instead of a passkey, and who may have one."""

import json

import pytest
from allauth.mfa.models import Authenticator
from django.test import Client

from accounts.models import User
from tests.accounts.conftest import PASSWORD, is_signed_in, reauthenticate
from tests.helpers.attackers import TEXTS

pytestmark = pytest.mark.one_database

STRANGE = ["html", "controls", "nonsense", "long"]
USER_2 = "Mg"  # "2" in base64
BROKEN = [
    "null",
    "[]",
    "1",
    '"x"',
    "{}",
    "not JSON",
    '{"id": 1}',
    json.dumps({"id": "AA", "rawId": "AA", "type": "public-key", "response": {}}),
    json.dumps({"id": "AA", "rawId": "AA", "type": "public-key", "response": []}),
    json.dumps({"id": "é", "rawId": "é", "type": "public-key", "response": {"userHandle": "é"}}),
    json.dumps(
        {
            "id": "AA",
            "rawId": "AA",
            "type": "public-key",
            "response": {"clientDataJSON": "AA", "authenticatorData": "AA", "signature": "AA", "userHandle": USER_2},
        }
    ),
    json.dumps(
        {
            "id": "AA",
            "rawId": "AA",
            "type": "public-key",
            "response": {
                "clientDataJSON": "e30",
                "authenticatorData": "A" * 80,
                "signature": "AA",
                "userHandle": "____",
            },
        }
    ),
    *(json.dumps({"id": TEXTS[one], "rawId": TEXTS[one], "response": {"userHandle": TEXTS[one]}}) for one in STRANGE),
]


@pytest.mark.parametrize("credential", BROKEN)
def test_a_broken_passkey_signs_nobody_in(leila: User, credential: str) -> None:
    client = Client()
    assert client.get("/accounts/2fa/webauthn/login/", headers={"Accept": "application/json"}).status_code == 200
    assert client.post("/accounts/2fa/webauthn/login/", {"credential": credential}).status_code == 302
    assert not is_signed_in(client)


@pytest.mark.parametrize("credential", BROKEN)
def test_a_broken_passkey_is_not_added(signed_in: Client, credential: str) -> None:
    reauthenticate(signed_in)
    signed_in.get("/accounts/2fa/webauthn/add/")
    page = signed_in.post("/accounts/2fa/webauthn/add/", {"name": "x", "credential": credential})
    assert page.status_code == 200
    assert not Authenticator.objects.exists()


@pytest.mark.parametrize("credential", BROKEN)
def test_a_broken_passkey_is_no_second_factor(leila: User, credential: str) -> None:
    Authenticator.objects.create(user=leila, type="totp", data={"secret": "x"})
    client = Client()
    client.post("/accounts/login/", {"login": "leila", "password": PASSWORD})
    assert client.post("/accounts/2fa/authenticate/", {"credential": credential}).status_code == 200
    assert not is_signed_in(client)


def test_passkeys_belong_to_the_host_of_the_site_whatever_the_request_says(signed_in: Client, settings: object) -> None:
    settings.SITE_URL, settings.ALLOWED_HOSTS = "https://souk.example", ["*"]  # type: ignore[attr-defined]
    reauthenticate(signed_in)
    page = signed_in.get("/accounts/2fa/webauthn/add/", headers={"host": "evil.example"})
    assert page.context["js_data"]["creation_options"]["publicKey"]["rp"]["id"] == "souk.example"


@pytest.mark.parametrize("path", ["", "add/", "keys/{pk}/edit/"])
def test_pages_of_passkeys_have_the_look_of_the_site(signed_in: Client, leila: User, path: str) -> None:
    reauthenticate(signed_in)
    if path.startswith("keys"):
        row = Authenticator.objects.create(user=leila, type="webauthn", data={"name": "My phone", "credential": {}})
        path = path.format(pk=row.pk)
    page = signed_in.get(f"/accounts/2fa/webauthn/{path}")
    assert page.status_code == 200
    assert b'class="site-header"' in page.content


def test_the_other_ways_to_confirm_who_you_are_are_named_as_on_the_pages_of_signing_in(
    signed_in: Client, leila: User
) -> None:
    Authenticator.objects.create(user=leila, type="webauthn", data={"name": "My phone", "credential": {}})
    Authenticator.objects.create(user=leila, type="totp", data={"secret": "x"})
    page = signed_in.get("/accounts/reauthenticate/").content.decode()
    assert "Use a passkey" in page
    assert "Use a code" in page
    assert "security key" not in page
