import pytest

from games.core.choices import Status
from games.core.models import Game
from games.lobby.tables import add_robots
from tests.helpers.programs import Program, anonymous, program
from tests.makers import host_of, make_table, make_user

pytestmark = [pytest.mark.django_db, pytest.mark.one_database]
TABLE = {"title": "marrakech", "ruleset": "gigamic", "seat_count": 3}


def test_a_table_opened_with_robots_starts(ann: Program) -> None:
    game = ann.post("games/", {**TABLE, "robots": ["greedy", "master"]}, 201)
    assert game["status"] == "running"
    assert {(seat["name"], seat["robot"]) for seat in game["seats"]} == {
        ("ann", ""),
        ("Greedy", "greedy"),
        ("Master", "master"),
    }


def test_robots_sit_down_at_a_waiting_table(ann: Program) -> None:
    code = ann.post("games/", TABLE, 201)["id"]
    game = ann.post(f"games/{code}/robots/", {"robots": ["careful", "careful"]})
    assert game["status"] == "running"
    assert [seat["robot"] for seat in game["seats"]].count("careful") == 2


def test_only_the_host_lets_robots_sit_down(ben: Program) -> None:
    game = make_table(seat_count=3)
    assert ben.post(f"games/{game.code}/robots/", {"robots": ["greedy"]}, 403)["code"] == "not-host"
    assert Game.objects.get().status == Status.OPEN


@pytest.mark.parametrize("robots", [[], "greedy", [{}], ["x" * 21], ["greedy"] * 11])
def test_robots_are_a_short_list_of_keys(ann: Program, robots: object) -> None:
    game = make_table(ann.user)
    ann.post(f"games/{game.code}/robots/", {"robots": robots}, 400)
    assert game.seats.count() == 1


def test_a_robot_has_the_profile_of_a_player() -> None:
    game = make_table(seat_count=3)
    add_robots(game.pk, host_of(game), ["greedy"])
    player = anonymous().get("players/Greedy/")
    assert (player["name"], player["robot"]) == ("Greedy", "greedy")


def test_titles_list_their_robots() -> None:
    robots = {title["key"]: [robot["key"] for robot in title["robots"]] for title in anonymous().get("titles/")}
    assert robots["marrakech"] == ["random", "greedy", "careful", "master"]
    assert robots["marram"] == ["random", "greedy", "careful"]


def test_a_player_without_a_confirmed_address_plays_only_against_robots() -> None:
    newcomer = program(make_user("newcomer", verified=False))
    assert newcomer.post("games/", TABLE, 403)["code"] == "address-unconfirmed"
    game = newcomer.post("games/", {**TABLE, "robots": ["greedy", "greedy"]}, 201)
    assert (game["status"], game["private"]) == ("running", True)


def test_the_about_text_of_an_unconfirmed_player_is_hidden() -> None:
    newcomer = make_user("newcomer", verified=False)
    newcomer.profile.about = "Buy my rugs!"
    newcomer.profile.save()
    assert anonymous().get("players/newcomer/")["about"] == ""
