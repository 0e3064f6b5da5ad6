"""How the site looks to one browser: a cookie that anybody may set at the foot of every page."""

import pytest
from django.test import Client

from games.presenters.look import Look, look_of
from tests.games.page_client import squeezed
from tests.makers import started_game
from tooling.bootstrap import ROOT

pytestmark = [pytest.mark.django_db, pytest.mark.one_database]


@pytest.mark.parametrize("look", [Look(), Look("dark"), Look("light", letters=True), Look(letters=True, still=True)])
def test_a_cookie_holds_the_whole_look(look: Look) -> None:
    assert look_of(look.cookie) == look


@pytest.mark.parametrize("cookie", ["", "nonsense", "dark" * 1000, "LETTERS.auto", "....", "\u0000"])
def test_words_that_nobody_knows_count_for_nothing(cookie: str) -> None:
    assert look_of(cookie) == Look()


def chosen(next_page: str = "/rules/", **wishes: str) -> Client:
    """Return a browser whose owner has set the look."""
    client = Client()
    client.post("/look/", {"theme": "auto", "next": next_page, **wishes})
    return client


def test_what_was_set_counts_on_every_page() -> None:
    client = chosen(theme="dark", letters="1", still="1")
    for path in ("/", "/rules/", "/no-such-page/"):
        assert 'data-theme="dark" data-letters="1" data-still="1">' in squeezed(client.get(path).content.decode())


def test_the_menu_shows_what_is_set() -> None:
    html = squeezed(chosen(theme="light", letters="1").get("/").content.decode())
    assert html.count(" checked>") == 2


def test_a_browser_that_has_set_nothing_follows_its_machine() -> None:
    html = squeezed(Client().get("/").content.decode())
    assert 'data-theme="auto">' in html
    assert html.count("theme-color") == 2


def test_a_dusk_that_was_chosen_is_told_to_the_browsers_frame() -> None:
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
def test_it_leads_back_to_the_page_and_nowhere_else(back: str, to: str) -> None:
    assert Client().post("/look/", {"theme": "dark", "next": back}).headers["Location"] == to


def test_a_light_that_there_is_not_is_refused_and_changes_nothing() -> None:
    client = chosen(theme="dark")
    answer = client.post("/look/", {"theme": "neon"})
    assert (answer.status_code, "look" in answer.cookies) == (422, False)


def test_after_a_refused_form_the_way_back_is_the_start_page() -> None:
    html = Client().post("/accounts/login/", {"login": "", "password": ""}).content.decode()
    assert '<input type="hidden" name="next" value="/">' in squeezed(html)


def test_every_board_of_a_page_carries_the_letters_of_its_rugs() -> None:
    from tests.makers import play_on

    game = play_on(started_game(), 2)
    assert 'class="b-letters"' in Client().get(f"/t/{game.code}/").content.decode()


@pytest.mark.parametrize("script", ["js/table/main.js", "js/replay_game.js", "js/animated_board.js"])
def test_every_page_with_a_moving_board_has_the_style_of_what_moves(script: str) -> None:
    pages = [page.read_text() for page in (ROOT / "templates" / "games").rglob("*.html")]
    moving = [page for page in pages if f"{{% static '{script}' %}}" in page]
    assert moving
    assert all("film.css" in page for page in moving)
