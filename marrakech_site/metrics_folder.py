"""The folder in which all processes of this machine count for /metrics. Needs no Django.

It has the name of the machine, because containers that share DATA_DIR/metrics have the same numbers of processes. Those
of a pod have one name, but they share their numbers, too (shareProcessNamespace in deploy/kubernetes).
"""

import contextlib
import fcntl
import os
import socket
import struct
import sys
from collections.abc import Iterator
from importlib import import_module
from pathlib import Path
from typing import Any

from . import env

SERVICES = {"work", "serve_metrics", "serve_lmtp", "runserver"}  # the commands that last
SUMS = {"counter", "histogram", "summary"}  # kinds of figures that are added up
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


@contextlib.contextmanager
def lock(metrics: Path, *, is_shared: bool) -> Iterator[None]:
    """Let nobody read DATA_DIR/metrics while files are merged: each figure would count twice, or not at all."""
    with (metrics / "lock").open("a") as file:
        fcntl.flock(file, fcntl.LOCK_SH if is_shared else fcntl.LOCK_EX)
        yield


def merge_ended_processes() -> None:
    """Add what processes have counted that run no more to one file of each kind. Called when a service starts.

    Their files would become more and more. If they were just deleted, sums would fall, while other processes count on:
    Prometheus takes that for a new beginning, and counts all again.
    """
    if not (here := folder()):
        return
    use()
    files = import_module("prometheus_client.mmap_dict").MmapedDict  # not before it can read the variable
    with lock(here.parent, is_shared=False):
        for path in here.glob("*_*.db"):
            kind, _, process = path.stem.rpartition("_")
            if process.isdecimal() and not _runs(int(process)):
                if kind in SUMS:
                    _add(files, path, here / f"{kind}_ended.db")
                path.unlink()


def _add(files: Any, path: Path, ended: Path) -> None:
    try:
        values = list(files.read_all_values_from_file(str(path)))
    except (struct.error, RuntimeError):
        return  # its process was killed while it made the file
    merged = files(str(ended))
    for key, value, _time, _position in values:
        before, time = merged.read_value(key)
        merged.write_value(key, before + value, time)
    merged.close()


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
