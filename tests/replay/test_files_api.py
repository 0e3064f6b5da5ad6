import pytest

from games.core.models import Game
from games.engine import gamefile
from tests.helpers.programs import Program
from tests.makers import make_table, play_on, started_game

pytestmark = [pytest.mark.django_db, pytest.mark.one_database]


def test_the_default_format_of_a_game_is_a_game_file(anonymous_client: Program) -> None:
    game = play_on(started_game(options={"rugs": "2/2/2"}))
    response = anonymous_client.client.get(f"/api/v1/games/{game.code}/file/")
    assert response["Content-Type"] == "text/plain; charset=utf-8"
    assert gamefile.verify(gamefile.read_one(response.content.decode())) == ()


def test_a_game_can_be_downloaded_as_json(anonymous_client: Program) -> None:
    game = play_on(started_game(options={"rugs": "2/2/2"}))
    found = anonymous_client.get(f"games/{game.code}/file/?kind=json")
    assert found["table"] == game.code
    assert found["position"] == anonymous_client.get(f"games/{game.code}/")["position"]
    assert [line["action"] for line in found["log"]] == [
        line["action"] for line in anonymous_client.get(f"games/{game.code}/log/")
    ]


def test_the_file_of_a_running_game_has_no_secret(anonymous_client: Program) -> None:
    assert anonymous_client.get(f"games/{started_game().code}/file/?kind=json")["secret"] is None


def test_a_game_that_has_not_started_has_no_file(anonymous_client: Program) -> None:
    anonymous_client.get(f"games/{make_table().code}/file/", 404)


def test_an_unknown_format_of_a_game_is_refused_by_its_member(game: Game, anonymous_client: Program) -> None:
    assert anonymous_client.get(f"games/{game.code}/file/?kind=pdf", 400)["errors"][0]["field"] == "kind"
