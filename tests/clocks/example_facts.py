"""The worked examples of ``clock_examples.json``, and their facts in the form that the package expects."""

import json
from collections.abc import Iterable, Mapping, Sequence
from datetime import UTC, date, datetime, time
from itertools import pairwise
from pathlib import Path
from typing import Any

from games.clocks.holiday_account import HolidayAccount, HolidayPlan, automatic_day
from games.clocks.instants import FOREVER, LONG_AGO, Interval, instant_of, merged, moment_of
from games.clocks.paces import NAMED_PACES, PaceTimes, fixed_pace
from games.clocks.time_out_steps import Claim, TimeOutFacts, TimeOutStep, next_step, with_step
from games.clocks.turn_clock import Gift, TurnFacts, gap_between
from games.clocks.waking_weeks import DEFAULT_ROWS, Declaration, Rows, WakingDay, WakingWeek

Json = Mapping[str, Any]


def examples(kind: str) -> list[Json]:
    text = Path(__file__).with_name("clock_examples.json").read_text(encoding="utf-8")
    return [example for example in json.loads(text)["examples"] if example["kind"] == kind]


def instant(text: str | None) -> int:
    """Return the instant of a text, ``FOREVER`` without one."""
    return FOREVER if text is None else instant_of(datetime.fromisoformat(text))


def text_of(at: int | None) -> str | None:
    """Return an instant as the examples write it."""
    return None if at is None else moment_of(at).astimezone(UTC).strftime("%Y-%m-%dT%H:%M:%SZ")


def instants(facts: Json, name: str) -> tuple[int, ...]:
    return tuple(instant(each) for each in facts.get(name, []))


def intervals(facts: Json, name: str) -> tuple[Interval, ...]:
    return tuple((instant(start), instant(end)) for start, end in facts.get(name, []))


def pace_of(value: Any) -> PaceTimes:
    """Return a named, fixed or own pace."""
    if isinstance(value, str):
        return NAMED_PACES[value]
    return fixed_pace(value["fixed"]) if "fixed" in value else PaceTimes(**value)


def rows_of(rows: Any) -> Rows:
    """Return the rows of a week."""
    return tuple(row and WakingDay(*(time.fromisoformat(clock) for clock in row)) for row in rows)


def week_of(facts: Json) -> WakingWeek:
    """Return a week of waking hours."""
    return WakingWeek(facts["zone"], rows_of(facts["rows"]) if "rows" in facts else DEFAULT_ROWS)


def declaration_of(facts: Json) -> Declaration:
    """Return waking hours as a player saved them."""
    saved = instant(facts["saved"]) if "saved" in facts else LONG_AGO
    return Declaration(week_of(facts), saved, facts.get("first", False))


def turn_of(facts: Json) -> TurnFacts:
    pace, holidays = pace_of(facts["pace"]), intervals(facts, "holidays")
    return TurnFacts(
        pace=pace,
        came=instant(facts["came"]),
        bank=facts.get("bank", pace.bank),
        accepted=instants(facts, "accepted"),
        opened=instants(facts, "opened"),
        has_no_notices=facts.get("notices_off", False),
        declarations=tuple(declaration_of(each) for each in facts.get("hours", [])),
        holidays=holidays,
        other_days=tuple(automatic_day(start, holidays) for start in instants(facts, "auto_days")),
        own_days=tuple(automatic_day(start, holidays) for start in instants(facts, "own_auto_days")),
        forbids_holidays=not facts.get("holidays_allowed", True),
        pauses=intervals(facts, "pauses"),
        bounces=intervals(facts, "bounces"),
        seen=instants(facts, "seen"),
        outages=intervals(facts, "outages"),
        gifts=tuple(Gift(instant(at), seconds) for at, seconds in facts.get("gifts", [])),
    )


def plan_of(facts: Json) -> HolidayPlan:
    """Return a planned holiday."""
    first, last = (date.fromisoformat(facts[name]) for name in ("first", "last"))
    shortened = tuple((instant(at), date.fromisoformat(day)) for at, day in facts.get("shortened", []))
    return HolidayPlan(instant(facts["saved"]), first, last, facts["zone"], shortened)


def account_of(facts: Json) -> HolidayAccount:
    """Return an account of holidays, from sign-up on."""
    plans = tuple(plan_of(each) for each in facts.get("planned", []))
    spent = instants(facts, "spent")
    return HolidayAccount(instant(facts["signup"]), plans=plans, automatic=instants(facts, "auto_days"), spent=spent)


def time_out_facts_of(facts: Json) -> TimeOutFacts:
    """Return the facts that decide about the steps at a deadline."""
    return TimeOutFacts(
        turn=turn_of(facts),
        account=account_of(facts),
        has_order=facts.get("order", False),
        has_deputy=facts.get("deputy", False),
        takes_automatic_holidays=facts.get("automatic", True),
        is_soft=facts.get("soft", False),
        leaves_when_late=facts.get("out", False),
        claims=tuple(Claim(at) for at in instants(facts, "claims")),
        stand_ins_before=facts.get("stand_ins_before", 0),
    )


def outages_of(heartbeats: Sequence[int], declared: Iterable[Interval] = ()) -> list[Interval]:
    """Return all outages as disjoint intervals: gaps between heartbeats, and those that the operator has declared."""
    gaps = (gap_between(last, now) for last, now in pairwise(sorted(heartbeats)))
    return merged((*(gap for gap in gaps if gap is not None), *declared))


def steps_until(facts: TimeOutFacts, now: int) -> list[TimeOutStep]:
    """Return the steps that are due by now and not made yet, in order, if no player acts."""
    found: list[TimeOutStep] = []
    while (step := next_step(facts)) is not None and step.at <= now:
        found.append(step)
        facts = with_step(facts, step)
    return found
