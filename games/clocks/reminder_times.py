"""Reminders before a deadline (docs/clock.md, "Reminders")."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Generic, Literal, TypeVar

from .instants import HOUR, Interval, merged
from .turn_clock import TurnClock

SHARED_WITHIN = 1 * HOUR  # after the first reminder; those of other tables in this time go into its message
PARTS: tuple[tuple[Literal["half", "fifth"], int], ...] = (("half", 2), ("fifth", 5))

Table = TypeVar("Table")


@dataclass(frozen=True, slots=True)
class Reminder:
    """A reminder of a turn: when half, or a fifth, of its running time is still to run."""

    part: Literal["half", "fifth"]
    at: int


@dataclass(frozen=True, slots=True)
class SharedReminder(Generic[Table]):
    """One message about several tables."""

    at: int
    tables: tuple[Table, ...]


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


def share_messages(reminders: Iterable[tuple[int, Table]]) -> list[SharedReminder[Table]]:
    """Put the reminders of one player, (instant, table), into messages: all within an hour after the first in one."""
    messages: list[SharedReminder[Table]] = []
    for at, table in sorted(reminders, key=lambda one: one[0]):
        if messages and at < messages[-1].at + SHARED_WITHIN:
            messages[-1] = SharedReminder(messages[-1].at, (*messages[-1].tables, table))
        else:
            messages.append(SharedReminder(at, (table,)))
    return messages
