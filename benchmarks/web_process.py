"""Memory and start of a web server: gunicorn as in production, with eight threads in each worker.

Run from the project folder: ``python -m tests.servers python -m benchmarks.web_process [--requests 40000]``. It
measures the time from the start of gunicorn to the first response (median of five starts), then the memory of all its
processes after 1,000 requests and after all: pages, polls and pictures of 400 tables, the dashboard and lists.

``--python`` names the interpreter of the web server, so that it can run from an environment without development
packages. ``GUNICORN_CMD_ARGS="--preload --workers 2"`` passes options to gunicorn.
"""

import argparse
import http.client
import os
import random
import re
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from statistics import median

from tests.servers import free_port

FIRST = 1000  # requests before the memory is read for the first time
LINES = 16  # connections, so that every worker gets some


@contextmanager
def web_server(python: str, port: int) -> Iterator[int]:
    """Run gunicorn; yield its process id once it has answered."""
    command = [python, "-m", "gunicorn", "marrakech_site.wsgi", "--bind", f"127.0.0.1:{port}"]
    command += ["--worker-class", "gthread", "--threads", "8", "--keep-alive", "60", "--log-level", "error"]
    server = subprocess.Popen(command)  # noqa: S603 - an interpreter of the caller
    try:
        while not answers(port):
            time.sleep(0.005)
        yield server.pid
    finally:
        server.terminate()
        server.wait()


def answers(port: int) -> bool:
    """Return True if a page is answered."""
    try:
        ask(http.client.HTTPConnection("127.0.0.1", port, timeout=30), "/lobby/", "")
    except OSError:
        return False
    return True


def ask(line: http.client.HTTPConnection, path: str, cookie: str) -> None:
    """Request one page."""
    line.request("GET", path, headers={"Cookie": cookie} if cookie else {})
    answer = line.getresponse()
    answer.read()
    if answer.status >= 400:
        raise SystemExit(f"{path}: {answer.status}")


def processes(server: int) -> dict[str, int]:
    """Return the process ids of gunicorn's arbiter and workers."""
    workers = Path(f"/proc/{server}/task/{server}/children").read_text().split()
    return {"arbiter": server, **{f"worker {number}": int(pid) for number, pid in enumerate(workers, 1)}}


def megabytes(pid: int) -> tuple[float, float, float]:
    """Return the memory of a process: resident (RSS), with its share of shared pages (PSS), and private (USS)."""
    text = Path(f"/proc/{pid}/smaps_rollup").read_text()
    sizes = {name: int(size) * 1024 / 1e6 for name, size in re.findall(r"^(\w+):\s+(\d+) kB", text, re.MULTILINE)}
    return sizes["Rss"], sizes["Pss"], sizes["Private_Clean"] + sizes["Private_Dirty"]


def report(server: int, number: int) -> None:
    """Print the memory of each process after so many requests, and what all take together."""
    total = 0.0
    for name, pid in processes(server).items():
        resident, proportional, private = megabytes(pid)
        total += proportional
        sizes = f"RSS {resident:6.1f}  PSS {proportional:6.1f}  private {private:6.1f} MB"
        sys.stdout.write(f"after {number:6} requests, {name:9} {sizes}\n")
    sys.stdout.write(f"after {number:6} requests, all together {total:6.1f} MB\n")
    sys.stdout.flush()


def fill() -> tuple[list[str], str]:
    """Create the data. Return the addresses and a player's cookie."""
    from django.conf import settings
    from django.test import Client

    from benchmarks.pages import make_world

    world = make_world()
    client = Client()
    client.force_login(world.ann)
    cookie = f"{settings.SESSION_COOKIE_NAME}={client.cookies[settings.SESSION_COOKIE_NAME].value}"
    pages = ["/t/{}/", "/t/{}/", "/t/{}/poll/", "/t/{}/board.svg", "/t/{}/replay/", "/t/{}/game.mkg"]
    pages += ["/api/v1/games/{}/", "/", "/lobby/", "/players/Ann/games/"]
    return [page.format(code) for page in pages for code in world.tables], cookie


def main() -> None:
    """Parse the command line, measure, and print the results."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--requests", type=int, default=40_000)
    parser.add_argument("--python", default=sys.executable)
    args = parser.parse_args()
    folder = tempfile.TemporaryDirectory(prefix="web-process-")
    limits = {"API_RATE_USER": "1000000/min", "SECRET_KEY": "x" * 50}
    for name, value in {"DATA_DIR": folder.name, "LOG_LEVEL": "ERROR", "REDIS_URL": "", "DEBUG": "0", **limits}.items():
        os.environ.setdefault(name, value)
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "marrakech_site.settings")
    import django
    from django.core.management import call_command

    django.setup()
    call_command("migrate", verbosity=0)
    call_command("collectstatic", verbosity=0, interactive=False)
    starts, port = [], free_port()
    for _start in range(5):
        began = time.perf_counter()
        with web_server(args.python, port):
            starts.append(time.perf_counter() - began)
    sys.stdout.write(f"start to first response {median(starts):.2f} s, slowest {max(starts):.2f}\n")
    paths, cookie = fill()
    chooser = random.Random(1)
    with web_server(args.python, port) as server:
        lines = [http.client.HTTPConnection("127.0.0.1", port, timeout=30) for _line in range(LINES)]
        for number in range(1, args.requests + 1):
            ask(lines[number % LINES], chooser.choice(paths), cookie)
            if number == FIRST or number % 10_000 == 0 or number == args.requests:
                report(server, number)
    folder.cleanup()


if __name__ == "__main__":
    main()
