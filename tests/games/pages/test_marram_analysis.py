"""Pages and API of a finished game of Marram, whose title has no analyst of luck and skill."""

import pytest
from django.test import Client

from games.models import Analysis, Game
from tests.games.page_client import text_at
from tests.makers import make_user, play_on, resign_at_once, started_game

pytestmark = [pytest.mark.django_db, pytest.mark.one_database]


@pytest.fixture
def finished() -> Game:
    ada = make_user("Ada")
    game = play_on(started_game(ada, make_user("Bo"), title="marram", ruleset="classic-short"), 10)
    resign_at_once(game.pk, ada)
    return Game.objects.get(pk=game.pk)


def test_no_analysis_is_offered_or_queued(finished: Game) -> None:
    assert finished.is_over
    assert not Analysis.objects.exists()
    for page in ("", "replay/"):
        assert f"/t/{finished.code}/analysis/" not in text_at(Client(), f"/t/{finished.code}/{page}")


def test_the_address_of_an_analysis_answers_that_there_is_none(finished: Game) -> None:
    for address in (f"/t/{finished.code}/analysis/", f"/api/v1/games/{finished.code}/analysis/"):
        answer = Client().get(address)
        assert answer.status_code == 404
