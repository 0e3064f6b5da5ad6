"""The periodic work of every 30 seconds."""

from datetime import datetime

from . import clock, films, heartbeat, housekeeping
from .analysis import analyses
from .play import robot_turns


def sweep(now: datetime, drawing_version: int) -> None:
    """Mark overdue games, wake workers for lost work, delete old rows daily, and record the scheduler's heartbeat."""
    clock.note_overdue(now)
    robot_turns.wake_due(now)
    analyses.wake_lost(now)
    films.requeue_outdated(now, drawing_version)
    housekeeping.delete_old_rows_daily(now)
    heartbeat.beat("scheduler", now)
