from datetime import timedelta

import pytest
from django.conf import settings
from django.contrib.auth import BACKEND_SESSION_KEY, HASH_SESSION_KEY, SESSION_KEY
from django.contrib.sessions.models import Session
from django.core import signing
from django.test import Client
from django.utils import timezone

from accounts.models import User
from games.sweep import delete_old_rows_daily

pytestmark = pytest.mark.django_db


def test_a_session_of_the_first_release_stays_signed_in(client: Client, leila: User) -> None:
    """The first release stored sessions with an engine of its own, under the salt of Django's engines."""
    data = {
        SESSION_KEY: str(leila.pk),
        BACKEND_SESSION_KEY: "accounts.backends.NameOrAddress",
        HASH_SESSION_KEY: leila.get_session_auth_hash(),
    }
    text = signing.dumps(
        data, salt="django.contrib.sessions.SessionStore", serializer=signing.JSONSerializer, compress=True
    )
    expires = timezone.now() + timedelta(days=1)
    Session.objects.create(session_key="k" * 32, session_data=text, expire_date=expires)
    client.cookies[settings.SESSION_COOKIE_NAME] = "k" * 32
    assert client.get("/settings/").status_code == 200


def test_sessions_that_have_ended_are_deleted_within_a_day(client: Client, leila: User) -> None:
    client.force_login(leila)
    Session.objects.create(session_key="old", session_data="", expire_date=timezone.now() - timedelta(hours=1))
    delete_old_rows_daily(timezone.now())
    assert client.get("/settings/").status_code == 200
    assert not Session.objects.filter(session_key="old").exists()


def test_a_session_key_with_a_nul_belongs_to_no_session(client: Client) -> None:
    client.cookies[settings.SESSION_COOKIE_NAME] = "tea\0with\0mint"
    assert client.get("/settings/").status_code == 302
    assert not Session.objects.exists()
