"""Properties of every turn, in any zone, on both days when the clocks change."""

from dataclasses import replace
from datetime import date, time
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from games.clocks.instants import (
    DAY,
    FOREVER,
    HOUR,
    Interval,
    clipped,
    common,
    local_date,
    local_instant,
    merged,
    midnight,
    next_midnight,
)
from games.clocks.turn_clock import (
    MAX_BOUNCES,
    Gift,
    TurnClock,
    TurnFacts,
    bank_after,
    bounce_pauses,
    charge_at,
    left_at,
    reminders_of,
)
from games.clocks.waking_weeks import DEFAULT_ROWS, WakingDay, WakingWeek, waking_between

from .example_facts import instant, turn_of
from .turn_strategies import SEASONS, ZONES, turns

FACTS = turns().map(turn_of)
PAUSE_NAMES = st.sampled_from(["holidays", "other_days", "pauses", "outages"])


def deadline_at(turn: TurnFacts) -> int:
    """Return the deadline, ``FOREVER`` without one."""
    deadline = TurnClock(turn).deadline
    return deadline.at if deadline else FOREVER


def intervals_in(turn: TurnFacts) -> st.SearchStrategy[Interval]:
    """Return intervals about a turn, to the second."""
    start = st.integers(turn.came - DAY, turn.came + 9 * DAY)
    return st.builds(lambda at, length: (at, at + length), start, st.integers(1, 3 * DAY))


def with_pause(turn: TurnFacts, name: str, pause: Interval) -> TurnFacts:
    more: dict[str, Any] = {name: (*getattr(turn, name), pause)}
    return replace(turn, **more)


@given(turns(with_bounces=False).map(turn_of), PAUSE_NAMES, st.data())
def test_no_pause_makes_a_deadline_earlier(turn: TurnFacts, name: str, data: st.DataObject) -> None:
    assert deadline_at(with_pause(turn, name, data.draw(intervals_in(turn)))) >= deadline_at(turn)


@given(turns(with_bounces=False).map(turn_of), st.data())
def test_a_bounce_makes_no_deadline_earlier(turn: TurnFacts, data: st.DataObject) -> None:
    assert deadline_at(with_pause(turn, "bounces", data.draw(intervals_in(turn)))) >= deadline_at(turn)


@given(FACTS, st.integers(0, 9 * DAY), st.integers(1, 3 * DAY))
def test_an_outage_moves_the_end_of_the_bank_by_the_time_it_took(turn: TurnFacts, after: int, length: int) -> None:
    turn = replace(turn, pace=replace(turn.pace, ceiling=10_000 * DAY), gifts=())
    before = TurnClock(turn)
    assert before.deadline is not None
    outage = (before.starts + after, before.starts + after + length)
    took = before.running.between(min(outage[0], before.deadline.at), min(outage[1], before.deadline.at))
    assert deadline_at(with_pause(turn, "outages", outage)) >= before.deadline.at + took


@given(FACTS, st.integers(0, 20 * DAY))
def test_a_bank_is_never_negative_and_only_gifts_pass_its_cap(turn: TurnFacts, after: int) -> None:
    clock, now = TurnClock(turn), turn.came + after
    assert left_at(clock, now) >= 0
    given = sum(gift.seconds for gift in turn.gifts)
    assert 0 <= bank_after(clock, now) <= max(turn.pace.cap, turn.bank + given)
    assert bank_after(clock, now) <= turn.pace.cap or left_at(clock, now) > turn.pace.cap


@given(FACTS, st.integers(0, 20 * DAY), st.integers(0, DAY))
def test_the_charge_of_a_turn_only_grows(turn: TurnFacts, after: int, more: int) -> None:
    clock, now = TurnClock(turn), turn.came + after
    assert 0 <= charge_at(clock, now + more) - charge_at(clock, now) <= more


@given(FACTS)
def test_no_time_is_left_at_the_end_of_the_bank(turn: TurnFacts) -> None:
    clock = TurnClock(replace(turn, gifts=()))
    deadline = clock.deadline
    assert deadline is not None
    assert (left_at(clock, deadline.at) == 0) or deadline.by == "ceiling"
    assert deadline.at >= clock.starts


@given(FACTS)
def test_reminders_come_before_the_deadline_in_order(turn: TurnFacts) -> None:
    clock = TurnClock(turn)
    assert clock.deadline is not None
    found = [reminder.at for reminder in reminders_of(clock, turn.came)]
    assert found == sorted(found)
    assert all(clock.starts <= at < clock.deadline.at for at in found)


@given(FACTS, st.integers(0, 9 * DAY), st.integers(1, 3 * DAY))
def test_a_gift_makes_no_deadline_earlier(turn: TurnFacts, after: int, seconds: int) -> None:
    turn = replace(turn, gifts=())
    at = turn.came + after
    late = at > deadline_at(turn)
    found = deadline_at(replace(turn, gifts=(Gift(at, seconds),)))
    assert found == deadline_at(turn) if late else found >= deadline_at(turn)


@given(FACTS)
def test_a_deadline_leaves_time_to_act(turn: TurnFacts) -> None:
    clock = TurnClock(turn)
    deadline = clock.deadline
    assert deadline is not None
    least = {"bank": turn.bank + turn.pace.grace, "ceiling": 8 * HOUR, "automatic": HOUR}[deadline.by]
    assert clock.running_time(deadline.at) >= least
    if deadline.by == "ceiling":
        hour_before = clock.running.between(deadline.at - HOUR, deadline.at)
        was_paused = clipped(clock.pauses, deadline.at - HOUR, deadline.at)
        assert hour_before == HOUR or was_paused or turn.declarations
        assert deadline.at - turn.came >= turn.pace.ceiling


@given(turns().map(turn_of))
def test_bounces_pause_a_clock_for_seven_days_at_most(turn: TurnFacts) -> None:
    found = bounce_pauses(turn)
    assert sum(end - start for start, end in found) <= MAX_BOUNCES
    assert all(start >= turn.came for start, _end in found)


@given(st.sampled_from(ZONES), st.sampled_from(SEASONS), st.integers(0, 40))
def test_local_days_follow_each_other_without_gaps(zone: str, season: str, after: int) -> None:
    day = local_date(zone, instant(season) + after * DAY)
    begins, ends = midnight(zone, day), next_midnight(zone, day)
    assert 22 * HOUR <= ends - begins <= 26 * HOUR
    assert local_date(zone, begins) == day == local_date(zone, ends - 1)
    assert local_date(zone, ends) > day


@given(st.sampled_from(ZONES), st.sampled_from(SEASONS), st.integers(0, 30), st.integers(8, 24))
def test_waking_time_is_as_declared_but_for_clock_changes(zone: str, season: str, after: int, hours: int) -> None:
    week = WakingWeek(zone, (WakingDay(time(0), time(hours % 24)),) * 7)
    day = local_date(zone, instant(season) + after * DAY)
    found = waking_between(week, midnight(zone, day), next_midnight(zone, day))
    changes = next_midnight(zone, day) - midnight(zone, day) - DAY
    seconds = sum(end - start for start, end in found)
    assert min(0, changes) <= seconds - hours * HOUR <= max(0, changes)


@given(st.sampled_from(ZONES), st.sampled_from(SEASONS), st.integers(0, 30))
def test_the_default_waking_hours_sleep_eight_hours(zone: str, season: str, after: int) -> None:
    since = instant(season) + after * DAY
    found = waking_between(WakingWeek(zone, DEFAULT_ROWS), since, since + 7 * DAY)
    assert abs(sum(end - start for start, end in found) - 7 * 16 * HOUR) <= HOUR
    assert found == merged(found)


@pytest.mark.parametrize(
    ("day", "clock", "is_end", "expected"),
    [
        (date(2026, 3, 29), time(2, 30), False, "2026-03-29T01:30:00Z"),  # does not exist
        (date(2026, 3, 29), time(2, 30), True, "2026-03-29T01:30:00Z"),
        (date(2026, 10, 25), time(2, 30), False, "2026-10-25T00:30:00Z"),  # exists twice
        (date(2026, 10, 25), time(2, 30), True, "2026-10-25T01:30:00Z"),
        (date(2026, 6, 1), time(2, 30), True, "2026-06-01T00:30:00Z"),
    ],
)
def test_a_local_time_is_moved_when_the_clocks_skip_it(day: date, clock: time, is_end: bool, expected: str) -> None:
    assert local_instant("Europe/Paris", day, clock, is_end=is_end) == instant(expected)


@pytest.mark.parametrize("start", [time(0), time(8), time(12)])
def test_a_waking_day_ends_at_the_second_of_two_midnights_however_long_it_is(start: time) -> None:
    week = WakingWeek("America/Havana", (WakingDay(start, time(0)), *(None,) * 4, WakingDay(start, time(0)), None))
    found = waking_between(week, instant("2025-11-01T00:00:00Z"), instant("2025-11-03T00:00:00Z"))
    assert [end for _start, end in found] == [instant("2025-11-02T05:00:00Z")]


@given(st.sampled_from(ZONES), st.sampled_from(SEASONS), st.integers(0, 40), st.integers(1, 15))
def test_a_whole_waking_day_contains_every_shorter_one(zone: str, season: str, after: int, hour: int) -> None:
    day = local_date(zone, instant(season) + after * DAY)

    def awake(start: int) -> list[Interval]:
        rows = tuple(WakingDay(time(start), time(0)) if each == day.weekday() else None for each in range(7))
        return waking_between(WakingWeek(zone, rows), midnight(zone, day), midnight(zone, day) + 2 * DAY)

    assert common(awake(hour), awake(0)) == awake(hour)
