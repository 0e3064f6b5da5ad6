"""Signing out is whole: the browser keeps nothing, and gets no messages."""

from importlib import import_module

import pytest
from allauth.usersessions.models import UserSession
from django.conf import settings
from django.test import Client
from django.utils import timezone

from accounts.models import User
from games.notifications.models import PushDevice
from games.sweep import delete_old_rows_daily
from tests.helpers.push_browser import Browser

pytestmark = pytest.mark.django_db
PASSWORD, NEW = "seven camels in the sand", "eight camels in the sand"


def sign_in(user: User) -> Client:
    if not user.check_password(PASSWORD):
        user.set_password(PASSWORD)
        user.save()
    client = Client()
    assert client.post("/accounts/login/", {"login": user.username, "password": PASSWORD}).status_code == 302
    return client


def with_device(client: Client) -> Browser:
    browser = Browser()
    assert client.post("/notifications/devices/", browser.answer()).status_code == 302
    return browser


def end_session(client: Client) -> None:
    """End a session without its browser."""
    import_module(settings.SESSION_ENGINE).SessionStore().delete(client.session.session_key)


def test_signing_out_removes_the_push_device_of_this_browser_only(leila: User) -> None:
    here, elsewhere = sign_in(leila), sign_in(leila)
    with_device(here)
    other = with_device(elsewhere)
    here.post("/accounts/logout/")
    assert list(PushDevice.objects.values_list("endpoint", flat=True)) == [other.endpoint]
    assert elsewhere.get("/settings/").status_code == 200


def test_a_device_from_before_is_removed_by_the_address_that_the_browser_sends(leila: User) -> None:
    client = sign_in(leila)
    browser = with_device(client)
    UserSession.objects.update(data={})
    client.post("/accounts/logout/", {"endpoint": browser.endpoint})
    assert not PushDevice.objects.exists()


def test_nobody_signs_out_the_device_of_another_player(leila: User, django_user_model: type[User]) -> None:
    browser = with_device(sign_in(leila))
    other = django_user_model.objects.create_user("eve", "eve@example.org", PASSWORD)
    sign_in(other).post("/accounts/logout/", {"endpoint": browser.endpoint})
    assert PushDevice.objects.filter(endpoint=browser.endpoint).exists()


def test_a_session_that_is_ended_from_elsewhere_takes_its_device_along(leila: User) -> None:
    here, lost = sign_in(leila), sign_in(leila)
    with_device(lost)
    assert here.post("/accounts/sessions/").status_code == 302
    assert not PushDevice.objects.exists()


def test_a_session_that_runs_out_takes_its_device_along(leila: User) -> None:
    client = sign_in(leila)
    with_device(client)
    end_session(client)
    delete_old_rows_daily(timezone.now())
    assert not PushDevice.objects.exists()


def test_a_new_password_keeps_the_device_of_the_browser_in_which_it_is_chosen(leila: User) -> None:
    here, elsewhere = sign_in(leila), sign_in(leila)
    kept = with_device(here)
    with_device(elsewhere)
    answer = here.post("/accounts/password/change/", {"oldpassword": PASSWORD, "password1": NEW, "password2": NEW})
    assert answer.status_code == 302
    UserSession.objects.purge_and_list(leila)  # ends sessions with the old password
    delete_old_rows_daily(timezone.now())
    assert [device.endpoint for device in PushDevice.objects.all()] == [kept.endpoint]
    here.post("/accounts/logout/")
    assert not PushDevice.objects.exists()


@pytest.mark.parametrize("path", ["/accounts/logout/", "/admin/logout/"])
def test_after_signing_out_the_browser_forgets_what_it_has_kept(leila: User, path: str) -> None:
    leila.is_staff = leila.is_superuser = True
    client = sign_in(leila)
    assert "Clear-Site-Data" not in client.get("/")
    assert client.post(path)["Clear-Site-Data"] == '"cache"'
    assert "Clear-Site-Data" not in client.get("/")
    assert "Clear-Site-Data" not in client.post("/accounts/logout/")


def test_pages_of_a_player_are_kept_by_the_own_browser_only_and_checked_each_time(leila: User) -> None:
    client = sign_in(leila)
    for path in ("/", "/lobby/", "/people/leila/", "/tables/new/", "/nothing-here/"):
        assert client.get(path)["Cache-Control"] == "private, no-cache", path


@pytest.mark.parametrize(
    "path",
    ["/settings/", "/settings/tokens/", "/accounts/email/", "/deputy/", "/time/", "/api/v1/me/"],
)
def test_what_is_about_an_account_is_stored_nowhere(leila: User, path: str) -> None:
    answer = sign_in(leila).get(path)
    assert answer.status_code in {200, 302}
    assert set(answer["Cache-Control"].split(", ")) == {"private", "no-store"}


def test_pages_name_their_viewer_without_saying_who_it_is(leila: User) -> None:
    page = sign_in(leila).get("/")
    assert f'name="person" content="{page["X-Person"]}"' in page.content.decode()
    assert 'name="person" content=""' in Client().get("/").content.decode()
