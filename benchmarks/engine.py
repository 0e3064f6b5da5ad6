"""Speed of the engine: median CPU times, everything measured by turns in one run.

Run from the project folder: ``python -m benchmarks.engine [rounds]``. The engine is compared with the plain program of
``tests/naive``, which plays by the same rules without tables. Ratios compare measurements of the same round, because a
busy machine is slower for both.
"""

import sys
import time
from array import array
from collections.abc import Callable, Mapping
from random import Random
from statistics import median

from games.engine.marrakech.board import DIE
from games.engine.marrakech.playouts import PlayoutStart, dice_for, play_greedily
from games.engine.marrakech.position import Position
from games.engine.registry import get_title
from games.engine.replay import list_plies, replay
from tests.naive.random_play import play_at_random as play_plainly

TITLE = get_title("marrakech")
RULESET = "gigamic"
ROTATION_AND_FACE = [
    (quarter, face) for quarter in (-1, 0, 1) for face in DIE
] * 2  # what a number of ``dice_for`` stands for
Works = dict[str, tuple[Callable[[], object], int]]


def measure_interleaved(works: Mapping[str, tuple[Callable[[], object], int]], rounds: int) -> dict[str, list[float]]:
    """Return the CPU seconds of one call of each function, in every round.

    Each function comes with its number of calls in one measurement. All are measured once in every round, so that a
    machine that is sometimes busy is so for all of them.
    """
    taken: dict[str, list[float]] = {name: [] for name in works}
    for _ in range(rounds):
        for name, (work, times) in works.items():
            begun = time.process_time()
            for _ in range(times):
                work()
            taken[name].append((time.process_time() - begun) / times)
    return taken


def ratio(slow: list[float], fast: list[float]) -> float:
    """Return how many times as fast the second function is: the median over the rounds."""
    return median(one / other for one, other in zip(slow, fast, strict=True))


def print_figure(label: str, value: float, unit: str, note: str = "") -> None:
    sys.stdout.write(f"{label:<46}{value:>12,.2f} {unit:<8}{note}\n")


def play_position(seats: int, chooser: Random) -> Position:
    """Play a random game through ``Position``: every action checked, every rug chosen from a list.

    The results of chance are drawn beforehand, as for the playout, so that only the game is measured.
    """
    game, most = Position.start(RULESET, {}, seats), 64
    rotate, roll, lay, legal_places = game.rotate, game.roll, game.lay, game.legal_places
    for die, pick in zip(dice_for(chooser, most), array("H", chooser.randbytes(2 * most)), strict=False):
        while game.phase == "pile":
            (first, some), (second, others) = game.legal_draws()
            game.draw(first if chooser.random() * (some + others) < some else second)
        if game.phase == "over":
            break
        quarter, face = ROTATION_AND_FACE[die]
        rotate(quarter)
        roll(face)
        if game.phase == "lay":
            places = legal_places()
            lay(places[pick % len(places)])
    return game


def play_playout(start: PlayoutStart, chooser: Random) -> object:
    """Play a game greedily, as the robot ``master`` does for some turns: nothing is checked."""
    rugs = start.draw(chooser)
    return play_greedily(start, rugs, dice_for(chooser, len(rugs)), chooser.randbytes(len(rugs)))


def games(seats: int, rounds: int) -> None:
    chooser, start = Random(seats), PlayoutStart.of(TITLE.start(RULESET, {}, seats))
    works: Works = {
        "plain": (lambda: play_plainly(RULESET, seats, chooser), 1),
        "position": (lambda: play_position(seats, chooser), 40),
        "playout": (lambda: play_playout(start, chooser), 80),
    }
    taken = measure_interleaved(works, rounds)
    for name, seconds in taken.items():
        label = f"{'greedy' if name == 'playout' else 'random'} games, {seats} players, {name}"
        print_figure(label, 1 / median(seconds), "/s", f"{ratio(taken['plain'], seconds):8.0f} x plain")


def full_log(seats: int) -> list[tuple[int | None, str]]:
    """Return the log of a game in which all players lay all rugs."""
    chooser = Random(1)
    while True:
        log = play_plainly(RULESET, seats, chooser)
        state = replay(TITLE, RULESET, {}, seats, log)
        if not any(seat.out for seat in state.seats):
            return log


def pieces(rounds: int) -> None:
    log, log_of_two = full_log(4), full_log(2)
    middle = next(ply.before for ply in list_plies(TITLE, RULESET, {}, 4, log)[90:] if ply.before.phase == "lay")
    game = Position(middle)
    places = game.legal_places()
    works: Works = {
        "replay of a full game": (lambda: replay(TITLE, RULESET, {}, 4, log), 20),
        "replay of a full game of two, with draws": (lambda: replay(TITLE, RULESET, {}, 2, log_of_two), 20),
        "every state and ply of it": (lambda: list_plies(TITLE, RULESET, {}, 4, log), 2),
        "apply, state to state": (lambda: TITLE.apply(middle, TITLE.legal_actions(middle)[0]), 50),
        "legal_actions of a state": (lambda: TITLE.legal_actions(middle), 50),
        "legal rugs listed": (game.legal_places, 2000),
        "a rug tested": (lambda: game.is_legal(places[0]), 2000),
        "copy of a position": (game.copy, 500),
        "state of a position": (game.state, 200),
        "position of a state": (lambda: Position(middle), 200),
    }
    for name, seconds in measure_interleaved(works, rounds).items():
        print_figure(name, median(seconds) * 1e6, "us")


def main(rounds: int) -> None:
    for seats in (2, 3, 4):
        games(seats, rounds)
    pieces(rounds)


if __name__ == "__main__":
    main(int(sys.argv[1]) if len(sys.argv) > 1 else 25)
