"""The results of two players against each other, above the list of their games."""

from typing import Any

import pytest
from django.test import Client

from accounts.models import User
from games.core import lists
from games.core.choices import Status
from games.core.models import Game, Seat
from games.people import views
from tests.makers import make_user

pytestmark = pytest.mark.django_db


def played(*order: User, places: tuple[int, ...] = (1, 2, 3, 4), **values: Any) -> None:
    """Write a finished game of players with these places."""
    about = {"title": "marrakech", "ruleset": "gigamic", "seat_count": len(order), "rules_version": 1, "ply": 50}
    game = Game.objects.create(name="Written", commitment="", **{"status": Status.FINISHED, **about, **values})
    for number, user in enumerate(order):
        Seat.objects.create(game=game, user=user, number=number, place=places[number])


def four() -> tuple[User, User]:
    ada, ben, cleo = make_user("Ada"), make_user("Ben"), make_user("Cleo")
    played(ada, ben)
    played(ada, ben)
    played(ben, ada)
    played(ada, ben, places=(1, 1))
    played(cleo, ben, ada)
    played(ada, cleo)
    played(ada, ben, is_private=True)
    played(ada, ben, branched_at=4)
    played(ada, ben, status=Status.ABORTED)
    return ada, ben


def against(client: Client) -> list[dict[str, Any]]:
    found: list[dict[str, Any]] = client.get("/api/v1/players/Ada/against/Ben/").json()
    return found


def test_results_are_counted_by_the_number_of_players(client: Client) -> None:
    four()

    assert against(client) == [
        {"players": 2, "games": 4, "ahead": 2, "behind": 1, "places": [3, 1]},
        {"players": 3, "games": 1, "ahead": 0, "behind": 1, "places": [0, 0, 1]},
    ]


def test_private_games_count_for_their_own_players_only(client: Client) -> None:
    ada, _ben = four()

    for viewer, games in ((make_user("Zoe"), 4), (ada, 5)):
        client.force_login(viewer)
        assert against(client)[0]["games"] == games


def test_the_list_of_games_with_an_opponent_begins_with_their_results(client: Client) -> None:
    four()

    page = client.get("/players/Ada/games/?opponent=Ben").content.decode()

    assert "Ada against Ben" in page
    assert page.count('id="pair"') == 1
    assert "Among the latest" not in page
    assert 'id="pair"' not in client.get("/players/Ada/games/").content.decode()


def test_of_players_with_many_games_only_the_latest_count(client: Client, monkeypatch: pytest.MonkeyPatch) -> None:
    for module in (lists, views):
        monkeypatch.setattr(module, "MAX_HISTORY", 5)
    four()

    assert [(row["players"], row["games"]) for row in against(client)] == [(3, 1)]
    page = client.get("/players/Ada/games/?opponent=Ben").content.decode()
    assert "Among the latest 5 games of Ada." in page
