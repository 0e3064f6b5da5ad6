"""Luck-free points: how much less they vary than points, and how often they show the stronger robot.

Run from the project folder: ``python -m benchmarks.luck_free [--seats N] [--games N] [--seed N]``. Careful plays
against Greedy in all other seats, each game in the next seat, with dice that nothing was fitted on. The number of games
is chosen before the first one: who adds games until a bar is reached has measured nothing.
"""

import argparse
import sys
from collections.abc import Sequence
from math import sqrt
from random import Random
from statistics import covariance, mean, stdev, variance

from games.engine.analysis import BETA, SeatAnalysis, summarise
from games.engine.match import draw_chance
from games.engine.registry import get_title
from games.engine.replay import list_plies
from games.engine.values import Log

TITLE, RULESET = "marrakech", "gigamic"
STRONGER, WEAKER = "careful", "greedy"
MIN_RATIO, MIN_AHEAD = {2: 4.0, 4: 2.5}, {2: 0.9}  # by seats
DRAWS = 500  # of as many games out of those played, for the standard error of the ratio
Pairs = Sequence[tuple[float, float]]  # points and luck-free points of the stronger robot, by game


def played(dice: str, robots: Sequence[str]) -> Log:
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


def analysed(log: Log, seats: int) -> tuple[SeatAnalysis, ...]:
    title = get_title(TITLE)
    assert title.analyst
    return summarise(list(title.analyst.analyse(list_plies(title, RULESET, {}, seats, log)))).seats


def main() -> None:
    parser = argparse.ArgumentParser()
    parser.add_argument("--seats", type=int, default=2, choices=(2, 3, 4))
    parser.add_argument("--games", type=int, default=400)
    parser.add_argument("--seed", type=int, default=1)
    arguments = parser.parse_args()
    seats, found = arguments.seats, list[tuple[int, tuple[SeatAnalysis, ...]]]()
    for number in range(arguments.games):
        own = number % seats
        robots = [STRONGER if seat == own else WEAKER for seat in range(seats)]
        found.append((own, analysed(played(f"luck-free:{arguments.seed}:{number}", robots), seats)))
    report(found, seats)


def report(found: Sequence[tuple[int, tuple[SeatAnalysis, ...]]], seats: int) -> None:
    """Print what the games show. Exits with an error if a bar is missed."""
    pairs = [(of_game[own].score, of_game[own].luck_free) for own, of_game in found]
    lucks = [of_game[own].luck.value for own, of_game in found]
    scores, free = [score for score, _free in pairs], [value for _score, value in pairs]
    ratio, best = _ratio(pairs), covariance(scores, lucks) / variance(lucks)
    ahead = [_part_of_first(own, [seat.luck_free for seat in of_game]) for own, of_game in found]
    really = [_part_of_first(own, [seat.score for seat in of_game]) for own, of_game in found]
    sys.stdout.write(
        f"{len(found)} games of {seats}, beta {BETA:g} (best {best:.2f})\n"
        f"deviation of the points {sqrt(variance(scores)):.1f}, luck-free {sqrt(variance(free)):.1f}: "
        f"variance ratio {ratio:.2f} (± {_error_of_ratio(pairs):.2f})\n"
        f"{STRONGER} first: result {_share(really)}, luck-free {_share(ahead)}\n"
    )
    if ratio < MIN_RATIO.get(seats, 0.0):
        raise SystemExit(f"missed: variance ratio {MIN_RATIO[seats]:g}")
    if mean(ahead) < MIN_AHEAD.get(seats, 0.0):
        raise SystemExit(f"missed: first in {MIN_AHEAD[seats]:.0%}")


def _ratio(pairs: Pairs) -> float:
    return variance(score for score, _free in pairs) / variance(free for _score, free in pairs)


def _error_of_ratio(pairs: Pairs) -> float:
    random = Random(1)
    return stdev(_ratio(random.choices(pairs, k=len(pairs))) for _draw in range(DRAWS))


def _part_of_first(own: int, values: Sequence[float]) -> float:
    """Return 1 if a seat is ahead of all others, its part of the place if it shares it, else 0."""
    return (values[own] == max(values)) / values.count(max(values))


def _share(parts: Sequence[float]) -> str:
    """Return the mean in percent, with its standard error."""
    return f"{100 * mean(parts):.1f} % (± {100 * stdev(parts) / sqrt(len(parts)):.1f})"


if __name__ == "__main__":
    main()
