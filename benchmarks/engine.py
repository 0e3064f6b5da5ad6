"""How fast the engine is: random games, replays, hashes, drawings. CPU time, medians.

Run from the project folder: ``python -m benchmarks.engine [games]``.
"""

import random
import statistics
import sys
import time
from collections.abc import Callable

from games.engine.core import state_hash
from games.engine.registry import get_title
from games.engine.replay import plies, replay

TITLE = get_title("marrakech")
Log = list[tuple[int | None, str]]


def play(ruleset: str, seats: int, seed: int) -> Log:
    """Play a random game and return its log."""
    chooser = random.Random(seed)
    state = TITLE.start(ruleset, {}, seats)
    log: Log = []
    while TITLE.outcome(state) is None:
        action = chooser.choice(TITLE.legal_actions(state))
        log.append((action.seat, TITLE.notation(action)))
        state = TITLE.apply(state, action)
    return log


def median(work: Callable[[int], object], times: int) -> float:
    """Return the median CPU time of one call, in milliseconds."""
    taken = []
    for number in range(times):
        begun = time.process_time()
        work(number)
        taken.append(time.process_time() - begun)
    return statistics.median(taken) * 1000


def figures(seats: int, times: int) -> dict[str, float]:
    """Return what is measured for this number of players."""
    log = play("gigamic", seats, 1)
    before_last = plies(TITLE, "gigamic", {}, seats, log)[-1].before
    return {
        "plies": len(log),
        "random games a second": 1000 / median(lambda seed: play("gigamic", seats, seed), times),
        "replay ms": median(lambda _: replay(TITLE, "gigamic", {}, seats, log), times),
        "hash us": 1000 * median(lambda _: state_hash(TITLE, before_last), times),
        "scene us": 1000 * median(lambda _: TITLE.scene(before_last), times),
        "prompt us": 1000 * median(lambda _: TITLE.prompt(before_last), times),
    }


def main(times: int) -> None:
    """Write one line for each number of players."""
    for seats in (2, 3, 4):
        line = ", ".join(f"{name} {value:.1f}" for name, value in figures(seats, times).items())
        sys.stdout.write(f"{seats} players: {line}\n")


if __name__ == "__main__":
    main(int(sys.argv[1]) if len(sys.argv) > 1 else 50)
