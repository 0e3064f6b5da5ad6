"""The script of backups, which units, compose.yaml and Kubernetes run: what it refuses, keeps and hides."""

import os
import subprocess
import time
from collections.abc import Callable, Iterator
from pathlib import Path

import psycopg
import pytest
import yaml

from tests.servers import postgres, postgres_folder
from tests.site.test_compose import SERVICES
from tests.site.test_kubernetes import FOLDER, KUSTOMIZATION, PODS
from tooling.bootstrap import ROOT

SCRIPT = ROOT / "deploy/backup"
Run = Callable[..., "subprocess.CompletedProcess[str]"]


@pytest.fixture(scope="module")
def database() -> Iterator[str]:
    """Run a PostgreSQL with two databases: one has games, "template1" has none. Yield the address of the first."""
    with postgres() as url:
        with psycopg.connect(url) as connection:
            connection.execute("CREATE TABLE games_game AS SELECT md5(n::text) FROM generate_series(1, 20000) AS n")
        yield url.replace("marrakech@", "marrakech:s%40cret@")


@pytest.fixture
def run(database: str, tmp_path: Path) -> Run:
    """Return a function that makes a backup in ``kept``. Its pg_dump first writes down how it was called."""
    programs, kept, binaries = tmp_path / "programs", tmp_path / "kept", postgres_folder() / "bin"
    programs.mkdir()
    kept.mkdir()

    def run_script(after: str = "", **env: str) -> "subprocess.CompletedProcess[str]":
        lines = ["#!/bin/sh -e", f'echo "$PGPASSWORD" "$@" > {tmp_path}/called', f'{binaries}/pg_dump "$@"', after]
        (programs / "pg_dump").write_text("\n".join(lines))
        (programs / "pg_dump").chmod(0o755)
        path = f"{programs}:{binaries}:/usr/bin:/bin"
        settings = {"PATH": path, "DATABASE_URL": database, "PAGES_DIR": str(tmp_path / "texts"), **env}
        return subprocess.run([SCRIPT, kept], env=settings, capture_output=True, text=True, check=False)

    return run_script


def names(tmp_path: Path) -> list[str]:
    return sorted(path.name.partition(".")[2] for path in (tmp_path / "kept").iterdir())


def test_a_backup_has_the_database_and_the_texts_and_only_its_owner_reads_it(run: Run, tmp_path: Path) -> None:
    (tmp_path / "texts").mkdir()
    (tmp_path / "texts/terms.md").write_text("# Terms")
    done = run()
    assert done.returncode == 0, done.stderr
    assert names(tmp_path) == ["dump", "pages.tar.gz"]
    assert {path.stat().st_mode & 0o077 for path in (tmp_path / "kept").iterdir()} == {0}
    (archive,) = (tmp_path / "kept").glob("*.tar.gz")
    listed = subprocess.run(["tar", "--list", "--file", archive], capture_output=True, text=True, check=True)
    assert listed.stdout.split() == ["texts/", "texts/terms.md"]


def test_the_password_of_the_database_is_no_argument(run: Run, tmp_path: Path) -> None:
    """Every user of a machine can read the arguments of a process."""
    assert run().returncode == 0
    password, *words = (tmp_path / "called").read_text().split()
    assert password == "s@cret"
    assert "--no-password" in words  # it would wait for somebody to type one
    assert [word for word in words if "cret" in word] == []


def test_half_a_dump_is_no_backup(run: Run, tmp_path: Path) -> None:
    done = run('for word; do case $word in --file=*) truncate --size=100000 "${word#*=}" ;; esac; done')
    assert done.returncode != 0
    assert names(tmp_path) == []


def test_a_database_without_games_is_no_backup(run: Run, database: str, tmp_path: Path) -> None:
    done = run(DATABASE_URL=database.replace("/postgres", "/template1"))
    assert done.returncode != 0
    assert "no table of games" in done.stderr
    assert names(tmp_path) == []


def test_a_backup_that_fails_deletes_nothing_and_one_that_works_what_is_old(run: Run, tmp_path: Path) -> None:
    other = tmp_path / "kept/other"
    other.mkdir()
    old, kept = tmp_path / "kept/marrakech-old.dump", other / "marrakech-old.dump"
    for path in (old, kept):
        path.touch()
        os.utime(path, (0, 0))
    assert run("exit 1").returncode == 1
    assert old.exists()
    assert run().returncode == 0
    assert not old.exists()
    assert kept.exists()


def test_the_container_makes_a_backup_once_a_day(tmp_path: Path) -> None:
    """The loop of compose.yaml, with another script, and a sleep that ends it."""
    sleep, kept = tmp_path / "sleep", tmp_path / "kept"
    kept.mkdir()
    sleep.write_text("#!/bin/sh\nexit 9\n")
    sleep.chmod(0o755)
    (tmp_path / "script").write_text(f"echo $1 >> {tmp_path}/runs")
    loop = SERVICES["backup"]["command"][2].replace("/usr/local/bin/backup", str(tmp_path / "script"))

    def runs() -> int:
        """Return how many backups have been made after another round."""
        env = {"PATH": f"{tmp_path}:/usr/bin:/bin"}
        subprocess.run(["sh", "-ec", loop.replace("/backups", str(kept))], env=env, check=False)
        return len((tmp_path / "runs").read_text().split())

    assert runs() == 1
    current = kept / "marrakech-2026-11-28T031500Z.dump"
    current.touch()
    assert runs() == 1
    yesterday = time.time() - 23.9 * 3600
    os.utime(current, (yesterday, yesterday))
    assert runs() == 2
    current.rename(kept / "marrakech-2026-11-28T031500Z.part")
    os.utime(kept / "marrakech-2026-11-28T031500Z.part")
    assert runs() == 3


def test_units_containers_and_kubernetes_run_the_same_script() -> None:
    unit = (ROOT / "deploy/systemd/marrakech-backup.service").read_text()
    assert "ExecStart=/opt/marrakech/current/deploy/backup /var/lib/marrakech-backups\n" in unit
    assert SCRIPT.samefile(FOLDER / "backup")
    assert "./deploy/kubernetes/backup:/usr/local/bin/backup:ro" in SERVICES["backup"]["volumes"]
    assert "sh /usr/local/bin/backup /backups" in SERVICES["backup"]["command"][2]
    assert {"name": "backup", "files": ["backup"]} in KUSTOMIZATION["configMapGenerator"]
    job = PODS["CronJob/backup"]
    assert {"name": "script", "configMap": {"name": "backup"}} in job["volumes"]
    assert job["containers"][0]["command"] == ["sh", "/script/backup", "/backups"]
    own = yaml.safe_load((ROOT / "compose.yaml").read_text())["x-site"]["environment"]["DATABASE_URL"]
    assert SERVICES["backup"]["environment"]["DATABASE_URL"] == own
