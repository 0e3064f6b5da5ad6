"""The clock of one turn: when it starts, when it runs, and its deadline (docs/clock.md, "The deadline").

The **end of the bank** is the instant at which bank and grace have run out. The **ceiling** is the instant at which the
turn has taken the longest time of its pace, rests other than sleep not counted, and eight hours have run. It is never
in a rest, nor in the first hour that runs after one: then it moves to the end of that hour. The **deadline** is the
earlier of the two. After an automatic holiday that this turn's deadline began, there is at least the grace or an hour.
"""

from dataclasses import dataclass
from functools import cached_property
from typing import Literal

from games.time_limits import START_DELAY

from .facts import Gift, TurnFacts
from .instants import FOREVER, HOUR
from .intervals import Interval, instant_after, without
from .rests import wall_rests
from .running_time import RunningTime
from .waking_hours import waking_intervals

MIN_RUNNING = 8 * HOUR  # the least running time before a ceiling
SETTLING_IN = 1 * HOUR  # the least running time from a rest to a ceiling, or from an automatic holiday to its deadline


@dataclass(frozen=True, slots=True)
class Deadline:
    """The last instant at which an action is in time, and what sets it."""

    at: int
    by: Literal["bank", "ceiling", "automatic"]


class TurnClock:
    """What follows from the facts of one turn. It does not know the present: ask it about any instant."""

    def __init__(self, turn: TurnFacts) -> None:
        """Find the start and the rests of a turn."""
        self.turn = turn
        self.starts = start_of(turn)
        self.rests: list[Interval] = wall_rests(turn)
        declarations = () if turn.pace.is_fixed else turn.declarations
        self.running = RunningTime(without(waking_intervals(declarations, turn.came, self.starts), self.rests))

    def running_time(self, until: int) -> int:
        """Return the seconds that have run since the start."""
        return self.running.between(self.starts, until)

    @cached_property
    def deadline(self) -> Deadline | None:
        """The deadline. None while a rest without end lies before it."""
        return self._counted[1]

    @property
    def gifts_in_time(self) -> tuple[Gift, ...]:
        """The gifts of this turn that came before its deadline, and moved it."""
        return self._counted[0]

    @cached_property
    def _counted(self) -> tuple[tuple[Gift, ...], Deadline | None]:
        """The gifts that count, one after the other, and the deadline with them."""
        counted: tuple[Gift, ...] = ()
        for gift in sorted(self.turn.gifts, key=lambda one: one.at):
            before = self._deadline(counted, gift.at)
            if before is not None and before.at < gift.at:
                continue  # too late for the deadline as it was then
            counted = (*counted, gift)
        return counted, self._deadline(counted, FOREVER)

    def _deadline(self, gifts: tuple[Gift, ...], known: int) -> Deadline | None:
        """Return the deadline with some gifts and with the automatic holidays that had begun at ``known``."""
        found = self._deadline_by_pace(sum(gift.seconds for gift in gifts))
        least = max(self.turn.pace.grace, SETTLING_IN)
        for start, end in self.turn.own_days:
            if found is None or start > known or self.turn.forbids_holidays:
                break
            since = sum(gift.seconds for gift in gifts if gift.at >= start)
            at = self.running.instant_after(end, least + since)
            if at is None:
                return None
            found = Deadline(at, "automatic") if at > found.at else found
        return found

    def _deadline_by_pace(self, given: int) -> Deadline | None:
        """Return the earlier of the end of the bank and the ceiling."""
        pace = self.turn.pace
        bank = self.running.instant_after(self.starts, self.turn.bank + given + pace.grace)
        ceiling = self._ceiling(pace.ceiling + given, FOREVER if bank is None else bank)
        if ceiling is not None:
            return Deadline(ceiling, "ceiling")
        return None if bank is None else Deadline(bank, "bank")

    def _ceiling(self, longest: int, bank: int) -> int | None:
        """Return the ceiling if it is earlier than the end of the bank, else None."""
        passed = instant_after(self.rests, self.turn.came, longest)
        if passed is None or passed >= bank:
            return None
        enough = self.running.instant_after(self.starts, MIN_RUNNING)
        if enough is None or (reached := max(passed, enough)) >= bank:
            return None
        rested = self.running.end_of_last_rest(reached)
        settled = None if rested is None else self.running.instant_after(rested, SETTLING_IN)
        if settled is None or (ceiling := max(reached, settled)) >= bank:
            return None
        return ceiling


def start_of(turn: TurnFacts) -> int:
    """Return when the clock of a turn starts: when the player was notified, at the latest after twelve hours.

    With all notices switched off, it starts when the turn comes. Earlier openings of the table do not count.
    """
    if turn.has_no_notices:
        return turn.came
    told = (*turn.accepted, *turn.opened)
    return min((*(at for at in told if at >= turn.came), turn.came + START_DELAY))
