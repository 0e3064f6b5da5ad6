"""The processes of a site on this machine, and what they use (Linux)."""

import os
from pathlib import Path
from typing import Any

TICK = os.sysconf("SC_CLK_TCK")
CELERY = ["celery", "-qA", "marrakech_site"]
# As in docs/operating.md.
WORKERS = {
    "mail": [*CELERY, "worker", "--queues", "mail", "--concurrency", "4", "--hostname", "mail@%h"],
    "celery": [*CELERY, "worker", "--queues", "celery", "--concurrency", "2"],
    "robots": [*CELERY, "worker", "--queues", "robots", "--concurrency", "2", "--hostname", "robots@%h"],
}


def beat(folder: str) -> list[str]:
    return [*CELERY, "beat", "--pidfile=", "--schedule", f"{folder}/beat"]


def _stats() -> dict[int, list[str]]:
    """Return the fields of each process from its state on (man 5 proc: field 3)."""
    found = {}
    for folder in Path("/proc").glob("[0-9]*"):
        try:
            found[int(folder.name)] = (folder / "stat").read_text().rpartition(")")[2].split()
        except OSError:  # it has ended
            continue
    return found


def _family(pid: int, stats: dict[int, list[str]]) -> list[int]:
    """Return a process and all its descendants."""
    family = [pid]
    for member in family:
        family += [child for child, fields in stats.items() if int(fields[1]) == member]
    return [member for member in family if member in stats]


def cpu_seconds(pid: int) -> float:
    """Return the CPU time of a process and its descendants, with those that have ended."""
    stats = _stats()
    return sum(int(ticks) for member in _family(pid, stats) for ticks in stats[member][11:15]) / TICK


def memory_mb(pid: int) -> list[float]:
    """Return the memory of a process and of each of its descendants. What they share counts in parts (PSS)."""
    found = []
    for member in _family(pid, _stats()):
        lines = Path(f"/proc/{member}/smaps_rollup").read_text().splitlines()
        found.append(next(int(line.split()[1]) for line in lines if line.startswith("Pss:")) / 1024)
    return found


def database_pid() -> int:
    """Return the main process of PostgreSQL, if it runs on this machine."""
    from django.db import connection

    connection.ensure_connection()
    return int(_stats()[connection.connection.info.backend_pid][1])


def redis_pid() -> int:
    from redis import Redis

    info: Any = Redis.from_url(os.environ["REDIS_URL"]).info("server")
    return int(info["process_id"])
