from dataclasses import replace

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from games.clocks.holiday_account import COST, HolidayAccount, Ledger
from games.clocks.instants import DAY, FOREVER, HOUR
from games.clocks.paces import BRISK, PaceTimes
from games.clocks.time_out_steps import Claim, StepKind, TimeOutFacts, may_return, next_step, with_step
from games.clocks.turn_clock import TurnClock, TurnFacts
from games.common.wording import TIME_TO_RETURN

from .example_facts import instant, steps_until, turn_of
from .turn_strategies import turns

CAME = instant("2026-05-04T09:00:00Z")
TURN = TurnFacts(BRISK, CAME, BRISK.bank, accepted=(CAME,))
DEADLINE = CAME + DAY + 2 * HOUR
FACTS = TimeOutFacts(TURN, HolidayAccount(CAME))
AWAKE = replace(FACTS, takes_automatic_holidays=False)
LATER = CAME + 100 * DAY


def kinds(facts: TimeOutFacts, now: int = LATER) -> list[str]:
    return [str(step.kind) for step in steps_until(facts, now)]


def test_no_time_out_step_is_due_before_the_deadline() -> None:
    assert steps_until(FACTS, DEADLINE - 1) == []
    assert kinds(FACTS, DEADLINE) == ["automatic"]


def test_a_pause_without_an_end_has_no_time_out() -> None:
    assert next_step(replace(AWAKE, turn=replace(TURN, pauses=((CAME, FOREVER),)))) is None
    paused = replace(TURN, pauses=((CAME, FOREVER),))
    assert next_step(replace(AWAKE, turn=paused, is_soft=True, claims=(Claim(LATER),))) is None


def test_the_time_out_steps_of_a_turn_have_unique_keys() -> None:
    steps = steps_until(replace(FACTS, has_deputy=True, stand_ins_before=1), LATER)
    assert [(step.kind, step.number) for step in steps[:5]] == [("automatic", number) for number in range(1, 6)]
    assert [str(step.kind) for step in steps[5:]] == ["deputy", "house", "offered", "robot"]
    assert len({(step.kind, step.number) for step in steps}) == len(steps)


def test_the_fifth_automatic_holiday_asks_whether_the_player_is_there() -> None:
    assert [step.asks_player for step in steps_until(FACTS, LATER)] == [False] * 4 + [True, False]


def test_the_deputy_waits_for_the_end_of_an_outage_without_one() -> None:
    outage = ((DEADLINE + HOUR, FOREVER),)
    asked = with_step(AWAKE, next_step(replace(AWAKE, has_deputy=True)) or pytest.fail("nobody was asked"))
    assert next_step(replace(asked, turn=replace(TURN, outages=outage))) is None


def test_a_claim_may_ask_for_a_substitute() -> None:
    soft = replace(AWAKE, is_soft=True, claims=(Claim(DEADLINE + HOUR, wants_substitute=True),))
    assert kinds(soft) == ["offered", "robot"]
    assert kinds(replace(soft, has_deputy=True)) == ["deputy", "offered", "robot"]
    assert kinds(replace(soft, leaves_when_late=True)) == ["leaves"]


def test_a_claim_before_the_deadline_does_not_count() -> None:
    early = replace(AWAKE, is_soft=True, claims=(Claim(DEADLINE - 1, wants_substitute=True), Claim(DEADLINE)))
    assert kinds(early) == ["house"]


def test_a_claim_begins_an_automatic_holiday_at_its_instant() -> None:
    soft = replace(FACTS, is_soft=True, claims=(Claim(DEADLINE + HOUR), Claim(DEADLINE + 2 * HOUR)))
    (step,) = steps_until(soft, DEADLINE + 3 * HOUR)
    assert step.at == DEADLINE + HOUR
    deadline = TurnClock(with_step(soft, step).turn).deadline
    assert deadline is not None
    assert deadline.at == DEADLINE + HOUR + DAY + 2 * HOUR


@pytest.mark.parametrize("pace", [BRISK, PaceTimes(10 * DAY, 0, 10 * DAY, 2 * HOUR, 26 * HOUR)])
def test_deadlines_at_one_instant_share_an_automatic_day(pace: PaceTimes) -> None:
    turn = replace(TURN, pace=pace, bank=pace.bank, other_days=((DEADLINE, DEADLINE + DAY),))
    broke = HolidayAccount(CAME, shares=0, automatic=(DEADLINE,))
    facts = TimeOutFacts(turn, broke, has_deputy=True)
    first, second = steps_until(facts, DEADLINE + 3 * DAY)[:2]
    assert (first.kind, first.at) == (StepKind.AUTOMATIC, DEADLINE)
    assert with_step(facts, first).account == broke
    assert (second.kind, second.at) == (StepKind.DEPUTY, DEADLINE + DAY + 2 * HOUR)


def test_an_order_in_advance_ends_the_turn() -> None:
    (step,) = steps_until(replace(FACTS, has_order=True), LATER)
    assert next_step(with_step(FACTS, step)) is None


def test_an_owner_may_return_for_14_days() -> None:
    assert may_return(CAME, CAME)
    assert not may_return(CAME, CAME + TIME_TO_RETURN)


@settings(max_examples=40)
@given(turns().map(turn_of), st.integers(0, 12), st.booleans(), st.integers(0, 1))
def test_every_turn_ends_by_time_out_steps(turn: TurnFacts, days: int, has_deputy: bool, before: int) -> None:
    account = HolidayAccount(turn.came - 30 * DAY, days * COST)
    facts = TimeOutFacts(turn, account, has_deputy=has_deputy, stand_ins_before=before)
    steps = steps_until(facts, turn.came + 1000 * DAY)
    assert [step.at for step in steps] == sorted(step.at for step in steps)
    assert steps[-1].kind == (StepKind.ROBOT if before else StepKind.STAND_IN)
    for step in steps:
        assert step.kind != StepKind.AUTOMATIC or Ledger(facts.account).has_a_day(step.at)
        facts = with_step(facts, step)
        if step.kind == StepKind.AUTOMATIC:
            deadline = TurnClock(facts.turn).deadline
            assert deadline is not None
            assert deadline.at > step.at
