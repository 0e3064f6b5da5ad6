"""The command ``bench``: the speed of the engine on this machine, medians of CPU time."""

import time
from argparse import Namespace
from collections.abc import Callable
from random import Random
from statistics import median

from ..gamefile import Record, read_one, write
from ..marrakech.notation.position_line import from_line, to_line
from ..marrakech.robots.playout_start import PlayoutStart
from ..marrakech.robots.random_playout import dice_for, play_randomly
from ..marrakech.rules.board import DIE
from ..marrakech.rules.position import Position
from ..registry import get_title
from ..replay import replay
from .console import Progress, print_line

Entries = list[tuple[int | None, str]]


def run(args: Namespace) -> int:
    """Write a table of the measurements for two, three and four players."""
    progress, columns = Progress("measuring"), []
    try:
        for number, seats in enumerate((2, 3, 4)):
            progress(number, 3)
            columns.append(_figures(seats, args.games))
    finally:
        progress.end()
    print_line(f"{'':<34}{'2 players':>11}{'3 players':>11}{'4 players':>11}")
    for name in columns[0]:
        print_line(f"{name:<34}" + "".join(f"{column[name]:>11,.1f}" for column in columns))
    return 0


def random_game(seats: int, chance: Random) -> Position:
    """Play a random game by the rules of ``gigamic`` and return its end."""
    position = Position.start("gigamic", None, seats)
    while position.phase != "over":
        if position.phase == "pile":
            position.draw(chance.choice(position.rules.colours_of(position.chance_seat)))
        elif position.phase == "rotate":
            position.rotate(chance.choice(position.legal_quarters()))
            position.roll(chance.choice(DIE))
        else:
            position.lay(chance.choice(position.legal_places()))
    return position


def recorded_game(seats: int, chance: Random) -> Entries:
    """Play a random game and return its log."""
    title = get_title("marrakech")
    state, log = title.start("gigamic", {}, seats), []
    while title.outcome(state) is None:
        action = chance.choice(title.legal_actions(state))
        log.append((action.seat, title.notation(action)))
        state = title.apply(state, action)
    return log


def random_playout(start: PlayoutStart, chance: Random) -> None:
    """Play a random game as the robots do in their searches: nothing is checked."""
    rugs = start.draw(chance)
    play_randomly(start, rugs, dice_for(chance, len(rugs)), chance.randbytes(2 * len(rugs)))


def _microseconds(work: Callable[[], object], times: int) -> float:
    """Return the median CPU time of one call."""
    taken = []
    for _ in range(times):
        begun = time.process_time_ns()
        work()
        taken.append(time.process_time_ns() - begun)
    return median(taken) / 1000


def _figures(seats: int, times: int) -> dict[str, float]:
    """Return the measurements for this number of players."""
    title, chance = get_title("marrakech"), Random(1)
    log = recorded_game(seats, chance)
    start = title.start("gigamic", {}, seats)
    text = write(Record("marrakech", "gigamic", {}, seats, ("",) * seats, tuple(log)))
    middle = title.replay(start, log[: len(log) // 2])
    line, opening = to_line(middle), PlayoutStart.of(start)
    return {
        "plies of the recorded game": len(log),
        "random games a second": 1e6 / max(_microseconds(lambda: random_game(seats, chance), times), 1e-3),
        "random playouts a second": 1e6 / max(_microseconds(lambda: random_playout(opening, chance), times), 1e-3),
        "replay of the game, microseconds": _microseconds(lambda: replay(title, "gigamic", {}, seats, log), times),
        "reading its file": _microseconds(lambda: read_one(text), times),
        "legal actions of a position": _microseconds(lambda: title.legal_actions(middle), times),
        "reading a position line": _microseconds(lambda: from_line(line), times),
    }
