from datetime import UTC, datetime, timedelta

import pytest
import time_machine
from django.test import Client

from games.core.models import Game
from tests.helpers.visits import tag_of, visit
from tests.makers import make_user, play_on, started_game

pytestmark = [pytest.mark.django_db, pytest.mark.one_database]


@pytest.fixture
def game() -> Game:
    return play_on(started_game(make_user("Ada"), make_user("Bo")), 2)


@pytest.mark.parametrize("minutes", [50 * 60, 30, -30])
def test_the_text_of_a_clock_on_a_cached_page_is_at_most_a_minute_old(game: Game, minutes: int) -> None:
    start = datetime(2026, 11, 23, 12, tzinfo=UTC)
    Game.objects.filter(pk=game.pk).update(deadline=start + timedelta(minutes=minutes, seconds=30))
    with time_machine.travel(start, tick=False) as clock:
        client = Client()
        tag = tag_of(client, game)
        clock.shift(timedelta(seconds=20))
        assert visit(client, game, tag).status_code == 304
        clock.shift(timedelta(seconds=60))
        assert visit(client, game, tag).status_code == 200


def test_the_page_of_a_finished_game_stays_unchanged(game: Game) -> None:
    with time_machine.travel(datetime(2026, 11, 23, 12, tzinfo=UTC), tick=False) as clock:
        game = play_on(game)
        clock.shift(timedelta(hours=1))
        client = Client()
        tag = tag_of(client, game)
        clock.shift(timedelta(days=9))
        assert visit(client, game, tag).status_code == 304


def test_an_open_page_polls_rarely_half_an_hour_after_the_end(game: Game) -> None:
    with time_machine.travel(datetime(2026, 11, 23, 12, tzinfo=UTC), tick=False) as clock:
        game = play_on(game)
        client = Client()
        tag = tag_of(client, game)
        assert visit(client, game, tag).status_code == 304
        clock.shift(timedelta(minutes=31))
        assert visit(client, game, tag).status_code == 200
