"""The rests of a turn besides sleep: the clock of the seat does not run (docs/clock.md, "Rests")."""

from .facts import TurnFacts
from .instants import DAY, FOREVER
from .intervals import Interval, clipped, first_part, merged

MAX_BOUNCES = 7 * DAY  # of one turn, all bounces together
MAX_PAUSE = 30 * DAY  # from the agreement to a date; a pause without a date lasts until everyone goes on


def wall_rests(turn: TurnFacts) -> list[Interval]:
    """Return the rests that also stop the ceiling: holidays, pauses, bounces and outages, disjoint and in order."""
    holidays = () if turn.forbids_holidays else (*turn.holidays, *turn.other_days, *turn.own_days)
    return merged((*holidays, *turn.pauses, *bounce_rests(turn), *turn.outages))


def bounce_rests(turn: TurnFacts) -> list[Interval]:
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
