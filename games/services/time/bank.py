"""The bank: what a turn charges, what is left, and what a seat has after it (docs/clock.md, "The bank")."""

from .turn_clock import TurnClock


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
