import re
from typing import Any

import pytest
from django.test import Client

from games.core.models import Game
from tests.helpers.page_client import signed_in, squeezed, text_at
from tests.makers import make_table, play_on, started_game

pytestmark = [pytest.mark.django_db, pytest.mark.one_database, pytest.mark.slow]


@pytest.fixture
def game() -> Game:
    return play_on(started_game(options={"two_player_colours": "1"}), 3)


def ask(game: Game, query: str = "") -> dict[str, Any]:
    answer: dict[str, Any] = Client().get(f"/t/{game.code}/frames/{query}").json()
    return answer


def test_a_request_for_frames_without_a_range_gets_all_plies(game: Game) -> None:
    answer = ask(game)
    assert [frame["ply"] for frame in answer["frames"]] == list(range(game.ply + 1))
    assert (answer["from"], answer["to"], answer["of"]) == (0, game.ply, game.ply)


def test_a_range_of_frames_includes_both_its_ends(game: Game) -> None:
    assert [frame["ply"] for frame in ask(game, "?from=1&to=2")["frames"]] == [1, 2]


def test_an_invalid_range_of_frames_is_ignored(game: Game) -> None:
    assert ask(game, "?from=x&to=-1") == ask(game)


@pytest.mark.parametrize("query", ["?to=999", "?from=3&to=1", "?from=999"])
def test_frames_that_do_not_exist_are_not_found(game: Game, query: str) -> None:
    assert Client().get(f"/t/{game.code}/frames/{query}").status_code == 404


def test_an_open_table_has_no_frames() -> None:
    assert ask(make_table())["frames"] == []


def test_a_request_gets_at_most_sixty_frames(game: Game, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("games.board.pictures.MAX_FRAMES", 2)
    assert [frame["ply"] for frame in ask(game, "?from=1")["frames"]] == [1, 2]


def test_earlier_frames_of_a_public_table_are_cached_for_an_hour(game: Game) -> None:
    assert Client().get(f"/t/{game.code}/frames/?to=2&undone=0")["Cache-Control"] == "public, max-age=3600"


def test_frames_of_the_current_ply_are_not_cached(game: Game) -> None:
    assert Client().get(f"/t/{game.code}/frames/")["Cache-Control"] == "private, no-cache"


def test_frames_of_a_table_have_the_figures_of_its_cards_and_call_the_viewer_you(game: Game) -> None:
    rolled = game.seats.get(number=0).user
    assert rolled
    client = signed_in(rolled)
    answer = client.get(f"/t/{game.code}/frames/?from=1&to={game.ply}&seats=1")
    assert answer["Cache-Control"] == "private, no-cache"
    frames, page = answer.json()["frames"], text_at(client, f"/t/{game.code}/")
    cards = re.findall(r'data-stats-of="(\d)">(.*?)</dl>', page, re.DOTALL)
    assert [(str(seat), squeezed(html)) for seat, html in enumerate(frames[-1]["stats"])] == sorted(
        (seat, squeezed(html)) for seat, html in cards
    )
    assert frames[0]["stats"] != frames[-1]["stats"]
    assert any(frame["text"].startswith("You rolled") for frame in frames)


def test_frames_of_a_replay_have_the_figures_of_the_seats_but_call_nobody_you(game: Game) -> None:
    rolled = game.seats.get(number=0).user
    assert rolled
    client = signed_in(rolled)
    page = text_at(client, f"/t/{game.code}/replay/?ply={game.ply}")
    address = re.search(r'data-frames="([^"]+)"', page)
    assert address
    answer = client.get(address[1].replace("&amp;", "&"))
    assert answer["Cache-Control"] == "private, no-cache"
    frames = answer.json()["frames"]
    cards = re.findall(r'data-stats-of="(\d)">(.*?)</dl>', page, re.DOTALL)
    assert [(str(seat), squeezed(html)) for seat, html in enumerate(frames[-1]["stats"])] == sorted(
        (seat, squeezed(html)) for seat, html in cards
    )
    assert not any("You rolled" in frame["text"] for frame in frames)


def test_frames_for_other_pages_have_no_cards(game: Game) -> None:
    assert all("stats" not in frame for frame in ask(game)["frames"])
