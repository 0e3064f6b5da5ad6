"""What a small machine can take: ``python -m tests.servers python -m benchmarks.load [--seconds 60]``.

PostgreSQL, Redis, two gunicorn processes, the workers, beat and the players of this program share the machine, as on
the smallest server that somebody would rent. The players poll open tables (70 %, half of them visit an unchanged page
again), read pages (22 %) and play (8 %), each without a pause. The result is requests per second, how long they took,
errors, how many players a day that is, and what each process took of a core and of the memory. Players here cost
processor time too, so the site alone takes more.
"""

import argparse
import http.client
import os
import random
import re
import subprocess
import sys
import tempfile
import threading
import time
from collections import Counter
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass, field
from statistics import quantiles
from urllib.parse import urlencode

from benchmarks.processes import WORKERS, beat, cpu_seconds, database_pid, memory_mb, redis_pid
from tests.servers import free_port, wait_for
from tooling.child_processes import end_with_parent

TOKEN = "a" * 32
CHOICE = re.compile(r'name="action"\s+value="([^"]+)"')
PLY = re.compile(r'name="ply" value="(\d+)"')
VERSION = re.compile(r'name="v" value="(\d+)"')
LISTS = ("/", "/lobby/", "/players/{name}/", "/players/{name}/games/", "/rules/")
# A turn of Marrakech is two requests: a rotation and a rug. The busiest hour of a day has a tenth of its requests.
REQUESTS_PER_TURN, BUSIEST_HOUR = 2 / 0.08, 0.1


@dataclass
class Table:
    """A table that one browser plays for all its seats, and what the page of the seat that is looked at said."""

    code: str
    cookies: list[str]
    seat: int = 0
    viewer: str = ""  # the cookie that the page was for
    version: str = "0"
    etag: str = ""
    ply: str = ""
    choices: list[str] = field(default_factory=list)
    misses: int = 0  # seats in a row that had nothing to choose


class Browser:
    """One connection to the site that asks without a pause. Each kind of request has its times in ``times``."""

    def __init__(self, port: int, tables: list[Table], names: list[str], seed: int) -> None:
        self.line = http.client.HTTPConnection("127.0.0.1", port, timeout=60)
        self.tables, self.names, self.chooser = tables, names, random.Random(seed)
        self.times: dict[str, list[float]] = {}
        self.statuses: Counter[str] = Counter()
        self.asked = 0  # requests, with those that are forgotten

    def ask(self, kind: str, path: str, cookie: str, etag: str = "", data: dict[str, str] | None = None) -> str:
        """Send a request, note its time and status, and return the body. The page's ETag goes to ``self.etag``."""
        headers = {"Cookie": f"{cookie}; csrftoken={TOKEN}"} | ({"If-None-Match": etag} if etag else {})
        body = urlencode({**data, "csrfmiddlewaretoken": TOKEN}) if data else None
        if body:
            headers["Content-Type"] = "application/x-www-form-urlencoded"
        began = time.perf_counter()
        try:
            self.line.request("POST" if body else "GET", path, body, headers)
            answer = self.line.getresponse()
            text, status = answer.read().decode(errors="replace"), answer.status
            self.etag = answer.headers.get("ETag", "")
        except (OSError, http.client.HTTPException):
            self.line.close()
            text, status, self.etag = "", 0, ""
        self.times.setdefault(kind, []).append(time.perf_counter() - began)
        self.statuses[f"{status} {kind}"] += 1
        self.asked += 1
        return text

    def act(self) -> None:
        table, chance = self.chooser.choice(self.tables), self.chooser.random()
        if chance < 0.35:
            self.ask("poll", f"/t/{table.code}/poll/?v={table.version}", table.viewer or table.cookies[0])
        elif chance < 0.70 and table.etag:
            self.ask("same page", f"/t/{table.code}/", table.viewer, table.etag)
        elif chance < 0.78:
            self.play()
        elif chance < 0.92:
            self.look(table)
        else:
            path = self.chooser.choice(LISTS).format(name=self.chooser.choice(self.names))
            self.ask("list", path, self.chooser.choice(table.cookies))

    def look(self, table: Table) -> None:
        """Open a table as the seat that may have to act, and remember what it can choose."""
        table.viewer = table.cookies[table.seat]
        text = self.ask("table", f"/t/{table.code}/", table.viewer)
        table.version, table.etag = (VERSION.findall(text) or ["0"])[0], self.etag
        table.ply, table.choices = (PLY.findall(text) or [""])[0], CHOICE.findall(text)
        table.misses = 0 if table.choices else table.misses + 1
        if not table.choices:
            table.seat = (table.seat + 1) % len(table.cookies)

    def play(self) -> None:
        """Play at a table that has something to choose; look at another one if there is none."""
        ready = [table for table in self.tables if table.choices]
        if not ready:
            self.look(min(self.tables, key=lambda table: table.misses))
            return
        table = self.chooser.choice(ready)
        data = {"ply": table.ply, "action": self.chooser.choice(table.choices)}
        self.ask("turn", f"/t/{table.code}/act/", table.cookies[table.seat], data=data)
        table.choices, table.etag = [], ""

    def work(self, seconds: float) -> None:
        """Go on for so many seconds. What the first tenth of them took is forgotten."""
        began = time.monotonic()
        is_warm = False
        while (gone := time.monotonic() - began) < seconds:
            if not is_warm and gone > seconds / 10:
                self.times, self.statuses, is_warm = {}, Counter(), True
            self.act()


def fill(tables: int, players: int) -> list[Table]:
    """Create players, and tables of two to four in the middle of a game. Return the tables."""
    from django.conf import settings
    from django.test import Client

    from tests.makers import make_user, play_on, started_game

    people = [make_user(f"Player{number}") for number in range(players)]
    cookies = {}
    for user in people:
        client = Client()
        client.force_login(user)
        session = client.cookies[settings.SESSION_COOKIE_NAME].value
        cookies[user.pk] = f"{settings.SESSION_COOKIE_NAME}={session}"
    chooser, made = random.Random(1), []
    for number in range(tables):
        seated = chooser.sample(people, 2 + number % 3)
        game = play_on(started_game(*seated), chooser.randrange(2, 24), seed=number)
        made.append(Table(game.code, [cookies[user.pk] for user in seated]))
    return made


@contextmanager
def running(command: list[str], **env: str) -> Iterator[subprocess.Popen[bytes]]:
    """Run a module of Python in a group of processes of its own, which ends with this program."""
    full, output = [sys.executable, "-m", *command], subprocess.DEVNULL
    process = subprocess.Popen(  # noqa: S603 - ours
        full,
        stdout=output,
        stderr=output,
        env=os.environ | env,
        start_new_session=True,
        preexec_fn=end_with_parent(),
    )
    try:
        yield process
    finally:
        process.terminate()
        process.wait()


def answers(port: int) -> bool:
    line = http.client.HTTPConnection("127.0.0.1", port, timeout=5)
    try:
        line.request("GET", "/healthz")
        return line.getresponse().status == 200
    except OSError:
        return False
    finally:
        line.close()


def web_server(port: int, processes: int = 2) -> list[str]:
    web = ["gunicorn", "marrakech_site.wsgi", "--bind", f"127.0.0.1:{port}", "--worker-class", "gthread"]
    return [*web, "--threads", "8", "--preload", "--keep-alive", "60", "--workers", str(processes)]


def put_under_load(port: int, tables: list[Table], args: argparse.Namespace) -> list[Browser]:
    """Let all browsers work at the same time. Each has tables of its own, so no two play the same turn."""
    names = [f"Player{number}" for number in range(args.players)]
    browsers = [Browser(port, tables[n :: args.browsers], names, n) for n in range(args.browsers)]
    threads = [threading.Thread(target=browser.work, args=[args.seconds]) for browser in browsers]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    return browsers


def report(browsers: list[Browser], seconds: float) -> Iterator[str]:
    kinds = sorted({kind for browser in browsers for kind in browser.times})
    times = {kind: [one for browser in browsers for one in browser.times.get(kind, [])] for kind in kinds}
    times["all"] = [one for each in times.values() for one in each]
    measured = seconds * 0.9
    yield f"{'':12}{'requests/s':>12}{'p50 ms':>10}{'p95 ms':>10}{'slowest':>10}"
    for kind, each in times.items():
        cuts = quantiles(each, n=20) if len(each) > 1 else [0.0] * 19
        p50, p95 = cuts[9] * 1000, cuts[18] * 1000
        yield f"{kind:12}{len(each) / measured:12.1f}{p50:10.1f}{p95:10.1f}{max(each) * 1000:10.0f}"
    statuses = sum((browser.statuses for browser in browsers), Counter[str]())
    errors = {name: count for name, count in statuses.items() if name[:2] not in {"20", "30"}}
    yield f"statuses: {', '.join(f'{count} x {name}' for name, count in sorted(statuses.items()))}"
    yield f"errors: {sum(errors.values())}"
    rate = len(times["all"]) / measured
    turns_a_day = rate * 3600 / BUSIEST_HOUR / REQUESTS_PER_TURN
    for tables in (1, 5, 20):
        yield f"{turns_a_day / tables:10,.0f} players a day with {tables} tables each, one turn a day at each"


def emails_left() -> int:
    from games.notifications.models import Channel, Notification
    from games.notifications.outbox import OPEN

    return Notification.objects.filter(channel=Channel.EMAIL, state__in=OPEN).count()


def connections_open() -> int:
    """Return the number of connections to PostgreSQL, without that of this program."""
    from django.db import connection

    with connection.cursor() as cursor:
        cursor.execute("SELECT count(*) - 1 FROM pg_stat_activity WHERE backend_type = 'client backend'")
        return int(cursor.fetchone()[0])


def usage(pids: dict[str, int], before: dict[str, float], asked: int) -> Iterator[str]:
    """Return what each process with its children took since ``before``, and its memory now."""
    yield f"{'':12}{'CPU ms a request':>18}{'MB':>8}"
    for name, pid in pids.items():
        yield f"{name:12}{(cpu_seconds(pid) - before[name]) * 1000 / asked:18.2f}{sum(memory_mb(pid)):8.0f}"
    yield f"connections to PostgreSQL: {connections_open()}"


def prepare(folder: str, port: int) -> None:
    given = {"DATA_DIR": folder, "STATIC_ROOT": f"{folder}/static", "LOG_LEVEL": "ERROR", "DEBUG": "0"}
    limits = {"API_RATE_USER": "1000000/min", "SECRET_KEY": TOKEN * 2, "SITE_URL": f"http://127.0.0.1:{port}"}
    os.environ.update(given | limits)
    os.environ["DJANGO_SETTINGS_MODULE"] = "marrakech_site.settings"
    import django
    from django.core.management import call_command

    django.setup()
    call_command("migrate", verbosity=0)
    call_command("collectstatic", verbosity=0, interactive=False)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--seconds", type=float, default=60)
    parser.add_argument("--browsers", type=int, default=16, help="connections that ask without a pause")
    parser.add_argument("--tables", type=int, default=160)
    parser.add_argument("--players", type=int, default=60)
    parser.add_argument("--processes", type=int, default=2, help="of gunicorn")
    args = parser.parse_args()
    if not os.environ.get("REDIS_URL"):
        sys.exit("Run it beside servers: python -m tests.servers python -m benchmarks.load")
    port = free_port()
    with ExitStack() as opened:
        folder = opened.enter_context(tempfile.TemporaryDirectory(prefix="load-"))
        prepare(folder, port)
        tables = fill(args.tables, args.players)
        commands = {"web": web_server(port, args.processes), **WORKERS, "beat": beat(folder)}
        pids = {name: opened.enter_context(running(command)).pid for name, command in commands.items()}
        pids |= {"PostgreSQL": database_pid(), "Redis": redis_pid()}
        wait_for(lambda: answers(port), "the site", 120)
        wait_for(lambda: not emails_left(), "the emails from filling", 600)
        before = {name: cpu_seconds(pid) for name, pid in pids.items()}
        browsers = put_under_load(port, tables, args)
        used = usage(pids, before, sum(browser.asked for browser in browsers))
        lines = [*report(browsers, args.seconds), *used]
    sys.stdout.write("\n".join([*lines, ""]))
    if "errors: 0" not in lines:
        sys.exit("Some requests failed.")


if __name__ == "__main__":
    main()
