"""Celery tasks. Each takes a primary key at most, and may run twice."""

from celery import shared_task
from django.utils import timezone

from games.delivery import worker
from games.inbound import imap
from games.presenters.pictures.film_file import drawing_version, render_film
from games.services import films
from games.services.analysis import analyses
from games.services.notifications import canary
from games.services.play import robot_turns
from games.services.sweep import sweep as sweep_now


@shared_task
def deliver(pk: int) -> None:
    """Send one row of the outbox, if it still waits."""
    worker.deliver(pk)


@shared_task
def drain() -> int:
    """Send every email of the outbox that is due. Return how many were tried."""
    return worker.drain(timezone.now())


@shared_task
def drain_calls() -> int:
    """Call every device and webhook that is due. Return how many were tried."""
    return worker.drain_calls(timezone.now())


@shared_task
def watch_mail() -> None:
    """Send the test email of the hour, and tell the administrators whether emails get through."""
    canary.run_hourly_check(timezone.now())


@shared_task
def fetch_mail() -> int:
    """Process what has come into the mailbox, if the site has one. Return how many emails there were."""
    return imap.fetch()


@shared_task
def analyse(pk: int) -> None:
    """Compute the analysis of a game, if it still waits."""
    analyses.compute(pk)


@shared_task
def make_film(pk: int) -> None:
    """Make the film of a game, if it still waits."""
    films.make(pk, render_film, drawing_version())


@shared_task(soft_time_limit=45, time_limit=55)
def play_robot(pk: int) -> bool:
    """Let the robot that a game waits for play one action. Its commit wakes the next one."""
    return robot_turns.play_one(pk)


@shared_task
def sweep() -> None:
    """Look after deadlines, lost work and old rows."""
    sweep_now(timezone.now(), drawing_version())
