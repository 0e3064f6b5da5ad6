"""An upgrade without a break, as in docs/operating.md: old and new code side by side while players submit turns."""

import json
import subprocess
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest
import requests

from tests import servers
from tests.chaos.conftest import SET_UP, Site, environment, processes
from tests.chaos.load import LoadPlayer
from tests.chaos.machines import Machine, postgres_machine, remove, scratch_folder, valkey_machine
from tests.chaos.test_faults import check_emails, check_log
from tooling.bootstrap import PYTHON, ROOT

pytestmark = pytest.mark.chaos
TABLES = 10  # played one after the other: a game lasts half a minute, longer than any pause between two steps
MIGRATIONS = ("accounts/migrations", "games/migrations")


def git(*arguments: str) -> str:
    """Return what git says, nothing if it fails or is not there."""
    try:
        done = subprocess.run(["git", *arguments], cwd=ROOT, capture_output=True, text=True, check=False)
    except FileNotFoundError:
        return ""
    return done.stdout.strip() if done.returncode == 0 else ""


def earlier_commit() -> str:
    """Return the last tag, or the commit before the newest migration came; nothing in a shallow clone."""
    if tag := git("describe", "--tags", "--abbrev=0", "HEAD^"):
        return tag
    newest = git("log", "--first-parent", "-1", "--format=%H", "--", *MIGRATIONS)
    return git("rev-parse", "--verify", f"{newest}^") if newest else ""


@pytest.fixture
def earlier_code(tmp_path: Path) -> Path:
    """Return a folder with the code of before. The test is skipped where the history of the code is not there."""
    commit = earlier_commit()
    if not commit:
        pytest.skip("this copy of the code has no history, so there is no earlier code to upgrade from")
    folder, archive = tmp_path / "code", tmp_path / "code.tar"
    folder.mkdir()
    subprocess.run(["git", "archive", "--output", str(archive), commit], cwd=ROOT, check=True)
    subprocess.run(["tar", "-xf", str(archive), "-C", str(folder)], check=True)
    return folder


@contextmanager
def old_site(code: Path) -> Iterator[Site]:
    """Run the earlier code on servers of its own, with tables of two players each."""
    folder, stop = scratch_folder(), threading.Event()
    valkey, redis_url = valkey_machine()
    postgres, database_url = postgres_machine(folder)
    env = environment(folder, database_url, redis_url)
    machines = {"valkey": valkey, "postgres": postgres, **processes(env, folder, code)}
    players: list[LoadPlayer] = []
    try:
        valkey.start()
        postgres.start()
        manage(code, env, "migrate", "-v", "0")
        manage(code, env, "collectstatic", "--noinput", "-v", "0")
        for name in ("web", "worker", "beat"):
            machines[name].start()
        made = manage(code, env, "shell", "--no-imports", "-c", SET_UP.format(tables=TABLES))
        urls = [env["SITE_URL"]]
        for table, tokens in json.loads(made.splitlines()[-1]):
            players += [LoadPlayer(urls, table, token, stop) for token in tokens]
        yield Site(env["SITE_URL"], env, machines, players, stop, folder)
    finally:
        stop.set()
        for machine in reversed(machines.values()):
            machine.kill()
        remove(folder)


def manage(code: Path, env: dict[str, str], *arguments: str) -> str:
    done = subprocess.run(
        [str(PYTHON), "manage.py", *arguments], cwd=code, env=env, capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout


def new_machines(site: Site) -> tuple[str, dict[str, Machine]]:
    """Return the address of a second web server, and the machines of the new code, which a failing test kills, too."""
    folder = Path(site.env["DATA_DIR"]).parent
    url = f"http://127.0.0.1:{servers.free_port()}"
    machines = processes(site.env, folder, ROOT, url)
    site.machines.update({f"new {name}": machine for name, machine in machines.items()})
    return url, machines


@contextmanager
def two_clients(site: Site) -> Iterator[list[str]]:
    """Have two clients play all the while, one table after the other. Yield where their requests go."""

    def play() -> None:
        for pair in zip(site.players[::2], site.players[1::2], strict=True):
            for player in pair:
                player.start()
            for player in pair:
                player.join()

    clients = threading.Thread(target=play, daemon=True)
    clients.start()
    site.wait_for_play(4)
    yield site.players[0].urls
    site.stop.set()
    clients.join(120)


def test_an_upgrade_under_play_loses_no_action_and_answers_no_error(earlier_code: Path) -> None:
    with old_site(earlier_code) as site:
        with two_clients(site) as urls:
            manage(ROOT, site.env, "migrate", "-v", "0")
            manage(ROOT, site.env, "collectstatic", "--noinput", "-v", "0")
            assert "this code changes none of them" in manage(ROOT, site.env, "before_deploy")
            site.wait_for_play(4)  # the old code with the new tables
            url, new = new_machines(site)
            new["second worker"].start()
            site.wait_for_play(4)
            site.machines["worker"].stop()
            new["web"].start()
            urls.append(url)
            site.wait_for_play(16)  # the old code and the new one side by side
            assert [requests.get(f"{one}/lobby/", timeout=20).status_code for one in urls] == [200, 200]
            urls.remove(site.url)
            site.wait_for_play(4)
            site.machines["web"].stop()
            site.machines["beat"].stop()
            new["beat"].start()
            site.wait_for_play(4)
        assert set(site.statuses()) <= {200, 201, 409}, site.statuses()  # 409: the opponent was first
        check_emails(site)
        check_log(site)
