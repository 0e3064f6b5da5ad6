"""Ratings in the API, and the rated games, from which a program computes the same ratings."""

from datetime import datetime
from typing import Any

import pytest
import time_machine
from django.test import Client

from accounts.models import User
from games.ratings import formula
from games.ratings.formula import Entrant, Skill
from games.ratings.replays import replay
from games.ratings.services import rate_waiting
from tests.makers import make_user

from .rated_games import START, rating_of, written_rated_game
from .test_rating_pages import rated_user

pytestmark = pytest.mark.django_db


@pytest.fixture(autouse=True)
def at_the_start() -> object:
    with time_machine.travel(START, tick=False):
        yield


def get(client: Client, address: str) -> Any:
    response = client.get(f"/api/v1/{address}")
    assert response.status_code == 200
    return response.json()


def all_pages(client: Client, address: str) -> list[dict[str, Any]]:
    """Return the rows of all pages of a list."""
    page = get(client, address)
    rows: list[dict[str, Any]] = page["results"]
    while page["next"]:
        page = client.get(page["next"]).json()
        rows += page["results"]
    return rows


def season() -> list[User]:
    players = [make_user(name) for name in ("Ada", "Ben", "Cleo", "Dan")]
    for number in range(12):
        order = [players[(number * step + number) % 4] for step in (1, 3, 2, 4)]
        order = list(dict.fromkeys(order))[: 2 + number % 3]
        if len(order) > 1:
            written_rated_game(*order, hours=20 * number, kinds=["left"] if number == 5 else [])
    rate_waiting()
    return players


def computed_ratings(games: list[dict[str, Any]]) -> dict[str, float]:
    """Compute the ratings of all tables from the JSON of rated games, with the formula alone."""
    known: dict[int, tuple[Skill, datetime]] = {}
    names: dict[int, str] = {}
    for game in games:
        at, people = datetime.fromisoformat(game["finished_at"]), [one for one in game["inputs"] if one["counts"]]
        entrants = []
        for one in people if game["counts"] else []:
            names[one["person"]] = one["player"]
            skill, since = known.get(one["person"], (formula.START, at))
            aged = formula.aged(skill, since, at)
            entrants.append(Entrant(aged, one["place"], one["weight"], has_left=one["kind"] == "left"))
        for one, skill in zip(people, formula.rate(entrants, game["scale"]), strict=False):
            known[one["person"]] = skill, at
    return {names[person]: skill.mu for person, (skill, _at) in known.items()}


def test_anyone_can_compute_the_ratings_from_the_rated_games(client: Client) -> None:
    players = season()

    games = all_pages(client, "rated-games/?page_size=4")

    assert [game["number"] for game in games] == list(range(1, len(games) + 1))
    assert computed_ratings(games) == {user.username: rating_of(user).mu for user in players}


def test_voided_games_and_excluded_players_are_marked(client: Client) -> None:
    players = season()
    first = get(client, "rated-games/")["results"][0]

    replay(voided=[first["game"]], excluded=[players[3].pk])

    games = all_pages(client, "rated-games/")
    assert [game["number"] for game in games if not game["counts"]] == [1]
    assert {one["player"] for game in games for one in game["inputs"] if not one["counts"]} == {"Dan"}
    assert computed_ratings(games) == {user.username: rating_of(user).mu for user in players[:3]}


def test_a_deleted_account_stays_one_person_without_a_name(client: Client) -> None:
    players = season()
    pk = players[0].pk
    players[0].delete()

    people = {(one["person"], one["player"]) for game in all_pages(client, "rated-games/") for one in game["inputs"]}

    assert (pk, None) in people
    assert "Ada" not in {name for _pk, name in people}


def test_a_player_has_ratings(client: Client) -> None:
    rated_user("Ada", 1512)
    rated_user("Ada", 1544, 130, pool="2", games=12)
    rated_user("Ada", 1577, pool="3", games=9)

    assert get(client, "players/Ada/")["ratings"] == [
        {"title": "marrakech", "pool": "all", "rating": 1512, "deviation": 60, "is_new": False, "games": 30},
        {"title": "marrakech", "pool": "2", "rating": 1544, "deviation": 130, "is_new": True, "games": 12},
    ]


def test_the_leaderboard_is_listed_in_pages_by_pool(client: Client) -> None:
    for number in range(7):
        rated_user(f"p{number}", 1600 - 10 * (number // 2))
    rated_user("Eve", 1544, pool="2")

    rows = all_pages(client, "ratings/marrakech/?page_size=2")

    assert [row["name"] for row in rows] == [f"p{number}" for number in range(7)]
    assert rows[0] == {
        "name": "p0", "display_name": "p0", "rating": 1600, "deviation": 60, "games": 30, "opponents": 9,
    }  # fmt: skip
    assert [row["name"] for row in get(client, "ratings/marrakech/?pool=2")["results"]] == ["Eve"]


@pytest.mark.parametrize("address", ["ratings/marrakech/?cursor=cD1uYW4%3D", "rated-games/?cursor=cD14"])
def test_a_cursor_that_the_site_did_not_issue_is_refused(client: Client, address: str) -> None:
    assert client.get(f"/api/v1/{address}").status_code == 400


def test_robots_have_fixed_ratings(client: Client) -> None:
    rows = {row["robot"]: row["ratings"] for row in get(client, "ratings/marrakech/robots/")}

    assert rows["greedy"] == [{"players": seats, "rating": 1500, "error": 0} for seats in (2, 3, 4)]
    assert {"players": 2, "rating": 1686, "error": 31} in rows["careful"]
