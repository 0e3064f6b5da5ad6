"""The package against the second opinion that steps through time."""

from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from games.clocks.instants import DAY
from games.clocks.turn_clock import TurnClock, bank_after, charge_at, left_at

from .brute_force import SteppedTurn, seconds, text
from .example_facts import examples, turn_of
from .turn_strategies import GRID, on_grid, turns

AGREED = [example for example in examples("turn") if example["id"] != 33]  # 33: a pause longer than the stepped days


def assert_same(facts: dict[str, Any], later: list[int]) -> None:
    """Compare everything that both say about a turn."""
    clock, stepped = TurnClock(turn_of(facts)), SteppedTurn(facts, GRID)
    assert clock.starts == stepped.start
    deadline = clock.deadline
    end = stepped.times[-1]
    if deadline is not None and deadline.at < end:
        assert (deadline.at, deadline.by) == stepped.deadline()
    else:
        assert stepped.deadline() == (None, None)
    for after in later:
        now = clock.starts + after
        found = {"charge": charge_at(clock, now), "left": left_at(clock, now), "bank_after": bank_after(clock, now)}
        assert found == stepped.at(now)


@pytest.mark.parametrize("example", AGREED, ids=lambda example: str(example["id"]))
def test_the_brute_force_clock_agrees_with_the_examples(example: dict[str, Any]) -> None:
    stepped, answer = SteppedTurn(example["facts"]), example["answer"]
    deadline, by = stepped.deadline()
    found: dict[str, Any] = {"starts": text(stepped.start), "deadline": text(deadline), "by": by}
    found["at"] = {at: stepped.at(seconds(at)) for at in answer.get("at", {})}
    assert {name: found[name] for name in answer if name in found} == {
        name: value for name, value in answer.items() if name in found
    }


@pytest.mark.slow
@settings(max_examples=2 * settings().max_examples)
@given(turns(), st.lists(on_grid(0, 8 * DAY), max_size=3))
def test_the_clock_agrees_with_the_brute_force_clock(facts: dict[str, Any], later: list[int]) -> None:
    assert_same(facts, later)


@pytest.mark.slow
@given(turns(with_bounces=False), st.integers(1, 3))
def test_the_clock_agrees_with_brute_force_after_automatic_holidays(facts: dict[str, Any], count: int) -> None:
    for _ in range(count):
        deadline, _by = SteppedTurn(facts, GRID).deadline()
        if deadline is None or deadline > seconds(facts["came"]) + 20 * DAY:
            break
        facts["own_auto_days"] = [*facts.get("own_auto_days", []), text(deadline)]
    assert_same(facts, [])
