from typing import Any

import pytest

from games.analysis import analyses
from games.analysis.models import Analysis
from games.core.models import Game
from tests.helpers.programs import Program
from tests.makers import finished_game

pytestmark = pytest.mark.one_database


@pytest.fixture
def over(ann: Program, ben: Program) -> Game:
    return finished_game(ann.user, ben.user)


def analysed(game: Game, program: Program) -> Any:
    analyses.compute(game.analysis.pk)
    return program.get(f"games/{game.code}/analysis/")


def test_an_unfinished_analysis_shows_its_state(over: Game, anonymous_client: Program) -> None:
    response = anonymous_client.get(f"games/{over.code}/analysis/")
    assert (response["state"], response["turns_done"], response["result"]) == ("queued", 0, None)


def test_an_analysis_shows_every_seat(over: Game, anonymous_client: Program) -> None:
    response = analysed(over, anonymous_client)
    assert response["state"] == "done"
    assert [seat["seat"] for seat in response["result"]["seats"]] == ["A", "B"]


def test_the_analysis_of_a_seat_adds_up(over: Game, anonymous_client: Program) -> None:
    for seat in analysed(over, anonymous_client)["result"]["seats"]:
        parts = (
            seat["start"] + seat["luck"]["value"] - seat["lost"]["value"] + seat["gifts"] + seat["left"] + seat["rest"]
        )
        assert parts == pytest.approx(seat["score"], abs=0.01)
        assert seat["luck_free"] == pytest.approx(seat["score"] - seat["left"] - seat["luck"]["value"], abs=0.01)


def test_an_analysis_shows_every_turn(over: Game, anonymous_client: Program) -> None:
    turns = analysed(over, anonymous_client)["result"]["turns"]
    assert [turn["turn"] for turn in turns] == [0, 1, 2, 3, 4]
    assert [turn["seat"] for turn in turns] == [None, "A", "B", "A", "B"]


def test_a_choice_in_an_analysis_is_named_as_in_the_log(over: Game, anonymous_client: Program) -> None:
    turn = analysed(over, anonymous_client)["result"]["turns"][1]
    played = [
        line["action"] for line in anonymous_client.get(f"games/{over.code}/log/") if line["turn"] == 1 and line["seat"]
    ]
    assert [choice["played"] for choice in turn["decisions"]] == played


def test_a_running_game_has_no_analysis(game: Game, anonymous_client: Program) -> None:
    anonymous_client.get(f"games/{game.code}/analysis/", 404)


def test_the_analysis_of_a_private_table_is_for_users_who_can_see_it(ann: Program, ben: Program, eve: Program) -> None:
    game = finished_game(ann.user, ben.user, is_private=True)
    eve.get(f"games/{game.code}/analysis/", 404)
    assert ann.get(f"games/{game.code}/analysis/")["method"] == Analysis.objects.get().version
