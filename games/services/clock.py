"""Deadlines."""

from datetime import datetime, timedelta

from django.db.models import F

from games.models import Game, Pace, Status

TIME_PER_TURN = {
    Pace.DAY: timedelta(days=1),
    Pace.THREE_DAYS: timedelta(days=3),
    Pace.WEEK: timedelta(days=7),
}


def deadline_of(pace: str, now: datetime) -> datetime | None:
    """Return the deadline of a turn that begins now, or None without a clock."""
    time = TIME_PER_TURN.get(Pace(pace))
    return now + time if time else None


def note_overdue(now: datetime) -> int:
    """Mark the running games whose deadline has passed, so that their pages and lists say so. Return how many."""
    overdue = Game.objects.filter(status=Status.RUNNING, overdue_at__isnull=True, deadline__lte=now)
    return overdue.update(overdue_at=now, version=F("version") + 1)
