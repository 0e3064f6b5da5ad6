"""The periodic work of every 30 seconds."""

from datetime import datetime

from . import films, housekeeping
from .analysis import analyses
from .clocks import agreements, falls, outages, reminders, seats
from .play import robot_turns
from .tables import proposals


def sweep(now: datetime, drawing_version: int) -> None:
    """Record the heartbeat, let deadlines fall, wake workers for lost work, delete old rows daily.

    The heartbeat comes first: it finds out whether the site was down, and no deadline falls that lies in an outage.
    """
    outages.note_heartbeat(now)
    falls.fall_due(now)
    seats.take_seats_by_robots(now)
    agreements.end_due_pauses(now)
    proposals.expire_due(now)
    reminders.remind_due(now)
    robot_turns.wake_due(now)
    analyses.wake_lost(now)
    films.requeue_outdated(now, drawing_version)
    housekeeping.delete_old_rows_daily(now)
