"""Memory and start of a web process: gunicorn as in production, one worker of eight threads.

Run from the project folder: ``python -m tests.servers python -m benchmarks.web_process [--requests 40000]``. It
measures the time from the start of gunicorn to the first response (median of five starts), then the resident memory
of the worker after 1,000 requests and after all: pages, polls and pictures of 400 tables, the dashboard and lists.
"""

import argparse
import http.client
import os
import random
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


@contextmanager
def web_server(port: int) -> Iterator[int]:
    """Run gunicorn; yield the process id of its worker once it has answered."""
    command = [sys.executable, "-m", "gunicorn", "marrakech_site.wsgi", "--bind", f"127.0.0.1:{port}"]
    command += ["--worker-class", "gthread", "--threads", "8", "--log-level", "error"]
    server = subprocess.Popen(command)  # noqa: S603 - our own interpreter
    try:
        while not answers(port):
            time.sleep(0.005)
        yield int(Path(f"/proc/{server.pid}/task/{server.pid}/children").read_text().split()[0])
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


def megabytes(pid: int) -> float:
    """Return the resident memory of a process."""
    return int(Path(f"/proc/{pid}/statm").read_text().split()[1]) * os.sysconf("SC_PAGE_SIZE") / 1e6


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
        with web_server(port):
            starts.append(time.perf_counter() - began)
    sys.stdout.write(f"start to first response {median(starts):.2f} s, slowest {max(starts):.2f}\n")
    paths, cookie = fill()
    chooser = random.Random(1)
    with web_server(port) as worker:
        line = http.client.HTTPConnection("127.0.0.1", port, timeout=30)
        for number in range(1, args.requests + 1):
            ask(line, chooser.choice(paths), cookie)
            if number == FIRST or number % 10_000 == 0:
                sys.stdout.write(f"memory after {number:6} requests {megabytes(worker):6.1f} MB\n")
                sys.stdout.flush()
    folder.cleanup()


if __name__ == "__main__":
    main()
