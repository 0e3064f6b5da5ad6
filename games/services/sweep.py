"""The periodic work of every 30 seconds."""

from collections.abc import Callable
from datetime import datetime
from functools import partial

from . import films, housekeeping
from .analysis import analyses
from .clocks import agreements, falls, outages, reminders, seats, updates
from .clocks.players import zone_data
from .notifications import outbox
from .play import resignations, robot_turns
from .tables import proposals

Part = Callable[[datetime], object]
PARTS: tuple[Part, ...] = (
    zone_data.note_zone_data,
    updates.compute_due,
    resignations.settle_due,
    falls.fall_due,
    seats.take_seats_by_robots,
    agreements.end_due_pauses,
    proposals.expire_due,
    reminders.remind_due,
    robot_turns.wake_due,
    analyses.wake_lost,
    outbox.wake_misdated,
    housekeeping.delete_old_rows_daily,
)


def sweep(now: datetime, drawing_version: int) -> None:
    """Record the heartbeat, let deadlines fall, wake workers for lost work, delete old rows daily.

    The heartbeat comes first: it finds out whether the site was down, and no deadline falls that lies in an outage.
    Then a part that fails does not stop the others. Their failures are raised together at the end.
    """
    outages.note_heartbeat(now)
    parts: list[Part] = [*PARTS, partial(films.requeue_outdated, version=drawing_version)]
    failures = []
    for part in parts:
        try:
            part(now)
        except Exception as error:
            failures.append(error)
    if failures:
        raise ExceptionGroup("parts of the sweep failed", failures)
