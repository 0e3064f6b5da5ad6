"""Writes that are put together once."""

from datetime import UTC, datetime

import pytest

from games.models import Kind, Notification, Seat
from games.services import writing
from tests.makers import started_game

pytestmark = pytest.mark.django_db
NOON = datetime(2026, 1, 15, 12, tzinfo=UTC)


def tidings(key: str) -> Notification:
    return Notification(key=key, kind=Kind.TURN, params={"turn": 3}, due_at=NOON)


def test_what_exists_is_not_inserted_again() -> None:
    first, second = tidings("a"), tidings("a")
    assert writing.insert_new(first, "key")
    assert not writing.insert_new(second, "key")
    row = Notification.objects.get()
    assert (row, row.key, row.params, row.due_at) == (first, "a", {"turn": 3}, NOON)
    assert second.pk is None


def test_only_the_named_columns_of_a_row_are_written() -> None:
    game = started_game()
    game.turn, game.name = 7, "Elsewhere"
    writing.update(game, ["turn", "deadline"])
    game.refresh_from_db()
    assert (game.turn, game.name == "Elsewhere") == (7, False)


def test_each_row_gets_its_own_values() -> None:
    first, second = started_game().seats.all()
    first.score, first.finished_at, first.is_out = 7, NOON, True
    second.score = second.finished_at = None
    writing.update_all([first, second], ["score", "finished_at", "is_out"])
    found = Seat.objects.filter(game=first.game_id).values_list("score", "finished_at", "is_out")
    assert list(found) == [(7, NOON, True), (None, None, False)]


def test_columns_may_be_emptied_for_all() -> None:
    seats = list(started_game().seats.all())
    for seat in seats:
        seat.score = seat.place = seat.acting_since = None
    writing.update_all(seats, ["score", "place", "acting_since"])
    assert set(Seat.objects.values_list("score", "place", "acting_since")) == {(None, None, None)}
