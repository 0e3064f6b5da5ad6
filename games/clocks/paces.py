"""Paces: the times that a table gives its players (docs/clock.md, "Paces")."""

from dataclasses import dataclass

from .instants import DAY, HOUR


@dataclass(frozen=True, slots=True)
class PaceTimes:
    """The times of a pace, in seconds. A table without a clock has none.

    ``bank`` is what a seat has at the start, ``increment`` what each of its turns adds, up to the ``cap``.
    ``grace`` is the time of each turn that costs nothing. ``ceiling`` is the longest time from the moment a turn
    comes to its deadline. At a fixed pace the bank is refilled for each turn, and the clock does not stop at night.
    """

    bank: int
    increment: int
    cap: int
    grace: int
    ceiling: int
    is_fixed: bool = False


BRISK = PaceTimes(1 * DAY, 12 * HOUR, 2 * DAY, 2 * HOUR, 3 * DAY)
USUAL = PaceTimes(3 * DAY, 1 * DAY, 6 * DAY, 6 * HOUR, 8 * DAY)
LEISURELY = PaceTimes(7 * DAY, 2 * DAY, 21 * DAY, 12 * HOUR, 30 * DAY)
NAMED_PACES = {"brisk": BRISK, "usual": USUAL, "leisurely": LEISURELY}

OWN_BANK = (1 * HOUR, 60 * DAY)  # bounds of own paces, both allowed
OWN_INCREMENT = (0, 14 * DAY)
MAX_CAP = 90 * DAY
OWN_GRACE = (0, 24 * HOUR)
OWN_CEILING = (1 * DAY, 120 * DAY)


@dataclass(frozen=True, slots=True)
class OutOfBounds:
    """A time of an own pace that is not allowed: its field, and the least and the most that are allowed."""

    field: str
    least: int
    most: int


def fixed_pace(seconds: int) -> PaceTimes:
    return PaceTimes(seconds, 0, seconds, 0, seconds + DAY, is_fixed=True)


def is_too_fast_for(pace: PaceTimes, usual: int) -> bool:
    """Return True if a turn of ``usual`` seconds, nights included, takes more of the bank than a turn adds to it."""
    return usual * 16 // 24 > pace.increment + pace.grace


def find_out_of_bounds(pace: PaceTimes) -> list[OutOfBounds]:
    """Return the times of a host's own pace that are not allowed, with their bounds."""
    bounds = {
        "bank": (pace.bank, OWN_BANK),
        "increment": (pace.increment, OWN_INCREMENT),
        "cap": (pace.cap, (pace.bank, MAX_CAP)),
        "grace": (pace.grace, OWN_GRACE),
        "ceiling": (pace.ceiling, OWN_CEILING),
    }
    return [
        OutOfBounds(field, least, most)
        for field, (value, (least, most)) in bounds.items()
        if not least <= value <= most
    ]
