"""Child processes that share one log and end with their parent."""

import ctypes
import os
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Callable

from .bootstrap import ROOT, say

STOP_SECONDS = 8.0
START_SECONDS = 5.0  # a child that ends sooner cannot work at all
PR_SET_PDEATHSIG = 1


def end_with_parent() -> Callable[[], None] | None:
    """Return a preexec function that makes the kernel end the child with its parent, None if the system cannot."""
    if not sys.platform.startswith("linux"):
        return None
    libc = ctypes.CDLL(None)
    return lambda: libc.prctl(PR_SET_PDEATHSIG, signal.SIGTERM)


class ChildProcesses:
    """Named processes, their output merged line by line."""

    def __init__(self, env: dict[str, str]) -> None:
        self.env = env
        self.running: dict[str, subprocess.Popen[str]] = {}
        self.readers: list[threading.Thread] = []
        self.started: dict[str, tuple[list[str], float]] = {}

    def start(self, name: str, command: list[str]) -> None:
        """Start a process. Each line that it prints appears after its name."""
        child = subprocess.Popen(
            command,
            cwd=ROOT,
            env=self.env,
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
            errors="replace",
            start_new_session=True,  # Ctrl-C reaches only the parent, which ends the children in order
            preexec_fn=end_with_parent(),
        )
        self.running[name] = child
        self.started[name] = command, time.monotonic()
        reader = threading.Thread(target=self._relay, args=(name, child), daemon=True)
        reader.start()
        self.readers.append(reader)

    @staticmethod
    def _relay(name: str, child: "subprocess.Popen[str]") -> None:
        for line in child.stdout or ():
            if line.strip():
                say(f"{name:<6} | {line.rstrip()}")

    def dead(self) -> str:
        """Return the name of a child that has ended, "" if all run."""
        return next((name for name, child in self.running.items() if child.poll() is not None), "")

    def restart(self, name: str) -> bool:
        """Start a child again that has ended after it had worked. Return False if it has ended at once."""
        command, began = self.started[name]
        if time.monotonic() - began < START_SECONDS:
            return False
        say(f"The {name} process has ended by itself. It is started again.")
        for reader in self.readers:
            reader.join(0.1)  # that of the dead child ends with its last line
        if output := self.running[name].stdout:
            output.close()
        self.start(name, command)
        return True

    def stop(self) -> None:
        for child in self.running.values():
            child.terminate()
        end = time.monotonic() + STOP_SECONDS
        for child in self.running.values():
            try:
                child.wait(max(0.1, end - time.monotonic()))
            except subprocess.TimeoutExpired:
                os.killpg(child.pid, signal.SIGKILL)
                child.wait()
        for reader in self.readers:
            reader.join(1)
        for child in self.running.values():
            if child.stdout:
                child.stdout.close()
