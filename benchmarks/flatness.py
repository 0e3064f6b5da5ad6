"""Every address, admin list, search and sweep with 1,000 and with 1,000,000 games, in one run.

Run from the project folder: ``python -m tests.servers python -m benchmarks.flatness [--games 1000000] [--rounds 9]``.
It needs PostgreSQL with a superuser, 5 GB and about half an hour. A small site has about twenty games in all stages;
two databases hold many copies of it, so that every row has many like it. Robots are not copied: they play in many of
the games. A fiftieth of the copies has logs, the newest ones among them; both databases have as many open tables.

Each request goes by turns to both databases, where its changes are undone. A line has the statements, the CPU time of
this process (lower quartile), and the rows that the largest of its plans reads; lines that miss the goals begin with
``!``. With ``--show TEXT``, the statements of the addresses with this text that read the most are written too.
"""

import argparse
import json
import os
import re
import sys
import tempfile
import time
from collections.abc import Callable, Iterable
from dataclasses import dataclass, field
from functools import partial
from statistics import median
from typing import Any

from benchmarks.flatness_databases import database, two_databases

MAX_ROWS, MAX_RATIO, GRAIN = 1000, 1.2, 2.0  # GRAIN: milliseconds by which any two measurements may differ
LISTS = """
/lobby/?page=2
/lobby/?ruleset=marrakech:gigamic&pace=3d
/players/greedy/
/players/greedy/games/
/players/greedy/games/?page=3
/players/greedy/games/?show=running
/players/greedy/games/?show=finished
/players/greedy/games/?show=won
/players/greedy/games/?opponent=player
/players/greedy/games/?ruleset=marrakech:summary
/players/player/games/?show=won&opponent=greedy
/api/v1/games/
/api/v1/games/?filter=mine
/api/v1/games/?filter=waiting
/api/v1/games/?filter=open
/api/v1/games/?filter=running
/api/v1/games/?filter=finished
/api/v1/games/?pace=7d
/api/v1/games/?seat_count=4
/api/v1/games/?ruleset=summary
/api/v1/games/?player=greedy
/api/v1/games/?player=greedy&filter=finished
"""
EXTRA_QUERIES = {"/admin/games/heartbeat/": [], "/admin/games/game/": ["?q=player1", "?q=greedy", "?q={public}"]}


@dataclass
class Figures:
    """The measurements of one request or sweep in one database."""

    times: list[float] = field(default_factory=list)
    statements: list[str] = field(default_factory=list)
    rows: int = 0
    worst: str = ""


def rows_read(plan: dict[str, Any]) -> int:
    """Return how many rows the scans of a plan read."""
    own = 0.0
    if "Scan" in plan["Node Type"] and plan["Node Type"] != "Bitmap Index Scan":
        removed = sum(plan.get(f"Rows Removed by {why}", 0) for why in ("Filter", "Index Recheck"))
        own = (plan["Actual Rows"] + removed) * plan["Actual Loops"]
    return int(own) + sum(map(rows_read, plan.get("Plans", ())))


def look(work: Callable[[], object]) -> Figures:
    """Do the work once, and note its statements and the rows that they read."""
    from django.db import connection, transaction

    found = Figures()

    def explain(execute: Any, sql: str, params: Any, many: bool, context: Any) -> Any:
        found.statements.append(sql)
        if sql.startswith(("SELECT", "UPDATE", "DELETE")):
            with transaction.atomic():
                with connection.connection.cursor() as cursor:
                    cursor.execute(f"EXPLAIN (ANALYZE, FORMAT JSON) {sql}", params)
                    plan = cursor.fetchone()[0]
                transaction.set_rollback(True)
            rows = rows_read((json.loads(plan) if isinstance(plan, str) else plan)[0]["Plan"])
            if rows > found.rows:
                found.rows, found.worst = rows, sql
        return execute(sql, params, many, context)

    with transaction.atomic():
        with connection.execute_wrapper(explain):
            work()
        transaction.set_rollback(True)
    found.statements = [sql for sql in found.statements if not re.match(r"(RELEASE )?SAVEPOINT|ROLLBACK", sql)]
    return found


def requests_of(world: Any) -> dict[str, Callable[[], object]]:
    """Return every request and sweep by name."""
    from tests.site.access_table import FORMS, SECTIONS

    works: dict[str, Callable[[], object]] = {}
    for address, rules in (line.split(maxsplit=1) for text in SECTIONS.values() for line in text.strip().splitlines()):
        viewer = "admin" if address.startswith("/admin/") else "player"
        for method, rule in zip(("get", "post"), rules.split("|"), strict=True):
            if set(rule.split()) - {"405", "404"}:
                form = FORMS.get(address, {}) if method == "post" else {}
                works[f"{method} {address}"] = partial(world.ask, viewer, method, address, form)
    for address in LISTS.split():
        works[f"get {address}"] = partial(world.ask, "player", "get", address, {})
    works["get / (stranger)"] = partial(world.ask, "stranger", "get", "/", {})
    works["get /api/v1/games/ (admin)"] = partial(world.ask, "admin", "get", "/api/v1/games/", {})
    for address in sorted(name.split()[1] for name in works if re.fullmatch(r"get /admin/\w+/\w+/", name)):
        page = world.ask("admin", "get", address, {}).content.decode()
        queries = {*re.findall(r'href="(\?[^"]+)"', page), *EXTRA_QUERIES.get(address, ["?q=player1"])}
        for query in sorted(
            query.replace("&amp;", "&") for query in queries if "p=" not in query and "all=" not in query
        ):
            works[f"get {address}{query}"] = partial(world.ask, "admin", "get", address + query, {})
    return works | sweeps()


def sweeps() -> dict[str, Callable[[], object]]:
    """Return the periodic work by name."""
    from django.db import transaction
    from django.utils import timezone

    from accounts.services import purge_unconfirmed
    from games.delivery import worker
    from games.services import clock, films
    from games.services.analysis import analyses
    from games.services.notifications import canary, inbound_mail
    from games.services.play import robot_turns
    from games.services.tables import presence

    now = timezone.now()
    tasks = [clock.note_overdue, robot_turns.wake_due, analyses.wake_lost, purge_unconfirmed, worker.drain]
    tasks += [presence.delete_old_presence, inbound_mail.delete_old_mail, worker.drain_calls, canary.run_hourly_check]

    def undone(work: Callable[[], object]) -> None:
        with transaction.atomic():
            work()
            transaction.set_rollback(True)

    outdated = partial(films.requeue_outdated, now, films_version())
    return {
        **{f"sweep {task.__name__}": partial(undone, partial(task, now)) for task in tasks},
        "sweep requeue_outdated": partial(undone, outdated),
    }


def films_version() -> int:
    """Return the version of the film drawings."""
    from games.presenters.pictures.film_file import drawing_version

    return drawing_version()


def measure(
    works: dict[str, Callable[[], object]], databases: list[Any], rounds: int
) -> dict[str, tuple[Figures, Figures]]:
    """Return the figures of each task in both databases, measured by turns."""
    found: dict[str, tuple[Figures, Figures]] = {}
    for name, work in works.items():
        figures = []
        for connection in databases:
            with database(connection):
                work()  # fills caches
                figures.append(look(work))
        for _round in range(rounds):
            for connection, figure in zip(databases, figures, strict=True):
                with database(connection):
                    start = time.process_time()
                    work()
                    figure.times.append((time.process_time() - start) * 1000)
        found[name] = (figures[0], figures[1])
    return found


def report(found: dict[str, tuple[Figures, Figures]], show: str) -> Iterable[str]:
    """Yield the lines of the table, those that miss a goal first."""
    yield f"  {'':70}{'statements':>14}{'CPU ms':>16}{'ratio':>7}{'rows read':>18}"
    lines, ratios = [], []
    for name, (small, large) in found.items():
        before, after = (sorted(figures.times)[len(figures.times) // 4] for figures in (small, large))
        ratios.append(after / before)
        slow = after > MAX_RATIO * before and after > before + GRAIN
        bad = slow or large.rows > MAX_ROWS or len(small.statements) != len(large.statements)
        counts = f"{len(small.statements):7}{len(large.statements):7}"
        lines.append(
            f"{'!' if bad else ' '} {name:70}{counts}{before:8.1f}{after:8.1f}{after / before:7.2f}"
            f"{small.rows:9}{large.rows:9}"
        )
        if show and show in name:
            lines[-1] += f"\n    {large.worst}"
    yield from sorted(lines, key=lambda line: (line[0] != "!", -int(line.split("\n")[0].split()[-1])))
    misses = sum(line.startswith("!") for line in lines)
    yield f"{len(lines)} requests and sweeps, {misses} miss a goal; CPU time with many games: {median(ratios):.2f} x"


def main() -> None:
    """Parse the command line, measure, and print the table."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--games", type=int, default=1_000_000)
    parser.add_argument("--rounds", type=int, default=9)
    parser.add_argument("--only", default="", help="only addresses with this text")
    parser.add_argument("--show", default="")
    args = parser.parse_args()
    folder = tempfile.TemporaryDirectory(prefix="flatness-")
    for name, value in {"DATA_DIR": folder.name, "LOG_LEVEL": "CRITICAL", "DEBUG": "0"}.items():
        os.environ.setdefault(name, value)
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "marrakech_site.settings")
    import django
    from django.conf import settings

    settings.STORAGES["staticfiles"]["BACKEND"] = "django.contrib.staticfiles.storage.StaticFilesStorage"
    django.setup()
    settings.STATIC_ROOT = folder.name  # without files that WhiteNoise would read for each test client
    settings.ALLOWED_HOSTS = ["*"]
    databases, world = two_databases((1000, args.games))
    with database(databases[0]):
        works = {name: work for name, work in requests_of(world).items() if args.only in name}
    found = measure(works, databases, args.rounds)
    sys.stdout.write("\n".join([*report(found, args.show), ""]))
    folder.cleanup()


if __name__ == "__main__":
    main()
