"""Luck-free points at tables of two: how much less they vary than points, and how often they show the stronger robot.

Run from the project folder: ``python -m benchmarks.luck_free [--seconds S] [--seed N]``. Careful plays Greedy, each in
turn in the first seat, with dice that nothing was fitted on.
"""

import argparse
import sys
import time
from math import sqrt
from random import Random
from statistics import covariance, variance

from games.engine.analysis import BETA, SeatAnalysis, summarise
from games.engine.match import draw_chance
from games.engine.registry import get_title
from games.engine.replay import list_plies
from games.engine.values import Log

TITLE, RULESET = "marrakech", "gigamic"
ROBOTS = ("careful", "greedy")
MIN_RATIO, MIN_AHEAD = 4.0, 0.9


def played(dice: str, robots: tuple[str, ...]) -> Log:
    """Return the log of a game between robots, in the order of their seats."""
    title, random = get_title(TITLE), Random(dice)
    state, log = title.start(RULESET, {}, len(robots)), list[tuple[int | None, str]]()
    while title.outcome(state) is None:
        chance = title.chance(state)
        seat = None if chance else title.acting(state)[0]
        if chance:
            action = title.parse(state, None, draw_chance(chance, dice))
        else:
            action = title.robots[robots[seat or 0]].choose(state, random.getrandbits(32), None)
        log.append((seat, title.notation(action)))
        state = title.apply(state, action)
    return log


def analysed(log: Log) -> tuple[SeatAnalysis, ...]:
    title = get_title(TITLE)
    assert title.analyst
    return summarise(list(title.analyst.analyse(list_plies(title, RULESET, {}, len(ROBOTS), log)))).seats


def main() -> None:
    parser = argparse.ArgumentParser()
    parser.add_argument("--seconds", type=float, default=600)
    parser.add_argument("--seed", type=int, default=1)
    arguments = parser.parse_args()
    found, begun = list[SeatAnalysis](), time.monotonic()
    while time.monotonic() - begun < arguments.seconds:
        number = len(found)
        order = ROBOTS if number % 2 == 0 else ROBOTS[::-1]
        found.append(analysed(played(f"luck-free:{arguments.seed}:{number}", order))[order.index(ROBOTS[0])])
    scores, lucks, free = ([get(one) for one in found] for get in (_score, _luck, _free))
    ratio, best = variance(scores) / variance(free), covariance(scores, lucks) / variance(lucks)
    ahead = sum(value > 0 for value in free) / len(free)
    sys.stdout.write(
        f"{len(found)} games, beta {BETA:g} (best {best:.2f})\n"
        f"deviation of the points {sqrt(variance(scores)):.1f}, luck-free {sqrt(variance(free)):.1f}: "
        f"variance ratio {ratio:.2f}\n"
        f"{ROBOTS[0]} ahead: result {_share(scores)}, luck-free {_share(free)}\n"
    )
    if ratio < MIN_RATIO or ahead < MIN_AHEAD:
        raise SystemExit(f"bars: variance ratio {MIN_RATIO:g}, ahead in {MIN_AHEAD:.0%}")


def _score(seat: SeatAnalysis) -> float:
    return seat.score


def _luck(seat: SeatAnalysis) -> float:
    return seat.luck.value


def _free(seat: SeatAnalysis) -> float:
    return seat.luck_free


def _share(values: list[float]) -> str:
    """Return in which part of the games a value is above 0, a tie as a half, with its standard error."""
    share = sum((value > 0) + (value == 0) / 2 for value in values) / len(values)
    return f"{100 * share:.1f} % (± {100 * sqrt(share * (1 - share) / len(values)):.1f})"


if __name__ == "__main__":
    main()
