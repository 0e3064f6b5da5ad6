import json
import os
import subprocess

import pytest
from django.db import connection

from tooling.bootstrap import PYTHON, ROOT

MAILS, WORKERS, KILLS = 120, 2, 2


@pytest.mark.django_db(transaction=True)
def test_every_email_arrives_though_workers_are_killed(tmp_path: os.PathLike[str]) -> None:
    command = [str(PYTHON), "-m", "tests.delivery.killed_workers", "--mails", str(MAILS)]
    command += ["--workers", str(WORKERS), "--kills", str(KILLS)]
    done = subprocess.run(command, cwd=ROOT, env=_environment(tmp_path), capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    found = json.loads(done.stdout)
    assert (found["arrived"], found["sent"]) == (MAILS, MAILS)
    assert found["twice"] <= KILLS


def _environment(folder: os.PathLike[str]) -> dict[str, str]:
    """Return what lets the processes use the database of this test."""
    database = connection.settings_dict
    if connection.vendor == "sqlite":
        url = f"sqlite:///{database['NAME']}"
    else:
        where = f"{database['USER']}:{database['PASSWORD']}@{database['HOST']}:{database['PORT'] or 5432}"
        url = f"postgres://{where}/{database['NAME']}"
    ours = {"DATABASE_URL": url, "DATA_DIR": str(folder), "DJANGO_SETTINGS_MODULE": "marrakech_site.settings"}
    return {**os.environ, **ours, "REDIS_URL": "", "OUTBOX_LEASE": "4"}
