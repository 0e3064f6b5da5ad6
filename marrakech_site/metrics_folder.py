"""The folder in which all processes of this machine count for /metrics. Needs neither Django nor prometheus-client.

It has the name of the machine, because containers that share DATA_DIR/metrics have the same numbers of processes. Those
of a pod have one name, but they share their numbers, too (shareProcessNamespace in deploy/kubernetes).
"""

import contextlib
import os
import socket
import sys
from pathlib import Path

from . import env

SERVICES = {"work", "serve_metrics", "serve_lmtp", "runserver"}  # the commands that last
BASE_DIR = Path(__file__).resolve().parent.parent


def folder() -> Path | None:
    """Return the folder, or None if nobody may ask for the figures, so that nothing is counted for them."""
    if not (env.text("METRICS_PORT") or env.text("METRICS_TOKEN")):
        return None
    return Path(env.text("DATA_DIR", str(BASE_DIR / "var"))) / "metrics" / socket.gethostname()


def use() -> None:
    """Let this process count there: prometheus-client reads the variable when it is imported.

    A command that ends soon does not: its files would stay, and each is read whenever somebody asks.
    """
    is_short = Path(sys.argv[0]).name == "manage.py" and not SERVICES & set(sys.argv[1:2])
    if (found := folder()) and not is_short:
        found.mkdir(parents=True, exist_ok=True)
        os.environ["PROMETHEUS_MULTIPROC_DIR"] = str(found)


def forget_ended_processes() -> None:
    """Delete the figures of processes that run no more. Called once when a service starts, before it counts.

    Not when one of its processes is replaced: a sum that falls looks like a new beginning.
    """
    for path in (folder() or Path(os.devnull)).glob("*_*.db"):
        process = path.stem.rpartition("_")[2]
        if process.isdecimal() and not _runs(int(process)):
            path.unlink(missing_ok=True)


def _runs(process: int) -> bool:
    with contextlib.suppress(PermissionError):
        try:
            os.kill(process, 0)
        except ProcessLookupError:
            return False
    return True


def note_end_of(process: int) -> None:
    """Remove what counts only while its process lives."""
    for path in (folder() or Path(os.devnull)).glob(f"gauge_live*_{process}.db"):
        path.unlink(missing_ok=True)
