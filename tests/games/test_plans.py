"""SQLite finds what the workers look for several times a second by an index, however many games there are."""

import re
from collections.abc import Callable

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from games.models import Game, Seat
from games.selectors import game_lists
from games.services.notifications import outbox
from games.services.play import robot_turns
from tests.makers import make_table, make_user

pytestmark = [pytest.mark.django_db, pytest.mark.one_database]


def plans(work: Callable[[], object]) -> str:
    """Return the plans of the statements of some work, a line for each step."""
    with CaptureQueriesContext(connection) as captured:
        work()
    lines = []
    with connection.cursor() as cursor:
        for query in captured:
            cursor.execute(f"EXPLAIN QUERY PLAN {query['sql']}")
            lines += [row[3] for row in cursor.fetchall()]
    return "\n".join(lines)


def test_the_look_for_robots_reads_their_seats_only() -> None:
    make_table(make_user(), robots=["greedy"])
    plan = plans(lambda: robot_turns.due(timezone.now()))
    assert re.search(r"SEARCH accounts_user .*INDEX user_robots \(robot>\?\)", plan), plan
    assert re.search(r"SEARCH games_seat .*INDEX seat_waiting \(user_id=\?\)", plan), plan


def test_the_look_for_due_mail_reads_due_rows_only() -> None:
    plan = plans(lambda: outbox.due(timezone.now()))
    assert re.search(r"SEARCH games_notification .*INDEX notification_state \(state=\? AND due_at<\?\)", plan), plan


def test_games_that_wait_for_a_player_are_found_by_seats_that_act() -> None:
    user = make_user()
    for work in (lambda: list(Game.objects.waiting_for(user).order_by("-id")), lambda: game_lists.waiting_count(user)):
        plan = plans(work)
        assert re.search(r"SEARCH games_seat .*INDEX seat_waiting \(user_id=\?\)", plan), plan


def test_offered_seats_are_found_without_reading_games() -> None:
    for work in (lambda: list(Seat.objects.offered()), lambda: list(Game.objects.with_offered_seats())):
        assert "INDEX seat_offered" in plans(work)


def test_won_games_are_found_by_their_place() -> None:
    user = make_user()
    plan = plans(lambda: list(game_lists.history_of(user, None, show="won")))
    assert "INDEX seat_won (user_id=?)" in plan
