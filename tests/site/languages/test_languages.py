import re

import pytest
from django.test import Client
from django.utils import translation

from accounts.models import Profile
from games.board.robots import robot_views
from games.engine.registry import get_title
from games.lobby.table_names import random_table_name
from games.notifications.models import Kind
from tests.helpers.notifications import mail_of, reader
from tests.makers import make_user, started_game

pytestmark = [pytest.mark.django_db, pytest.mark.one_database]


def browser(languages: str = "fr-FR,fr;q=0.9,en;q=0.5") -> Client:
    return Client(headers={"Accept-Language": languages})


@pytest.mark.parametrize(
    ("asked", "phrase"), [("fr-FR,fr;q=0.9,en;q=0.5", "Vendez des tapis"), ("de-AT,en;q=0.5", "Verkaufe Teppiche")]
)
def test_a_stranger_reads_the_language_of_the_browser(asked: str, phrase: str) -> None:
    assert phrase in browser(asked).get("/").content.decode()


def test_an_unsupported_language_becomes_english() -> None:
    assert "Board games" in browser("ja").get("/").content.decode()


def test_a_stranger_may_choose_another_language_in_the_footer() -> None:
    client = browser("en")
    client.post("/i18n/setlang/", {"language": "fr", "next": "/"})
    assert "Vendez des tapis" in client.get("/").content.decode()


def test_players_change_the_language_of_their_profile_in_the_footer() -> None:
    client = browser("en")
    client.force_login(reader("en"))
    client.post("/i18n/setlang/", {"language": "fr", "next": "/"})
    assert "<h1>Mes parties</h1>" in client.get("/").content.decode()


def test_an_unsupported_language_changes_no_profile() -> None:
    client, user = browser("en"), reader("fr")
    client.force_login(user)
    client.post("/i18n/setlang/", {"language": "tlh", "next": "/"})
    assert Profile.objects.get(user=user).language == "fr"


@pytest.mark.parametrize(("mine", "phrase"), [("en", "My games"), ("fr", "Mes parties")])
@pytest.mark.parametrize("asked", ["en", "fr"])
def test_the_language_of_the_profile_overrides_that_of_the_browser(mine: str, asked: str, phrase: str) -> None:
    client = browser(asked)
    client.force_login(reader(mine))
    assert f"<h1>{phrase}</h1>" in client.get("/").content.decode()


def test_a_table_is_completely_translated_into_french() -> None:
    game = started_game()
    html = browser().get(f"/t/{game.code}/").content.decode()
    for phrase in ("3 jours par tour", "Journal", "Prochain tapis", "cramoisi"):
        assert phrase in html


def test_my_games_have_the_waiting_time_in_french() -> None:
    user = reader("fr")
    games = [started_game(user, reader("en")), started_game(reader("en"), user)]
    client = browser("en")
    client.force_login(user)
    html = client.get("/").content.decode()
    assert len(games) == html.count("à vous depuis") + len(re.findall(r"player\d*, depuis", html))


def test_dates_are_formatted_for_each_language() -> None:
    game = started_game(pace="1d")
    assert game.deadline
    for language, before in (("fr", " à "), ("en", ", "), ("de", ", ")):
        html = browser(language).get(f"/t/{game.code}/").content.decode()
        assert f"{before}{game.deadline:%H:%M}" in html


def test_numbers_are_formatted_for_each_language() -> None:
    for language, percent in (("en", "74.5"), ("fr", "74,5"), ("de", "74,5")):
        with translation.override(language):
            strengths = [robot.strength for robot in robot_views(get_title("marrakech"))]
        assert any(percent in strength for strength in strengths), language


@pytest.mark.parametrize(("count", "phrase"), [(0, "0 e-mail mis"), (1, "1 e-mail mis"), (2, "2 e-mails mis")])
def test_zero_is_singular_in_french(count: int, phrase: str) -> None:
    with translation.override("fr"):
        text = translation.ngettext("%(count)d email queued", "%(count)d emails queued", count) % {"count": count}
    assert text.startswith(phrase)


def test_a_refusal_of_the_api_is_translated_into_french() -> None:
    problem = browser().get("/api/v1/games/no-such-table/").json()
    assert (problem["code"], problem["detail"]) == ("not-found", "Il n’y a rien ici, ou vous n’y avez pas accès.")


@pytest.mark.parametrize(
    ("language", "subject"),
    [
        ("en", "Marrakech · Your turn at The Blue Table"),
        ("fr", "Marrakech · À vous de jouer à «\u202fThe Blue Table\u202f»"),
    ],
)
def test_an_email_is_in_its_readers_language_from_the_subject_on(language: str, subject: str) -> None:
    assert mail_of(Kind.TURN, reader(language)).subject.startswith(subject)


def test_a_table_without_a_name_gets_one_in_the_language_of_its_host() -> None:
    host = make_user()
    with translation.override("fr"):
        assert re.match(r"La |Le |L’", random_table_name(host))
    assert random_table_name(host).startswith("The ")
