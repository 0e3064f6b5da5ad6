from datetime import UTC, date, datetime, timedelta
from zoneinfo import ZoneInfo

import pytest
from hypothesis import given
from hypothesis import strategies as st

from games.clocks.holiday_account import (
    AT_SIGN_UP,
    COST,
    MAX_SHARES,
    HolidayAccount,
    HolidayPlan,
    Ledger,
    automatic_day,
)
from games.clocks.instants import DAY, HOUR, Interval

from .example_facts import instant
from .turn_strategies import ZONES

START = instant("2026-03-20T00:00:00Z")
DAYS = 40


def plan(first: int, last: int, saved: int = START, zone: str = "UTC") -> HolidayPlan:
    """Return a plan from one day of March on to another; 32 is 1 April."""
    days = (date(2026, 3, 1) + timedelta(days=day - 1) for day in (first, last))
    return HolidayPlan(saved, next(days), next(days), zone)


def step_through(account: HolidayAccount) -> tuple[int, list[Interval]]:
    """Return the shares after forty days and the minutes of planned holidays, counted minute by minute.

    For plans in one zone, saved at whole minutes, and automatic holidays that follow each other.
    """
    shares, automatic_until, paused = account.shares, 0, []
    paid: set[tuple[int, date]] = set()
    ended: set[int] = set()
    begun: set[int] = set()
    for at in range(account.since, account.since + DAYS * DAY, 60):
        shares = min(MAX_SHARES, shares + 6 * 60) if at > account.since else shares
        if at in account.automatic:
            shares, automatic_until = max(0, shares - COST), at + DAY
        is_paused = False
        for number, one in enumerate(account.plans):
            today = datetime.fromtimestamp(at, UTC).astimezone(ZoneInfo(one.zone)).date()
            if number in ended or at < one.saved or not one.first <= today <= one.last:
                continue
            if (number, today) not in paid:
                unused = (automatic_until - at) * 73 if number not in begun and at < automatic_until else 0
                price = 0 if today in {day for _number, day in paid} else COST
                if shares + unused < price:
                    ended.add(number)
                    continue
                shares = min(MAX_SHARES, shares + unused - price)
                automatic_until = at if unused else automatic_until
                paid.add((number, today))
            begun.add(number)
            is_paused = True
        if is_paused:
            paused.append(at)
    return shares, [(at, at + 60) for at in paused]


@pytest.mark.slow
@given(
    st.sampled_from(ZONES),
    st.lists(
        st.tuples(st.integers(21, 45), st.integers(0, 14), st.integers(0, 5 * 24 * 60), st.booleans()), max_size=3
    ),
    st.sets(st.integers(0, 30), max_size=5),
    st.integers(0, 1439),
    st.integers(0, 12),
)
def test_the_holiday_account_agrees_with_the_brute_force_calendar(
    zone: str, plans: list[tuple[int, int, int, bool]], automatic: set[int], minute: int, days: int
) -> None:
    account = HolidayAccount(
        START,
        days * COST,
        tuple(plan(first, first + more, START + saved * 60, zone) for first, more, saved, _short in plans),
        tuple(sorted(START + day * DAY + minute * 60 for day in automatic)),
    )
    ledger = Ledger(account)
    shares, minutes = step_through(account)
    end = START + DAYS * DAY - 60
    assert [at for at in minutes if at[0] <= end] == [
        (at, at + 60) for start, stop in ledger.holidays for at in range(start, min(stop, end + 60), 60)
    ]
    assert ledger.shares_at(end) == shares
    assert 0 <= ledger.shares_at(end) <= MAX_SHARES


def test_an_automatic_holiday_ends_where_a_planned_one_begins() -> None:
    evening = instant("2026-03-22T18:00:00Z")
    ledger = Ledger(HolidayAccount(START, AT_SIGN_UP, (plan(23, 24),), (evening,)))
    assert ledger.automatic_days == [(evening, evening + 6 * HOUR)]
    gain = 6 * (evening + 6 * HOUR - START)
    assert ledger.shares_at(evening + 6 * HOUR) == AT_SIGN_UP + gain - COST - COST + 18 * HOUR * 73


def test_an_automatic_holiday_goes_on_if_the_planned_one_cannot_be_paid() -> None:
    noon = instant("2026-03-22T12:00:00Z")
    ledger = Ledger(HolidayAccount(noon, COST + 1, (plan(23, 24),), (noon,)))
    assert ledger.automatic_days == [(noon, noon + DAY)]
    assert ledger.holidays == []


def test_an_automatic_holiday_at_the_beginning_of_a_planned_one_costs_nothing() -> None:
    midnight = instant("2026-03-23T00:00:00Z")
    ledger = Ledger(HolidayAccount(midnight, 3 * COST, (plan(23, 23),), (midnight,)))
    assert ledger.automatic_days == [(midnight, midnight)]
    assert ledger.shares_at(midnight) == 2 * COST


def test_a_day_in_two_planned_holidays_is_paid_once() -> None:
    ledger = Ledger(HolidayAccount(START, AT_SIGN_UP, (plan(22, 24), plan(24, 25))))
    assert len(ledger.paid) == 4
    assert ledger.holidays == [(instant("2026-03-22T00:00:00Z"), instant("2026-03-26T00:00:00Z"))]


def test_a_planned_holiday_can_be_cancelled_before_it_begins() -> None:
    cancelled = HolidayPlan(START, date(2026, 3, 23), date(2026, 3, 25), "UTC", ((START + 60, date(2026, 3, 22)),))
    assert Ledger(HolidayAccount(START, plans=(cancelled,))).paid == []


def test_a_holiday_on_a_day_that_the_zone_skips_costs_nothing() -> None:
    saved = instant("2011-12-01T00:00:00Z")
    days = HolidayPlan(saved, date(2011, 12, 29), date(2011, 12, 31), "Pacific/Apia")
    ledger = Ledger(HolidayAccount(saved, plans=(days,)))
    assert len(ledger.paid) == 2
    assert ledger.holidays == [(instant("2011-12-29T10:00:00Z"), instant("2011-12-31T10:00:00Z"))]


def test_a_holiday_account_never_holds_more_than_forty_days() -> None:
    ledger = Ledger(HolidayAccount(START))
    assert ledger.seconds_at(START + 5 * 365 * DAY) == 40 * DAY
    assert ledger.shares_at(START - DAY) == AT_SIGN_UP


def test_a_holiday_account_pays_a_day_from_exactly_one_day_on() -> None:
    ledger = Ledger(HolidayAccount(START, COST - 6))
    assert not ledger.has_a_day(START)
    assert ledger.has_a_day(START + 1)


def test_an_automatic_holiday_has_24_hours() -> None:
    assert automatic_day(START) == (START, START + DAY)
    assert automatic_day(START, [(START + HOUR, START + 2 * HOUR)]) == (START, START + HOUR)
    assert automatic_day(START, [(START - HOUR, START + 2 * HOUR)]) == (START, START + DAY)


def test_one_date_in_two_zones_is_paid_by_the_time_that_rests() -> None:
    plans = (plan(23, 23, zone="Pacific/Auckland"), plan(23, 23, zone="Pacific/Honolulu"))
    ledger = Ledger(HolidayAccount(START, AT_SIGN_UP, plans))
    assert ledger.holidays == [(instant("2026-03-22T11:00:00Z"), instant("2026-03-24T10:00:00Z"))]
    assert ledger.paid == [instant("2026-03-22T11:00:00Z"), instant("2026-03-23T11:00:00Z")]


def test_overlapping_plans_of_two_zones_cost_the_days_of_both_together() -> None:
    plans = (plan(23, 25, zone="Europe/Paris"), plan(23, 25, zone="Europe/London"))
    ledger = Ledger(HolidayAccount(START, AT_SIGN_UP, plans))
    assert ledger.holidays == [(instant("2026-03-22T23:00:00Z"), instant("2026-03-26T00:00:00Z"))]
    assert len(ledger.paid) == 4  # for 73 hours


def test_a_second_plan_of_the_same_date_elsewhere_is_cut_where_the_account_is_empty() -> None:
    plans = (plan(21, 21, zone="Pacific/Auckland"), plan(21, 21, zone="Pacific/Honolulu"))
    ledger = Ledger(HolidayAccount(START, COST + COST // 4, plans))
    assert ledger.holidays == [(instant("2026-03-20T11:00:00Z"), instant("2026-03-21T11:00:00Z"))]


@given(
    st.lists(
        st.tuples(st.integers(21, 30), st.integers(0, 6), st.sampled_from(ZONES)),
        min_size=2,
        max_size=4,
    )
)
def test_no_more_time_rests_than_is_paid(plans: list[tuple[int, int, str]]) -> None:
    account = HolidayAccount(
        START, MAX_SHARES, tuple(plan(first, first + more, zone=zone) for first, more, zone in plans)
    )
    ledger = Ledger(account)
    resting = sum(end - start for start, end in ledger.holidays)
    longest = sum(one.last.toordinal() - one.first.toordinal() + 1 for one in account.plans)
    assert resting <= len(ledger.paid) * DAY + HOUR * len(plans)  # a local day has at most 25 hours
    assert len(ledger.paid) <= min(longest, resting // DAY + len(plans))
