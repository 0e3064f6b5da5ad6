"""Errors of ``evaluation.expected_points``: the table in docs/robots.md.

Run from the project folder: ``python -m benchmarks.evaluation_errors [games] [robot]``. The robot plays games of 2, 3
and 4 against itself. At each decision, the expected points are compared with the points at the end.
"""

import sys
from random import Random
from statistics import correlation, fmean
from typing import Any

from games.engine.marrakech.robots.evaluation import expected_points
from games.engine.match import draw_chance
from games.engine.registry import get_title

TITLE = get_title("marrakech")
QUARTER = 12  # turns
Pairs = dict[int, list[tuple[float, float, float, float]]]


def play(seats: int, seed: int, robot: str, pairs: Pairs) -> None:
    """Play a game and add (points promised, points, margin promised, margin) for each decision and seat."""
    state: Any = TITLE.start("gigamic", {}, seats)
    seen, chooser = [], Random(seed)
    while TITLE.outcome(state) is None:
        chance = TITLE.chance(state)
        if chance:
            state = TITLE.apply(state, TITLE.parse(state, None, draw_chance(chance, str(seed))))
            continue
        seen.append(((state.turn - 1) // QUARTER, expected_points(state)))
        state = TITLE.apply(state, TITLE.robots[robot].choose(state, chooser.getrandbits(32)))
    end = expected_points(state)
    for quarter, promised in seen:
        for value, points in zip(promised, end, strict=True):
            rest = (sum(promised) - value) / (seats - 1), (sum(end) - points) / (seats - 1)
            pairs.setdefault(quarter, []).append((value, points, value - rest[0], points - rest[1]))


def main(games: int, robot: str) -> None:
    """Print one line for each number of players and quarter of the game."""
    for seats in (2, 3, 4):
        pairs: Pairs = {}
        for seed in range(games):
            play(seats, seed, robot, pairs)
        for quarter, rows in sorted(pairs.items()):
            promised, points, ahead, margin = zip(*rows, strict=True)
            error = [end - value for value, end in zip(promised, points, strict=True)]
            wide = [end - value for value, end in zip(ahead, margin, strict=True)]
            sys.stdout.write(
                f"| {seats} | {quarter * QUARTER + 1}-{quarter * QUARTER + QUARTER} | {fmean(error):.1f} "
                f"| {fmean(e * e for e in error) ** 0.5:.1f} | {fmean(e * e for e in wide) ** 0.5:.1f} "
                f"| {correlation(ahead, margin):.2f} |\n"
            )
        sys.stdout.flush()


if __name__ == "__main__":
    main(int(sys.argv[1]) if len(sys.argv) > 1 else 40, sys.argv[2] if len(sys.argv) > 2 else "greedy")
