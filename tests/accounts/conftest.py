"""Fixtures and helpers of the tests of accounts."""

import re
from typing import Any

import pytest
from allauth.account.models import EmailAddress
from django.core import mail
from django.test import Client
from pytest_django import Settings

from accounts.models import User
from accounts.services import create_user

PASSWORD = "carpets-and-coins"
LINK = re.compile(r"^https?://[^/\s]+(/\S*)$", re.MULTILINE)


@pytest.fixture(autouse=True)
def mails_in_memory(settings: Settings, db: None) -> None:
    """Keep account emails in ``mail.outbox`` instead of the queue."""
    settings.EMAIL_BACKEND = "django.core.mail.backends.locmem.EmailBackend"


def make_person(name: str = "leila", *, verified: bool = True, **profile: str) -> User:
    """Return a user who can sign in with PASSWORD."""
    user = create_user(name, f"{name.lower()}@example.org", PASSWORD, **profile)
    EmailAddress.objects.create(user=user, email=user.email, verified=verified, primary=True)
    if not verified:
        user.email = ""
        user.save(update_fields=["email"])
    return user


@pytest.fixture
def leila() -> User:
    return make_person("leila")


@pytest.fixture
def signed_in(leila: User) -> Client:
    return sign_in(leila.username)


def sign_in(login: str, password: str = PASSWORD) -> Client:
    """Return a browser in which this user has just signed in."""
    client = Client()
    client.post("/accounts/login/", {"login": login, "password": password})
    return client


def reauthenticate(client: Client) -> None:
    client.post("/accounts/reauthenticate/", {"password": PASSWORD})


def is_signed_in(client: Client) -> bool:
    return client.get("/settings/").status_code == 200


def link_in_last_mail() -> str:
    """Return the path of the first link on a line of its own in the newest email."""
    found = LINK.search(str(mail.outbox[-1].body))
    assert found, mail.outbox[-1].body
    return found[1]


def sign_up(client: Client, **changes: str) -> Any:
    data = {"username": "Amina", "email": "amina@example.org", "password1": PASSWORD, **changes}
    return client.post("/accounts/signup/", data)
