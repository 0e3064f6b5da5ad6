"""A backup that is made while players play, and what comes back of it: the commands of docs/operating.md."""

import json
import os
import subprocess
import threading
from dataclasses import replace
from pathlib import Path
from urllib.parse import urlsplit, urlunsplit

import psycopg
import pytest

from tests.chaos.conftest import Site
from tests.chaos.load import LoadPlayer
from tests.chaos.test_faults import LOG, stop_load
from tests.servers import postgres_folder
from tooling.bootstrap import PYTHON, ROOT

pytestmark = pytest.mark.chaos


def made_anew(url: str) -> None:
    """Replace a database by an empty one."""
    place = urlsplit(url)
    with psycopg.connect(urlunsplit(place._replace(path="/template1")), autocommit=True) as connection:
        connection.execute(f"DROP DATABASE {place.path[1:]} WITH (FORCE)".encode())
        connection.execute(f"CREATE DATABASE {place.path[1:]}".encode())


def test_a_backup_brings_every_game_back_and_play_goes_on(site: Site, tmp_path: Path) -> None:
    env = {**site.env, "PATH": f"{postgres_folder() / 'bin'}{os.pathsep}{os.environ['PATH']}"}
    texts = Path(env["DATA_DIR"]) / "pages"
    texts.mkdir(parents=True)
    (texts / "terms.md").write_text("# Terms")

    def run(*command: object) -> None:
        subprocess.run([str(word) for word in command], cwd=ROOT, env=env, check=True)

    site.wait_for_play()
    played = [(one.code, ply, action) for one in site.players for ply, action in list(one.accepted)]
    run("deploy/backup", tmp_path)
    site.wait_for_play(4)
    stop_load(site)
    for name in ("web", "worker", "beat"):
        site.machines[name].stop()
    site.machines["valkey"].kill()
    made_anew(env["DATABASE_URL"])
    (dump,), (archive,) = tmp_path.glob("*.dump"), tmp_path.glob("*.tar.gz")
    run("pg_restore", "--no-owner", "--exit-on-error", "--dbname", env["DATABASE_URL"], dump)
    run("tar", "--extract", "--gzip", "--file", archive, "--directory", tmp_path)
    assert (tmp_path / "pages" / "terms.md").read_text() == "# Terms"
    site.machines["valkey"].start()
    run(PYTHON, "manage.py", "migrate", "-v", "0")
    run(PYTHON, "manage.py", "replay_all")
    stored = [tuple(entry) for entry in json.loads(site.python(LOG).splitlines()[-1])]
    assert set(played) <= set(stored)
    for name in ("web", "worker", "beat"):
        site.machines[name].start()
    stop = threading.Event()
    anew = replace(site, stop=stop, players=[LoadPlayer(one.urls, one.code, one.token, stop) for one in site.players])
    for player in anew.players:
        player.start()
    anew.wait_for_play(1)
    stop_load(anew)
    assert set(anew.statuses()) <= {200, 201, 409}, anew.statuses()
    assert dump.stat().st_mode & 0o077 == 0
