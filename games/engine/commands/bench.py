"""The command ``bench``: the speed of the engine on this machine, medians of CPU time."""

import time
from argparse import Namespace
from collections.abc import Callable, Mapping
from random import Random
from statistics import median

from ..core import Title
from ..gamefile import Record, read_one, write
from ..replay import replay
from .arguments import options_of, ruleset_of, title_of
from .console import Progress, print_line

Entries = list[tuple[int | None, str]]


def run_bench(args: Namespace) -> int:
    """Write a table of the measurements for every number of players."""
    title, ruleset, options = title_of(args), ruleset_of(args), options_of(args)
    all_seats = range(title.min_seats, title.max_seats + 1)
    progress, columns = Progress("measuring"), []
    try:
        for number, seats in enumerate(all_seats, 1):
            progress(number, len(all_seats))
            columns.append(_figures(title, ruleset, options, seats, args.games))
    finally:
        progress.end()
    print_line(f"{'':<36}" + "".join(f"{f'{seats} players':>12}" for seats in all_seats))
    for name in columns[0]:
        print_line(f"{name:<36}" + "".join(f"{column[name]:>12,.1f}" for column in columns))
    return 0


def recorded_game(title: Title, ruleset: str, options: Mapping[str, str], seats: int, dice: Random) -> Entries:
    """Play a random game and return its log."""
    state, log = title.start(ruleset, options, seats), []
    while title.outcome(state) is None:
        action = dice.choice(title.legal_actions(state))
        log.append((action.seat, title.notation(action)))
        state = title.apply(state, action)
    return log


def _microseconds(work: Callable[[], object], times: int) -> float:
    """Return the median CPU time of one call."""
    taken = []
    for _ in range(times):
        begun = time.process_time_ns()
        work()
        taken.append(time.process_time_ns() - begun)
    return median(taken) / 1000


def _figures(title: Title, ruleset: str, options: Mapping[str, str], seats: int, times: int) -> dict[str, float]:
    """Return the measurements for this number of players."""
    log, first = recorded_game(title, ruleset, options, seats, Random(1)), title.start(ruleset, options, seats)
    text = write(Record(title.key, ruleset, options, seats, ("",) * seats, tuple(log)))
    middle = title.replay(first, log[: len(log) // 2])
    line = title.position_line(middle)
    return {
        "plies of the recorded game": len(log),
        "replay of the game, microseconds": _microseconds(lambda: replay(title, ruleset, options, seats, log), times),
        "reading its file": _microseconds(lambda: read_one(text), times),
        "legal actions of a position": _microseconds(lambda: title.legal_actions(middle), times),
        "reading a position line": _microseconds(lambda: title.read_position(line), times),
    }
