"""What is looked after each minute."""

from datetime import datetime

from . import clock, films, heartbeat, housekeeping
from .analysis import analyses
from .play import robot_turns


def sweep(now: datetime, drawing_version: int) -> None:
    """Note passed deadlines, wake workers for lost work, clear up once a day, and show that the scheduler is alive."""
    clock.note_overdue(now)
    robot_turns.wake_due(now)
    analyses.wake_lost(now)
    films.requeue_outdated(now, drawing_version)
    housekeeping.clear_up_daily(now)
    heartbeat.beat("scheduler", now)
