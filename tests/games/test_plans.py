"""SQLite finds what the workers look for several times a second by an index, however many games there are."""

import re
from collections.abc import Callable

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

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
