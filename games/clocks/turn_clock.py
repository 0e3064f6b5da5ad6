"""The clock of one turn: its pauses, running time, deadline and charge (docs/clock.md)."""

from bisect import bisect_left, bisect_right
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Literal

from .instants import DAY, FOREVER, HOUR, MINUTE, Interval, clipped, first_part, instant_after, merged, without
from .paces import PaceTimes
from .waking_weeks import Declaration, waking_intervals

START_DELAY = 12 * HOUR  # after a turn came, when its clock starts at the latest
MAX_BOUNCES = 7 * DAY  # of one turn, all bounces together
MAX_PAUSE = 30 * DAY  # from the proposal to a date; a pause without a date lasts until everyone goes on

MIN_RUNNING = 8 * HOUR  # the least running time before a ceiling
SETTLING_IN = 1 * HOUR  # the least running time from a rest to a ceiling, or from an automatic holiday to its deadline

MAX_GAP = 10 * MINUTE  # between two heartbeats; a longer one is an outage


@dataclass(frozen=True, slots=True)
class Gift:
    """Time that an opponent, or the operator, gave to the seat in this turn."""

    at: int
    seconds: int


@dataclass(frozen=True, slots=True)
class TurnFacts:
    """What is known about one turn of a seat. Instants and durations are whole seconds.

    ``came``: when the turn came. ``bank``: what the bank held then, without the gifts of this turn.

    When the player knew: ``accepted`` is when servers of email or other channels accepted a notice of this turn,
    ``opened`` when the player opened the table (``came``, if it was open then), ``has_no_notices`` that all notices
    were switched off when the turn came.

    What stops the clock: ``declarations`` are the player's waking hours (none: always awake). ``holidays`` are planned
    holidays, ``other_days`` automatic holidays that began because of another table, ``own_days`` those that a deadline
    of this turn began, in order. A table that ``forbids_holidays`` ignores them all. ``pauses`` are those of the table.
    ``bounces`` begin with a failure that no other channel made good, and end when emails work again; ``seen``, the
    player's activity anywhere, end them as well. ``outages`` are those of the site.
    """

    pace: PaceTimes
    came: int
    bank: int
    accepted: tuple[int, ...] = ()
    opened: tuple[int, ...] = ()
    has_no_notices: bool = False
    declarations: tuple[Declaration, ...] = ()
    holidays: tuple[Interval, ...] = ()
    other_days: tuple[Interval, ...] = ()
    own_days: tuple[Interval, ...] = ()
    forbids_holidays: bool = False
    pauses: tuple[Interval, ...] = ()
    bounces: tuple[Interval, ...] = ()
    seen: tuple[int, ...] = ()
    outages: tuple[Interval, ...] = ()
    gifts: tuple[Gift, ...] = ()


@dataclass(frozen=True, slots=True)
class Deadline:
    """The last instant at which an action is in time, and what sets it."""

    at: int
    by: Literal["bank", "ceiling", "automatic"]


class TurnClock:
    """What follows from the facts of one turn. It does not know the present: ask it about any instant."""

    def __init__(self, turn: TurnFacts) -> None:
        self.turn = turn
        self.starts = start_of(turn)
        self.pauses: list[Interval] = ceiling_pauses(turn)
        declarations = () if turn.pace.is_fixed else turn.declarations
        self.running = RunningTime(without(waking_intervals(declarations, turn.came, self.starts), self.pauses))

    def running_time(self, until: int) -> int:
        return self.running.between(self.starts, until)

    @cached_property
    def deadline(self) -> Deadline | None:
        """The deadline. None while a pause without end lies before it."""
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

    def _deadline(self, gifts: tuple[Gift, ...], begun_by: int) -> Deadline | None:
        """Return the deadline with some gifts and with the automatic holidays that had begun at ``begun_by``."""
        found = self._deadline_by_pace(sum(gift.seconds for gift in gifts))
        least = max(self.turn.pace.grace, SETTLING_IN)
        for start, end in self.turn.own_days:
            if found is None or start > begun_by or self.turn.forbids_holidays:
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
        passed = instant_after(self.pauses, self.turn.came, longest)
        if passed is None or passed >= bank:
            return None
        enough = self.running.instant_after(self.starts, MIN_RUNNING)
        if enough is None or (reached := max(passed, enough)) >= bank:
            return None
        paused_until = self.running.end_of_last_pause(reached)
        settled = None if paused_until is None else self.running.instant_after(paused_until, SETTLING_IN)
        if settled is None or (ceiling := max(reached, settled)) >= bank:
            return None
        return ceiling


def charge_at(clock: TurnClock, now: int) -> int:
    """Return the seconds that the turn has cost so far: what has run, without the grace."""
    return max(0, clock.running_time(now) - clock.turn.pace.grace)


def left_at(clock: TurnClock, now: int) -> int:
    """Return the seconds that the bank still holds, gifts up to now included. Being late makes no debt."""
    given = sum(gift.seconds for gift in clock.turn.gifts if gift.at <= now)
    return max(0, clock.turn.bank + given - charge_at(clock, now))


def bank_after(clock: TurnClock, now: int) -> int:
    """Return the bank after an action now, by the player or by someone who acts for the seat.

    The increment fills the bank up to its cap, but takes nothing away from a bank that holds more.
    """
    pace, left = clock.turn.pace, left_at(clock, now)
    return pace.bank if pace.is_fixed else max(left, min(pace.cap, left + pace.increment))


def ceiling_pauses(turn: TurnFacts) -> list[Interval]:
    """Return what also stops the ceiling: holidays, pauses of the table, bounces and outages, disjoint and in order."""
    holidays = () if turn.forbids_holidays else (*turn.holidays, *turn.other_days, *turn.own_days)
    return merged((*holidays, *turn.pauses, *bounce_pauses(turn), *turn.outages))


def bounce_pauses(turn: TurnFacts) -> list[Interval]:
    """Return the part of the bounces that stops the clock: the first seven days since the turn came."""
    if not turn.bounces:
        return []
    ended = ((start, _end_of_bounce(turn, start, end)) for start, end in turn.bounces)
    return first_part(clipped(merged(ended), turn.came, FOREVER), MAX_BOUNCES)


def _end_of_bounce(turn: TurnFacts, start: int, end: int) -> int:
    """Return when a bounce ends: emails work again, a channel accepts a notice, or the player is seen.

    A notice that was accepted in the very second of the failure is the one that failed. A player who was seen in that
    second has just played, and does not know yet that it is their turn again.
    """
    opened = (at for at in turn.opened if at >= start)
    seen = (at for at in turn.seen if at > start)
    accepted = (at for at in turn.accepted if at > start)
    return min(end, *opened, *seen, *accepted, FOREVER)


def is_pause_too_long(agreed: int, until: int) -> bool:
    """Return True if a table may not pause until this date."""
    return not agreed < until <= agreed + MAX_PAUSE


class RunningTime:
    """The running time of a seat from an instant on. Its intervals are worked out only as far as needed."""

    def __init__(self, stretches: Iterator[Interval]) -> None:
        """Take the running intervals, disjoint and in order. They may go on without end."""
        self._stretches = stretches
        self._starts: list[int] = []
        self._ends: list[int] = []
        self._sums: list[int] = []  # the running time up to the end of each interval

    def _add_next(self) -> bool:
        """Work out one more interval. Return False if there is none."""
        found = next(self._stretches, None)
        if found is None:
            return False
        start, end = found
        self._sums.append((self._sums[-1] if self._sums else 0) + end - start)
        self._starts.append(start)
        self._ends.append(end)
        return True

    def until(self, instant: int) -> int:
        while (not self._ends or self._ends[-1] < instant) and self._add_next():
            pass
        index = bisect_right(self._starts, instant) - 1
        return self._sums[index] - max(0, self._ends[index] - instant) if index >= 0 else 0

    def between(self, since: int, until: int) -> int:
        """Return the running time between two instants, 0 if the second is not later."""
        return self.until(until) - self.until(since) if until > since else 0

    def instant_after(self, since: int, seconds: int) -> int | None:
        """Return the earliest instant at which this much time has run since ``since``, None if there is none."""
        if seconds <= 0:
            return since
        total = self.until(since) + seconds
        while not self._sums or self._sums[-1] < total:
            if not self._add_next():
                return None
        index = bisect_left(self._sums, total)
        return self._ends[index] - (self._sums[index] - total)

    def end_of_last_pause(self, instant: int) -> int | None:
        """Return the beginning of the interval that runs at an instant, or of the next one; None if there is none."""
        while not self._ends or self._ends[-1] <= instant:
            if not self._add_next():
                return None
        return self._starts[bisect_right(self._ends, instant)]

    def end_of_run(self, instant: int) -> int:
        """Return the end of the interval that runs at an instant, or of the next one; ``FOREVER`` if there is none."""
        if self.end_of_last_pause(instant) is None:
            return FOREVER
        return self._ends[bisect_right(self._ends, instant)]


def start_of(turn: TurnFacts) -> int:
    """Return when the clock of a turn starts: when the player was notified, at the latest after twelve hours.

    With all notices switched off, it starts when the turn comes. Earlier openings of the table do not count.
    """
    if turn.has_no_notices:
        return turn.came
    notified = (*turn.accepted, *turn.opened)
    return min((*(at for at in notified if at >= turn.came), turn.came + START_DELAY))


def gap_between(last: int, now: int) -> Interval | None:
    """Return the outage that a heartbeat ends, None if the previous heartbeat was not long ago."""
    return (last, now) if now - last > MAX_GAP else None


def may_time_out(deadline: int, last_heartbeat: int | None) -> bool:
    """Return True if a deadline may take effect: if a heartbeat came later, as an open gap may become an outage."""
    return last_heartbeat is not None and last_heartbeat > deadline


PARTS: tuple[tuple[Literal["half", "fifth"], int], ...] = (("half", 2), ("fifth", 5))


@dataclass(frozen=True, slots=True)
class Reminder:
    """A reminder of a turn: when half, or a fifth, of its running time is still to run."""

    part: Literal["half", "fifth"]
    at: int


def reminders_of(clock: TurnClock, now: int, quiet: Sequence[Interval] = ()) -> list[Reminder]:
    """Return the reminders that are still to come; each is sent once in a turn.

    ``quiet`` are the player's quiet hours: a reminder waits for their end, unless the deadline comes by then.
    """
    if clock.deadline is None:
        return []
    whole = clock.running_time(clock.deadline.at)
    found = []
    for part, share in PARTS:
        at = clock.running.instant_after(clock.starts, whole - whole // share)
        assert at is not None  # at the latest the deadline
        found.append(Reminder(part, _after_quiet_hours(at, clock.deadline.at, quiet)))
    return [reminder for reminder in found if now <= reminder.at < clock.deadline.at]


def _after_quiet_hours(at: int, deadline: int, quiet: Sequence[Interval]) -> int:
    end = next((end for start, end in merged(quiet) if start <= at < end), at)
    return end if end < deadline else at
