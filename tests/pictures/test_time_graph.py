import csv
import re
from datetime import timedelta
from xml.etree import ElementTree

import pytest
from django.test import Client

from games.clocks.models import Turn, TurnEnd
from games.clocks.selectors import turn_times_of
from games.core.models import Game
from games.lobby.tables import add_robots
from games.pictures.graphs import LANE, LOWEST, TimeBar, TimeLane, bar_height, time_graph
from games.replay.presenters import game_replay_view, times_csv
from tests.helpers.page_client import text_at
from tests.makers import finished_game, host_of, make_table, make_user, started_game

pytestmark = [pytest.mark.django_db, pytest.mark.one_database]

HOUR, DAY = 3600, 86400


def lane(letter: str, *seconds: int) -> TimeLane:
    bars = (TimeBar(3 * at, 3 * at + 3, one, f"Turn {at}: <{one}>") for at, one in enumerate(seconds))
    return TimeLane(letter, "c", tuple(bars))


def drawn(*lanes: TimeLane) -> str:
    return time_graph(lanes, 30, at=4, title="Times & turns", desc="A: 1 hour", marks=[(HOUR, "1 h"), (7 * DAY, "7 d")])


def test_the_time_graph_is_an_image_with_a_title_and_a_description() -> None:
    svg = ElementTree.fromstring(drawn(lane("A", HOUR, 2 * HOUR), lane("B", 5)))
    texts = [element.text for element in svg.iter("{http://www.w3.org/2000/svg}text")]
    assert (svg.get("role"), svg.get("aria-describedby")) == ("img", "times-desc")
    assert texts == ["1 h", "1 h", "A", "B"]
    assert [element.text for element in svg.iter("{http://www.w3.org/2000/svg}desc")] == ["A: 1 hour"]


@pytest.mark.parametrize(("days", "names"), [(3, ["1 d", "1 h"]), (9, ["7 d", "1 h"]), (400, ["7 d", "1 h"])])
def test_names_of_times_never_lie_on_each_other(days: int, names: list[str]) -> None:
    lane = TimeLane("A", "", (TimeBar(0, 30, days * DAY, "tip"),))
    marks = [(HOUR, "1 h"), (DAY, "1 d"), (7 * DAY, "7 d")]
    drawn = time_graph([lane], 30, at=4, title="Times", desc="A", marks=marks)
    assert re.findall(r">(\d [hd])<", drawn) == names


def test_a_game_without_times_has_no_time_graph() -> None:
    assert time_graph([], 30, at=0, title="", desc="", marks=[]) == ""
    assert time_graph([lane("A", 1)], 0, at=0, title="", desc="", marks=[]) == ""


def test_long_times_of_a_time_graph_are_marked() -> None:
    assert "7 d" in drawn(lane("A", 8 * DAY))
    assert "7 d" not in drawn(lane("A", DAY))


def test_bars_of_a_time_graph_grow_with_the_time_and_are_always_visible() -> None:
    heights = [bar_height(seconds, DAY) for seconds in (0, 60, HOUR, 12 * HOUR, DAY)]
    assert heights[0] == heights[1] == LOWEST
    assert heights == sorted(heights)
    assert heights[-1] == pytest.approx(LANE)


def timed_game() -> Game:
    """Return a finished game whose turns took one hour, two hours, three hours ... each."""
    game = finished_game(make_user("Ada"), make_user("Ben"), in_steps=True)
    for number, turn in enumerate(Turn.objects.filter(game=game).order_by("came_at", "id"), start=1):
        start = turn.came_at - timedelta(days=20)
        rows = {"came_at": start, "notified_at": start, "ended_at": start + timedelta(hours=number)}
        Turn.objects.filter(pk=turn.pk).update(**rows)
    return game


def test_every_turn_of_the_log_has_its_bar_in_the_time_graph_and_its_time_in_words() -> None:
    game = timed_game()
    view = game_replay_view(game, None)
    played = [one for one in view.replay_turns if one.turn.number]
    assert sum(len(bars) for bars in view.times.bars.values()) == len(played) == 4
    assert [one.time for one in played] == ["1 hour", "2 hours", "3 hours", "4 hours"]
    for bars in view.times.bars.values():
        assert all(bar.first < bar.last <= view.length for bar in bars.values())
    assert [(one.letter, one.usual, one.longest, one.total) for one in view.times.players] == [
        ("A", "2 hours", "3 hours", "4 hours"),
        ("B", "3 hours", "4 hours", "6 hours"),
    ]
    assert not view.times.has_others


def test_a_turn_of_less_than_a_minute_has_no_time_in_words() -> None:
    game = timed_game()
    first = Turn.objects.filter(game=game).earliest("came_at")
    Turn.objects.filter(pk=first.pk).update(ended_at=first.came_at + timedelta(seconds=59))
    assert [one.time for one in game_replay_view(game, None).replay_turns if one.turn.number][:2] == ["", "2 hours"]


def test_parts_of_one_turn_are_one_bar_of_the_time_graph_and_turns_by_others_are_outlined() -> None:
    game = timed_game()
    first = Turn.objects.filter(game=game).earliest("came_at")
    Turn.objects.create(
        game=game, seat=first.seat, user=first.user, ply=first.ply, number=first.number, ended_by=TurnEnd.UNDONE,
        came_at=first.came_at - timedelta(hours=5), notified_at=first.came_at - timedelta(hours=5),
        ended_at=first.came_at,
    )  # fmt: skip
    Turn.objects.filter(pk=first.pk).update(ended_by=TurnEnd.STAND_IN)
    view = game_replay_view(game, None)
    assert next(one.time for one in view.replay_turns if one.turn.number) == "6 hours"
    assert view.times.has_others
    assert view.times.graph.count("time-graph__bar--hollow") == 1


def test_a_turn_of_the_time_graph_is_named_after_the_player_who_played_it() -> None:
    game = timed_game()
    Turn.objects.filter(pk=Turn.objects.filter(game=game).earliest("came_at").pk).update(user=make_user("Zoe"))
    graph = game_replay_view(game, None).times.graph
    assert "Turn 1, Zoe: 1 hour" in graph
    assert "Turn 3, Zoe" not in graph


def test_the_replay_shows_the_time_graph_of_games_with_times_only() -> None:
    game = timed_game()
    html = text_at(Client(), f"/t/{game.code}/replay/")
    assert "time-graph" in html
    assert f'href="/t/{game.code}/times.csv"' in html
    assert "(3 hours)" in html
    Turn.objects.all().delete()
    html = text_at(Client(), f"/t/{game.code}/replay/")
    assert "time-graph" not in html
    assert "times.csv" not in html


def test_robots_have_no_lane_in_the_time_graph() -> None:
    game = make_table(make_user("Ada"))
    add_robots(game.pk, host_of(game), ["random"])
    Turn.objects.filter(game=game).update(ended_at=game.created_at, ended_by=TurnEnd.OVER)
    assert {one.player for one in turn_times_of(game)} <= {"Ada"}


def test_the_file_of_times_has_a_row_for_every_turn() -> None:
    game = timed_game()
    rows = list(csv.DictReader(times_csv(game).splitlines()))
    assert [(row["turn"], row["seat"], row["player"], row["seconds"]) for row in rows[:2]] == [
        ("1", "A", "Ada", "3600"),
        ("2", "B", "Ben", "7200"),
    ]
    assert re.fullmatch(r"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ", rows[0]["started"])
    assert rows[0]["ended_by"] == "player"
    response = Client().get(f"/t/{game.code}/times.csv")
    assert response["Content-Type"] == "text/csv; charset=utf-8"
    assert response["Content-Disposition"].endswith(f'{game.code}.csv"')
    assert Client().get(f"/t/{make_table().code}/times.csv").status_code == 404


def test_turns_under_way_have_no_time_in_the_time_graph() -> None:
    assert turn_times_of(started_game()) == []
