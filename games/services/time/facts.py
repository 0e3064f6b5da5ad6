"""The facts of a turn, from which everything about its clock follows (docs/clock.md)."""

from dataclasses import dataclass

from .intervals import Interval
from .paces import PaceTimes
from .waking_hours import Declaration


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
    player's signs of life anywhere, end them as well. ``outages`` are those of the site.
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
