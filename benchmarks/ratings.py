"""The formula of ratings: how long many games take, and how near the ratings come to skills that are known.

Run from the project folder: ``python -m benchmarks.ratings [--games N] [--players N]``. The games are drawn from the
model of the formula: tables of two to four players, whose skills have a standard deviation of 0.7 (122 points).
"""

import argparse
import sys
import time
from collections.abc import Iterator
from math import exp, log
from random import Random

from games.ratings import formula
from games.ratings.formula import START, Entrant, rate

SPREAD = 0.7
BOUND = 60.0  # seconds of CPU for a million games


def drawn_games(games: int, skills: list[float], random: Random) -> Iterator[list[int]]:
    """Yield the players of each game, best first."""
    for _game in range(games):
        seated = random.sample(range(len(skills)), random.choice((2, 3, 4)))
        # Who has the smallest of these exponential times comes first: the model of Plackett and Luce.
        yield sorted(seated, key=lambda player: -log(1 - random.random()) * exp(-skills[player]))


def main() -> None:
    parser = argparse.ArgumentParser()
    parser.add_argument("--games", type=int, default=1_000_000)
    parser.add_argument("--players", type=int, default=5_000)
    arguments = parser.parse_args()
    random = Random(1)
    skills = [random.gauss(0, SPREAD) for _player in range(arguments.players)]
    known, seconds = [START] * arguments.players, 0.0
    for order in drawn_games(arguments.games, skills, random):
        begun = time.process_time()
        after = rate([Entrant(known[player], place) for place, player in enumerate(order)])
        seconds += time.process_time() - begun
        for player, skill in zip(order, after, strict=True):
            known[player] = skill
    middle = sum(skill.mu for skill in known) / len(known)
    errors = [formula.POINTS * (skill.mu - middle - truth) for skill, truth in zip(known, skills, strict=True)]
    error = (sum(one**2 for one in errors) / len(errors)) ** 0.5
    said = sum(formula.deviation(skill.var) for skill in known) / len(known)
    sys.stdout.write(
        f"{arguments.games} games of {arguments.players} players: {seconds:.1f} s CPU "
        f"({seconds / arguments.games * 1e6:.1f} us a game)\n"
        f"error of the ratings {error:.1f} points; their deviation says {said:.1f}\n"
    )
    if seconds > BOUND * arguments.games / 1_000_000:
        raise SystemExit(f"slower than {BOUND:.0f} s for a million games")


if __name__ == "__main__":
    main()
