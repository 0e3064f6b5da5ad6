"""Measurement of CPU time: of several functions by turns, and of an import in a fresh interpreter."""

import os
import resource
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Mapping
from statistics import median


def measure_interleaved(works: Mapping[str, tuple[Callable[[], object], int]], rounds: int) -> dict[str, list[float]]:
    """Return the CPU seconds of one call of each function, in every round.

    Each function comes with its number of calls in one measurement. All are measured once in every round, so that a
    machine that is sometimes busy is so for all of them.
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
    """Return how many times as fast the second function is: the median over the rounds."""
    return median(one / other for one, other in zip(slow, fast, strict=True))


def import_time(module: str, rounds: int) -> float:
    """Return the CPU seconds that importing a module adds to a bare interpreter, with its byte code compiled."""
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
    """Print a line of the table."""
    sys.stdout.write(f"{label:<46}{value:>12,.2f} {unit:<8}{note}\n")
