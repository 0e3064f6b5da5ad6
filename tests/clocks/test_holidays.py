from datetime import date, datetime, timedelta

import pytest

from games.clocks.activity import note_opened
from games.clocks.holiday_account import Ledger
from games.clocks.holidays import (
    account_of,
    end_holiday,
    last_day_of,
    plan_holiday,
    set_automatic,
    shorten_holiday,
)
from games.clocks.instants import DAY as DAY_SECONDS
from games.clocks.instants import instant_of
from games.clocks.models import PlannedHoliday, Turn
from games.common.errors import Conflict, Invalid, NotFound
from games.core.models import EventKind, Game, TableEvent
from games.notifications.models import Kind, Notification
from tests.helpers.moving_time import START, MovingTime
from tests.makers import acting_user, make_user, started_game

pytestmark = pytest.mark.slow

HOUR, DAY = timedelta(hours=1), timedelta(days=1)
TODAY = date(2026, 5, 4)


def deadline(game: Game) -> datetime:
    found = Turn.objects.get(game=game, ended_at=None).deadline
    assert found is not None
    return found


def test_a_holiday_moves_the_deadline_at_every_table(moving: MovingTime) -> None:
    ada = make_user("ada")
    games = [started_game(ada, make_user(), pace="3d") for _ in range(2)]
    for game in games:
        note_opened(game.pk, ada, moving.now)
    plan_holiday(ada, TODAY + DAY, TODAY + 2 * DAY, moving.now)
    assert [deadline(game) for game in games] == [START + 5 * DAY] * 2


def test_a_holiday_that_starts_today_begins_at_once_and_costs_the_whole_day(moving: MovingTime) -> None:
    ada = make_user("ada", date_joined=START)
    game = started_game(ada, make_user(), pace="3d")
    note_opened(game.pk, ada, moving.now)
    assert last_day_of(plan_holiday(ada, TODAY, TODAY, moving.now)) == TODAY
    assert deadline(game) == START + 3 * DAY + 15 * HOUR
    assert Ledger(account_of(ada)).seconds_at(instant_of(moving.now)) == 9 * DAY_SECONDS


def test_a_holiday_leaves_a_table_without_holidays_alone(moving: MovingTime) -> None:
    ada = make_user("ada")
    game = started_game(ada, make_user(), pace="3d")
    Game.objects.filter(pk=game.pk).update(forbids_holidays=True)
    note_opened(game.pk, ada, moving.now)
    plan_holiday(ada, TODAY + DAY, TODAY + 2 * DAY, moving.now)
    assert deadline(game) == START + 3 * DAY
    assert not TableEvent.objects.filter(kind=EventKind.HOLIDAY).exists()


def test_each_opponent_is_notified_once_of_a_holiday(moving: MovingTime) -> None:
    ada, ben = make_user("ada"), make_user("ben")
    games = [started_game(ada, ben, pace="3d") for _ in range(2)]
    row = plan_holiday(ada, TODAY + DAY, TODAY + 2 * DAY, moving.now)
    notified = Notification.objects.filter(kind=Kind.NEWS)
    assert list(notified.values_list("user__username", flat=True)) == ["ben"]
    events = TableEvent.objects.filter(kind=EventKind.HOLIDAY, game__in=games)
    assert [(event.user, event.seat) for event in events] == [(ada, 0)] * 2
    assert events[0].params["last"] == "2026-05-06"
    end_holiday(ada, row.pk, moving.now)
    assert notified.count() == 2
    latest = events.last()
    assert latest is not None
    assert latest.params["is_cancelled"]


@pytest.mark.parametrize(
    ("first", "last", "code"),
    [
        (TODAY - DAY, TODAY, "bad-dates"),
        (TODAY + DAY, TODAY, "bad-dates"),
        (TODAY, TODAY + 60 * DAY, "too-long"),
        (TODAY + 400 * DAY, TODAY + 401 * DAY, "too-far"),
    ],
)
def test_a_holiday_with_impossible_dates_is_refused(moving: MovingTime, first: date, last: date, code: str) -> None:
    with pytest.raises(Invalid, match=code):
        plan_holiday(make_user("ada"), first, last, moving.now)
    assert not PlannedHoliday.objects.exists()


def test_a_holiday_with_more_days_than_the_account_will_have_is_refused(moving: MovingTime) -> None:
    ada = make_user("ada", date_joined=START)
    plan_holiday(ada, TODAY + DAY, TODAY + 10 * DAY, moving.now)
    with pytest.raises(Conflict, match="not-enough-days"):
        plan_holiday(ada, TODAY + 11 * DAY, TODAY + 12 * DAY, moving.now)
    assert PlannedHoliday.objects.count() == 1


def test_a_holiday_that_takes_the_days_of_a_later_one_is_refused(moving: MovingTime) -> None:
    ada = make_user("ada", date_joined=START)
    plan_holiday(ada, TODAY + 20 * DAY, TODAY + 29 * DAY, moving.now)
    with pytest.raises(Conflict, match="not-enough-days"):
        plan_holiday(ada, TODAY + DAY, TODAY + 5 * DAY, moving.now)


def test_a_twenty_first_holiday_is_refused(moving: MovingTime) -> None:
    ada = make_user("ada")
    PlannedHoliday.objects.bulk_create(
        PlannedHoliday(user=ada, saved_at=START, first=TODAY, last=TODAY, zone="UTC") for _ in range(20)
    )
    with pytest.raises(Conflict, match="too-many-holidays"):
        plan_holiday(ada, TODAY + DAY, TODAY + DAY, moving.now)


def test_a_holiday_is_shortened_from_the_next_midnight_on(moving: MovingTime) -> None:
    ada = make_user("ada", date_joined=START)
    game = started_game(ada, make_user(), pace="3d")
    note_opened(game.pk, ada, moving.now)
    row = plan_holiday(ada, TODAY + DAY, TODAY + 6 * DAY, moving.now)
    moving.pass_by(DAY)
    with pytest.raises(Invalid, match="bad-dates"):
        shorten_holiday(ada, row.pk, TODAY, moving.now)
    row = shorten_holiday(ada, row.pk, TODAY + DAY, moving.now)
    assert last_day_of(row) == TODAY + DAY
    assert deadline(game) == START + 4 * DAY
    moving.pass_by(2 * DAY)
    with pytest.raises(Conflict, match="holiday-over"):
        end_holiday(ada, row.pk, moving.now)


def test_a_holiday_is_cancelled_before_it_begins(moving: MovingTime) -> None:
    ada = make_user("ada")
    game = started_game(ada, make_user(), pace="3d")
    note_opened(game.pk, ada, moving.now)
    row = plan_holiday(ada, TODAY + DAY, TODAY + 6 * DAY, moving.now)
    row = end_holiday(ada, row.pk, moving.now)
    assert last_day_of(row) < row.first
    assert deadline(game) == START + 3 * DAY
    with pytest.raises(Conflict, match="holiday-over"):
        end_holiday(ada, row.pk, moving.now)


def test_a_holiday_cannot_be_made_longer(moving: MovingTime) -> None:
    ada = make_user("ada")
    row = plan_holiday(ada, TODAY + DAY, TODAY + 2 * DAY, moving.now)
    with pytest.raises(Invalid, match="bad-dates"):
        shorten_holiday(ada, row.pk, TODAY + 3 * DAY, moving.now)


def test_a_holiday_of_another_player_is_not_found(moving: MovingTime) -> None:
    row = plan_holiday(make_user("ada"), TODAY + DAY, TODAY + 2 * DAY, moving.now)
    with pytest.raises(NotFound):
        end_holiday(make_user("eve"), row.pk, moving.now)
    with pytest.raises(NotFound):
        shorten_holiday(make_user("eva"), row.pk, TODAY + DAY, moving.now)
    row.refresh_from_db()
    assert not row.changes


def test_without_automatic_holidays_a_stand_in_plays_at_the_deadline_of_a_turn(moving: MovingTime) -> None:
    game = started_game(pace="1d")
    player = acting_user(game)
    set_automatic(player, is_on=False, now=moving.now)
    note_opened(game.pk, player, moving.now)
    moving.pass_by(DAY + HOUR)
    assert TableEvent.objects.filter(game=game, kind=EventKind.STAND_IN).count() == 1


def test_playing_during_a_holiday_does_not_end_it(moving: MovingTime) -> None:
    ada = make_user("ada")
    game = started_game(ada, make_user(), pace="3d")
    row = plan_holiday(ada, TODAY, TODAY + 2 * DAY, moving.now)
    note_opened(game.pk, ada, moving.now)
    row.refresh_from_db()
    assert not row.changes
