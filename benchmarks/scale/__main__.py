"""Every address, list, search and sweep with 1,000, 100,000 and 1,000,000 games: CPU times, and plans that read much.

Run from the project folder, on PostgreSQL and on SQLite:
``python -m tests.servers python -m benchmarks.scale [--games 1000 100000 1000000] [--rounds 5] [--only TEXT]``
``python -m benchmarks.scale --sqlite [...]``

A small site has about thirty games in all stages. Databases are filled with many copies of it, by COPY on PostgreSQL,
so that every row has many like it. Robots are not copied: they play in many of the games, and so does the player
"regular", in up to 20,000 finished ones. A fiftieth of the copies has logs, the newest ones among them; all databases
have as many open tables, offered seats and open cases. A million games take 6 GB and about half an hour on PostgreSQL.

With ``--rated`` the small site has 300 more games, all rated, so that nine of ten games are, and players who follow,
challenge, guide and save filters.

Each request goes by turns to all databases, where its changes are undone. A line has the statements, the CPU time in
each database (the median, in milliseconds, of this process and the one of PostgreSQL that answers it), and the rows
that the largest plan reads in the last one. Lines begin with ``!`` if a plan reads more than 1,000 rows, if statements
are added, or if time grows by 30 % and by 3 ms. Then come the plans that read more than 1,000 rows. SQLite does not
tell rows: they follow from the steps that it takes.
"""

import argparse
import os
import sys
import tempfile
from collections.abc import Callable, Iterable, Sequence
from contextlib import ExitStack
from typing import Any

from benchmarks.scale.databases import MAX_ROWS, Figures, cpu_seconds, database, filled_databases, look
from benchmarks.scale.works import requests_of

MAX_RATIO, GRAIN = 1.3, 3.0  # GRAIN: milliseconds by which any two measurements may differ
Found = dict[str, list[Figures]]


def measure(works: dict[str, Callable[[], object]], databases: Sequence[Any], rounds: int) -> Found:
    """Return the figures of each task in all databases, measured by turns."""
    found: Found = {}
    for name, work in works.items():
        figures = []
        for connection in databases:
            with database(connection):
                work()  # fills caches
                figures.append(look(work))
        for _round in range(rounds):
            for connection, figure in zip(databases, figures, strict=True):
                with database(connection):
                    start = cpu_seconds()
                    work()
                    figure.times.append((cpu_seconds() - start) * 1000)
        found[name] = figures
    return found


def misses_goal(figures: Sequence[Figures]) -> bool:
    """Return True if the task does not stay as it is when the games become many."""
    first, last = figures[0], figures[-1]
    slower = last.time > MAX_RATIO * first.time and last.time > first.time + GRAIN
    return slower or bool(last.large) or last.statements > first.statements


def report(found: Found, sizes: Sequence[int], show: str) -> Iterable[str]:
    titles = "".join(f"{size:>11,}" for size in sizes)
    yield f"  {'milliseconds of CPU with this number of games':72}{titles}{'statements':>12}{'rows':>9}"
    for name, figures in sorted(found.items(), key=lambda one: (not misses_goal(one[1]), -one[1][-1].time)):
        times = "".join(f"{figure.time:11.1f}" for figure in figures)
        last = figures[-1]
        yield f"{'!' if misses_goal(figures) else ' '} {name:72}{times}{last.statements:12}{last.rows:9}"
        if show and show in name:
            yield f"    {last.worst}"
    bad = sum(map(misses_goal, found.values()))
    yield f"{len(found)} requests and sweeps, {bad} miss a goal."
    plans = {plan.split(": ", 1)[1]: f"{name}: {plan}" for name, figures in found.items() for plan in figures[-1].large}
    yield f"{len(plans)} statements read more than {MAX_ROWS:,} rows{':' if plans else '.'}"
    yield from plans.values()


def set_up(folder: str, *, sqlite: bool) -> None:
    if sqlite:
        os.environ.pop("DATABASE_URL", None)
    os.environ["DATA_DIR"] = folder
    for name, value in {"LOG_LEVEL": "CRITICAL", "DEBUG": "0"}.items():
        os.environ.setdefault(name, value)
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "marrakech_site.settings")
    import django
    from django.conf import settings

    settings.STORAGES["staticfiles"]["BACKEND"] = "django.contrib.staticfiles.storage.StaticFilesStorage"
    django.setup()
    settings.STATIC_ROOT = folder  # without files that WhiteNoise would read for each test client
    settings.ALLOWED_HOSTS = ["*"]
    settings.ADMIN_SECOND_FACTOR = False  # otherwise every page of the administration is a refusal


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--games", type=int, nargs="+", default=[1_000, 100_000, 1_000_000])
    parser.add_argument("--rounds", type=int, default=5)
    parser.add_argument("--only", default="", help="only addresses with this text, or with one of them: A|B")
    parser.add_argument("--show", default="", help="the largest statement of addresses with this text")
    parser.add_argument("--sqlite", action="store_true")
    parser.add_argument("--rated", action="store_true", help="nearly all games are rated")
    args = parser.parse_args()
    with ExitStack() as stack:
        folder = stack.enter_context(tempfile.TemporaryDirectory(prefix="scale-"))
        set_up(folder, sqlite=args.sqlite)
        databases, world = filled_databases(args.games, is_rated=args.rated)
        with database(databases[0]):
            works = requests_of(world)
        chosen = {name: work for name, work in works.items() if any(text in name for text in args.only.split("|"))}
        found = measure(chosen, databases, args.rounds)
        sys.stdout.write("\n".join([*report(found, args.games, args.show), ""]))
        for connection in databases:
            connection.close()


if __name__ == "__main__":
    main()
