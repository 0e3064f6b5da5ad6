import pytest
from django.test import Client

from benchmarks.load import CHOICE, PLY, VERSION, Browser, Table, report
from games.core.log import state_of
from games.engine.registry import get_title
from tests.makers import acting_user, started_game


@pytest.mark.django_db
def test_the_load_benchmark_finds_what_can_be_played(client: Client) -> None:
    game = started_game()
    client.force_login(acting_user(game))
    page = client.get(game.get_absolute_url()).content.decode()
    title = get_title(game.title)
    assert set(CHOICE.findall(page)) == {title.notation(action) for action in title.legal_actions(state_of(game))}
    assert (PLY.findall(page)[0], VERSION.findall(page)[0]) == (str(game.ply), str(game.version))


def test_the_load_benchmark_computes_the_players_of_a_day() -> None:
    browser = Browser(1, [Table("abc", ["sessionid=a"])], ["Ann"], 1)
    browser.times = {"poll": [0.01] * 600, "turn": [0.02] * 300}
    browser.statuses.update({"204 poll": 600, "302 turn": 299, "500 turn": 1})
    lines = list(report([browser], 10))
    assert "errors: 1" in lines
    # 100 requests a second are 3.6 million in ten of the busiest hours, and a turn takes 25.
    assert f"{144_000 / 5:10,.0f} players a day with 5 tables each, one turn a day at each" in lines
