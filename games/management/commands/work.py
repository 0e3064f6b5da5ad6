"""``manage.py work``: the embedded worker and scheduler, for a site without Redis."""

import signal
import threading
import time
from collections.abc import Callable
from typing import Any

import structlog
from django.core.management.base import BaseCommand
from django.db import close_old_connections

from games import tasks

DRAIN_EVERY = 1.0
SWEEP_EVERY = 30.0
log = structlog.get_logger("worker")


class Command(BaseCommand):
    """Sends mail each second and looks after deadlines each half minute, until told to stop."""

    help = "Run the worker and the scheduler in one process (the embedded default, without Redis)."

    def handle(self, *args: Any, **options: Any) -> None:
        """Work until SIGTERM or SIGINT. A job that fails is logged and tried again in its next round."""
        stop = threading.Event()
        for number in (signal.SIGTERM, signal.SIGINT):
            signal.signal(number, lambda *_: stop.set())
        log.info("started")
        work(stop)
        log.info("stopped")


def work(stop: threading.Event) -> None:
    """Run both jobs in turn until ``stop`` is set. After a failure the pauses grow, up to half a minute."""
    next_sweep, pause = time.monotonic(), DRAIN_EVERY
    while not stop.is_set():
        done = True
        if time.monotonic() >= next_sweep:
            next_sweep = time.monotonic() + SWEEP_EVERY
            done = attempt(tasks.sweep)
        done = attempt(tasks.drain) and done
        pause = DRAIN_EVERY if done else min(pause * 2, SWEEP_EVERY)
        stop.wait(pause)


def attempt(job: Callable[[], object]) -> bool:
    """Run a task here; whatever it raises is logged, because the next round must come."""
    close_old_connections()
    try:
        job()
    except Exception:
        log.exception("job failed", job=getattr(job, "__name__", repr(job)))
        return False
    return True
