"""Child processes with one merged log, that end when we end."""

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
PR_SET_PDEATHSIG = 1


def end_with_parent() -> Callable[[], None] | None:
    """Return a preexec function after which the kernel ends the child with its parent, where there is such a thing."""
    if not sys.platform.startswith("linux"):
        return None
    libc = ctypes.CDLL(None)
    return lambda: libc.prctl(PR_SET_PDEATHSIG, signal.SIGTERM)


class ChildProcesses:
    """A few named processes."""

    def __init__(self, env: dict[str, str]) -> None:
        self.env = env
        self.running: dict[str, subprocess.Popen[str]] = {}
        self.readers: list[threading.Thread] = []

    def start(self, name: str, command: list[str]) -> None:
        """Start one; each line that it prints appears behind its name."""
        child = subprocess.Popen(
            command,
            cwd=ROOT,
            env=self.env,
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
            errors="replace",
            start_new_session=True,  # Ctrl-C reaches us alone, and we end the children in order
            preexec_fn=end_with_parent(),
        )
        self.running[name] = child
        reader = threading.Thread(target=self._relay, args=(name, child), daemon=True)
        reader.start()
        self.readers.append(reader)

    @staticmethod
    def _relay(name: str, child: "subprocess.Popen[str]") -> None:
        for line in child.stdout or ():
            if line.strip():
                say(f"{name:<6} | {line.rstrip()}")

    def dead(self) -> str:
        """Return the name of a child that has ended, or nothing."""
        return next((name for name, child in self.running.items() if child.poll() is not None), "")

    def stop(self) -> None:
        """End all of them: kindly, then after some seconds by force."""
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
