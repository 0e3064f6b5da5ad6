"""The page of all running public games."""

import re

import pytest
from django.test import Client

from games.engine.registry import TITLES
from games.lobby import views
from tests.helpers.full_runs import MORE
from tests.helpers.page_client import signed_in, squeezed, text_at
from tests.makers import finished_game, make_table, make_user, play_on, started_game
from tests.site.test_home import queries_of

pytestmark = [pytest.mark.django_db, pytest.mark.one_database, pytest.mark.slow]


def names(html: str) -> list[str]:
    return re.findall(r'<h2 class="card__title"><a [^>]*>([^<]*)</a>', html)


def test_every_running_public_game_is_listed_by_parts(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(views, "WATCHED_PER_PAGE", 3)
    for number in range(7):
        started_game(name=f"Game {number}")
    started_game(name="Private", is_private=True)
    make_table(name="Open")
    finished_game(name="Over")
    client, path, parts = Client(), "/lobby/games/", []
    while path:
        html = text_at(client, path)
        parts.append(names(html))
        found = re.search(r'rel="next" href="(\?before=\d+)"', squeezed(html))
        path = f"/lobby/games/{found[1]}" if found else ""
    assert parts == [["Game 6", "Game 5", "Game 4"], ["Game 3", "Game 2", "Game 1"], ["Game 0"]]


def test_a_part_of_the_list_stays_the_same_while_games_begin(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(views, "WATCHED_PER_PAGE", 2)
    games = [started_game(name=f"Game {number}") for number in range(4)]
    path = f"/lobby/games/?before={games[2].pk}"
    before = names(text_at(Client(), path))
    started_game(name="Newer")
    assert names(text_at(Client(), path)) == before == ["Game 1", "Game 0"]


@pytest.mark.parametrize("before", ["x", "-1", "0", "9" * 30])
def test_a_wrong_place_in_the_list_is_its_beginning(before: str) -> None:
    started_game(name="Game")
    assert names(text_at(Client(), f"/lobby/games/?before={before}")) == ["Game"]


def test_a_running_game_shows_board_title_players_and_turn() -> None:
    game = play_on(started_game(make_user("Ann"), make_user("Bob")), 3)
    html = squeezed(text_at(Client(), "/lobby/games/"))
    assert f"/t/{game.code}/board.svg?ply={game.ply}" in html
    for text in (TITLES["marrakech"].name, "Ann", "Bob", f"Turn {game.turn}"):
        assert text in html.partition("</h1>")[2]


def test_the_lobby_leads_to_all_running_games() -> None:
    started_game()
    assert 'href="/lobby/games/"' in text_at(Client(), "/lobby/")


def test_the_list_of_running_games_takes_as_many_statements_for_three_as_for_many() -> None:
    players, counts = [make_user() for _ in range(2)], []
    client = signed_in(make_user())
    for games in (3, MORE):
        for _ in range(games):
            started_game(*players)
        counts.append(queries_of(client, "/lobby/games/"))
    assert counts[0] == counts[1] <= 20


def test_a_site_without_running_games_says_so() -> None:
    assert "No public game is running right now." in text_at(Client(), "/lobby/games/")
