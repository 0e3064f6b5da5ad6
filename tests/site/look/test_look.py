import re

import pytest
from django.test import Client

from games.common.decorators import Look, look_of
from tests.helpers.page_client import form_to, signed_in, squeezed
from tests.makers import acting_user, make_user, started_game
from tooling.bootstrap import ROOT

pytestmark = [pytest.mark.django_db, pytest.mark.one_database]


@pytest.mark.parametrize(
    "look",
    [
        Look(),
        Look("dark"),
        Look("light", letters=True),
        Look(letters=True, still=True),
        Look(sounds=True),
        Look("dark", instant=("marrakech", "marram")),
    ],
)
def test_all_display_settings_are_stored_in_one_cookie(look: Look) -> None:
    assert look_of(look.cookie) == look


@pytest.mark.parametrize(
    "cookie", ["", "nonsense", "dark" * 1000, "LETTERS.auto", "....", "\u0000", "instant-", "instant-<b>"]
)
def test_unknown_display_settings_are_ignored(cookie: str) -> None:
    assert look_of(cookie) == Look()


def chosen(next_page: str = "/rules/", **wishes: str) -> Client:
    """Return a browser with display settings."""
    client = Client()
    client.post("/look/", {"theme": "auto", "next": next_page, **wishes})
    return client


def test_display_settings_apply_to_every_page() -> None:
    client = chosen(theme="dark", letters="1", still="1")
    for path in ("/", "/rules/", "/no-such-page/"):
        assert 'data-theme="dark" data-letters="1" data-still="1">' in squeezed(client.get(path).content.decode())


def test_sounds_are_off_until_a_player_turns_them_on() -> None:
    assert "data-sounds" not in Client().get("/rules/").content.decode()
    assert 'data-sounds="1"' in chosen(sounds="1").get("/rules/").content.decode()


def test_play_without_confirm_is_chosen_for_each_title_and_says_that_it_cannot_be_undone() -> None:
    game = started_game()
    other = started_game(title="marram", ruleset="classic-short")
    page = squeezed(chosen(instant="marrakech").get("/rules/").content.decode())
    assert "plays it at once. You cannot undo it." in page
    for table, is_instant in ((game, True), (other, False)):
        client = signed_in(acting_user(table))
        client.cookies["look"] = "instant-marrakech"
        assert ("data-instant" in client.get(table.get_absolute_url()).content.decode()) is is_instant


def test_a_dense_dashboard_keeps_sounds_and_play_without_confirm() -> None:
    game = started_game()
    client = signed_in(acting_user(game))
    client.cookies["look"] = "sounds.instant-marram"
    form = form_to(client.get("/").content.decode(), "/look/")
    assert (form.values["sounds"], form.values["instant"], form.values["dense"]) == ("1", "marram", "1")


def test_the_menu_shows_the_display_settings() -> None:
    assert squeezed(chosen(theme="light", letters="1").get("/").content.decode()).count(" checked>") == 2


def test_a_browser_without_a_choice_follows_the_system_theme() -> None:
    html = squeezed(Client().get("/").content.decode())
    assert 'data-theme="auto">' in html
    assert html.count("theme-color") == 2


def test_a_chosen_theme_has_one_theme_colour() -> None:
    assert chosen(theme="dark").get("/").content.decode().count("theme-color") == 1


@pytest.mark.parametrize(
    ("back", "to"),
    [
        ("/rules/?a=b", "/rules/?a=b"),
        ("", "/"),
        ("https://evil.example/", "/"),
        ("//evil.example", "/"),
        ("x:y", "/"),
        ("nowhere", "/"),
    ],
)
def test_saving_display_settings_leads_back_to_the_page_and_nowhere_else(back: str, to: str) -> None:
    assert Client().post("/look/", {"theme": "dark", "next": back}).headers["Location"] == to


def test_an_unknown_theme_is_refused_and_changes_nothing() -> None:
    client = chosen(theme="dark")
    answer = client.post("/look/", {"theme": "neon"})
    assert (answer.status_code, "look" in answer.cookies) == (422, False)


def test_display_settings_saved_after_a_refused_form_lead_to_the_start_page() -> None:
    html = Client().post("/accounts/login/", {"login": "", "password": ""}).content.decode()
    assert '<input type="hidden" name="next" value="/">' in squeezed(html)


def test_every_board_of_a_page_has_the_letters_of_its_rugs() -> None:
    from tests.makers import play_on

    game = play_on(started_game(), 2)
    assert 'class="b-letters"' in Client().get(f"/t/{game.code}/").content.decode()


@pytest.mark.parametrize(
    ("path", "script"),
    [
        ("/", "js/board/animated_board.js"),
        ("/rules/", "js/board/animated_board.js"),
        ("/t/{code}/", "js/table/main.js"),
        ("/t/{code}/replay/", "js/replay/replay_game.js"),
        ("/embed/{code}/", "js/replay/replay_game.js"),
    ],
)
def test_every_page_with_an_animated_board_has_its_style_sheet(path: str, script: str) -> None:
    from tests.makers import play_on

    page = Client().get(path.format(code=play_on(started_game(), 2).code)).content.decode()
    assert script in page
    assert re.search(r"css/(board|embed)\.css", page)
    assert '@import "board.css";' in (ROOT / "static/css/embed.css").read_text()
    assert ".film-overlay {" in (ROOT / "static/css/board.css").read_text()


def test_the_appearance_has_a_page_with_one_form(client: Client) -> None:
    client.force_login(make_user("Ada"))
    assert client.post("/look/", {"theme": "dark", "next": "/look/"})["Location"] == "/look/"
    page = client.get("/look/").content.decode()
    assert page.count('value="dark"') == 1
    assert 'data-theme="dark"' in page
