from datetime import UTC, date, datetime, timedelta

import pytest
import time_machine
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.utils import timezone, translation

from games.clocks.holidays import end_holiday, plan_holiday
from games.clocks.models import AutomaticHoliday, PlannedHoliday
from games.clocks.presenters import absence_lines, absences_of
from games.core.models import Game, Seat
from games.table.view import table_view
from tests.makers import acting_user, make_user, started_game

pytestmark = [pytest.mark.django_db, pytest.mark.one_database]
NOW = datetime(2026, 3, 1, 9, tzinfo=UTC)
DAY = timedelta(days=1)


@pytest.fixture(autouse=True)
def still() -> object:
    with time_machine.travel(NOW, tick=False):
        yield


def text_for(user_id: int) -> str:
    """Return what opponents read, "" for nothing."""
    found = absences_of([user_id], NOW).get(user_id)
    return found.text if found else ""


def test_opponents_read_when_an_absent_player_is_back() -> None:
    ada = make_user("ada")
    plan_holiday(ada, date(2026, 3, 1), date(2026, 3, 2), NOW)
    assert text_for(ada.pk) == "On holiday, back on Tuesday 3 March"
    with translation.override("fr"):
        assert text_for(ada.pk) == "En congé, de retour le mardi 3 mars"


def test_opponents_read_an_absence_in_the_days_of_the_player_who_planned_it() -> None:
    ada = make_user("ada")
    plan_holiday(ada, date(2026, 3, 1), date(2026, 3, 2), NOW)
    with timezone.override("America/New_York"):
        assert text_for(ada.pk) == "On holiday, back on Tuesday 3 March"  # as the news of it says


def test_a_holiday_within_two_weeks_is_announced() -> None:
    ada = make_user("ada")
    row = plan_holiday(ada, date(2026, 3, 14), date(2026, 3, 15), NOW)
    assert text_for(ada.pk) == "On holiday from Saturday 14 March, back on Monday 16 March"
    end_holiday(ada, row.pk, NOW)
    assert not text_for(ada.pk)
    plan_holiday(ada, date(2026, 3, 17), date(2026, 3, 18), NOW)
    assert not text_for(ada.pk)


def test_consecutive_holidays_are_shown_as_one() -> None:
    ada = make_user("ada")
    AutomaticHoliday.objects.create(user=ada, began_at=NOW - DAY / 2)
    plan_holiday(ada, date(2026, 3, 1), date(2026, 3, 1), NOW)
    plan_holiday(ada, date(2026, 3, 2), date(2026, 3, 3), NOW)
    assert text_for(ada.pk) == "On holiday, back on Wednesday 4 March"


def test_a_holiday_that_the_account_cannot_pay_is_not_shown() -> None:
    ada = make_user("ada", date_joined=NOW - 9 * DAY)
    PlannedHoliday.objects.create(
        user=ada, saved_at=NOW - 9 * DAY, first=date(2026, 2, 20), last=date(2026, 3, 9), zone="UTC"
    )
    assert text_for(ada.pk) == "On holiday, back on Monday 2 March"


def test_an_absence_until_another_year_names_the_year() -> None:
    ada = make_user("ada")
    with time_machine.travel(datetime(2026, 12, 31, 9, tzinfo=UTC), tick=False):
        now = timezone.now()
        plan_holiday(ada, date(2026, 12, 31), date(2027, 1, 1), now)
        assert absences_of([ada.pk], now)[ada.pk].text == "On holiday, back on Saturday 2 January 2027"


def test_the_absences_of_a_table_leave_out_the_reader() -> None:
    ada, ben = make_user("ada"), make_user("ben")
    game = started_game(ada, ben)
    for user in (ada, ben):
        plan_holiday(user, date(2026, 3, 1), date(2026, 3, 2), NOW)
    seats = Seat.objects.filter(game=game).select_related("user__profile")
    assert absence_lines(seats, NOW, but=ada.pk) == ["ben: on holiday, back on Tuesday 3 March."]


def test_a_holiday_is_named_once_beside_the_clock_that_it_pauses() -> None:
    ada, ben = make_user("ada"), make_user("ben")
    game = started_game(ada, ben, pace="usual")
    plan_holiday(acting_user(game), date(2026, 3, 1), date(2026, 3, 2), NOW)
    waiting = next(user for user in (ada, ben) if user != acting_user(game))
    view = table_view(Game.objects.get(pk=game.pk), waiting)
    assert [clock.pause.text for clock in view.clocks.by_seat.values() if clock.pause] == [
        "The clock is stopped: on holiday, back on Tuesday 3 March."
    ]
    assert view.clocks.absences == []


def test_a_holiday_of_a_player_who_need_not_act_is_named() -> None:
    ada, ben = make_user("ada"), make_user("ben")
    game = started_game(ada, ben, pace="usual")
    waiting = next(user for user in (ada, ben) if user != acting_user(game))
    plan_holiday(waiting, date(2026, 3, 1), date(2026, 3, 2), NOW)
    assert table_view(game, acting_user(game)).clocks.absences == [f"{waiting}: on holiday, back on Tuesday 3 March."]


@pytest.mark.parametrize(("away", "most"), [(0, 3), (8, 8)])
def test_absences_of_any_number_of_players_take_few_statements(away: int, most: int) -> None:
    users = [make_user() for _ in range(8)]
    for user in users[:away]:
        plan_holiday(user, date(2026, 3, 1), date(2026, 3, 2), NOW)
    with CaptureQueriesContext(connection) as queries:
        assert len(absences_of([user.pk for user in users], NOW)) == away
    assert len(queries) <= most
    assert not absences_of([], NOW)
