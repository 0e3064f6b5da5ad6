"""Cost of open tables: CPU time of the web server for each poll, and for a site with 10,000 open tables.

Run from the project folder: ``python -m benchmarks.polling [--tables 10000] [--asks 2000]``. It fills the database of
DATABASE_URL, else a new SQLite file, with running tables, starts gunicorn as ``./run`` does, polls over open
connections, and reads from /proc the CPU time of the server's processes. The time of PostgreSQL is not included. It
takes a minute or two.

A page with the focus polls every 4 s, a visible one without the focus every 120 s, a hidden one never. A page with the
focus also reports every 100 s that its player is there (static/js/table/poll.js, presence.js). A tenth of all tables
has the focus. The last lines have the share of one core, with all tables public and with all private.
"""

import argparse
import http.client
import os
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from itertools import cycle, islice
from pathlib import Path
from typing import Any

PORT = 8797
CONNECTIONS = 2  # a poll takes a few milliseconds, so 250 a second are about two at a time
FOCUSED, EVERY, SIGN = 0.1, 4, 100  # the share of tables that have the focus; seconds between polls, and reports
OWN = 20  # tables of the player who reports presence: each response counts those that wait
GOAL = 0.25  # of one core
TICK = os.sysconf("SC_CLK_TCK")


@dataclass(frozen=True)
class Asked:
    """One kind of request: its name, method, paths, headers and body; sent ``share`` times as often as others."""

    name: str
    method: str
    paths: list[str]
    headers: dict[str, str]
    share: float = 1
    body: str = ""


def used(pid: int) -> float:
    """Return the CPU seconds of a process and of those that it has started."""
    family = [pid, *(int(child) for child in Path(f"/proc/{pid}/task/{pid}/children").read_text().split())]
    fields = [Path(f"/proc/{one}/stat").read_text().rsplit(") ", 1)[1].split() for one in family]
    return sum(int(one[11]) + int(one[12]) for one in fields) / TICK


def fill(tables: int) -> list[Asked]:
    """Create the tables and a player who has a seat at some of them. Return the requests."""
    from django.conf import settings
    from django.test import Client

    from benchmarks.pages import clone
    from games.models import Game
    from games.selectors.tables.polls import poll_key
    from tests.makers import make_user, started_game

    player, *others = (make_user(name) for name in ("Ann", "Bob", "Cleo"))
    clone(started_game(player, others[0]), OWN - 1)
    clone(started_game(*others), tables - OWN - 1)
    half = Game.objects.order_by("pk")[: tables // 2].values_list("pk", flat=True)
    Game.objects.filter(pk__in=list(half)).update(is_private=True)
    client = Client()
    client.force_login(player)
    token = "a" * 32
    cookie = f"{settings.SESSION_COOKIE_NAME}={client.cookies[settings.SESSION_COOKIE_NAME].value}; csrftoken={token}"
    known: dict[str, Any] = {"Cookie": cookie, "HX-Request": "true"}
    form = {"X-CSRFToken": token, "Content-Type": "application/x-www-form-urlencoded"}

    def polls(*, is_private: bool) -> list[str]:
        found = Game.objects.filter(is_private=is_private).values_list("code", "version", "ply")
        end = "&stage=running&k=" if is_private else "&stage=running"
        keys = [poll_key(code) if is_private else "" for code, _, _ in found]
        return [
            f"/t/{code}/poll/?v={version}&seen={ply}{end}{key}"
            for (code, version, ply), key in zip(found, keys, strict=True)
        ]

    signs = [f"/t/{code}/presence/" for code in Game.objects.filter(seats__user=player).values_list("code", flat=True)]
    return [
        Asked("nothing new at a public table", "GET", polls(is_private=False), known),
        Asked("nothing new at a private table", "GET", polls(is_private=True), known),
        Asked("a report of presence", "POST", signs, {**known, **form}, share=0.25, body="seen=1"),
    ]


def send(asked: Asked, paths: list[str]) -> None:
    """Request these paths, one after another on one connection."""
    line = http.client.HTTPConnection("127.0.0.1", PORT, timeout=30)
    for path in paths:
        line.request(asked.method, path, body=asked.body or None, headers=asked.headers)
        answer = line.getresponse()
        answer.read()
        if answer.status >= 300:
            raise SystemExit(f"{path}: {answer.status}")
    line.close()


def ask(asked: Asked, times: int) -> None:
    """Send this number of requests over several connections."""
    paths = list(islice(cycle(asked.paths), times))
    with ThreadPoolExecutor(CONNECTIONS) as people:
        list(people.map(lambda start: send(asked, paths[start::CONNECTIONS]), range(CONNECTIONS)))


def measure(pid: int, asked: list[Asked], times: int) -> list[float]:
    """Return the CPU milliseconds of each kind, taken by turns."""
    rounds, costs = 4, [0.0] * len(asked)
    each = [round(times / rounds * kind.share) for kind in asked]
    for kind in asked:
        ask(kind, 100)
    for _round in range(rounds):
        for number, kind in enumerate(asked):
            before = used(pid)
            ask(kind, each[number])
            costs[number] += used(pid) - before
    return [1000 * cost / (rounds * number) for cost, number in zip(costs, each, strict=True)]


def report(asked: list[Asked], costs: list[float], tables: int) -> Iterator[str]:
    """Yield the cost of one request of each kind, and of all tables."""
    for kind, cost in zip(asked, costs, strict=True):
        yield f"{kind.name:34}{cost:8.3f} ms CPU"
    focused = tables * FOCUSED
    public, private, sign = costs
    yield f"{tables} open tables, {focused:.0f} with the focus, {focused / EVERY:.0f} questions a second:"
    for name, cost in (("public", public), ("private", private)):
        share = focused * (cost / EVERY + sign / SIGN) / 1000
        yield f"  all {name:10}{100 * share:6.1f} % of one core (goal: under {100 * GOAL:.0f} %)"


def serve(work: Callable[[int], list[float]]) -> list[float]:
    """Start the web server, run ``work`` on it, and stop it."""
    command = [sys.executable, "-m", "gunicorn", "marrakech_site.wsgi", "--bind", f"127.0.0.1:{PORT}"]
    command += ["--worker-class", "gthread", "--threads", "8", "--log-level", "warning"]
    server = subprocess.Popen(command)  # noqa: S603 - our own interpreter
    try:
        for _attempt in range(100):
            time.sleep(0.2)
            try:
                http.client.HTTPConnection("127.0.0.1", PORT, timeout=1).connect()
            except OSError:
                continue
            return work(server.pid)
        raise SystemExit("The web server does not answer.")
    finally:
        server.terminate()
        server.wait()


def main() -> None:
    """Parse the command line, measure, and print the report."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--tables", type=int, default=10_000)
    parser.add_argument("--asks", type=int, default=2000)
    args = parser.parse_args()
    folder = tempfile.TemporaryDirectory(prefix="polling-")
    values = {"DATA_DIR": folder.name, "LOG_LEVEL": "ERROR", "REDIS_URL": "", "DEBUG": "0", "SECRET_KEY": "x" * 50}
    for name, value in {**values, "DJANGO_SETTINGS_MODULE": "marrakech_site.settings"}.items():
        os.environ.setdefault(name, value)
    import django
    from django.core.management import call_command

    django.setup()
    call_command("migrate", verbosity=0)
    call_command("collectstatic", verbosity=0, interactive=False)
    asked = fill(args.tables)
    costs = serve(lambda pid: measure(pid, asked, args.asks))
    sys.stdout.write("\n".join([*report(asked, costs, args.tables), ""]))
    folder.cleanup()


if __name__ == "__main__":
    main()
