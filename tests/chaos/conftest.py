"""The site as in production on servers of its own, which a test can kill, under the load of some players."""

import json
import subprocess
import threading
from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

import pytest
import requests

from tests import servers
from tests.chaos.load import LoadPlayer
from tests.chaos.machines import Machine, postgres_machine, remove, scratch_folder, small_disk, valkey_machine
from tests.stack.conftest import clean_environment
from tooling.bootstrap import PYTHON, ROOT

TABLES = 4  # with two clients each
SET_UP = """
import json
from accounts.services import create_token
from tests.makers import make_user, started_game
rows = []
for number in range({tables}):
    players = [make_user(f"p{{number}}{{letter}}") for letter in "ab"]
    game = started_game(*players, options={{"rugs": "60/60/60"}})
    rows.append([game.code, [create_token(player, "load")[1] for player in players]])
print(json.dumps(rows))
"""


@dataclass
class Site:
    """The running site, its machines, and its players."""

    url: str
    env: dict[str, str]
    machines: dict[str, Machine]
    players: list[LoadPlayer]
    stop: threading.Event
    folder: Path

    def python(self, code: str) -> str:
        """Run code with the site's settings and database, in a process of its own; return what it prints."""
        command = [str(PYTHON), "manage.py", "shell", "--no-imports", "-c", code]
        done = subprocess.run(command, cwd=ROOT, env=self.env, capture_output=True, text=True, check=False)
        assert done.returncode == 0, done.stderr
        return done.stdout.strip()

    def statuses(self) -> "Counter[int]":
        return sum((player.statuses for player in self.players), Counter())

    def played(self) -> int:
        return sum(len(player.accepted) for player in self.players)

    def wait_for_play(self, more: int = 12, seconds: float = 60) -> None:
        goal = self.played() + more
        servers.wait_for(lambda: self.played() >= goal, f"further play after {self.statuses()}", seconds)


@pytest.fixture
def site() -> Iterator[Site]:
    """Start everything, and the load; end it."""
    with running_site(scratch_folder()) as found:
        yield found


@pytest.fixture
def site_on_small_disks() -> Iterator[Site]:
    """The same, with a disk of its own for PostgreSQL and another for the files of the site."""
    folder = scratch_folder()
    with small_disk(folder / "disk", 250), small_disk(folder / "files", 50), running_site(folder) as found:
        yield found


@contextmanager
def running_site(folder: Path) -> Iterator[Site]:
    stop = threading.Event()
    valkey, redis_url = valkey_machine()
    postgres, database_url = postgres_machine(folder)
    env = environment(folder, database_url, redis_url)
    machines = {"valkey": valkey, "postgres": postgres, **processes(env, folder)}
    players: list[LoadPlayer] = []
    try:
        valkey.start()
        postgres.start()
        for command in ("migrate", "collectstatic"):
            subprocess.run([str(PYTHON), "manage.py", command, "--noinput", "-v", "0"], cwd=ROOT, env=env, check=True)
        for name in ("web", "worker", "beat"):
            machines[name].start()
        found = Site(env["SITE_URL"], env, machines, players, stop, folder)
        for code, tokens in json.loads(found.python(SET_UP.format(tables=TABLES)).splitlines()[-1]):
            players += [LoadPlayer([found.url], code, token, stop) for token in tokens]
        for player in players:
            player.start()
        found.wait_for_play(4)
        yield found
    finally:
        stop.set()
        for machine in reversed(machines.values()):
            machine.thaw()
            machine.kill()
        remove(folder)


def environment(folder: Path, database_url: str, redis_url: str) -> dict[str, str]:
    return {
        **clean_environment(),
        "DATABASE_URL": database_url,
        "REDIS_URL": redis_url,
        "SITE_URL": f"http://127.0.0.1:{servers.free_port()}",
        "SECRET_KEY": "a key that only this site has",
        "DATA_DIR": str(folder / "files"),
        "STATIC_ROOT": str(folder / "static"),
        "PYTHONUNBUFFERED": "1",
        "API_RATE_USER": "100000/min",
        "API_RATE_WRITE": "100000/min",
        "OUTBOX_LEASE": "5",
    }


def processes(env: dict[str, str], folder: Path, code: Path = ROOT, url: str = "") -> dict[str, Machine]:
    """Return web server, worker and scheduler, as in docs/operating.md, of the code in a folder."""
    address = (url or env["SITE_URL"]).removeprefix("http://")
    port, celery = int(address.split(":")[1]), [str(PYTHON), "-m", "celery", "-qA", "marrakech_site"]
    gunicorn = [str(PYTHON), "-m", "gunicorn", "marrakech_site.wsgi", "--bind", address, "--worker-class", "gthread"]
    beat = [*celery, "beat", "--pidfile=", "--schedule"]

    def machine(name: str, command: list[str], is_up: bool = True) -> Machine:
        answers = (lambda: servers.answers(port)) if not is_up else (lambda: True)
        return Machine(command, answers, env, log=folder / name, folder=code)

    return {
        "web": machine("web.log", [*gunicorn, "--threads", "8", "--workers", "2", "--preload"], is_up=False),
        "worker": machine("worker.log", [*celery, "worker", "--concurrency", "2"]),
        "second worker": machine("second.log", [*celery, "worker", "--concurrency", "2", "--hostname", "second@%h"]),
        "beat": machine("beat.log", [*beat, str(folder / "beat")]),
        "second beat": machine("second-beat.log", [*beat, str(folder / "second-beat")]),
    }


def is_ready(site: Site) -> bool:
    return requests.get(f"{site.url}/readyz", timeout=20).status_code == 200
