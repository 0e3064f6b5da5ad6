import sys
import threading
from pathlib import Path

import pytest

from tests.servers import wait_for
from tooling import serve
from tooling.child_processes import ChildProcesses

SLEEP = [sys.executable, "-c", "import time; print('here', flush=True); time.sleep(60)"]


def test_each_line_of_output_has_the_name_of_its_process(capsys: pytest.CaptureFixture[str]) -> None:
    children = ChildProcesses({})
    children.start("web", [sys.executable, "-c", "print('one'); print('two')"])
    wait_for(lambda: children.dead() == "web", "the end")
    children.stop()
    assert capsys.readouterr().out.splitlines() == ["web    | one", "web    | two"]


def test_a_stop_ends_all_child_processes() -> None:
    children = ChildProcesses({})
    children.start("web", SLEEP)
    children.start("worker", SLEEP)
    children.stop()
    assert [child.poll() is not None for child in children.running.values()] == [True, True]


def test_a_child_process_that_does_not_stop_is_killed(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setattr("tooling.child_processes.STOP_SECONDS", 0.2)
    sign = tmp_path / "deaf"
    ignore = "import pathlib, signal, sys, time; signal.signal(signal.SIGTERM, signal.SIG_IGN)"
    children = ChildProcesses({})
    children.start("web", [sys.executable, "-c", f"{ignore}; pathlib.Path({str(sign)!r}).touch(); time.sleep(60)"])
    wait_for(sign.exists, "its sign")
    children.stop()
    assert children.running["web"].returncode == -9


def test_a_working_child_process_is_restarted(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr("tooling.child_processes.START_SECONDS", 0.0)
    children = ChildProcesses({})
    children.start("worker", SLEEP)
    children.running["worker"].kill()
    wait_for(lambda: children.dead() == "worker", "the end")
    assert children.restart("worker")
    assert children.dead() == ""
    children.stop()
    assert "It is started again" in capsys.readouterr().out


def test_a_child_process_that_ends_by_itself_ends_everything(capsys: pytest.CaptureFixture[str]) -> None:
    children = ChildProcesses({})
    children.start("worker", [sys.executable, "-c", "raise SystemExit(3)"])
    code = serve._watch(children, threading.Event(), {"SITE_URL": "http://x", "DEBUG": "1"}, "127.0.0.1", 1)
    children.stop()
    assert code == 1
    assert "The worker process has ended by itself" in capsys.readouterr().err
