from dataclasses import replace
from datetime import UTC, datetime, time
from typing import Any

import pytest

from games.clocks.instants import (
    DAY,
    FOREVER,
    HOUR,
    clipped,
    first_part,
    instant_after,
    instant_of,
    merged,
    moment_of,
    without,
)
from games.clocks.paces import NAMED_PACES, USUAL, OutOfBounds, PaceTimes, find_out_of_bounds, fixed_pace
from games.clocks.turn_clock import (
    Gift,
    RunningTime,
    TurnClock,
    TurnFacts,
    bounce_pauses,
    is_pause_too_long,
    may_time_out,
    reminders_of,
)
from games.clocks.waking_weeks import DEFAULT_ROWS, Declaration, WakingDay, WakingWeek, is_too_short, waking_intervals

CAME = instant_of(datetime(2026, 5, 4, 9, tzinfo=UTC))
TURN = TurnFacts(USUAL, CAME, USUAL.bank, accepted=(CAME,))
OWN = PaceTimes(HOUR, 0, HOUR, 0, DAY)


def test_an_instant_drops_fractions_of_a_second() -> None:
    moment = datetime(2026, 5, 4, 9, 0, 0, 999_999, tzinfo=UTC)
    assert moment_of(instant_of(moment)) == moment.replace(microsecond=0)


@pytest.mark.parametrize("pace", [*NAMED_PACES.values(), OWN, PaceTimes(60 * DAY, 14 * DAY, 90 * DAY, DAY, 120 * DAY)])
def test_a_pace_is_within_the_bounds(pace: PaceTimes) -> None:
    assert find_out_of_bounds(pace) == []


@pytest.mark.parametrize(
    ("changes", "problem"),
    [
        ({"bank": HOUR - 1}, OutOfBounds("bank", HOUR, 60 * DAY)),
        ({"increment": -1}, OutOfBounds("increment", 0, 14 * DAY)),
        ({"cap": HOUR - 1}, OutOfBounds("cap", HOUR, 90 * DAY)),
        ({"cap": 90 * DAY + 1}, OutOfBounds("cap", HOUR, 90 * DAY)),
        ({"grace": DAY + 1}, OutOfBounds("grace", 0, DAY)),
        ({"ceiling": DAY - 1}, OutOfBounds("ceiling", DAY, 120 * DAY)),
    ],
)
def test_a_pace_out_of_bounds_is_refused(changes: dict[str, Any], problem: OutOfBounds) -> None:
    assert find_out_of_bounds(replace(OWN, **changes)) == [problem]


def test_a_fixed_pace_fills_its_bank() -> None:
    assert fixed_pace(DAY) == PaceTimes(DAY, 0, DAY, 0, 2 * DAY, is_fixed=True)


def test_intervals_are_united_cut_and_measured() -> None:
    assert merged([(5, 6), (1, 3), (3, 4), (2, 3), (9, 9)]) == [(1, 4), (5, 6)]
    assert clipped([(1, 4), (5, 9)], 3, 5) == [(3, 4)]
    assert first_part([(1, 4), (5, 9)], 4) == [(1, 4), (5, 6)]
    assert first_part([(1, 4), (5, 9)], 3) == [(1, 4)]
    assert list(without([(0, 10), (20, 30)], [(2, 4), (8, 22), (40, 50)])) == [(0, 2), (4, 8), (22, 30)]
    assert list(without([(0, 10), (20, 30)], [(5, FOREVER)])) == [(0, 5)]
    assert list(without([(0, 10)], [(0, 10)])) == []
    assert instant_after([(2, 4), (6, 8)], 3, 2) == 6
    assert instant_after([(2, 4), (6, FOREVER)], 0, 5) is None


def test_running_time_leaves_out_pauses() -> None:
    running = RunningTime(iter([(0, 10), (20, 30), (40, 50)]))
    assert running.end_of_last_pause(35) == 40
    assert running.end_of_last_pause(20) == 20
    assert running.until(25) == running.between(0, 25) == 15
    assert running.between(25, 5) == 0
    assert running.instant_after(5, 5) == 10
    assert running.instant_after(5, 6) == 21
    assert running.instant_after(5, 26) is None
    assert (running.end_of_run(5), running.end_of_run(15), running.end_of_run(50)) == (10, 30, FOREVER)


def test_a_bounce_ends_where_the_table_is_opened_in_its_first_second() -> None:
    assert bounce_pauses(replace(TURN, bounces=((CAME, FOREVER),), opened=(CAME,))) == []


def test_a_bounce_goes_on_if_the_player_was_only_seen_in_its_first_second() -> None:
    bouncing = replace(TURN, bounces=((CAME, CAME + DAY),), seen=(CAME,))
    assert bounce_pauses(bouncing) == [(CAME, CAME + DAY)]
    assert bounce_pauses(replace(bouncing, seen=(CAME + 1,))) == [(CAME, CAME + 1)]


def test_a_bounce_is_not_ended_by_the_notice_that_failed() -> None:
    assert bounce_pauses(replace(TURN, bounces=((CAME, CAME + DAY),))) == [(CAME, CAME + DAY)]


@pytest.mark.parametrize(("days", "too_long"), [(0, True), (1, False), (30, False), (31, True)])
def test_a_pause_has_a_date_within_30_days(days: int, too_long: bool) -> None:
    assert is_pause_too_long(CAME, CAME + days * DAY) == too_long


def test_a_week_has_four_waking_days_of_eight_hours() -> None:
    eight, seven, whole = WakingDay(time(22), time(6)), WakingDay(time(9), time(16)), WakingDay(time(9), time(9))
    assert not is_too_short(DEFAULT_ROWS)
    assert not is_too_short((eight, None, whole, None, eight, None, eight))
    assert is_too_short((eight, None, whole, None, eight, None, None))
    assert is_too_short((eight, seven, whole, None, eight, eight, None))


def test_a_player_who_is_always_awake_has_one_interval_without_end() -> None:
    week = WakingWeek("Europe/Paris", (WakingDay(time(0), time(0)),) * 7)
    assert list(waking_intervals([Declaration(week)], 0, HOUR)) == [(HOUR, FOREVER)]


def test_a_player_who_never_wakes_has_no_deadline() -> None:
    clock = TurnClock(replace(TURN, declarations=(Declaration(WakingWeek("UTC", (None,) * 7)),)))
    assert clock.deadline is None
    assert reminders_of(clock, CAME) == []
    assert clock.running.instant_after(CAME, 1) is None
    assert clock.running.end_of_last_pause(CAME) is None


@pytest.mark.parametrize("days", [0, 1, 3])
def test_a_pause_without_an_end_may_begin_after_the_ceiling(days: int) -> None:
    rich = replace(TURN, bank=20 * DAY, pauses=((CAME + (8 + days) * DAY, FOREVER),))
    assert TurnClock(rich).deadline == (None if days == 0 else TurnClock(replace(rich, pauses=())).deadline)


def test_a_turn_that_runs_too_little_before_a_pause_has_no_deadline() -> None:
    assert TurnClock(replace(TURN, pauses=((CAME + 7 * HOUR, FOREVER),))).deadline is None
    late = replace(OWN, bank=10 * DAY, ceiling=DAY)
    pauses = ((CAME + HOUR, CAME + HOUR + DAY), (CAME + 2 * DAY + HOUR // 2, FOREVER))
    assert TurnClock(replace(TURN, pace=late, bank=late.bank, pauses=pauses)).deadline is not None


def test_an_automatic_holiday_before_an_endless_pause_leaves_no_deadline() -> None:
    end = CAME + USUAL.bank + USUAL.grace
    turn = replace(TURN, own_days=((end, end + DAY),), pauses=((end + DAY, FOREVER),))
    assert TurnClock(turn).deadline is None


def test_gifts_after_an_automatic_holiday_began_move_the_deadline() -> None:
    end = CAME + USUAL.bank + USUAL.grace
    turn = replace(TURN, own_days=((end, end + DAY),), gifts=(Gift(end + HOUR, 5 * HOUR),))
    clock = TurnClock(turn)
    assert clock.deadline is not None
    assert clock.deadline.at == end + DAY + USUAL.grace + 5 * HOUR
    assert clock.gifts_in_time == turn.gifts


def test_a_table_without_holidays_has_no_automatic_holidays() -> None:
    end = CAME + USUAL.bank + USUAL.grace
    turn = replace(TURN, own_days=((end, end + DAY),), forbids_holidays=True)
    assert TurnClock(turn).deadline == TurnClock(TURN).deadline


def test_a_reminder_is_never_at_the_deadline() -> None:
    clock = TurnClock(replace(TURN, pace=OWN, bank=0))
    assert clock.deadline is not None
    assert clock.deadline.at == CAME
    assert reminders_of(clock, CAME) == []


def test_a_time_out_needs_a_heartbeat_after_the_deadline() -> None:
    assert not may_time_out(CAME, None)
    assert may_time_out(CAME, CAME + 1)
