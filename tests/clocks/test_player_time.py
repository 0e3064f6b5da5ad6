from collections.abc import Iterator
from datetime import UTC, datetime, time, timedelta

import pytest
from django.utils import timezone, translation

from accounts.models import Profile
from games.clocks.presenters import player_time_view, week_lines
from games.clocks.selectors import AnswerTimes, TimeFacts
from games.clocks.waking_hours import save_hours
from games.clocks.waking_weeks import WakingDay, WakingWeek, shared_seconds
from games.common.wording import rough_text
from tests.makers import make_user

NOW = datetime(2026, 5, 4, 9, 0, tzinfo=UTC)
WORK = WakingDay(time(7), time(23))
LATE = WakingDay(time(10), time(2))


@pytest.fixture(autouse=True)
def in_utc() -> Iterator[None]:
    with timezone.override(UTC):
        yield


def lines(week: WakingWeek, zone: str) -> list[tuple[str, str]]:
    return [(line.days, line.hours) for line in week_lines(week, zone, NOW)]


def test_waking_days_with_the_same_hours_are_one_line() -> None:
    week = WakingWeek("UTC", (WORK,) * 5 + (LATE, None))
    assert lines(week, "UTC") == [
        ("Monday to Friday", "07:00–23:00"),
        ("Saturday", "10:00–02:00"),
        ("Sunday", "rest day"),
    ]
    assert lines(WakingWeek("UTC", (None, None) + (WORK,) * 5), "UTC")[0] == ("Monday and Tuesday", "rest day")


def test_waking_hours_move_with_the_zone_to_the_day_before_or_after() -> None:
    week = WakingWeek("UTC", (WORK,) * 5 + (None, None))
    assert lines(week, "Asia/Tokyo") == [("Monday to Friday", "16:00–08:00"), ("Saturday and Sunday", "rest day")]
    assert lines(week, "America/Los_Angeles") == [
        ("Monday to Friday", "00:00–16:00"),
        ("Saturday and Sunday", "rest day"),
    ]
    assert lines(week, "Pacific/Honolulu")[-2:] == [("Friday and Saturday", "rest day"), ("Sunday", "21:00–13:00")]


def test_a_day_awake_from_midnight_to_midnight_is_a_whole_day() -> None:
    whole = WakingDay(time(8), time(8))
    assert lines(WakingWeek("UTC", (whole,) * 7), "UTC") == [("Every day", "the whole day")]
    assert lines(WakingWeek("UTC", (whole,) * 7), "Africa/Casablanca") == [("Every day", "01:00–01:00")]


def test_waking_hours_are_described_in_the_language_of_the_reader() -> None:
    with translation.override("fr"):
        assert lines(WakingWeek("UTC", (WORK,) * 5 + (None, None)), "UTC") == [
            ("De lundi à vendredi", "07:00–23:00"),
            ("Samedi et dimanche", "jour de repos"),
        ]


@pytest.mark.parametrize(
    ("seconds", "text"),
    [
        (10, "less than a minute"),
        (59, "1 minute"),
        (3569, "59 minutes"),
        (3570, "1 hour"),
        (5399, "1 hour"),
        (5401, "2 hours"),
        (47 * 3600, "47 hours"),
        (60 * 3600, "2 days"),
        (90 * 3600, "4 days"),
    ],
)
def test_a_rough_duration_has_one_unit(seconds: int, text: str) -> None:
    assert rough_text(seconds) == text


def test_shared_waking_time_is_what_all_players_share() -> None:
    since, hour = 1777852800, 3600  # Monday 4 May 2026
    week, late = WakingWeek("UTC", (WORK,) * 7), WakingWeek("UTC", (LATE,) * 7)
    assert shared_seconds([], since) == 24 * hour
    assert shared_seconds([week], since) == 16 * hour
    assert shared_seconds([week, late], since) == 13 * hour
    assert shared_seconds([week, WakingWeek("UTC", (None,) * 7)], since) == 0
    assert shared_seconds([week, late, WakingWeek("UTC", (WakingDay(time(23), time(7)),) * 7)], since) == 0


@pytest.mark.django_db
def test_a_viewer_reads_waking_hours_in_their_own_zone() -> None:
    ada, ben = make_user("Ada"), make_user("Ben")
    Profile.objects.filter(user=ada).update(time_zone="Africa/Casablanca")  # an hour ahead of UTC
    ada.refresh_from_db()
    save_hours(ada, [(time(9), time(22))] * 7, NOW)
    with timezone.override("UTC"):
        view = player_time_view(ada, ben, NOW)
    assert [line.hours for line in view.hours] == ["08:00–21:00"]
    assert [line.hours for line in view.hours_there] == ["09:00–22:00"]
    assert (view.is_declared, view.zone_there) == (True, "Casablanca")
    assert view.shared == 13
    with timezone.override("Africa/Casablanca"):
        assert player_time_view(ada, ada, NOW).hours_there == []


@pytest.mark.django_db
def test_waking_hours_that_nobody_declared_are_called_the_sites() -> None:
    view = player_time_view(make_user(), None, NOW)
    assert (view.is_declared, view.shared, view.median_text, view.middle_text) == (False, None, "", "")
    assert view.others_text == "None in the last year."


@pytest.mark.django_db
def test_the_facts_about_a_players_time_are_sentences() -> None:
    hours = timedelta(hours=1)
    view = player_time_view(make_user(), None, NOW)
    facts = TimeFacts(AnswerTimes(5 * hours, 2 * hours, 30 * hours, 40), by_stand_in=1, by_deputy=2, games_since=1)
    view = type(view)(facts, view.hours, view.hours_there, view.zone, view.zone_there, view.is_declared, view.shared)
    assert view.median_text == "5 hours"
    assert view.middle_text == "Half of the turns take from 2 hours to 30 hours."
    assert view.others_text == "1 by a stand-in robot, 2 by a deputy in the last year. 1 game finished since."
    same = TimeFacts(AnswerTimes(hours, hours, hours, 40))
    view = type(view)(same, view.hours, view.hours_there, view.zone, view.zone_there, view.is_declared, view.shared)
    assert view.middle_text == ""
