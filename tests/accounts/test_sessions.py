from datetime import UTC, datetime, timedelta

import pytest
import time_machine
from allauth.usersessions.models import UserSession
from django.conf import settings
from django.contrib.auth import BACKEND_SESSION_KEY, HASH_SESSION_KEY, SESSION_KEY
from django.contrib.sessions.models import Session
from django.core import signing
from django.test import Client
from django.utils import timezone

from accounts.models import User
from accounts.services import renew_session
from games.sweep import delete_old_rows_daily

pytestmark = pytest.mark.django_db
START = datetime(2026, 5, 4, 9, 0, tzinfo=UTC)


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


def ends_at(client: Client) -> datetime:
    return Session.objects.get(session_key=client.cookies[settings.SESSION_COOKIE_NAME].value).expire_date


def test_a_player_who_keeps_coming_is_never_signed_out(client: Client, leila: User) -> None:
    with time_machine.travel(START, tick=False) as present:
        client.force_login(leila)
        for day in range(0, 101, 10):
            present.move_to(START + timedelta(days=day), tick=False)
            delete_old_rows_daily(timezone.now())
            answer = client.get("/settings/")
            assert answer.status_code == 200
            cookie = answer.cookies.get(settings.SESSION_COOKIE_NAME)
            assert (cookie is not None) == (day > 0)
            if cookie:
                assert (cookie["max-age"], cookie["httponly"]) == (settings.SESSION_COOKIE_AGE, True)
        assert ends_at(client) > timezone.now() + timedelta(days=60)


def test_a_session_is_renewed_once_a_day(client: Client, leila: User) -> None:
    with time_machine.travel(START, tick=False) as present:
        client.force_login(leila)
        first = ends_at(client)
        present.move_to(START + timedelta(hours=23), tick=False)
        client.get("/settings/")
        assert ends_at(client) == first
        present.move_to(START + timedelta(hours=25), tick=False)
        client.get("/settings/")
        client.get("/settings/")
        assert ends_at(client) == first + timedelta(hours=25)


def test_a_response_for_everyone_renews_no_session(client: Client, leila: User) -> None:
    with time_machine.travel(START, tick=False) as present:
        client.force_login(leila)
        first = ends_at(client)
        present.move_to(START + timedelta(days=3), tick=False)
        answer = client.get("/avatars/leila.svg")
        assert "public" in answer["Cache-Control"]
        assert not answer.cookies
        assert ends_at(client) == first


def test_a_renewal_keeps_what_another_request_has_stored(client: Client, leila: User) -> None:
    client.force_login(leila)
    session = client.session
    key = session.session_key or ""
    session["tea"] = "mint"
    session.save()
    assert renew_session(key, timezone.now())
    assert client.session["tea"] == "mint"


def test_a_session_that_has_ended_is_not_renewed(client: Client, leila: User) -> None:
    client.force_login(leila)
    key = client.session.session_key or ""
    client.post("/accounts/logout/")
    assert not renew_session(key, timezone.now())
    assert not Session.objects.filter(session_key=key).exists()


def test_the_list_of_sessions_forgets_those_that_have_ended(client: Client, leila: User) -> None:
    client.force_login(leila)
    Session.objects.all().delete()
    delete_old_rows_daily(timezone.now())
    assert not UserSession.objects.exists()
