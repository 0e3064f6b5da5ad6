"""Databases that earlier releases filled: migrated, checked, and their games played on (tests/upgrade/play_on.py)."""

import gzip
import os
import sqlite3
import subprocess
import uuid
from collections.abc import Iterator
from contextlib import ExitStack, closing, contextmanager
from pathlib import Path
from urllib.parse import urlsplit, urlunsplit

import psycopg
import pytest

from tests import servers
from tests.helpers.full_runs import full_only
from tests.stack.conftest import clean_environment
from tooling.bootstrap import PYTHON, ROOT

pytestmark = pytest.mark.stack

HERE = Path(__file__).parent
UPGRADE = """
import os
from django.core.management import call_command
from tests.upgrade.play_on import play_on

call_command("migrate", verbosity=0)
if "REBUILD" in os.environ:  # columns that the release did not have
    call_command("rebuild_derived")
call_command("before_deploy", jobs=2)  # in processes of its own
played = play_on()
call_command("replay_all")  # what was stored before the upgrade, and what has been played since
print(played)
"""
# Each dump, the key with which its secrets of dice and addresses of feeds were made, and how many of its games end with
# a result. One game of the newer release had been aborted.
NEW_KEY = "the key of the release of 2026-11-26"
ON_SQLITE = [
    full_only("first_release_demo", "the key of the first release", "14 of 14"),
    full_only("release_2026_11_26_demo", NEW_KEY, "20 of 21"),
]
ON_POSTGRESQL = [
    full_only("first_release_stack", "a key that only this stack has", "4 of 4"),
    ("release_2026_11_26_stack", NEW_KEY, "20 of 21"),
]


def _expected(games: str) -> str:
    """Return how many games end. Without FULL, play_on.py sees to those that it plays to their end."""
    return games if os.environ.get("FULL") else games.partition(" ")[2]


def _dump(name: str) -> str:
    return gzip.decompress((HERE / f"{name}.sql.gz").read_bytes()).decode()


def _environment(folder: Path, key: str, **more: str) -> dict[str, str]:
    if key != NEW_KEY:
        more["REBUILD"] = "1"
    return {**clean_environment(), "DATA_DIR": str(folder), "SECRET_KEY": key, "DEBUG": "1", **more}


def _upgrade_and_play(env: dict[str, str]) -> str:
    """Migrate the restored database, compare its games and play on, in a process of its own. Return what it says."""
    command = [str(PYTHON), "manage.py", "shell", "--no-imports", "-c", UPGRADE]
    done = subprocess.run(command, cwd=ROOT, env=env, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout.splitlines()[-1]


@pytest.mark.parametrize(("name", "key", "games"), ON_SQLITE)
def test_a_demonstration_of_an_earlier_release_plays_on(tmp_path: Path, name: str, key: str, games: str) -> None:
    with closing(sqlite3.connect(tmp_path / "marrakech.sqlite3")) as database:
        database.executescript(_dump(name))
    played = _upgrade_and_play(_environment(tmp_path, key))
    assert played.endswith(f"{_expected(games)} games finished"), played


@contextmanager
def _postgres_database() -> Iterator[str]:
    """Make an empty database on the server of the tests, or on one of our own, and drop it in the end."""
    name = f"upgrade_{uuid.uuid4().hex[:12]}"
    with ExitStack() as opened:
        given = os.environ.get("DATABASE_URL", "")
        server = given if given.startswith("postgres") else opened.enter_context(servers.postgres())
        connection = opened.enter_context(psycopg.connect(server, autocommit=True))
        connection.execute(f"CREATE DATABASE {name}".encode())
        yield urlunsplit(urlsplit(server)._replace(path=f"/{name}"))
        connection.execute(f"DROP DATABASE {name} WITH (FORCE)".encode())


@pytest.mark.parametrize(("name", "key", "games"), ON_POSTGRESQL)
def test_a_site_of_an_earlier_release_on_postgresql_plays_on(tmp_path: Path, name: str, key: str, games: str) -> None:
    with _postgres_database() as url:
        with psycopg.connect(url, autocommit=True) as connection:
            connection.execute(_dump(name).encode())
        played = _upgrade_and_play(_environment(tmp_path, key, DATABASE_URL=url))
    assert played.endswith(f"{_expected(games)} games finished"), played
