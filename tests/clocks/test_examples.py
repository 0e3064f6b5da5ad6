"""The worked examples."""

from typing import Any

import pytest

from games.clocks.holiday_account import Ledger
from games.clocks.instants import LONG_AGO, Interval
from games.clocks.turn_clock import (
    TurnClock,
    bank_after,
    charge_at,
    left_at,
    may_time_out,
    reminders_of,
)
from games.clocks.waking_weeks import waking_between

from .example_facts import (
    Json,
    account_of,
    examples,
    instant,
    instants,
    intervals,
    outages_of,
    steps_until,
    text_of,
    time_out_facts_of,
    turn_of,
    week_of,
)


def cases(kind: str) -> pytest.MarkDecorator:
    """Return the examples of a kind as parameters, named by number and reason."""
    return pytest.mark.parametrize(
        "example", [pytest.param(one, id=f"{one['id']} {one['why']}") for one in examples(kind)]
    )


def texts_of(found: list[Interval]) -> list[list[str | None]]:
    """Return intervals as the examples write them."""
    return [[text_of(start), text_of(end)] for start, end in found]


def read_turn(facts: Json) -> dict[str, Any]:
    """Return all that an example may ask about a turn."""
    clock = TurnClock(turn_of(facts))
    deadline, now = clock.deadline, instant(facts["computed"]) if "computed" in facts else LONG_AGO
    reminders = reminders_of(clock, now, intervals(facts, "quiet_hours"))
    ask = {"charge": charge_at, "left": left_at, "bank_after": bank_after}
    return {
        "starts": text_of(clock.starts),
        "deadline": text_of(deadline.at) if deadline else None,
        "by": deadline and deadline.by,
        "reminders": [text_of(reminder.at) for reminder in reminders],
        "at": {at: {name: read(clock, instant(at)) for name, read in ask.items()} for at in facts.get("at", [])},
    }


@cases("turn")
def test_the_clock_of_a_turn_matches_the_examples(example: Json) -> None:
    found, answer = read_turn(example["facts"]), example["answer"]
    assert {name: found[name] for name in answer} == answer


@cases("waking")
def test_waking_hours_match_the_examples(example: Json) -> None:
    facts = example["facts"]
    found = waking_between(week_of(facts), instant(facts["from"]), instant(facts["to"]))
    seconds = sum(end - start for start, end in found)
    assert {"awake": texts_of(found), "seconds": seconds} == example["answer"]


@cases("account")
def test_holiday_accounts_match_the_examples(example: Json) -> None:
    ledger = Ledger(account_of(example["facts"]))
    balance = {text_of(at): ledger.seconds_at(at) for at in instants(example["facts"], "at")}
    paid = [text_of(at) for at in ledger.paid]
    assert {"holidays": texts_of(ledger.holidays), "paid": paid, "balance": balance} == example["answer"]


@cases("time-out")
def test_time_out_steps_match_the_examples(example: Json) -> None:
    steps = steps_until(time_out_facts_of(example["facts"]), instant(example["facts"]["now"]))
    assert [[text_of(step.at), step.kind] for step in steps] == example["answer"]["steps"]


@cases("outage")
def test_outages_match_the_examples(example: Json) -> None:
    facts, answer = example["facts"], example["answer"]
    heartbeats = instants(facts, "heartbeats")
    assert texts_of(outages_of(heartbeats, intervals(facts, "declared"))) == answer["outages"]
    if "may_time_out" in answer:
        assert may_time_out(instant(facts["deadline"]), max(heartbeats)) == answer["may_time_out"]


def test_every_example_is_read_by_a_test() -> None:
    kinds = ("turn", "waking", "account", "time-out", "outage")
    assert sum(len(examples(kind)) for kind in kinds) == 82
