import re
from collections.abc import Callable
from io import StringIO
from typing import Any
from unittest.mock import patch

import pytest
from allauth.usersessions.models import UserSession
from django.conf import settings
from django.contrib.sessions.models import Session
from django.core import mail
from django.core.management import call_command
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext, override_settings

from accounts.models import User
from games.core.models import Game
from games.core.selectors import poll_key
from marrakech_site.middleware import viewer_fingerprint
from tests.accounts.test_signing_out import NEW, PASSWORD, sign_in
from tests.helpers.page_client import HTMX, signed_in
from tests.makers import make_user, started_game

pytestmark = pytest.mark.django_db


def status(game: Game, client: Client | None = None, **query: str | int) -> int:
    """Return the status of the answer to a poll; a stranger asks unless a client is given."""
    return (client or Client()).get(f"/t/{game.code}/poll/", query).status_code


def poll_of(user: User, game: Game, client: Client) -> Any:
    """Return the answer to the poll of an unchanged page that was made for this user."""
    person = {"X-Person": viewer_fingerprint(user.pk), **HTMX}
    return client.get(f"/t/{game.code}/poll/", {"v": game.version}, headers=person)


def test_a_poll_of_an_unchanged_table_takes_few_statements_and_no_user() -> None:
    game, user = started_game(), make_user()
    client = signed_in(user)
    with CaptureQueriesContext(connection) as queries:
        assert poll_of(user, game, client).status_code == 204
    assert len(queries) == 2
    assert not any("accounts_user" in query["sql"] for query in queries)


def test_the_next_poll_after_the_end_of_a_session_says_so() -> None:
    game, user = started_game(), make_user()
    client = signed_in(user)
    Session.objects.all().delete()
    answer = poll_of(user, game, client)
    assert (answer.status_code, answer["X-Session"]) == (401, "signed-out")
    assert poll_of(user, game, Client()).status_code == 401


def change(here: Client, _user: User) -> Any:
    return here.post("/accounts/password/change/", {"oldpassword": PASSWORD, "password1": NEW, "password2": NEW})


def change_in_the_admin(here: Client, user: User) -> Any:
    User.objects.filter(pk=user.pk).update(is_staff=True, is_superuser=True)
    for address in ("/admin/password_change/", f"/admin/accounts/user/{user.pk}/password/"):
        assert here.get(address)["Location"] == "/accounts/password/change/"
    return change(here, user)


def reset(here: Client, user: User) -> Any:
    here.post("/accounts/password/reset/", {"email": user.email})
    link = re.findall(r"/accounts/password/reset/key/\S+", str(mail.outbox[-1].body))[0]
    return here.post(here.get(link)["Location"], {"password1": NEW, "password2": NEW})


def change_by_command(_here: Client, user: User) -> None:
    with patch("getpass.getpass", return_value=NEW):
        call_command("changepassword", user.username, stdout=StringIO())


def set_by_an_administrator(_here: Client, user: User) -> Any:
    office = sign_in(User.objects.create_superuser("boss", "boss@example.org"))
    sent = {"password1": NEW, "password2": NEW, "usable_password": "true", "reason": "Asked for it."}
    return office.post(f"/admin/accounts/user/{user.pk}/password/", sent)


WAYS = [
    (change, 204),
    (change_in_the_admin, 204),
    (reset, 401),
    (change_by_command, 401),
    (set_by_an_administrator, 401),
]


@pytest.mark.parametrize(("choose", "here_after"), WAYS, ids=[way.__name__ for way, _status in WAYS])
def test_the_next_poll_after_a_new_password_says_so_in_every_other_browser(
    choose: Callable[[Client, User], Any], here_after: int
) -> None:
    game, leila = started_game(), make_user()
    here, elsewhere = sign_in(leila), sign_in(leila)
    assert poll_of(leila, game, elsewhere).status_code == 204
    answer = choose(here, leila)
    assert answer is None or answer.status_code == 302
    assert User.objects.get(pk=leila.pk).check_password(NEW)
    answer = poll_of(leila, game, elsewhere)
    assert (answer.status_code, answer["X-Session"]) == (401, "signed-out")
    assert poll_of(leila, game, here).status_code == here_after
    assert [
        one.session_key for one in Session.objects.all() if one.get_decoded().get("_auth_user_id") == str(leila.pk)
    ] == [here.session.session_key] * (here_after == 204)


def test_a_browser_that_has_chosen_a_password_in_the_admin_is_among_the_sessions_of_its_user() -> None:
    leila = make_user()
    here = sign_in(leila)
    change_in_the_admin(here, leila)
    assert UserSession.objects.filter(session_key=here.session.session_key).exists()


def test_a_better_hash_of_the_same_password_ends_no_session() -> None:
    leila = make_user()
    sign_in(leila)
    leila.refresh_from_db()
    assert leila.check_password(PASSWORD)
    count = Session.objects.count()
    with override_settings(
        PASSWORD_HASHERS=["django.contrib.auth.hashers.PBKDF2PasswordHasher", *settings.PASSWORD_HASHERS]
    ):
        assert leila.check_password(PASSWORD)
    assert leila.password.startswith("pbkdf2")
    assert Session.objects.count() == count


@pytest.mark.parametrize("key", ["", "gone", "tea\0mint", "é"])
def test_a_poll_with_a_broken_session_cookie_is_one_without_a_session(key: str) -> None:
    client = Client()
    client.cookies[settings.SESSION_COOKIE_NAME] = key
    assert poll_of(make_user(), started_game(), client).status_code == 401


def test_the_next_poll_after_another_user_has_signed_in_says_so() -> None:
    game = started_game()
    answer = poll_of(make_user(), game, signed_in(make_user()))
    assert (answer.status_code, answer["X-Session"]) == (409, "other-user")


def test_the_answer_to_a_poll_is_not_cached() -> None:
    game = started_game()
    assert Client().get(f"/t/{game.code}/poll/", {"v": game.version})["Cache-Control"] == "no-store"


def test_the_answer_to_a_poll_has_a_request_id() -> None:
    game = started_game()
    assert Client().get(f"/t/{game.code}/poll/", {"v": game.version})["X-Request-ID"]


def test_polling_a_private_table_requires_its_key() -> None:
    game = started_game(is_private=True)
    assert status(game, v=game.version, k=poll_key(game.code)) == 204
    assert status(game, v=game.version, k="0" * 20) == 404
    assert status(game, v=game.version) == 404


@pytest.mark.parametrize("seen", ["", "x", "-1", "²", "9" * 10, "7"])
def test_a_poll_with_another_version_gets_the_updates(seen: str) -> None:
    assert status(started_game(), v=seen) == 200


def test_only_get_requests_can_poll() -> None:
    game = started_game()
    assert Client().post(f"/t/{game.code}/poll/?v={game.version}").status_code == 405
