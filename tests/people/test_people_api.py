import pytest
from django.utils import timezone, translation

from games.clocks.models import TurnEnd
from games.core.models import Game
from games.engine.registry import TITLES
from games.play.endings import resign
from games.play.robots import robots_for
from tests.helpers.played_turns import add_turns
from tests.helpers.programs import ROOT, Program
from tests.makers import make_table, make_user, started_game

pytestmark = pytest.mark.one_database


def test_the_own_account_counts_waiting_games(ann: Program, ben: Program) -> None:
    started_game(ann.user, ben.user)
    started_game(ben.user, ann.user)
    make_table(ann.user)
    ben.post(f"games/{make_table(ben.user).code}/invitations/", {"player": "ann"}, 201)
    me = ann.get("me/")
    assert {key: me[key] for key in ("name", "email", "waiting", "running", "open", "invitations")} == {
        "name": "ann",
        "email": "ann@example.org",
        "waiting": 1,
        "running": 2,
        "open": 1,
        "invitations": 1,
    }


def test_the_own_account_and_invitations_require_signing_in(anonymous_client: Program) -> None:
    anonymous_client.get("me/", 401)
    anonymous_client.get("invitations/", 401)


def test_a_player_is_shown_without_the_email_address(game: Game, ann: Program, anonymous_client: Program) -> None:
    resign(game.pk, ann.user)
    player = anonymous_client.get("players/Ben/")
    assert (player["name"], player["finished"], player["wins"]) == ("ben", 1, 1)
    assert "email" not in player


def test_private_games_of_a_player_are_counted_for_the_player_alone(
    ann: Program, ben: Program, anonymous_client: Program
) -> None:
    started_game(ann.user, ben.user, is_private=True)
    resign(started_game(ann.user, ben.user, is_private=True).pk, ann.user)
    for reader, number in ((ben, 1), (ann, 0), (anonymous_client, 0)):
        player = reader.get("players/ben/")
        assert [player[key] for key in ("running", "finished", "wins")] == [number] * 3
    assert [ben.get("me/")[key] for key in ("running", "finished", "wins")] == [1, 1, 1]


@pytest.mark.parametrize("name", ["no-such-player", "gone", "a%00b", "ä"])
def test_an_unknown_player_is_not_found(anonymous_client: Program, name: str) -> None:
    make_user("gone", is_active=False)
    anonymous_client.get(f"players/{name}/", 404)


def test_titles_list_all_settings_of_a_new_table(anonymous_client: Program) -> None:
    title, *others = anonymous_client.get("titles/")
    assert [other["key"] for other in others] == ["marram"]
    assert (title["key"], title["min_seats"], title["max_seats"]) == ("marrakech", 2, 4)
    rulesets = {ruleset["key"]: ruleset for ruleset in title["rulesets"]}
    assert rulesets["gigamic"]["offered"]
    assert not rulesets["anu"]["offered"]
    for option in title["options"]:
        assert rulesets["gigamic"]["options"][option["name"]] in [value["value"] for value in option["values"]]


def test_api_texts_are_in_the_requested_language(anonymous_client: Program) -> None:
    with translation.override("fr"):
        missing = str(translation.gettext("There is nothing at this address."))
    response = anonymous_client.client.get(f"{ROOT}players/anonymous_client-here/", HTTP_ACCEPT_LANGUAGE="fr")
    assert response.json()["detail"] == missing
    assert response.headers["Content-Language"] == "fr"


def test_a_player_has_the_facts_about_their_time(ann: Program, anonymous_client: Program) -> None:
    add_turns(ann.user, [1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11], now=timezone.now())
    add_turns(ann.user, [30], by=TurnEnd.STAND_IN, now=timezone.now())
    ann.post("me/hours/", {"days": [["09:00", "22:00"]] * 6 + [None]})
    assert anonymous_client.get("players/ann/")["time"] == {
        "turns": 11,
        "median": 6 * 3600,
        "quartiles": [3.5 * 3600, 8.5 * 3600],
        "by_house": 1,
        "by_deputy": 0,
        "games_since": 0,
        "hours": {"zone": "UTC", "days": [["09:00", "22:00"]] * 6 + [None], "declared": True},
    }


def test_a_player_with_few_turns_has_no_answer_times(ann: Program, anonymous_client: Program) -> None:
    facts = anonymous_client.get("players/ann/")["time"]
    assert (facts["turns"], facts["median"], facts["quartiles"]) == (0, None, None)
    assert facts["hours"]["declared"] is False


def test_robots_have_no_answer_times(ann: Program) -> None:
    robot = robots_for(TITLES["marrakech"], ["greedy"])[0]
    assert ann.get(f"players/{robot.username}/")["time"] is None
