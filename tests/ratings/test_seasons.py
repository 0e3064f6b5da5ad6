"""Seasons of three months."""

from datetime import UTC, datetime, timedelta
from itertools import pairwise
from typing import Any

import pytest
import time_machine
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext

from accounts.models import User
from games.ratings import seasons
from games.ratings.models import RatingVersion, SeasonPlace, SeasonScore
from games.ratings.replays import replay
from games.ratings.seasons import Season, SeasonRow, season_at, season_page, seasons_until
from games.ratings.selectors import current_version
from games.ratings.services import rate_waiting, store_season_places
from games.sweep import PARTS, close_seasons
from tests.makers import make_user

from .rated_games import START, written_rated_game
from .test_rating_pages import text_of

pytestmark = pytest.mark.django_db

SPRING = Season(2027, 1)  # that of START
NEXT = SPRING.ends + timedelta(days=2)
TO_NEXT = int((SPRING.ends - START) / timedelta(hours=1))  # hours


def rows(season: Season = SPRING) -> list[tuple[int, int, float, int]]:
    rate_waiting()
    found = season_page("marrakech", season, current_version(), 50).rows
    return [(row.user, row.place, round(row.points, 3), row.games) for row in found]


def people(*names: str) -> list[User]:
    return [make_user(name) for name in names]


def test_a_season_has_three_months() -> None:
    assert season_at(datetime(2027, 3, 31, 23, 59, tzinfo=UTC)) == SPRING
    assert season_at(SPRING.ends) == Season(2027, 2)
    assert (Season(2026, 4).begins, Season(2026, 4).ends) == (datetime(2026, 10, 1, tzinfo=UTC), SPRING.begins)


def test_a_game_gives_the_part_of_the_others_who_are_behind() -> None:
    ada, ben, cleo, dan = people("Ada", "Ben", "Cleo", "Dan")
    written_rated_game(ada, ben, cleo, dan)
    written_rated_game(ben, ada)

    assert rows() == [(ben.pk, 1, 1.667, 2), (ada.pk, 2, 1.0, 2), (cleo.pk, 3, 0.333, 1), (dan.pk, 4, 0.0, 1)]


def test_nobody_gains_points_from_a_player_who_left() -> None:
    ada, ben, cleo = people("Ada", "Ben", "Cleo")
    written_rated_game(ben, ada, cleo, kinds=["played", "played", "left"])
    written_rated_game(ada, cleo, kinds=["played", "left"])

    assert rows() == [(ben.pk, 1, 1.0, 1), (ada.pk, 2, 0.0, 2), (cleo.pk, 2, 0.0, 2)]


def test_luck_free_points_decide_between_equal_points() -> None:
    ada, ben = people("Ada", "Ben")
    written_rated_game(ada, ben, luck_free={"version": 1, "beta": 1.0, "points": [1.5, -1.5]})
    written_rated_game(ben, ada, luck_free={"version": 1, "beta": 1.0, "points": [-0.5, 0.5]})

    assert [(user, place) for user, place, *_rest in rows()] == [(ada.pk, 1), (ben.pk, 2)]


def test_voided_games_and_other_seasons_do_not_count() -> None:
    ada, ben = people("Ada", "Ben")
    voided = written_rated_game(ada, ben)
    written_rated_game(ben, ada, hours=TO_NEXT)
    rate_waiting()
    replay(voided=[voided.game.code], excluded=[])

    assert rows() == []
    assert rows(Season(2027, 2)) == [(ben.pk, 1, 1.0, 1), (ada.pk, 2, 0.0, 1)]


def test_a_long_table_goes_on_after_a_row_with_the_same_places() -> None:
    ada, ben, cleo, dan, eve, fay = people("Ada", "Ben", "Cleo", "Dan", "Eve", "Fay")
    for pair in ((ada, dan), (ada, eve), (ben, fay), (cleo, fay)):
        written_rated_game(*pair)
    rate_waiting()
    whole = season_page("marrakech", SPRING, current_version(), 50)
    parts, after = list[SeasonRow](), None
    for _part in range(3):
        page = season_page("marrakech", SPRING, current_version(), 2, after)
        parts, after = [*parts, *page.rows], page.next

    assert (whole.next, after) == (None, None)
    assert parts == whole.rows
    assert [row.place for row in parts] == [1, 2, 2, 4, 4, 4]


def test_a_long_table_ends_at_a_place(monkeypatch: pytest.MonkeyPatch) -> None:
    ada, ben, cleo, dan = people("Ada", "Ben", "Cleo", "Dan")
    for winner, loser in ((ada, ben), (ada, ben), (cleo, dan), (ben, dan)):
        written_rated_game(winner, loser)
    rate_waiting()
    everyone = season_page("marrakech", SPRING, current_version(), 50)
    monkeypatch.setattr(seasons, "MAX_RANKED", 3)

    first = season_page("marrakech", SPRING, current_version(), 2)
    second = season_page("marrakech", SPRING, current_version(), 2, first.next)
    last = SeasonScore.objects.get(person=everyone.rows[-1].user)

    assert ([*first.rows, *second.rows], second.next) == (everyone.rows[:3], None)
    assert season_page("marrakech", SPRING, current_version(), 2, last.pk).rows == []


def test_a_replay_finds_the_same_table_as_the_games_gave_one_by_one() -> None:
    ada, ben, cleo = people("Ada", "Ben", "Cleo")
    for number in range(7):
        order = (ada, ben, cleo) if number % 2 else (cleo, ada)
        luck_free = None if number % 2 else {"version": 1, "beta": 1.0, "points": [0.1 * number, -0.1 * number]}
        written_rated_game(*order, hours=number, luck_free=luck_free, kinds=["left"] if number == 3 else [])
    rate_waiting()
    before = season_page("marrakech", SPRING, current_version(), 50)

    replay(voided=[], excluded=[])

    after = season_page("marrakech", SPRING, current_version(), 50)
    assert after.rows == before.rows
    assert sum(row.luck_free for row in after.rows if row.user == cleo.pk) == pytest.approx(1.2)


def test_seasons_begin_with_the_first_rated_game() -> None:
    assert seasons_until(NEXT) == [Season(2027, 2)]

    written_rated_game(*people("Ada", "Ben"))
    rate_waiting()

    assert seasons_until(NEXT) == [Season(2027, 2), SPRING]


def test_a_season_is_shown_with_former_ones_and_deleted_accounts_without_a_name(client: Client) -> None:
    ada, ben = people("Ada", "Ben")
    written_rated_game(ada, ben)
    rate_waiting()
    ben.delete()

    with time_machine.travel(NEXT, tick=False):
        present, past = (text_of(client, f"/ratings/marrakech/seasons/{key}") for key in ("", "2027-1/"))

    assert "No rated game has ended in this season yet." in present
    assert 'href="/ratings/marrakech/seasons/2027-1/"' in present
    assert "January – March 2027" in past
    assert 'href="/players/Ada/"' in past
    assert "a former player" in past
    assert "Ben" not in past


def test_a_season_takes_few_statements(client: Client) -> None:
    for number in range(12):
        written_rated_game(make_user(), make_user(), hours=number)
    rate_waiting()

    with time_machine.travel(START, tick=False), CaptureQueriesContext(connection) as found:
        text_of(client, "/ratings/marrakech/seasons/")

    assert len(found) <= 8


def stored() -> dict[str, int]:
    places = SeasonPlace.objects.filter(version__is_current=True).order_by("place")
    return {place.user.username: place.place for place in places}


def test_the_first_ten_of_a_season_are_written_a_day_after_its_end(client: Client) -> None:
    winners, losers = ([make_user(f"{name}{number}") for number in range(6)] for name in ("w", "l"))
    for number in range(6):
        for game in range(number + 1):
            written_rated_game(winners[number], losers[number], hours=game)
    rate_waiting()

    store_season_places(SPRING.ends)
    assert stored() == {}
    for _again in range(2):
        store_season_places(NEXT)

    assert stored() == {f"w{number}": 6 - number for number in range(6)}
    with time_machine.travel(NEXT, tick=False):
        assert "2nd, January – March 2027" in text_of(client, "/players/w4/")
        assert "January – March 2027" not in text_of(client, "/players/l4/")
        player = client.get("/api/v1/players/w4/").json()
    assert player["seasons"] == [{"title": "marrakech", "season": "2027-1", "place": 2}]
    assert close_seasons in PARTS


def test_a_replay_writes_the_places_again() -> None:
    ada, ben, cleo = people("Ada", "Ben", "Cleo")
    voided = written_rated_game(ada, ben)
    written_rated_game(cleo, ben)
    rate_waiting()
    store_season_places(NEXT)
    assert stored() == {"Ada": 1, "Cleo": 1}

    replay(voided=[voided.game.code], excluded=[])
    store_season_places(NEXT)

    assert stored() == {"Cleo": 1}
    assert RatingVersion.objects.count() == 2


def test_seasons_in_the_api(client: Client) -> None:
    ada, ben = people("Ada", "Ben")
    written_rated_game(ada, ben)
    rate_waiting()
    ben.delete()

    with time_machine.travel(START, tick=False):
        seasons: list[dict[str, Any]] = client.get("/api/v1/ratings/marrakech/seasons/").json()
        table = client.get("/api/v1/ratings/marrakech/seasons/2027-1/").json()["results"]

    assert seasons == [{"season": "2027-1", "begins": "2027-01-01T00:00:00Z", "ends": "2027-04-01T00:00:00Z"}]
    assert table == [
        {"place": 1, "name": "Ada", "points": 1.0, "games": 1, "luck_free": 0.0},
        {"place": 2, "name": None, "points": 0.0, "games": 1, "luck_free": 0.0},
    ]


def test_the_table_of_a_season_in_the_api_has_pages(client: Client, monkeypatch: pytest.MonkeyPatch) -> None:
    players = people("Ada", "Ben", "Cleo", "Dan", "Eve")
    for number, (winner, loser) in enumerate(pairwise(players)):
        written_rated_game(winner, loser, hours=number)
    rate_waiting()
    monkeypatch.setattr(seasons, "MAX_RANKED", 4)

    with time_machine.travel(START + timedelta(days=1), tick=False):
        page = client.get("/api/v1/ratings/marrakech/seasons/2027-1/?page_size=3").json()
        rest = client.get(page["next"]).json()

    assert [(row["place"], row["name"]) for row in (*page["results"], *rest["results"])] == [
        (1, "Ada"),
        (1, "Ben"),
        (1, "Cleo"),
        (1, "Dan"),
    ]
    assert (page["previous"], rest["next"]) == (None, None)
