"""Taking time: CPU time of several pieces of work by turns, and of a fresh interpreter that imports something."""

import os
import resource
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Mapping
from statistics import median


def measure_interleaved(works: Mapping[str, tuple[Callable[[], object], int]], rounds: int) -> dict[str, list[float]]:
    """Return for each piece of work the CPU seconds of one call, once for every round.

    A work comes with the number of calls that one measurement takes. All of them run once in every round, so that a
    machine that is busy now and idle then is so for all measurements.
    """
    taken: dict[str, list[float]] = {name: [] for name in works}
    for _ in range(rounds):
        for name, (work, times) in works.items():
            begun = time.process_time()
            for _ in range(times):
                work()
            taken[name].append((time.process_time() - begun) / times)
    return taken


def ratio(slow: list[float], fast: list[float]) -> float:
    """Return how many times as fast the second is: the median over the rounds."""
    return median(one / other for one, other in zip(slow, fast, strict=True))


def import_time(module: str, rounds: int) -> float:
    """Return the CPU seconds that importing a module adds to a bare interpreter, its byte code being compiled."""
    with tempfile.TemporaryDirectory() as folder:
        environment = {**os.environ, "PYTHONPYCACHEPREFIX": folder, "PYTHONDONTWRITEBYTECODE": ""}

        def spent(code: str) -> float:
            before = resource.getrusage(resource.RUSAGE_CHILDREN)
            subprocess.run([sys.executable, "-S", "-c", code], env=environment, check=True)  # noqa: S603
            after = resource.getrusage(resource.RUSAGE_CHILDREN)
            return after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime

        spent(f"import {module}")  # compiles
        return median(spent(f"import {module}") - spent("pass") for _ in range(rounds))


def print_figure(label: str, value: float, unit: str, note: str = "") -> None:
    """Write a line of the table."""
    sys.stdout.write(f"{label:<46}{value:>12,.2f} {unit:<8}{note}\n")
