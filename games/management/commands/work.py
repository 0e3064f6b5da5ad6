"""``manage.py work``: the embedded worker and scheduler, for a site without Redis."""

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

from games.delivery import worker
from games.inbound import imap
from games.presenters.pictures.film_file import drawing_version, render_film
from games.services import films
from games.services.analysis import analyses
from games.services.notifications import canary
from games.services.play import robot_turns
from games.services.sweep import sweep

DRAIN_EVERY = 1.0
SWEEP_EVERY = 30.0
FETCH_EVERY = 60.0
ROBOTS_EVERY = 0.25  # for robots: their opponents are waiting
log = structlog.get_logger("worker")


class Command(BaseCommand):
    """Sends mail, looks after deadlines; robots play and games are analysed beside it. Until told to stop."""

    help = "Run the worker and the scheduler in one process (the embedded default, without Redis)."

    def handle(self, *args: Any, **options: Any) -> None:
        """Work until SIGTERM or SIGINT. A job that fails is logged and tried again in its next round."""
        stop = threading.Event()
        for number in (signal.SIGTERM, signal.SIGINT):
            signal.signal(number, lambda *_: stop.set())
        log.info("started")
        robots = threading.Thread(target=play_robots, args=(stop,), name="robots")
        robots.start()
        calls = threading.Thread(target=deliver_calls, args=(stop,), name="calls")
        calls.start()
        # A daemon: what it has begun may be lost, for the next start computes it again.
        threading.Thread(target=analyse, args=(stop,), name="analyses", daemon=True).start()
        if settings.INBOUND_IMAP_URL:
            threading.Thread(target=fetch, args=(stop,), name="mailbox", daemon=True).start()
        work(stop)
        robots.join()
        calls.join()
        log.info("stopped")


def work(stop: threading.Event) -> None:
    """Run both jobs in turn until ``stop`` is set. After a failure the pauses grow, up to half a minute."""
    next_sweep, pause = time.monotonic(), DRAIN_EVERY
    while not stop.is_set():
        done = True
        if time.monotonic() >= next_sweep:
            next_sweep = time.monotonic() + SWEEP_EVERY
            done = all([attempt(_swept), attempt(_watched)])
        done = attempt(lambda: worker.drain(timezone.now(), stop.is_set)) and done
        pause = DRAIN_EVERY if done else min(pause * 2, SWEEP_EVERY)
        stop.wait(pause)


def play_robots(stop: threading.Event) -> None:
    """Let the robots that are waited for play, one action after the other, in a thread that holds up no mail.

    Told to stop, a robot that thinks answers at once; its turn is played after the next start.
    """
    _again_and_again(stop, lambda: _played(stop), ROBOTS_EVERY)


def deliver_calls(stop: threading.Event) -> None:
    """Call devices and webhooks, in a thread that holds up no mail where they answer slowly."""
    _again_and_again(stop, lambda: worker.drain_calls(timezone.now(), stop.is_set), DRAIN_EVERY)


def analyse(stop: threading.Event) -> None:
    """Compute the analyses and make the films that are due, in a thread that holds up neither mail nor robots."""
    _again_and_again(stop, _analysed, DRAIN_EVERY)


def fetch(stop: threading.Event) -> None:
    """Fetch mail each minute, in a thread of its own, because the mailbox may be slow."""
    _again_and_again(stop, imap.fetch, FETCH_EVERY)


def _again_and_again(stop: threading.Event, job: Callable[[], object], every: float) -> None:
    pause = every
    while not stop.is_set():
        pause = every if attempt(job) else min(pause * 2, SWEEP_EVERY)
        stop.wait(pause)


def _played(stop: threading.Event) -> None:
    """Play for the robots until none is waited for. The quickest come first, whenever one has played."""
    while not stop.is_set() and (games := robot_turns.due(timezone.now())):
        robot_turns.play_one(games[0], stop.is_set)


def _analysed() -> None:
    for pk in analyses.due(timezone.now(), limit=1):
        analyses.compute(pk)
    for pk in films.due(timezone.now(), limit=1):
        films.make(pk, render_film, drawing_version())


def _swept() -> None:
    sweep(timezone.now(), drawing_version())


def _watched() -> None:
    canary.run_hourly_check(timezone.now())


def attempt(job: Callable[[], object]) -> bool:
    """Run a task here; whatever it raises is logged, because the next round must come."""
    close_old_connections()
    try:
        job()
    except Exception:
        log.exception("job failed", job=getattr(job, "__name__", repr(job)))
        return False
    return True
