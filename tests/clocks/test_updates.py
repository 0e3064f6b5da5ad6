import zoneinfo
from collections.abc import Callable
from datetime import time, timedelta
from pathlib import Path

import pytest

from accounts.models import User
from games.clocks import holidays, outages, updates, waking_hours
from games.clocks.activity import end_unreachable, note_opened
from games.clocks.holidays import plan_holiday, set_automatic, shorten_holiday
from games.clocks.models import ClockUpdate, Outage, PlannedHoliday, Turn
from games.clocks.waking_hours import save_hours
from games.core.models import EventKind, Game, Heartbeat
from tests.helpers.moving_time import ROUND, START, MovingTime, open_turn
from tests.makers import acting_user, make_user, started_game

pytestmark = pytest.mark.slow
MINUTE, HOUR, DAY = timedelta(minutes=1), timedelta(hours=1), timedelta(days=1)


def test_the_sweep_recomputes_deadlines_after_a_killed_worker(moving: MovingTime) -> None:
    player = make_user(bounced_at=moving.now)
    game = started_game(player, make_user(), pace="1d")
    end_unreachable(player, START + HOUR)  # nothing follows the commit: it never comes in this test
    assert open_turn(game).deadline == START + 8 * DAY
    moving.pass_by(HOUR + 2 * MINUTE)
    assert open_turn(game).deadline == START + 12 * HOUR + DAY
    assert not ClockUpdate.objects.exists()


def test_a_table_whose_deadlines_fail_is_tried_again(moving: MovingTime, monkeypatch: pytest.MonkeyPatch) -> None:
    player = make_user(bounced_at=moving.now)
    game = started_game(player, make_user(), pace="1d")

    def fail(one: Game, now: object) -> list[Turn]:
        raise RuntimeError(one, now)

    end_unreachable(player, START + HOUR)
    with monkeypatch.context() as broken:
        broken.setattr(updates, "recompute", fail)
        updates.recompute_tables(player.pk, moving.now)
        moving.pass_by(HOUR + 2 * MINUTE)
    assert ClockUpdate.objects.get().due_at == moving.now + updates.RETRY_AFTER
    moving.pass_by(6 * MINUTE)
    assert open_turn(game).deadline == START + 12 * HOUR + DAY
    assert not ClockUpdate.objects.exists()


def plan(player: User, moving: MovingTime) -> object:
    day = START.date() + 2 * DAY
    return plan_holiday(player, day, day, moving.now)


def shorten(player: User, moving: MovingTime) -> object:
    day = START.date() + 2 * DAY
    row = PlannedHoliday.objects.create(user=player, saved_at=START, first=day, last=day + DAY, zone="UTC")
    return shorten_holiday(player, row.pk, day, moving.now)


def switch_off(player: User, moving: MovingTime) -> object:
    set_automatic(player, is_on=False, now=moving.now)
    return player


def save(player: User, moving: MovingTime) -> object:
    return save_hours(player, [(time(7), time(21))] * 7, moving.now)


@pytest.mark.parametrize("change", [plan, shorten, switch_off, save])
def test_every_change_of_a_players_time_is_left_to_the_sweep_if_its_worker_is_killed(
    moving: MovingTime, monkeypatch: pytest.MonkeyPatch, change: Callable[[User, MovingTime], object]
) -> None:
    for module in (holidays, waking_hours):
        monkeypatch.setattr(module, "recompute_tables", lambda *_about: None)
    player = make_user()
    change(player, moving)
    assert ClockUpdate.objects.get(user=player).due_at == moving.now + updates.WAIT
    monkeypatch.undo()
    moving.pass_by(2 * MINUTE)
    assert not ClockUpdate.objects.exists()


def test_an_outage_is_credited_after_a_killed_worker(moving: MovingTime, monkeypatch: pytest.MonkeyPatch) -> None:
    class Killed(BaseException):
        pass

    def kill(outage: Outage, _now: object) -> int:
        raise Killed(outage)

    game = started_game(pace="1d")
    note_opened(game.pk, acting_user(game), moving.now)
    moving.be_down(HOUR)
    with monkeypatch.context() as killed:
        killed.setattr(outages, "credit", kill)
        with pytest.raises(Killed):
            moving.start_again()
    assert open_turn(game).deadline == START + DAY
    moving.pass_by(ROUND)
    assert open_turn(game).deadline == START + HOUR + DAY
    assert game.events.filter(kind=EventKind.OUTAGE).count() == 1
    assert Outage.objects.get().credited_at == moving.now


def test_a_table_that_cannot_be_credited_does_not_stop_the_sweep(
    moving: MovingTime, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    def fail(game_id: int, *_about: object) -> None:
        raise RuntimeError(game_id)

    started_game(pace="1d")
    moving.be_down(HOUR)
    monkeypatch.setattr(outages, "_credit_game", fail)
    moving.start_again()
    assert "an outage could not be credited" in caplog.text
    assert Outage.objects.get().credited_at == moving.now


def test_new_data_about_time_zones_moves_every_deadline(moving: MovingTime, monkeypatch: pytest.MonkeyPatch) -> None:
    game = started_game(pace="1d")
    game.turns.update(deadline=START + HOUR)  # as the old data had it
    moving.pass_by(HOUR / 2)
    assert open_turn(game).deadline == START + HOUR
    monkeypatch.setattr(updates, "zone_data", lambda: "new")
    moving.pass_by(2 * MINUTE)
    assert open_turn(game).deadline == START + 12 * HOUR + DAY
    assert not ClockUpdate.objects.exists()
    assert [row.name for row in Heartbeat.objects.filter(name__startswith="time zones")] == ["time zones new"]


def test_a_round_of_the_sweep_recomputes_some_tables_only(moving: MovingTime, monkeypatch: pytest.MonkeyPatch) -> None:
    players = [make_user() for _number in range(3)]
    for player in players:
        for _number in range(2):
            started_game(player, make_user(), pace="1d")
    Turn.objects.exclude(user__in=players).delete()
    ClockUpdate.objects.bulk_create([ClockUpdate(user=player, due_at=moving.now) for player in players])
    monkeypatch.setattr(updates, "MAX_TABLES", 3)
    assert updates.compute_due(moving.now) == 4
    assert [row.user for row in ClockUpdate.objects.all()] == players[2:]
    assert updates.compute_due(moving.now) == 2
    assert not ClockUpdate.objects.exists()


def test_changed_data_about_one_time_zone_is_noticed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    known = updates.zone_data.__wrapped__()
    (tmp_path / "Europe").mkdir()
    (tmp_path / "Europe" / "Paris").write_bytes(b"TZif of another year")
    monkeypatch.setattr(zoneinfo, "TZPATH", (str(tmp_path), *zoneinfo.TZPATH))
    assert updates.zone_data.__wrapped__() != known
