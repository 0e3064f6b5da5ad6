from datetime import datetime, time, timedelta

import pytest

from accounts.models import Profile, User
from accounts.services import update_profile
from games.clocks import updates
from games.clocks.activity import note_opened
from games.clocks.instants import instant_of, moment_of
from games.clocks.models import Turn, WakingHours
from games.clocks.turn_facts import player_times
from games.clocks.turns import recompute
from games.clocks.waking_hours import change_zone, save_hours
from games.clocks.waking_weeks import waking_intervals
from games.common.errors import Invalid, TooMany
from games.core.models import Game
from tests.helpers.moving_time import MovingTime
from tests.makers import acting_user, make_user, started_game

pytestmark = [pytest.mark.slow, pytest.mark.one_database]

HOUR, DAY = timedelta(hours=1), timedelta(days=1)
Week = list[tuple[time, time] | None]
EVENINGS: Week = [(time(12), time(20))] * 7
NIGHTS: Week = [(time(20), time(4)), *[(time(20), time(4))] * 3, None, None, None]


def first_waking(user_id: int, came: datetime, since: datetime) -> datetime:
    """Return the beginning of the first waking interval from ``since`` on, in a turn that came at ``came``."""
    hours = player_times(User.objects.filter(pk=user_id))[user_id].declarations
    return moment_of(next(waking_intervals(hours, instant_of(came), instant_of(since)))[0])


def test_the_first_waking_hours_act_at_once_for_later_turns_only(moving: MovingTime) -> None:
    ada = make_user("ada")
    row = save_hours(ada, EVENINGS, moving.now)
    assert (row.is_first, row.zone, row.rows[0]) == (True, "UTC", ["12:00", "20:00"])
    assert first_waking(ada.pk, moving.now, moving.now) == moving.now + 3 * HOUR
    assert first_waking(ada.pk, moving.now - HOUR, moving.now) == moving.now


def test_later_waking_hours_act_after_two_days(moving: MovingTime) -> None:
    ada = make_user("ada")
    save_hours(ada, EVENINGS, moving.now)
    moving.pass_by(7 * DAY)
    assert not save_hours(ada, NIGHTS, moving.now).is_first
    assert first_waking(ada.pk, moving.now, moving.now) == moving.now + 3 * HOUR
    assert first_waking(ada.pk, moving.now, moving.now + 2 * DAY) == moving.now + 2 * DAY + 11 * HOUR


@pytest.mark.parametrize(
    "week", [[(time(9), time(17))] * 3 + [None] * 4, [(time(9), time(16, 59))] + [(time(9), time(17))] * 6, [None] * 7]
)
def test_waking_hours_with_too_few_hours_or_days_are_refused(moving: MovingTime, week: Week) -> None:
    ada = make_user("ada")
    with pytest.raises(Invalid, match="too-short"):
        save_hours(ada, week, moving.now)
    assert not WakingHours.objects.exists()


def test_waking_hours_without_seven_days_are_refused(moving: MovingTime) -> None:
    with pytest.raises(Invalid, match="bad-week"):
        save_hours(make_user("ada"), EVENINGS[:6], moving.now)


def test_saving_the_same_waking_hours_again_changes_nothing(moving: MovingTime) -> None:
    ada = make_user("ada")
    first = save_hours(ada, EVENINGS, moving.now)
    assert save_hours(ada, EVENINGS, moving.now) == first
    assert WakingHours.objects.count() == 1


def test_too_many_changes_of_waking_hours_are_refused(moving: MovingTime) -> None:
    ada = make_user("ada")
    for number in range(10):
        save_hours(ada, EVENINGS if number % 2 else NIGHTS, moving.now)
    with pytest.raises(TooMany):
        save_hours(ada, NIGHTS[::-1], moving.now)
    assert WakingHours.objects.count() == 10


def test_saving_waking_hours_moves_the_deadlines_of_turns_under_way(moving: MovingTime) -> None:
    game = started_game(pace="usual")
    player = acting_user(game)
    note_opened(game.pk, player, moving.now)
    before = Turn.objects.get(game=game).deadline
    save_hours(player, EVENINGS, moving.now)
    after = Turn.objects.get(game=game).deadline
    assert before is not None
    assert after is not None
    assert after > before


def test_a_change_of_zone_keeps_the_default_waking_hours_and_acts_after_two_days(moving: MovingTime) -> None:
    ada = make_user("ada")
    update_profile(ada, time_zone="Asia/Tokyo")
    rows = list(WakingHours.objects.filter(user=ada))
    assert [(row.zone, row.saved_at, row.is_first) for row in rows] == [
        ("UTC", ada.date_joined, False),
        ("Asia/Tokyo", moving.now, False),
    ]
    late = moving.now.replace(hour=23) + timedelta(minutes=30)  # 08:30 in Tokyo
    assert first_waking(ada.pk, moving.now, late) == late
    assert first_waking(ada.pk, moving.now, late + DAY + 30 * timedelta(minutes=1)) > late + DAY + HOUR
    assert first_waking(ada.pk, moving.now, late + 2 * DAY) == late + 2 * DAY


def test_a_change_of_zone_keeps_declared_waking_hours(moving: MovingTime) -> None:
    ada = make_user("ada")
    save_hours(ada, NIGHTS, moving.now)
    update_profile(ada, time_zone="Asia/Tokyo")
    last = WakingHours.objects.filter(user=ada).last()
    assert last is not None
    assert (last.zone, last.rows[0], last.is_first) == ("Asia/Tokyo", ["20:00", "04:00"], False)


def test_saving_the_same_zone_again_writes_nothing(moving: MovingTime) -> None:
    ada = make_user("ada")
    update_profile(ada, time_zone="UTC", about="Hello")
    change_zone(ada, "UTC", moving.now)
    assert not WakingHours.objects.exists()


def test_a_zone_chosen_before_the_first_waking_hours_does_not_undo_them(moving: MovingTime) -> None:
    ada = make_user("ada")
    update_profile(ada, time_zone="Europe/Paris")
    moving.pass_by(HOUR)
    save_hours(ada, EVENINGS, moving.now)
    later = (moving.now + 4 * DAY).replace(hour=0)
    assert first_waking(ada.pk, moving.now, later).hour == 10  # noon in Paris
    assert WakingHours.objects.filter(user=ada, is_first=True).count() == 1


@pytest.mark.parametrize("columns", [None, ["time_zone"]])
def test_a_change_of_zone_is_stored_whoever_saves_the_profile(moving: MovingTime, columns: list[str] | None) -> None:
    ada = make_user("ada")
    profile = Profile.objects.get(user=ada)  # as the administration does
    profile.time_zone = "Asia/Tokyo"
    profile.save(update_fields=columns)
    assert [row.zone for row in WakingHours.objects.filter(user=ada)] == ["UTC", "Asia/Tokyo"]
    profile.save()
    assert WakingHours.objects.filter(user=ada).count() == 2


def test_saving_other_details_of_a_profile_changes_no_waking_hours(moving: MovingTime) -> None:
    profile = Profile.objects.get(user=make_user("ada"))
    profile.time_zone = "Asia/Tokyo"
    profile.save(update_fields=["about"])
    Profile.objects.only("about").get(pk=profile.pk).save()
    Profile.objects.get(pk=profile.pk).save()
    assert not WakingHours.objects.exists()


def test_a_failing_table_does_not_stop_new_waking_hours_at_others(
    moving: MovingTime, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    ada = make_user("ada")
    broken, other = (started_game(ada, make_user(), pace="usual") for _ in range(2))
    seen: list[int] = []

    def fail(game: Game, now: datetime) -> list[Turn]:
        if game.pk == broken.pk:
            raise RuntimeError
        seen.append(game.pk)
        return recompute(game, now)

    monkeypatch.setattr("games.clocks.updates.recompute", fail)
    updates.recompute_tables(ada.pk, moving.now)
    assert seen == [other.pk]
    assert "clocks could not be recomputed" in caplog.text
