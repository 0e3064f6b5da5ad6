import pytest
from django.test import Client

from games.analysis.models import Analysis
from games.core.models import Game
from games.play.endings import resign
from tests.board.test_marram_size import GAMES, late_game
from tests.helpers.page_client import squeezed, text_at
from tests.makers import finished_game, make_user, play_on, started_game

pytestmark = [pytest.mark.django_db, pytest.mark.one_database]


@pytest.fixture
def finished() -> Game:
    ada = make_user("Ada")
    game = play_on(started_game(ada, make_user("Bo"), title="marram", ruleset="classic-short"), 10)
    resign(game.pk, ada)
    return Game.objects.get(pk=game.pk)


def test_marram_offers_and_queues_no_analysis(finished: Game) -> None:
    assert finished.is_over
    assert not Analysis.objects.exists()
    for page in ("", "replay/"):
        assert f"/t/{finished.code}/analysis/" not in text_at(Client(), f"/t/{finished.code}/{page}")


def test_the_address_of_an_analysis_of_marram_is_not_found(finished: Game) -> None:
    for address in (f"/t/{finished.code}/analysis/", f"/api/v1/games/{finished.code}/analysis/"):
        assert Client().get(address).status_code == 404


def test_a_finished_game_of_marram_shows_its_points_by_source() -> None:
    ruleset, log, _actions = GAMES["places"]
    game = late_game(ruleset, log)
    page, caption = f"/t/{game.code}/", "<caption>Where the final points came from</caption>"
    assert caption not in squeezed(text_at(Client(), page))
    for seat in list(game.seats.all())[:3]:
        assert seat.user is not None
        resign(game.pk, seat.user)
    assert caption in squeezed(text_at(Client(), page))
    assert caption not in squeezed(text_at(Client(), f"{page}?ply=20"))


def test_a_title_without_points_by_source_shows_no_such_table() -> None:
    assert "point-sources" not in text_at(Client(), f"/t/{finished_game().code}/")
