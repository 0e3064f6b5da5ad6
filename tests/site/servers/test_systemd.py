"""The units of deploy/systemd: what they start, what they may not do, and that requests wait while one restarts."""

import json
import os
import re
import shutil
import signal
import socket
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager

import pytest
from django.conf import settings
from django.core.management import get_commands

from tests.site.test_compose import SERVICES
from tooling import serve
from tooling.bootstrap import ROOT, VENV

FOLDER = ROOT / "deploy" / "systemd"
CODE = "/opt/marrakech/current/"
SERVICES_HERE = sorted(path.stem.removeprefix("marrakech-") for path in FOLDER.glob("*.service"))
WORKERS = ("mail", "worker", "robots")
OPERATING = (ROOT / "docs/operating.md").read_text()
ANALYZE = shutil.which("systemd-analyze") or ""
needs_systemd = pytest.mark.skipif(not ANALYZE, reason="systemd-analyze is not installed (on Debian: package systemd)")


def lines_of(name: str) -> dict[str, str]:
    """Return the last value of each setting of a service."""
    text = (FOLDER / f"marrakech-{name}.service").read_text()
    return dict(line.split("=", 1) for line in text.splitlines() if re.match("[A-Z][A-Za-z]+=", line))


def merged_lines_of(name: str) -> dict[str, str]:
    """Return the settings of a service with its drop-ins: read after it, sorted by name over all folders."""
    folders = (f"marrakech-{name}.service.d", "marrakech-.service.d")
    added = sorted(
        (path for folder in folders for path in (FOLDER / folder).glob("*.conf")), key=lambda path: path.name
    )
    texts = [(FOLDER / f"marrakech-{name}.service").read_text(), *(path.read_text() for path in added)]
    return dict(line.split("=", 1) for text in texts for line in text.splitlines() if re.match("[A-Z][A-Za-z]+=", line))


def analyzed(*words: str) -> "subprocess.CompletedProcess[str]":
    env = {**os.environ, "SYSTEMD_UNIT_PATH": f"{FOLDER}:"}
    return subprocess.run([ANALYZE, *words], env=env, capture_output=True, text=True, check=False)


@pytest.mark.parametrize("name", SERVICES_HERE)
def test_a_service_starts_what_is_there(name: str) -> None:
    program, *words = lines_of(name)["ExecStart"].split()
    assert program.startswith(CODE)
    here = ROOT / program.removeprefix(CODE)
    assert os.access(VENV / "bin" / here.name if ".venv" in here.parts else here, os.X_OK)
    if words[0] == "manage.py":
        assert words[1] in get_commands()


def test_workers_serve_all_queues_and_end_their_tasks() -> None:
    workers = [lines_of(name) for name in WORKERS]
    queues = [re.findall(r"--queues (\S+)", worker["ExecStart"])[0] for worker in workers]
    assert queues == [queue.name for queue in settings.CELERY_TASK_QUEUES]
    assert {worker["KillMode"] for worker in workers} == {"mixed"}  # the processes of a worker end their tasks


@pytest.mark.parametrize("name", [*WORKERS, "beat"])
def test_a_unit_a_container_run_and_the_docs_start_the_same(name: str) -> None:
    """But for the name of a worker, which only machines need that have several, and where beat keeps its schedule."""
    here = serve._commands({"REDIS_URL": "redis://", "DATA_DIR": "/tmp"}, "127.0.0.1", 8000)[name]
    compose = " ".join(SERVICES[name]["command"]).replace("${ROBOTS_CONCURRENCY:-2}", "2")
    started = {what_it_starts(text) for text in (lines_of(name)["ExecStart"], compose, " ".join(here))}
    by_hand = [what_it_starts(line) for line in OPERATING.splitlines() if line.startswith("    celery ")]
    assert len(started) == 1
    assert started <= set(by_hand)


def what_it_starts(command: str) -> str:
    found = re.search(r"-qA marrakech_site (worker|beat) .*", command)
    assert found
    return " ".join(re.sub(r"--(hostname \S+|schedule \S+|pidfile=|without-\w+)", "", found[0]).split())


@pytest.mark.parametrize("name", [*WORKERS, "web"])
def test_a_unit_has_the_time_to_stop_of_its_container(name: str) -> None:
    """tests/site/test_compose.py compares it with the time limits of all tasks."""
    assert f"{lines_of(name)['TimeoutStopSec']}s" == SERVICES[name]["stop_grace_period"]


def test_units_containers_and_the_docs_start_the_same_web_server() -> None:
    image = (ROOT / "Dockerfile").read_text().partition("\nCMD ")[2]
    words = ["--worker-class", "gthread", "--threads", "8", "--preload"]
    assert lines_of("web")["ExecStart"].split()[1:] == ["marrakech_site.wsgi", *words]
    assert [word for word in json.loads(image) if word in words] == words
    assert "gunicorn marrakech_site.wsgi --bind 127.0.0.1:8000 --worker-class gthread --threads 8 " in OPERATING


def test_the_steps_enable_every_unit_that_a_site_needs() -> None:
    enabled = re.findall(r"systemctl enable --now (marrakech.target .*)", OPERATING)[0].split()
    services = {f"marrakech-{name}" for name in SERVICES_HERE} - {"marrakech-lmtp", "marrakech-metrics"}
    assert {name.removesuffix(".timer") for name in enabled} == services | {"marrakech.target"}


def test_services_start_after_their_servers_and_the_network() -> None:
    """A target that nobody wants orders nothing: a missed backup would be made up for before the network is there."""
    common = (FOLDER / "marrakech-.service.d/common.conf").read_text()
    after = re.findall(r"^After=(.*)$", common, re.MULTILINE)[0].split()
    assert {"postgresql.service", "redis-server.service", "network-online.target"} <= set(after)
    assert "\nWants=network-online.target\n" in common


def test_a_backup_fails_after_five_tries_and_everything_else_tries_for_ever() -> None:
    """Otherwise ``systemctl --failed`` would never show a backup."""
    limits = {name: merged_lines_of(name)["StartLimitIntervalSec"] for name in SERVICES_HERE}
    assert limits == {**dict.fromkeys(SERVICES_HERE, "0"), "backup": "6h"}
    backup = merged_lines_of("backup")
    assert (backup["StartLimitBurst"], backup["RestartSec"]) == ("5", "15min")


@needs_systemd
def test_systemd_reads_the_limit_of_the_backup_last(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("SYSTEMD_LOG_LEVEL", "debug")
    done = analyzed("verify", "--man=no", str(FOLDER / "marrakech-backup.service"))
    read = re.findall(rf"DropIn Path: {FOLDER}/(\S*marrakech-\S+)", done.stdout + done.stderr)
    backup = [path for path in dict.fromkeys(read) if path.startswith(("marrakech-.", "marrakech-backup."))]
    assert backup == ["marrakech-.service.d/common.conf", "marrakech-backup.service.d/limit.conf"]


@needs_systemd
def test_systemd_understands_every_unit() -> None:
    units = [str(path) for path in FOLDER.iterdir() if path.is_file()]
    said = analyzed("verify", "--man=no", *units).stderr.splitlines()
    assert [line for line in said if f"Command {CODE}" not in line] == []  # the site is not installed here


@needs_systemd
@pytest.mark.parametrize("name", SERVICES_HERE)
def test_a_service_is_hardened(name: str) -> None:
    unit = str(FOLDER / f"marrakech-{name}.service")
    done = analyzed("security", "--offline=true", "--threshold=20", "--no-pager", unit)  # 20 of 100 points of exposure
    assert done.returncode == 0, done.stdout


@contextmanager
def started_on(listener: socket.socket) -> "Iterator[subprocess.Popen[bytes]]":
    """Run the web server of the unit, with a small application, on a socket that it gets as from systemd."""
    program = (
        "import os, sys; os.dup2(int(sys.argv[1]), 3, True); os.environ |= {'LISTEN_PID': str(os.getpid()),"
        " 'LISTEN_FDS': '1'}; os.execv(sys.executable, [sys.executable, '-m', 'gunicorn', *sys.argv[2:]])"
    )
    words = lines_of("web")["ExecStart"].split()[1:]
    words[0] = "tests.site.slow_app"
    number = listener.fileno()
    command = [sys.executable, "-c", program, str(number), *words, "--config", "/dev/null", "--log-level", "error"]
    with subprocess.Popen(command, cwd=ROOT, pass_fds=[number]) as process:
        try:
            yield process
        finally:
            process.send_signal(signal.SIGTERM)


def test_requests_wait_while_the_web_server_restarts() -> None:
    with socket.create_server(("127.0.0.1", 0)) as listener:
        request = b"GET / HTTP/1.1\r\nHost: example.org\r\nConnection: close\r\n\r\n"

        def asked() -> socket.socket:
            client = socket.create_connection(listener.getsockname(), 20)
            client.sendall(request)
            return client

        with started_on(listener), asked() as client:
            assert client.recv(100).startswith(b"HTTP/1.1 200 ")
        with asked() as client:  # nobody is there to answer
            client.settimeout(0.2)
            with pytest.raises(TimeoutError):
                client.recv(100)
            client.settimeout(20)
            with started_on(listener):
                assert client.recv(100).startswith(b"HTTP/1.1 200 ")
