"""What a site of some size needs: ``python -m tests.servers python -m benchmarks.sizing [--asked 60]``.

Each kind of request is asked ``--asked`` times, one after the other; then turn emails leave, and games are analysed.
The first table has what the site's processes, and PostgreSQL with Redis for them, take of a core for each. From that,
and from what a player does on a day (``A_DAY``), follows what sites of three sizes need in their busiest hour.
docs/sizing.md explains it.
"""

import argparse
import os
import sys
import tempfile
from collections.abc import Callable, Iterator
from contextlib import ExitStack
from dataclasses import dataclass
from math import ceil

from benchmarks.load import BUSIEST_HOUR, Browser, Table, answers, fill, prepare, running, web_server
from benchmarks.mails import mail_sink, turn_mails
from benchmarks.processes import WORKERS, beat, cpu_seconds, database_pid, memory_mb, redis_pid
from tests.servers import free_port, wait_for

# What a player with five tables does on a day, with one turn at each.
A_DAY = {
    "question for news": 170,  # a table is open for ten minutes, and the own page for five
    "unchanged page": 10,
    "table": 15,  # three for each turn: before it, after the rotation, after the rug
    "own page": 5,
    "list": 5,
    "action": 10,  # a rotation and a rug for each turn
    "email": 5,
    "analysis": 0.11,  # of a finished game: five tables of three, which last for fifteen days
}
CROWDED = 1.5  # what a request costs on a busy machine, of what it costs there alone (benchmarks.load)
FULL = 0.6  # of a core: what is planned for the busiest hour
THREADS, LEAST = 8, 2  # of a web process; processes of each kind
MAILERS = 4  # processes for emails at least: they wait for the mail server
# Of a finished game with all its rows (benchmarks.stored_games): as it ends, its log packed, its turns too.
ENDED_KB, LOG_PACKED_KB, PACKED_KB = 59, 23.5, 9
LOG_PACKED_AFTER, PACKED_AFTER = 30, 395  # days
CONNECTION_MB = 10  # of PostgreSQL for each connection


@dataclass(frozen=True)
class Cost:
    """Milliseconds of a core: of the site's own processes, and of PostgreSQL and Redis for them."""

    own: float
    database: float


class Meter:
    """Measures what a process with its descendants and the servers take."""

    def __init__(self, pid: int) -> None:
        self.pid, self.servers = pid, (database_pid(), redis_pid())

    def read(self) -> tuple[float, float]:
        return cpu_seconds(self.pid), sum(map(cpu_seconds, self.servers))

    def cost(self, job: Callable[[], object], times: int) -> Cost:
        before = self.read()
        for _time in range(times):
            job()
        own, database = (1000 * (now - then) / times for now, then in zip(self.read(), before, strict=True))
        return Cost(own, database)


def requests_of(browser: Browser, tables: list[Table]) -> dict[str, Callable[[], object]]:
    """Return how to ask each kind of request. A table is looked at before."""
    chooser = browser.chooser

    def again(kind: str, suffix: str = "", *, tagged: bool = False) -> Callable[[], object]:
        def ask() -> None:
            table = chooser.choice(tables)
            path = f"/t/{table.code}/{suffix}".format(version=table.version)
            browser.ask(kind, path, table.viewer, table.etag if tagged else "")

        return ask

    def page(kind: str, *paths: str) -> Callable[[], object]:
        return lambda: browser.ask(kind, chooser.choice(paths), chooser.choice(tables).cookies[0])

    return {
        "question for news": again("poll", "poll/?v={version}"),
        "unchanged page": again("same page", tagged=True),
        "table": lambda: browser.look(chooser.choice(tables)),
        "own page": page("list", "/"),
        "list": page("list", "/lobby/", "/players/Player1/", "/players/Player1/games/", "/rules/"),
    }


def costs_of_requests(port: int, tables: list[Table], web: Meter, asked: int) -> dict[str, Cost]:
    browser = Browser(port, tables, [], 1)
    for table in tables:
        while not table.choices:
            browser.look(table)
    kinds, found = requests_of(browser, tables), {}
    for name, ask in kinds.items():
        for _time in range(asked // 3):  # the first fill caches
            ask()
        found[name] = web.cost(ask, asked)
    found["action"] = web.cost(browser.play, len(tables))  # each table has a choice that was looked at
    if errors := {name: count for name, count in browser.statuses.items() if name[:2] not in {"20", "30"}}:
        sys.exit(f"Some requests failed: {errors}")
    return found


def cost_of_mails(worker: Meter) -> Cost:
    """Let the waiting turn emails leave, and return the cost of each after the first third: those take longer."""
    from games.notifications.outbox import OPEN

    waiting = turn_mails().filter(state__in=OPEN)
    total = waiting.count()
    wait_for(lambda: waiting.count() <= total * 2 / 3, "the first emails", 300)
    before, rest = worker.read(), waiting.count()
    if not rest:
        sys.exit("All emails left before they could be measured.")
    wait_for(lambda: not waiting.exists(), "the emails", 600)
    own, database = (1000 * (now - then) / rest for now, then in zip(worker.read(), before, strict=True))
    return Cost(own, database)


def cost_of_analyses(games: int = 4) -> Cost:
    """Analyse some games of three in this process."""
    from games.analysis import analyses
    from games.analysis.models import Analysis
    from tests.makers import make_user, play_on, started_game

    people = [make_user(f"Analysed{seat}") for seat in range(3)]
    over = [play_on(started_game(*people), seed=seed) for seed in range(games)]
    queued = iter(Analysis.objects.filter(game__in=over).values_list("pk", flat=True))
    return Meter(os.getpid()).cost(lambda: analyses.compute(next(queued)), games)


def table_of_costs(costs: dict[str, Cost]) -> Iterator[str]:
    yield f"{'CPU ms of one':20}{'site':>10}{'PostgreSQL, Redis':>20}{'a player a day':>18}"
    for name, cost in costs.items():
        yield f"{name:20}{cost.own:10.1f}{cost.database:20.1f}{A_DAY[name]:18}"


def memory(web: int, worker: int, schedule: int) -> dict[str, float]:
    """Return the megabytes of first and further processes of gunicorn and of a worker, and of beat."""
    (arbiter, *webs), (main, *workers) = memory_mb(web), memory_mb(worker)
    each = {"web": max(webs), "worker": max(workers)}
    return {"arbiter": arbiter, "main of a worker": main, "beat": sum(memory_mb(schedule)), **each}


def sizes(costs: dict[str, Cost], mb: dict[str, float]) -> Iterator[str]:
    """Return what 1,000, 10,000 and 100,000 players a day need in the busiest hour, and their disk."""
    yield "MB: " + ", ".join(f"{name} {size:.0f}" for name, size in mb.items())
    requests = [name for name in costs if name not in {"email", "analysis"}]
    for players in (1_000, 10_000, 100_000):
        days = players * BUSIEST_HOUR / 3600  # players' days that fall into one second
        busy_ms = days / 1000 * CROWDED
        cores = {name: busy_ms * A_DAY[name] * cost.own for name, cost in costs.items()}
        web, mail, robots = sum(cores[name] for name in requests), cores["email"], cores["analysis"]
        database = busy_ms * sum(A_DAY[name] * cost.database for name, cost in costs.items())
        busy = web + mail + robots + database
        webs, mails, others = (
            max(LEAST, ceil(web / FULL)),
            max(MAILERS, ceil(mail / FULL)),
            max(LEAST, ceil(robots / FULL)),
        )
        workers = mails + others + LEAST  # two for deadlines and calls
        connections = webs * THREADS + workers + len(WORKERS) + 1  # their main processes after the start, and beat
        needed = mb["arbiter"] + webs * mb["web"] + 3 * mb["main of a worker"] + workers * mb["worker"] + mb["beat"]
        needed += connections * CONNECTION_MB
        games = players * A_DAY["analysis"]  # of a day
        recent = LOG_PACKED_AFTER * ENDED_KB + (PACKED_AFTER - LOG_PACKED_AFTER) * LOG_PACKED_KB
        asked = days * sum(A_DAY[name] for name in requests)
        yield f"{players:,} players a day: {asked:.1f} requests a second in the busiest hour"
        yield f"    busy cores: web {web:.2f}, databases {database:.2f}, emails {mail:.2f}, analyses {robots:.2f}"
        yield f"    {busy:.2f} in all, so {max(LEAST, ceil(busy / FULL))} cores"
        yield f"    processes: {webs} web, {mails} for emails, {others} for robots"
        yield f"    {connections} connections, {needed / 1024:.1f} GB of memory besides PostgreSQL's cache"
        yield f"    GB of disk: {games * recent / 1e6:.1f} for the games of the last 13 months"
        yield f"    and {games * 365 * PACKED_KB / 1e6:.1f} for each year before"


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--asked", type=int, default=60, help="times that each request is asked")
    parser.add_argument("--tables", type=int, default=160)
    args = parser.parse_args()
    if not os.environ.get("REDIS_URL"):
        sys.exit("Run it beside servers: python -m tests.servers python -m benchmarks.sizing")
    port = free_port()
    with ExitStack() as opened:
        folder = opened.enter_context(tempfile.TemporaryDirectory(prefix="sizing-"))
        os.environ["EMAIL_URL"] = opened.enter_context(mail_sink(folder)).url
        prepare(folder, port)
        tables = fill(args.tables, args.tables)
        web = opened.enter_context(running(web_server(port)))
        wait_for(lambda: answers(port), "the site", 120)
        costs = costs_of_requests(port, tables, Meter(web.pid), args.asked)
        worker = opened.enter_context(running(WORKERS["mail"]))
        schedule = opened.enter_context(running(beat(folder)))
        costs["email"] = cost_of_mails(Meter(worker.pid))
        costs["analysis"] = cost_of_analyses()
        mb = memory(web.pid, worker.pid, schedule.pid)
    sys.stdout.write("\n".join([*table_of_costs(costs), "", *sizes(costs, mb), ""]))


if __name__ == "__main__":
    main()
