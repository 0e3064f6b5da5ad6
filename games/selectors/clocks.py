"""Named reads of clocks."""

from datetime import timedelta
from statistics import median

from accounts.models import User
from games.models import Turn, TurnEnd

SAMPLE = 30  # turns
MIN_TURNS = 5  # turns, to say anything about a player
AWAKE = 16 / 24  # the part of a day in which a clock usually runs


def usual_time_of(user: User) -> timedelta | None:
    """Return the median time that a player's latest turns took, None if there are few."""
    ends = [TurnEnd.PLAYER, TurnEnd.DEPUTY, TurnEnd.HOUSE]
    turns = Turn.objects.filter(user=user, ended_at__isnull=False, ended_by__in=ends).order_by("-ended_at")
    rows = turns.values_list("came_at", "told_at", "ended_at")[:SAMPLE]
    times = [(ended - (told or came)).total_seconds() for came, told, ended in rows if ended]
    return timedelta(seconds=median(times)) if len(times) >= MIN_TURNS else None


def is_too_slow_for(usual: timedelta | None, increment: int, grace: int) -> bool:
    """Return True if a player's usual turn takes more of the bank than a turn adds to it."""
    return usual is not None and usual.total_seconds() * AWAKE > increment + grace
