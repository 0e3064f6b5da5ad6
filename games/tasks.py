"""What runs in the background: as Celery tasks, or called by the embedded worker. Each may run twice."""

from datetime import timedelta

from celery import shared_task
from django.utils import timezone

from accounts.services import purge_unconfirmed
from games import delivery
from games.services import clock, heartbeat

DAY = timedelta(days=1)


@shared_task
def deliver(pk: int) -> None:
    """Send one row of the outbox, if it still waits."""
    delivery.deliver(pk)


@shared_task
def drain() -> int:
    """Send every row of the outbox whose time has come. Return how many were tried."""
    return delivery.drain(timezone.now())


@shared_task
def sweep() -> None:
    """Note deadlines that have passed, clear up once a day, and show that the scheduler is alive."""
    now = timezone.now()
    clock.note_overdue(now)
    if heartbeat.is_time_for("clear-up", DAY, now):
        purge_unconfirmed(now)
    heartbeat.beat("scheduler", now)
