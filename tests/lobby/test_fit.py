"""What the lobby says about how well tables suit a player, and their order."""

import re
from datetime import time

import pytest
from django.test import Client
from django.utils import timezone

from accounts.models import User
from games.clocks.waking_hours import save_hours
from games.core.models import Game
from games.lobby.fit import Fit, table_facts
from games.lobby.presenters import fit_texts
from games.lobby.tables import join_table
from games.play.table_times import TimeSettings
from games.ratings import formula
from games.ratings.models import Pool, Rating, RatingVersion
from tests.helpers.page_client import signed_in, squeezed, text_at
from tests.helpers.programs import Program
from tests.makers import make_table, make_user

pytestmark = pytest.mark.django_db


def rated(name: str, rating: int, deviation: int = 60) -> User:
    version = RatingVersion.objects.get_or_create(number=1, defaults={"is_current": True})[0]
    skill = {"mu": formula.skill_of(rating), "var": (deviation / formula.POINTS) ** 2}
    known = {"pool": Pool.ALL, "games": 30, "opponents": 9, "at": timezone.now()}
    user = make_user(name)
    Rating.objects.create(version=version, user=user, title="marrakech", **skill, **known)
    return user


def row_of(html: str, name: str) -> str:
    return next(row for row in squeezed(html).split("<tr>") if name in row)


def test_a_row_of_the_lobby_says_why_it_suits_and_what_the_ratings_expect() -> None:
    make_table(rated("Ben", 1480), name="Near")
    make_table(rated("Cleo", 1900), name="Far", seat_count=3)
    html = text_at(signed_in(rated("Ada", 1500)), "/lobby/")
    near, far = row_of(html, "Near"), row_of(html, "Far")
    assert "About 53% to win" in near
    assert "<span>16 hours together · last free seat</span>" in near
    assert "Rated higher than you · 16 hours together</span>" in far
    assert "About" not in far  # nobody knows who takes the last seat


def test_the_chance_to_come_first_counts_everyone_and_robots() -> None:
    table = make_table(rated("Ben", 1500), name="Three", seat_count=3, robots=["greedy"])
    html = text_at(signed_in(rated("Ada", 1500)), "/lobby/")
    assert table.seats.count() == 2
    assert "About 33% to come first" in row_of(html, "Three")


@pytest.mark.parametrize(("own", "other"), [(60, 200), (200, 60)])
def test_new_ratings_make_odds_and_no_reason(own: int, other: int) -> None:
    make_table(rated("Ben", 1480, other), name="Near")
    row = row_of(text_at(signed_in(rated("Ada", 1500, own)), "/lobby/"), "Near")
    assert re.search(r"About 5[0-3]% to win", row)  # nearer to each other than those of well known ratings
    assert "your rating" not in row


def test_a_newcomer_reads_the_shared_hours_and_the_last_free_seat() -> None:
    make_table(name="Last")
    make_table(name="More", seat_count=3)
    html = text_at(signed_in(make_user()), "/lobby/")
    assert "<span>16 hours together · last free seat</span>" in row_of(html, "Last")
    assert "<span>16 hours together</span>" in row_of(html, "More")


@pytest.mark.parametrize(
    ("hours", "text"),
    [
        (24, "together all day"),
        (23, "23 hours together"),
        (8, "8 hours together"),
        (7, "awake together only 7 hours a day"),
        (1, "awake together only 1 hour a day"),
        (0, "awake when you sleep"),
    ],
)
def test_the_shared_hours_of_a_table_are_always_said(hours: int, text: str) -> None:
    fit = Fit(gap=None, hours=hours, chance=None, is_last_seat=False, is_usual_pace=False)
    assert fit_texts(Game(seat_count=2), fit) == ((text,), "")


def test_a_table_has_at_most_three_reasons_with_the_chance() -> None:
    for gap, chance in ((0, None), (0, 0.5), (None, 0.5)):
        fit = Fit(gap=gap, hours=16, chance=chance, is_last_seat=True, is_usual_pace=True)
        reasons, text = fit_texts(Game(seat_count=2), fit)
        assert len([*reasons, *([text] if text else [])]) == 3
        assert {"16 hours together", "last free seat"} <= set(reasons)


def test_a_visitor_reads_no_reasons() -> None:
    make_table(name="Plain")
    assert "lobby__fit" not in text_at(Client(), "/lobby/")


def test_what_suits_a_player_best_comes_first() -> None:
    make_table(rated("Ben", 1480), name="Near")
    make_table(rated("Cleo", 1700), name="Far")
    sleeper = rated("Night", 1500)
    save_hours(sleeper, [(time(0), time(8))] * 7, timezone.now())
    make_table(sleeper, name="Asleep")
    make_table(rated("Eve", 1500), name="Closed", times=TimeSettings(min_games=5))
    client = signed_in(rated("Ada", 1500))

    def order(query: str) -> list[str]:
        html = text_at(client, f"/lobby/{query}")
        return sorted(("Near", "Far", "Asleep", "Closed"), key=lambda name: html.index(f">{name}</a>"))

    assert order("") == ["Near", "Far", "Asleep", "Closed"]
    assert "Awake when you sleep" in row_of(text_at(client, "/lobby/"), "Asleep")
    assert order("?sort=new") == ["Closed", "Asleep", "Far", "Near"]


def test_equal_tables_are_listed_latest_first() -> None:
    games = [make_table() for _ in range(3)]
    ada = make_user("Ada")
    scores = {fit.score for fit in table_facts(ada, games, timezone.now()).fits.values()}
    assert len(scores) == 1
    html = text_at(signed_in(ada), "/lobby/")
    assert sorted(games, key=lambda game: html.index(game.code)) == games[::-1]


def test_a_table_with_many_shared_hours_suits_better() -> None:
    fits = [Fit(gap=None, hours=hours, chance=None, is_last_seat=False, is_usual_pace=False) for hours in (3, 5, 9)]
    assert [fit.score for fit in fits] == [-2, 1, 2]


def test_a_usual_pace_is_one_of_the_latest_games() -> None:
    ada, table = make_user("Ada"), make_table(seat_count=2, pace="brisk", name="Old")
    join_table(table.pk, ada)
    make_table(name="Quick", pace="brisk")
    make_table(name="Slow", pace="leisurely")
    html = text_at(signed_in(ada), "/lobby/")
    assert "· your usual pace" in row_of(html, "Quick")
    assert "usual pace" not in row_of(html, "Slow")


def test_the_api_lists_tables_as_they_suit(ben: Program) -> None:
    far = make_table(seat_count=4)
    near = make_table(seat_count=2)
    rows = ben.get("lobby/")
    assert [row["game"]["id"] for row in rows] == [near.code, far.code]
    assert rows[0] == {
        "game": rows[0]["game"],
        "chance": None,
        "rating_gap": None,
        "shared_hours": 16,
        "starts": True,
        "usual_pace": False,
        "refused": False,
    }
