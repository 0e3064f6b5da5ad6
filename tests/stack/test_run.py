"""What ./run refuses. That it serves, works and stops is in tests/browser/test_cold_play.py."""

import contextlib
import os
import signal
import socket
import subprocess
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests import servers
from tests.stack.conftest import clean_environment
from tooling.bootstrap import ROOT

pytestmark = pytest.mark.stack


@contextlib.contextmanager
def started(folder: Path, port: int, **env: str) -> Iterator["subprocess.Popen[str]"]:
    own = {"PORT": str(port), "DATA_DIR": str(folder), "STATIC_ROOT": str(folder / "static"), **env}
    process = subprocess.Popen(
        [str(ROOT / "run")],
        cwd="/",
        env={**clean_environment(), **own},
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        start_new_session=True,
    )
    try:
        yield process
    finally:
        if process.poll() is None:
            os.killpg(process.pid, signal.SIGKILL)
        process.communicate()


def test_run_names_a_misconfiguration_before_anything_starts(tmp_path: Path) -> None:
    with started(tmp_path, servers.free_port(), DEBUG="0", EMAIL_URL="pigeon://coop") as process:
        output, _ = process.communicate(timeout=120)
    assert process.returncode == 1
    assert "site.E008" in output


def test_run_reports_a_busy_port_in_one_sentence(tmp_path: Path) -> None:
    with socket.create_server(("127.0.0.1", 0)) as other:
        port = other.getsockname()[1]
        with started(tmp_path, port) as process:
            output, _ = process.communicate(timeout=20)
    assert process.returncode == 1
    assert output.strip() == f"Port {port} is busy: stop what uses it, or start with PORT={port + 1} ./run"


def test_run_reports_an_invalid_port(tmp_path: Path) -> None:
    with started(tmp_path, 0, PORT="web") as process:
        output, _ = process.communicate(timeout=20)
    assert (process.returncode, output.strip()) == (1, "PORT must be a number, not web.")
