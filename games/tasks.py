"""Celery tasks. Each takes at most a primary key, and can safely run twice.

Names are written out: processes of two releases exchange them during an upgrade.
"""

from celery import shared_task
from django.utils import timezone

from accounts import exports
from games.analysis import analyses
from games.clocks.outages import database_now
from games.delivery import worker
from games.inbound import canary, imap
from games.inbound.services import alert_about_unchecked_mail
from games.notifications import alerts
from games.pictures.film import drawing_version
from games.play import robots
from games.ratings.replays import renew
from games.ratings.services import rate_waiting
from games.replay import films
from games.replay.films import render_film
from games.sweep import sweep as sweep_now


# A round takes a minute, and its last email may take another three (EMAIL_ANSWER_TIMEOUT, results.PAUSES).
@shared_task(name="games.tasks.deliver", soft_time_limit=270, time_limit=300)
def deliver(pk: int) -> None:
    worker.deliver(pk)


@shared_task(name="games.tasks.drain", soft_time_limit=270, time_limit=300)
def drain() -> int:
    return worker.drain(timezone.now())


@shared_task(name="games.tasks.drain_calls", soft_time_limit=180, time_limit=210)
def drain_calls() -> int:
    return worker.drain_calls(timezone.now())


@shared_task(name="games.tasks.watch_mail")
def watch_mail() -> None:
    canary.run_hourly_check(timezone.now())
    alerts.alert_about_failures(timezone.now())
    alert_about_unchecked_mail(timezone.now())


@shared_task(name="games.tasks.fetch_mail")
def fetch_mail() -> int:
    return imap.fetch()


@shared_task(name="games.tasks.analyse")
def analyse(pk: int) -> None:
    analyses.compute(pk)


@shared_task(name="games.tasks.rate_games", soft_time_limit=21_500, time_limit=21_600)
def rate_games() -> int:
    """Rate what waits. After an upgrade with a new formula all games are rated again, which may take hours."""
    renew(timezone.now())
    return rate_waiting()


@shared_task(name="games.tasks.make_film")
def make_film(pk: int) -> None:
    films.make(pk, render_film, drawing_version())


@shared_task(name="games.tasks.make_export")
def make_export(pk: int) -> None:
    exports.make(pk)


@shared_task(name="games.tasks.play_robot", soft_time_limit=45, time_limit=55)
def play_robot(pk: int) -> bool:
    """Play one action of a robot. Its commit wakes the next robot."""
    return robots.play_one(pk)


@shared_task(name="games.tasks.sweep")
def sweep() -> None:
    sweep_now(database_now(), drawing_version())
