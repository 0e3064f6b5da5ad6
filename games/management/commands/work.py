"""``manage.py work``, the worker and scheduler of a site without Redis."""

import signal
import threading
import time
from collections.abc import Callable
from typing import Any

import structlog
from django.conf import settings
from django.core.management.base import BaseCommand
from django.db import close_old_connections
from django.utils import timezone

from accounts import exports
from games.analysis import analyses
from games.clocks import outages
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
from games.sweep import sweep

DRAIN_INTERVAL = 1.0  # seconds, as all of these
SWEEP_INTERVAL = 30.0
FETCH_INTERVAL = 60.0
ROBOT_INTERVAL = 0.25  # short, because opponents are waiting
log = structlog.get_logger("worker")


class Command(BaseCommand):
    """Sends emails, checks deadlines, plays for robots and analyses games until it is stopped."""

    help = "Run the worker and the scheduler in one process (the embedded default, without Redis)."

    def handle(self, *args: Any, **options: Any) -> None:
        """Work until SIGTERM or SIGINT. A job that fails is logged and runs again in the next round."""
        stop = threading.Event()
        for number in (signal.SIGTERM, signal.SIGINT):
            signal.signal(number, lambda *_: stop.set())
        log.info("started")
        if settings.CLOCK_OFFSET:
            outages.skip_gap(timezone.now())
        robots = threading.Thread(target=play_robots, args=(stop,), name="robots")
        robots.start()
        calls = threading.Thread(target=deliver_calls, args=(stop,), name="calls")
        calls.start()
        # A daemon thread, because unfinished work may be lost: the next start computes it again.
        threading.Thread(target=analyse, args=(stop,), name="analyses", daemon=True).start()
        if settings.INBOUND_IMAP_URL:
            threading.Thread(target=fetch, args=(stop,), name="mailbox", daemon=True).start()
        work(stop)
        robots.join()
        calls.join()
        log.info("stopped")


def work(stop: threading.Event) -> None:
    """Send and sweep in turn until ``stop`` is set. After a failure the pauses grow, up to half a minute."""
    next_sweep, pause = time.monotonic(), DRAIN_INTERVAL
    while not stop.is_set():
        has_succeeded = True
        if time.monotonic() >= next_sweep:
            next_sweep = time.monotonic() + SWEEP_INTERVAL
            has_succeeded = all([run_or_log(_sweep), run_or_log(_check_mail)])
        has_succeeded = run_or_log(lambda: worker.drain(timezone.now(), stop.is_set)) and has_succeeded
        pause = DRAIN_INTERVAL if has_succeeded else min(pause * 2, SWEEP_INTERVAL)
        stop.wait(pause)


def play_robots(stop: threading.Event) -> None:
    """Play for the robots whose turn it is, in a thread of its own so that emails need not wait.

    When ``stop`` is set, a robot that thinks stops at once; its turn is played after the next start.
    """
    _repeat(stop, lambda: _play_due_robots(stop), ROBOT_INTERVAL)


def deliver_calls(stop: threading.Event) -> None:
    """Call devices and webhooks, in a thread of its own because they may answer slowly."""
    _repeat(stop, lambda: worker.drain_calls(timezone.now(), stop.is_set), DRAIN_INTERVAL)


def analyse(stop: threading.Event) -> None:
    """Compute due ratings, analyses, films and exports, in a thread of their own: emails and robots need not wait."""
    _repeat(stop, _analyse_due_games, DRAIN_INTERVAL)


def fetch(stop: threading.Event) -> None:
    """Fetch emails every minute, in a thread of its own because the mailbox may be slow."""
    _repeat(stop, imap.fetch, FETCH_INTERVAL)


def _repeat(stop: threading.Event, job: Callable[[], object], interval: float) -> None:
    pause = interval
    while not stop.is_set():
        pause = interval if run_or_log(job) else min(pause * 2, SWEEP_INTERVAL)
        stop.wait(pause)


def _play_due_robots(stop: threading.Event) -> None:
    """Play for the robots until no game waits for one. After each action the quickest robot comes first."""
    while not stop.is_set() and (games := robots.due(timezone.now())):
        robots.play_one(games[0], stop.is_set)


def _analyse_due_games() -> None:
    for pk in analyses.due(timezone.now(), limit=1):
        analyses.compute(pk)
    for pk in films.due(timezone.now(), limit=1):
        films.make(pk, render_film, drawing_version())
    renew(timezone.now())
    rate_waiting()
    for pk in exports.due(timezone.now())[:1]:
        exports.make(pk)


def _sweep() -> None:
    sweep(outages.database_now(), drawing_version())


def _check_mail() -> None:
    canary.run_hourly_check(timezone.now())
    alerts.alert_about_failures(timezone.now())
    alert_about_unchecked_mail(timezone.now())


def run_or_log(job: Callable[[], object]) -> bool:
    """Run a job and tell whether it succeeded. Log any error, so that the next round takes place."""
    close_old_connections()
    try:
        job()
    except Exception:
        log.exception("job failed", job=getattr(job, "__name__", repr(job)))
        return False
    return True
