"""The steps when a deadline is reached (docs/clock.md, "When the deadline is reached").

At the deadline, or at the first claim from then on where deadlines are soft: an order in advance that fits is played;
else an automatic holiday begins; else the deputy has 24 hours; then a robot plays a stand-in turn, or the seat leaves,
or it is offered to substitutes and after 24 hours a robot takes it.
"""

from collections.abc import Iterable
from dataclasses import dataclass, replace
from enum import StrEnum

from games.common.wording import TIME_TO_RETURN

from .holiday_account import HolidayAccount, Ledger, automatic_day
from .instants import DAY, FOREVER, LONG_AGO, Interval, instant_after, merged
from .turn_clock import TurnClock, TurnFacts

MAX_AUTOMATIC_DAYS = 5  # in a turn, and since the player's last activity
STAND_IN_TURNS = 2  # in a row, after which the seat is offered
TIME_OF_DEPUTY = DAY  # without outages
TIME_FOR_SUBSTITUTES = DAY  # without outages
MAX_LATENESS = 30 * DAY  # after a soft deadline without a claim: perhaps nobody is left who could claim


class StepKind(StrEnum):
    """What is done. ORDER, STAND_IN and LEAVES end the turn; after STAND_IN, OFFERED concerns the turns to come."""

    ORDER = "order"
    AUTOMATIC = "automatic"
    DEPUTY = "deputy"
    STAND_IN = "house"
    LEAVES = "leaves"
    OFFERED = "offered"
    ROBOT = "robot"


@dataclass(frozen=True, slots=True)
class TimeOutStep:
    """One step: what, and the instant at which it is due. The same kind may come several times in a turn.

    (game, ply, seat, kind, number) is a unique key, so that each step is made once. ``asks_player``: the message about
    it asks the player, and the deputy, whether they are still there.
    """

    kind: StepKind
    at: int
    number: int = 1
    asks_player: bool = False


@dataclass(frozen=True, slots=True)
class Claim:
    """A claim of another player at a table with soft deadlines. ``wants_substitute``: offer the seat to others."""

    at: int
    wants_substitute: bool = False


@dataclass(frozen=True, slots=True)
class TimeOutFacts:
    """What decides about the steps of a turn, besides its clock.

    ``account`` is the player's account of holidays; the automatic days in ``turn`` are among its own. ``steps`` are
    those already made, in order. ``stand_ins_before`` counts the last turns of this seat that were stand-in turns.
    """

    turn: TurnFacts
    account: HolidayAccount
    has_order: bool = False  # an order in advance that fits now
    has_deputy: bool = False
    takes_automatic_holidays: bool = True
    is_soft: bool = False
    leaves_when_late: bool = False  # a table of kind "out"
    claims: tuple[Claim, ...] = ()
    stand_ins_before: int = 0
    steps: tuple[TimeOutStep, ...] = ()


def next_step(facts: TimeOutFacts) -> TimeOutStep | None:
    """Return the step that comes next as far as is known now, and when. None if the turn is over, or nothing is due."""
    last = facts.steps[-1] if facts.steps else None
    match last.kind if last else None:
        case StepKind.DEPUTY:
            assert last is not None
            at = instant_after(merged(facts.turn.outages), last.at, TIME_OF_DEPUTY)
            return None if at is None else _without_deputy(facts, last.at, at)
        case StepKind.STAND_IN if facts.stand_ins_before + 1 >= STAND_IN_TURNS and last:
            return TimeOutStep(StepKind.OFFERED, last.at)
        case StepKind.OFFERED:
            assert last is not None
            return TimeOutStep(StepKind.ROBOT, for_substitutes_until(last.at, facts.turn.outages))
        case StepKind.AUTOMATIC | None:
            return _at_deadline(facts)
    return None


def _at_deadline(facts: TimeOutFacts) -> TimeOutStep | None:
    at = _due_at(facts)
    if at is None:
        return None
    if facts.has_order:
        return TimeOutStep(StepKind.ORDER, at)
    if (number := _automatic_day(facts, at)) is not None:
        own = len(facts.turn.own_days) + 1
        return TimeOutStep(StepKind.AUTOMATIC, at, own, asks_player=number == MAX_AUTOMATIC_DAYS)
    return TimeOutStep(StepKind.DEPUTY, at) if facts.has_deputy else _without_deputy(facts, at, at)


def _due_at(facts: TimeOutFacts) -> int | None:
    """Return the deadline; where deadlines are soft, the first claim from then on, or 30 days after it."""
    deadline = TurnClock(facts.turn).deadline
    if not facts.is_soft:
        return _shared_deadline(facts.turn) or (deadline.at if deadline else None)
    if deadline is None:
        return None
    claims = (claim.at for claim in facts.claims if claim.at >= deadline.at)
    return min((*claims, deadline.at + MAX_LATENESS))


def _shared_deadline(turn: TurnFacts) -> int | None:
    """Return the deadline at which another table has already begun an automatic holiday, which then covers both."""
    own = {start for start, _end in turn.own_days}
    for start, _end in turn.other_days:
        others = tuple(day for day in turn.other_days if day[0] < start)
        deadline = TurnClock(replace(turn, other_days=others)).deadline if start not in own else None
        if deadline is not None and deadline.at == start:
            return start
    return None


def _automatic_day(facts: TimeOutFacts, at: int) -> int | None:
    """Return which automatic holiday would begin now, 1 to 5, None if there is none.

    It counts those of this turn, or those at all tables since the player's last activity, whichever are more; the
    account knows those as well that were over when this turn came. If only a later activity is known, because the
    player was here again after the deadline, none counts but those of this turn.
    """
    turn = facts.turn
    if turn.forbids_holidays or not facts.takes_automatic_holidays:
        return None
    activity = (*turn.seen, *turn.opened)
    last_seen = max((seen for seen in activity if seen <= at), default=at if activity else LONG_AGO)
    days = {*facts.account.automatic, *(start for start, _end in (*turn.own_days, *turn.other_days))}
    number = max(len(turn.own_days), sum(last_seen < start < at for start in days)) + 1
    can_pay = at in days or Ledger(facts.account).has_a_day(at)
    return number if number <= MAX_AUTOMATIC_DAYS and can_pay else None


def _without_deputy(facts: TimeOutFacts, since: int, at: int) -> TimeOutStep:
    """Return the step in place of the player's turn. Claims since the first step may ask for a substitute."""
    if facts.leaves_when_late:
        return TimeOutStep(StepKind.LEAVES, at)
    wants_substitute = any(claim.wants_substitute for claim in facts.claims if since <= claim.at <= at)
    return TimeOutStep(StepKind.OFFERED if facts.is_soft and wants_substitute else StepKind.STAND_IN, at)


def with_step(facts: TimeOutFacts, step: TimeOutStep) -> TimeOutFacts:
    """Return the facts after a step: an automatic holiday belongs to turn and account."""
    steps = (*facts.steps, step)
    if step.kind is not StepKind.AUTOMATIC:
        return replace(facts, steps=steps)
    own = (*facts.turn.own_days, automatic_day(step.at, facts.turn.holidays))
    automatic = tuple(sorted({*facts.account.automatic, step.at}))  # tables whose deadlines coincide share a day
    account = replace(facts.account, automatic=automatic)
    return replace(facts, steps=steps, turn=replace(facts.turn, own_days=own), account=account)


def for_substitutes_until(offered: int, outages: Iterable[Interval]) -> int:
    """Return when a robot takes a seat that was offered to players at ``offered``."""
    at = instant_after(merged(outages), offered, TIME_FOR_SUBSTITUTES)
    return FOREVER if at is None else at


def may_return(taken: int, now: int) -> bool:
    """Return True if the owner may still take back a seat that another player took at ``taken``."""
    return taken <= now < taken + TIME_TO_RETURN
