"""How many bytes a finished game takes in PostgreSQL, by table, before and after it is packed.

Run from the project folder: ``python -m tests.servers python -m benchmarks.stored_games [--games 6] [--copies 100]``.
Games of both titles with two to four players, rated and at the usual pace, are played by the site's services at random
to their end, analysed, rated, packed, and all of it copied. Each column has the bytes a game with all indexes after
VACUUM FULL: as games end, without their notifications, which expire, with packed logs, and with packed turns.
"""

import argparse
import os
import random
import sys
import tempfile
import time
from collections.abc import Callable, Sequence
from datetime import UTC, datetime, timedelta
from typing import Any

from benchmarks.scale.__main__ import set_up
from benchmarks.scale.databases import copy_rows

KINDS = [(title, seats) for title in ("marrakech", "marram") for seats in (2, 3, 4)]
BEGIN = datetime(2026, 1, 5, 8, tzinfo=UTC)
PEOPLE = 6
# Their rows grow with the number of players, or are few.
OF_PLAYERS = {
    "opponenttally",
    "placetally",
    "personalrecord",
    "rating",
    "ratingversion",
    "heartbeat",
    "receiptkey",
    "seasonscore",
}
Sizes = dict[str, int]


def play_games(count: int) -> None:
    """Play games, one after the other, so that their rows come in the order of time, and analyse them."""
    from time_machine import travel

    from games.analysis import analyses
    from games.analysis.models import Analysis
    from games.engine.registry import get_title
    from games.play.actions import play_action
    from games.ratings.services import rate_waiting
    from tests.makers import acting_user, any_action, make_user, started_game

    rulesets = {title: next(iter(get_title(title).rulesets)) for title, _seats in KINDS}
    people = [make_user(f"Player{number}") for number in range(PEOPLE)]
    with travel(BEGIN, tick=False) as clock:
        for number in range(count):
            (title, seats), chooser = KINDS[number % len(KINDS)], random.Random(number)
            about = {"title": title, "ruleset": rulesets[title], "pace": "usual", "is_rated": True}
            game, acting = started_game(*chooser.sample(people, seats), **about), None
            while not game.is_over:
                user = acting_user(game)
                clock.shift(timedelta(hours=chooser.expovariate(0.4) if user != acting else 0.005))
                game = play_action(game.pk, user, any_action(game, chooser), game.ply, without_share=True)
                acting = user
            sys.stderr.write(f"{number + 1} of {count} games: {title} of {seats}, {game.ply} entries\n")
        for pk in Analysis.objects.values_list("pk", flat=True):
            analyses.compute(pk)
        rate_waiting()


def sizes() -> Sizes:
    """Return the bytes of all tables with their indexes."""
    from django.db import connection

    with connection.cursor() as cursor:
        cursor.execute("VACUUM (FULL, ANALYZE)")
        cursor.execute("SELECT relname, pg_total_relation_size(relid) FROM pg_stat_user_tables")
        games = [(name, size) for name, size in cursor.fetchall() if name.startswith("games_")]
        return {name: size for name, size in games if name.removeprefix("games_") not in OF_PLAYERS}


def measured(games: int, copies: int) -> dict[str, Sizes]:
    """Return the bytes a game of each table at each stage. What was played is packed, and then copied, too."""
    from accounts.models import User
    from games.analysis.models import Analysis
    from games.clocks.models import Turn
    from games.clocks.packing import pack_turns
    from games.core.log import fault_of
    from games.core.models import DiceSecret, Entry, Game, Packed
    from games.core.packing import pack_log
    from games.notifications.models import Notification

    User.objects.create_user("regular")
    User.objects.create_user("a-robot", robot="greedy")
    empty = sizes()
    play_games(games)
    played = list(Game.objects.all())
    copied = Game.objects.filter(pk__gt=max(game.pk for game in played))
    copy_rows(copies, all_logs=True)
    found = {"ended": sizes()}
    Notification.objects.all().delete()
    found["expired"] = sizes()
    pack_all(played, pack_log)
    for model in (Entry, Analysis):
        model._base_manager.filter(game__in=copied).delete()
    copy_rows(copies, {"PackedLog", "PackedPlayer", "Analysis"})
    DiceSecret.objects.update(sealed=b"")
    copied.update(packed=Packed.LOG)
    found["log packed"] = sizes()
    pack_all(played, pack_turns)
    Turn.objects.all().delete()
    copy_rows(copies, {"PackedTurns"})
    copied.update(packed=Packed.TURNS)
    found["turns packed"] = sizes()
    if faults := [fault for game in Game.objects.order_by("-pk")[: 2 * games] if (fault := fault_of(game))]:
        raise SystemExit(f"{len(faults)} games do not replay: {faults[0]}")
    count = len(played) * (copies + 1)
    return {
        stage: {name: round((size - empty.get(name, 0)) / count) for name, size in of_stage.items()}
        for stage, of_stage in found.items()
    }


def pack_all(games: Sequence[Any], pack: Callable[[int], bool]) -> None:
    began = time.process_time()
    if not all(pack(game.pk) for game in games):
        raise SystemExit("A game was not packed.")
    sys.stderr.write(f"{pack.__name__}: {(time.process_time() - began) / len(games) * 1000:.0f} ms of CPU a game\n")


def lines(found: dict[str, Sizes], least: int) -> list[str]:
    """Return a table. Tables with fewer bytes a game than ``least`` are in "others"."""
    stages = list(found)
    names = sorted(found[stages[0]], key=lambda name: -found[stages[0]][name])
    shown = [name for name in names if any(found[stage][name] >= least for stage in stages)]
    rows = {name: [found[stage][name] for stage in stages] for name in shown}
    rows["others"] = [sum(found[stage][name] for name in names if name not in shown) for stage in stages]
    rows["all"] = [sum(found[stage].values()) for stage in stages]
    head = f"{'bytes a game':28}" + "".join(f"{stage:>16}" for stage in stages)
    return [head, *(f"{name:28}" + "".join(f"{size:16,}" for size in row) for name, row in rows.items())]


def packed_values() -> str:
    """Return how long the packed values are: the median and the longest."""
    from statistics import median

    from games.clocks.models import PackedTurns
    from games.core.models import PackedLog

    found = []
    for model in (PackedLog, PackedTurns):
        lengths = [len(data) for data in model.objects.values_list("data", flat=True)]
        found.append(f"{model.__name__}: {median(lengths):,.0f} bytes, at most {max(lengths):,}")
    return "; ".join(found)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--games", type=int, default=6)
    parser.add_argument("--copies", type=int, default=100)
    parser.add_argument("--least", type=int, default=40, help="bytes of a table that has a line of its own")
    args = parser.parse_args()
    if not os.environ.get("DATABASE_URL"):
        parser.error("run it with python -m tests.servers")
    with tempfile.TemporaryDirectory() as folder:
        set_up(folder, sqlite=False)
        from django.core.management import call_command

        call_command("migrate", verbosity=0)
        sys.stdout.write("\n".join([*lines(measured(args.games, args.copies), args.least), packed_values(), ""]))


if __name__ == "__main__":
    main()
