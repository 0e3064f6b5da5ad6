"""Work of a command on all cores, in processes with database connections of their own.

This imports no model: a new process imports it before Django is set up.
"""

import multiprocessing
import signal
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor
from typing import Any

import django


def begin() -> None:
    """Be a process that works: Ctrl-C reaches only the command, which lets it finish what it does."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    django.setup()


def on_cores(work: Callable[[Any], Any], parts: Sequence[Any], jobs: int) -> Iterator[Any]:
    """Yield what ``work``, a function of a module, returns for each part, in their order. One job needs no process."""
    if jobs < 2 or len(parts) < 2:
        yield from map(work, parts)
        return
    with ProcessPoolExecutor(min(jobs, len(parts)), multiprocessing.get_context("spawn"), begin) as pool:
        yield from pool.map(work, parts)
