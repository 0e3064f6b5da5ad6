"""Replaying the whole log compared with reading a stored position: median CPU times, measured by turns.

Run from the project folder: ``python -m benchmarks.replay_or_store [rounds]``. A thousand games are in SQLite twice: as
a table of entries, as on the site, and as a table of positions, which the site does not have. Either way, one query
reads the rows of one game as plain values, and the last position is made from them.
"""

import json
import sqlite3
import sys
from statistics import median

from benchmarks.engine import RULESET, TITLE, full_log
from benchmarks.timing import measure_interleaved, print_figure, ratio
from games.engine.replay import replay

GAMES = 1000
ENTRIES = "SELECT seat, notation FROM entry WHERE game = ? ORDER BY ply"
POSITION = "SELECT json FROM position WHERE game = ?"


def stored(log: list[tuple[int | None, str]]) -> sqlite3.Connection:
    """Return a database with many copies of this game."""
    database = sqlite3.connect(":memory:")
    database.execute("CREATE TABLE entry (game INTEGER, ply INTEGER, seat INTEGER, notation TEXT, UNIQUE (game, ply))")
    database.execute("CREATE TABLE position (game INTEGER PRIMARY KEY, json TEXT)")
    text = json.dumps(TITLE.to_json(replay(TITLE, RULESET, {}, 4, log)))
    for game in range(GAMES):
        rows = [(game, ply, seat, notation) for ply, (seat, notation) in enumerate(log)]
        database.executemany("INSERT INTO entry VALUES (?, ?, ?, ?)", rows)
        database.execute("INSERT INTO position VALUES (?, ?)", (game, text))
    return database


def compare(log: list[tuple[int | None, str]], rounds: int) -> None:
    """Print the time of both ways for a game of this many plies."""
    database, game = stored(log), (GAMES // 2,)
    text = database.execute(POSITION, game).fetchone()[0]
    taken = measure_interleaved(
        {
            "reading the entries": (lambda: database.execute(ENTRIES, game).fetchall(), 50),
            "reading and replaying them": (
                lambda: TITLE.replay(TITLE.start(RULESET, {}, 4), database.execute(ENTRIES, game).fetchall()),
                20,
            ),
            "reading the position": (lambda: database.execute(POSITION, game).fetchone()[0], 50),
            "json.loads of it": (lambda: json.loads(text), 50),
            "reading and decoding it": (
                lambda: TITLE.from_json(json.loads(database.execute(POSITION, game).fetchone()[0])),
                20,
            ),
        },
        rounds,
    )
    for name, seconds in taken.items():
        print_figure(f"{len(log)} plies: {name}", median(seconds) * 1e6, "us")
    times = ratio(taken["reading and decoding it"], taken["reading and replaying them"])
    print_figure(f"{len(log)} plies: replaying is", times, "x as fast")


def main(rounds: int) -> None:
    """Compare both ways for a whole game and for half of one."""
    log = full_log(4)
    compare(log, rounds)
    compare(log[: len(log) // 2], rounds)


if __name__ == "__main__":
    main(int(sys.argv[1]) if len(sys.argv) > 1 else 25)
