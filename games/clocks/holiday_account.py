"""The account of holidays: what it gains, what planned and automatic holidays cost (docs/clock.md, "Holidays").

An account gains 30 days in 365, which is exactly 6/73 of a second each second. So it is counted in **shares** of 1/73
second, integers that are never rounded, and shown in whole seconds.
"""

from bisect import bisect_right
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from datetime import date, timedelta
from heapq import heapify, heappop, heappush

from .instants import DAY, Interval, local_date, merged, midnight, next_midnight

SHARES = 73  # of a second
GAIN = 6  # shares each second
COST = DAY * SHARES  # of a day of holiday
AT_SIGN_UP = 10 * COST
MAX_SHARES = 40 * COST
_SPENT, _AUTOMATIC, _BEGUN, _CONTINUED = range(4)  # the order of what changes an account at one instant


@dataclass(frozen=True, slots=True)
class HolidayPlan:
    """A planned holiday: its first and last local day, in the zone that the player had when saving it.

    ``shortened`` are later changes: (when, new last day). Days that had begun by then stay.
    """

    saved: int
    first: date
    last: date
    zone: str
    shortened: tuple[tuple[int, date], ...] = ()


@dataclass(frozen=True, slots=True)
class HolidayAccount:
    """A player's account at an instant, in shares, and what has changed it since or will.

    ``plans`` are planned holidays, ``automatic`` the instants at which automatic holidays began, ``spent`` the instants
    of single days that were taken off it. An account may start at sign-up, or at a later instant outside of holidays
    whose balance is known; then what began before is left out.
    """

    since: int
    shares: int = AT_SIGN_UP
    plans: tuple[HolidayPlan, ...] = ()
    automatic: tuple[int, ...] = ()
    spent: tuple[int, ...] = ()


@dataclass(frozen=True, slots=True, order=True)
class PlannedDay:
    """One local day of a planned holiday. On the day of saving it starts at once."""

    start: int
    end: int
    day: date = field(compare=False)
    plan: int = field(compare=False)  # its number in the account


def days_of(number: int, plan: HolidayPlan) -> Iterator[PlannedDay]:
    """Yield the days of a plan that lie after its saving and that no change of it took away."""
    day = max(plan.first, local_date(plan.zone, plan.saved))
    while day <= plan.last:
        start, end = max(midnight(plan.zone, day), plan.saved), next_midnight(plan.zone, day)
        if start < end and all(day <= last or start <= when for when, last in plan.shortened):
            yield PlannedDay(start, end, day, number)
        day += timedelta(days=1)


class Ledger:
    """What follows from an account: the holidays that it pays, and its balance at any instant."""

    def __init__(self, account: HolidayAccount) -> None:
        """Go through everything that changes the account, in order. At one instant, automatic holidays come first."""
        self.paid: list[int] = []  # the instants at which a planned day was paid
        self._days: list[Interval] = []
        self._automatic: list[Interval] = []
        self._instants, self._balances = [account.since], [account.shares]
        self._begun: set[int] = set()  # plans
        self._ended: set[int] = set()  # plans that the account could not pay any longer
        self._paid_until = account.since  # the end of the planned days that are paid
        planned = sorted(day for number, plan in enumerate(account.plans) for day in days_of(number, plan))
        changes = [(at, _SPENT, -1) for at in account.spent] + [(at, _AUTOMATIC, -1) for at in account.automatic]
        changes += [(day.start, _BEGUN, number) for number, day in enumerate(planned)]
        heapify(changes)
        while changes:
            at, kind, number = heappop(changes)
            if kind in (_BEGUN, _CONTINUED):
                if self._begin_day(planned[number], at):
                    heappush(changes, (self._paid_until, _CONTINUED, number))
                continue
            self._book(at, -COST)
            if kind == _AUTOMATIC:
                self._automatic.append((at, at + DAY))

    @property
    def holidays(self) -> list[Interval]:
        """The planned holidays that the account pays, disjoint and in order."""
        return merged(self._days)

    @property
    def automatic_days(self) -> list[Interval]:
        """The automatic holidays in order. The beginning of a planned one ends them."""
        return list(self._automatic)

    def shares_at(self, instant: int) -> int:
        """Return the balance in shares, from the beginning of the account on."""
        index = max(0, bisect_right(self._instants, instant) - 1)
        return min(MAX_SHARES, self._balances[index] + GAIN * max(0, instant - self._instants[index]))

    def seconds_at(self, instant: int) -> int:
        """Return the balance as it is shown: in seconds, rounded down."""
        return self.shares_at(instant) // SHARES

    def has_a_day(self, instant: int) -> bool:
        return self.shares_at(instant) >= COST

    def _book(self, at: int, shares: int) -> None:
        self._balances.append(max(0, min(MAX_SHARES, self.shares_at(at) + shares)))
        self._instants.append(at)

    def _begin_day(self, planned: PlannedDay, at: int) -> bool:
        """Pay a planned day from an instant on, unless it is paid with the days of another plan.

        The beginning of its holiday ends an automatic one. Return True if a part of it is paid, but not its end.
        """
        if planned.plan in self._ended:
            return False
        returned = 0 if planned.plan in self._begun else self._unused(at)
        cost = 0 if self._paid_until > at else COST
        if self.shares_at(at) + returned < cost:
            self._ended.add(planned.plan)
            return False
        if returned:
            self._automatic[-1] = (self._automatic[-1][0], at)
        self._book(at, returned - cost)
        self._begun.add(planned.plan)
        if cost:
            self.paid.append(at)
            self._days.append((at, planned.end))
            self._paid_until = planned.end
        return self._paid_until < planned.end

    def _unused(self, at: int) -> int:
        """Return the shares of the automatic holiday under way that are not used at an instant."""
        if not self._automatic or at >= self._automatic[-1][1]:
            return 0
        return (self._automatic[-1][1] - at) * SHARES


def automatic_day(start: int, holidays: Sequence[Interval] = ()) -> Interval:
    """Return an automatic holiday: 24 hours, or less if a planned holiday begins in it."""
    begins = (begin for begin, _end in holidays if start <= begin < start + DAY)
    return start, min((start + DAY, *begins))
