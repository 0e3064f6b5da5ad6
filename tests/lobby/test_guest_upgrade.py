"""A site with https that is upgraded: browsers still have cookies by the names of before."""

from datetime import timedelta

import pytest
import time_machine
from django.contrib.sessions.models import Session
from django.test import Client
from django.utils import timezone
from pytest_django import Settings

from accounts.services import SESSION_RENEWED
from games.core.models import Game
from games.play.actions import play_action
from tests.helpers.page_client import form_to
from tests.makers import acting_user, any_action

pytestmark = pytest.mark.django_db
NAMES = ("SESSION_COOKIE_NAME", "CSRF_COOKIE_NAME", "LANGUAGE_COOKIE_NAME", "LOOK_COOKIE_NAME", "KNOWN_COOKIE_NAME")
TOKEN = "t" * 32


@pytest.fixture
def game() -> Game:
    """Return the running game of a guest of the release before."""
    client = Client()
    assert client.post("/play/greedy/").status_code == 302
    session = client.session
    del session[SESSION_RENEWED]
    session.save()
    game = Game.objects.get()
    while not game.seats.get(user=game.host).is_acting:  # the robot may have the first turn
        game = play_action(game.pk, acting_user(game), any_action(game), game.ply)
    return game


@pytest.fixture
def upgraded(game: Game, settings: Settings) -> Settings:
    """Return the settings of the site after the upgrade, with https."""
    for name in NAMES:
        setattr(settings, name, f"__Host-{getattr(settings, name)}")
    settings.COOKIE_PREFIX = "__Host-"
    settings.SESSION_COOKIE_SECURE = settings.CSRF_COOKIE_SECURE = True
    return settings


def browser(**cookies: str) -> Client:
    client = Client(enforce_csrf_checks=True)
    for name, value in cookies.items():
        client.cookies[name.replace("__Host_", "__Host-")] = value
    return client


def old_key() -> str:
    return Session.objects.get().session_key


def test_an_upgrade_keeps_the_running_game_of_a_guest(game: Game, upgraded: Settings) -> None:
    old = browser(sessionid=old_key(), csrftoken=TOKEN, look="dark")
    answer = old.get(game.get_absolute_url(), secure=True)
    assert answer.context["view"].table.me is not None
    assert 'data-theme="dark"' in answer.content.decode()
    for name in ("sessionid", "csrftoken", "look"):
        new = answer.cookies[f"__Host-{name}"]
        assert (new["path"], new["domain"], new["secure"], new["httponly"]) == ("/", "", True, True)
        assert new["max-age"] >= 60 * 24 * 3600
        assert answer.cookies[name]["max-age"] == 0

    values = {name: morsel.value for name, morsel in answer.cookies.items() if name.startswith("__Host-")}
    now = browser(**values)
    page = now.get(game.get_absolute_url(), secure=True)
    assert "sessionid" not in page.cookies
    form = form_to(page.content.decode(), f"/t/{game.code}/act/")
    game.refresh_from_db()
    sent = {**form.values, "action": any_action(game)}
    assert now.post(form.action, sent, secure=True, headers={"referer": "https://testserver/"}).status_code == 302
    before, game = game.ply, Game.objects.get()
    assert game.ply > before


def test_the_old_cookie_works_again_if_the_first_answer_was_lost(game: Game, upgraded: Settings) -> None:
    key = old_key()
    for _attempt in range(2):
        answer = browser(sessionid=key).get(game.get_absolute_url(), secure=True)
        assert answer.cookies["__Host-sessionid"].value == key


def test_the_old_name_is_read_for_60_days(game: Game, upgraded: Settings) -> None:
    key, today = old_key(), timezone.now()
    Session.objects.update(expire_date=today + timedelta(days=100))
    address = game.get_absolute_url()
    assert browser(sessionid="unknown").get(address, secure=True).status_code == 404  # the first after the upgrade
    with time_machine.travel(today + timedelta(days=59)):
        assert browser(sessionid=key).get(address, secure=True).status_code == 200
    with time_machine.travel(today + timedelta(days=61)):
        answer = browser(sessionid=key).get(address, secure=True)
        assert answer.status_code == 404
        assert answer.cookies["sessionid"]["max-age"] == 0


def test_the_old_name_never_replaces_a_new_cookie(game: Game, upgraded: Settings) -> None:
    answer = browser(sessionid=old_key(), __Host_sessionid="k" * 32).get(game.get_absolute_url(), secure=True)
    assert answer.status_code == 404


def test_signing_up_with_the_old_cookie_keeps_the_game(game: Game, upgraded: Settings) -> None:
    client = Client()
    client.cookies["sessionid"] = old_key()
    form = {"username": "nora", "email": "nora@example.org", "password1": "seven camels in the sand"}
    answer = client.post("/accounts/signup/", form, secure=True, headers={"referer": "https://testserver/"})
    assert answer.status_code == 302
    assert answer.cookies["__Host-sessionid"].value == Session.objects.get().session_key
    assert game.seats.get(user__robot="").user.username == "nora"  # type: ignore[union-attr]


def test_a_site_without_https_has_the_plain_names(game: Game) -> None:
    answer = browser(sessionid=old_key()).get(game.get_absolute_url())
    assert answer.status_code == 200
    assert not [name for name in answer.cookies if name.startswith("__Host-")]
