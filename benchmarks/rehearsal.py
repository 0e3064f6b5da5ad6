"""An upgrade rehearsed with millions of seats: a column added, filled and indexed while players submit turns.

Run from the project folder: ``python -m tests.servers python -m benchmarks.rehearsal [--seats 3500000]`` (PostgreSQL).
The small site of ``benchmarks.scale`` is copied until it has so many seats. Players at two tables, in threads of this
process, submit actions by the API all the time. The steps are those that docs/code.md asks of a migration. Each line
has the seconds that a step took, the actions submitted meanwhile, and the median and the longest time of one in
milliseconds. In the end every accepted action must stand in the log, every row must be filled, and no answer may be an
error.
"""

import argparse
import os
import sys
import tempfile
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from statistics import median
from typing import Any

from benchmarks.scale.__main__ import set_up
from benchmarks.scale.databases import copy_rows, make_site

TABLES, PAUSE = 2, 0.5  # PAUSE: seconds between two questions of a player
QUIET = 20  # seconds of play without a step, to compare with
COPIED = {"User", "Game", "Seat"}


class Player(threading.Thread):
    """A player who acts whenever it is their turn, and notes how long the site took for it."""

    def __init__(self, code: str, token: str, stop: threading.Event) -> None:
        from django.test import Client

        super().__init__(daemon=True)
        self.path, self.stop = f"/api/v1/games/{code}/", stop
        self.code, self.accepted, self.times = code, list[tuple[int, str]](), list[float]()
        self.failed: list[str] = []
        self.client = Client(headers={"Authorization": f"Bearer {token}"}, raise_request_exception=False)

    def run(self) -> None:
        from django.db import connection

        while not self.stop.wait(PAUSE):
            game = self.ask(self.client.get, self.path)
            if game and game["legal"]:
                began = time.perf_counter()
                body = {"action": game["legal"][0], "ply": game["ply"]}
                if self.ask(self.client.post, f"{self.path}actions/", body, "application/json"):
                    self.times.append((time.perf_counter() - began) * 1000)
                    self.accepted.append((game["ply"], game["legal"][0]))
        connection.close()

    def ask(self, method: Callable[..., Any], *given: object) -> dict[str, Any] | None:
        answer = method(*given)
        if answer.status_code < 400:
            return answer.json()
        if answer.status_code != 409:  # the opponent was first
            self.failed.append(f"{answer.status_code}: {answer.content[:200]!r}")
        return None


def seated_players(stop: threading.Event) -> list[Player]:
    from accounts.services import create_token
    from tests.makers import make_user, started_game

    found = []
    for number in range(TABLES):
        people = [make_user(f"Rehearsal{number}{letter}") for letter in "ab"]
        game = started_game(*people, options={"rugs": "60/60/60"})
        found += [Player(game.code, create_token(one, "rehearsal")[1], stop) for one in people]
    return found


@contextmanager
def step(name: str, players: list[Player]) -> Iterator[None]:
    """Print how long a step took, and how the turns of the players fared meanwhile."""
    before, began = [len(player.times) for player in players], time.perf_counter()
    yield
    seconds = time.perf_counter() - began
    times = [found for player, count in zip(players, before, strict=True) for found in player.times[count:]]
    typical, longest = (median(times), max(times)) if times else (0.0, 0.0)
    sys.stdout.write(f"{name:48}{seconds:9.1f} s{len(times):9} actions{typical:9.0f}{longest:9.0f} ms\n")


def migrate(state: Any, operation: Any, *, atomic: bool) -> Any:
    """Apply a migration of one operation, with the lock time-out of ``manage.py migrate``. Return the new state."""
    from django.conf import settings
    from django.db import connection
    from django.db.migrations import Migration

    migration = Migration("rehearsal", "games")
    migration.operations, migration.atomic = [operation], atomic
    with connection.cursor() as cursor:
        cursor.execute(f"SET lock_timeout = '{settings.MIGRATION_LOCK_TIMEOUT}s'")
    with connection.schema_editor(atomic=atomic) as editor:
        return migration.apply(state, editor)


def fill(apps: Any, schema_editor: Any) -> None:
    from django.db.models import F, Value
    from django.db.models.functions import Coalesce

    from accounts.online import fill_in_batches

    Seat = apps.get_model("games", "Seat")
    half = Coalesce(F("score"), Value(0)) / 2
    fill_in_batches(Seat.objects.filter(half_score=None), lambda rows: rows.update(half_score=half), sys.stdout)


def rehearse(players: list[Player]) -> None:
    """Make all steps."""
    from django.apps import apps
    from django.db import migrations, models
    from django.db.migrations.state import ProjectState

    from accounts.online import AddIndex

    state = ProjectState.from_apps(apps)
    with step("play without an upgrade", players):
        time.sleep(QUIET)
    with step("add a column", players):
        column = migrations.AddField("seat", "half_score", models.IntegerField(null=True))
        state = migrate(state, column, atomic=True)
    with step("fill it in batches", players):
        state = migrate(state, migrations.RunPython(fill), atomic=False)
    with step("add an index", players):
        index = models.Index(fields=["half_score", "-id"], name="rehearsed")
        state = migrate(state, AddIndex("seat", index), atomic=False)
    if left := state.apps.get_model("games", "Seat").objects.filter(half_score=None).count():
        raise SystemExit(f"{left} rows are not filled.")
    with step("drop the column with its index", players):
        migrate(state, migrations.RemoveField("seat", "half_score"), atomic=True)


def check(players: list[Player]) -> None:
    """Raise SystemExit if an answer was an error or an accepted action is not in the log."""
    from games.core.log import fault_of
    from games.core.models import Entry, Game

    failed = [text for player in players for text in player.failed]
    codes = {player.code for player in players}
    rows = Entry.objects.filter(game__code__in=codes).values_list("game__code", "ply", "notation")
    log = {(code, ply): notation for code, ply, notation in rows}
    lost = [
        (player.code, ply) for player in players for ply, action in player.accepted if log[player.code, ply] != action
    ]
    faults = [fault for game in Game.objects.filter(code__in=codes) if (fault := fault_of(game))]
    sys.stdout.write(f"{len(failed)} errors, {len(lost)} lost actions, {len(faults)} games that do not replay.\n")
    if failed or lost or faults:
        raise SystemExit("\n".join([*failed[:5], *map(str, lost[:5]), *faults]))


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--seats", type=int, default=3_500_000)
    args = parser.parse_args()
    os.environ |= {"API_RATE_USER": "100000/min", "API_RATE_WRITE": "100000/min"}
    with ExitStack() as stack:
        set_up(stack.enter_context(tempfile.TemporaryDirectory(prefix="rehearsal-")), sqlite=False)
        from django.core.management import call_command

        from games.core.models import Seat

        call_command("migrate", verbosity=0)
        make_site(is_rated=False)
        began, stop = time.perf_counter(), threading.Event()
        copy_rows(max(1, args.seats // Seat.objects.count()), COPIED)
        sys.stdout.write(f"{Seat.objects.count():,} seats written in {time.perf_counter() - began:.0f} s.\n")
        players = seated_players(stop)
        for player in players:
            player.start()
        try:
            rehearse(players)
        finally:
            stop.set()
            for player in players:
                player.join()
        check(players)


if __name__ == "__main__":
    main()
