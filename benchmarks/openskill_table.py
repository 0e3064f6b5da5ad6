"""The formula of ratings beside the models of openskill 6.2.0: how near the truth, and how well they forecast.

Run from the project folder, with openskill in a folder of its own, as nothing else needs it:

    python -m pip install --no-deps --target /tmp/openskill openskill==6.2.0
    PYTHONPATH=/tmp/openskill python -m benchmarks.openskill_table [--seeds N]

Without openskill the table has the formula alone, and says so. In each row 60 players have 1,200 games. Skills are
normal, and so is what a game adds to them, which is nobody's model. The correlation is that of ratings with skills. The
loss is that of forecasts who of two players of a game is ahead, in the second half of the games (a coin has 0.693).
"""

import argparse
import sys
from collections.abc import Sequence
from importlib import import_module
from itertools import combinations
from math import log, sqrt
from random import Random
from statistics import NormalDist, correlation, fmean
from typing import Any, NamedTuple, Protocol

from games.ratings import formula
from games.ratings.formula import Entrant, Skill, rate

PLAYERS, GAMES = 60, 1200
NOISE = 0.7
DRIFT = 0.0003  # of the variance in a game
SPREADS = {"large": 1.0, "small": 0.35}
SIZES = {"2": (2,), "4": (4,), "2-4": (2, 3, 4)}
MODELS = ("PlackettLuce", "BradleyTerryFull", "ThurstoneMostellerFull")
LEAST = 1e-6  # chance


class Score(NamedTuple):
    """How near ratings came to skills, and the loss of forecasts, in ``DESIGN`` above that of who knows the skills."""

    correlation: float
    loss: float


# What the formula had when it was chosen, with other seeds.
DESIGN = {
    ("large", "2"): Score(0.964, 0.437 - 0.399),
    ("large", "4"): Score(0.991, 0.406 - 0.393),
    ("large", "2-4"): Score(0.986, 0.433 - 0.417),
    ("small", "2"): Score(0.854, 0.648 - 0.620),
    ("small", "4"): Score(0.960, 0.630 - 0.620),
    ("small", "2-4"): Score(0.927, 0.647 - 0.630),
}
NEAR = 0.01


class Raters(Protocol):
    """Ratings of all players by one method."""

    def rate(self, order: Sequence[int]) -> None:
        """Rate a game, its players best first."""

    def chance(self, one: int, other: int) -> float:
        """Return the chance that one player is ahead of another."""

    def values(self) -> list[float]:
        """Return the ratings."""


class Formula:
    """The formula of the site, with a little drift instead of idle time."""

    def __init__(self) -> None:
        self.known = [formula.START] * PLAYERS

    def rate(self, order: Sequence[int]) -> None:
        before = [Skill(self.known[player].mu, self.known[player].var + DRIFT) for player in order]
        after = rate([Entrant(skill, place) for place, skill in enumerate(before)])
        for player, skill in zip(order, after, strict=True):
            self.known[player] = skill

    def chance(self, one: int, other: int) -> float:
        return formula.odds([self.known[one], self.known[other]])[0]

    def values(self) -> list[float]:
        return [skill.mu for skill in self.known]


class OpenSkill:
    """A model of openskill with its usual parameters."""

    def __init__(self, model: Any) -> None:
        self.model = model
        self.known = [model.rating() for _player in range(PLAYERS)]

    def rate(self, order: Sequence[int]) -> None:
        teams = self.model.rate([[self.known[player]] for player in order], ranks=list(range(len(order))))
        for player, (rating,) in zip(order, teams, strict=True):
            self.known[player] = rating

    def chance(self, one: int, other: int) -> float:
        return float(self.model.predict_win([[self.known[one]], [self.known[other]]])[0])

    def values(self) -> list[float]:
        return [rating.mu for rating in self.known]


class Truth:
    """Who knows the skills."""

    def __init__(self, skills: list[float]) -> None:
        self.skills = skills

    def rate(self, order: Sequence[int]) -> None:
        pass

    def chance(self, one: int, other: int) -> float:
        return NormalDist(0, NOISE * sqrt(2)).cdf(self.skills[one] - self.skills[other])

    def values(self) -> list[float]:
        return self.skills


def score(raters: Raters, skills: Sequence[float], games: Sequence[Sequence[int]]) -> Score:
    losses = list[float]()
    for number, order in enumerate(games):
        if number >= GAMES // 2:
            losses += [-log(max(LEAST, raters.chance(*pair))) for pair in combinations(order, 2)]
        raters.rate(order)
    return Score(correlation(raters.values(), skills), fmean(losses))


def drawn(spread: float, sizes: Sequence[int], seed: int) -> tuple[list[float], list[list[int]]]:
    """Return skills, and games with their players, best first."""
    random = Random(seed)
    skills, games = [random.gauss(0, spread) for _player in range(PLAYERS)], list[list[int]]()
    for _game in range(GAMES):
        seated = random.sample(range(PLAYERS), random.choice(sizes))
        points = {player: random.gauss(skills[player], NOISE) for player in seated}
        games.append(sorted(points, key=points.__getitem__, reverse=True))
    return skills, games


def raters_of(skills: list[float]) -> dict[str, Raters]:
    """Return the methods that are compared, those of openskill if it is there."""
    try:
        models: Any = import_module("openskill.models")
    except ImportError:
        return {"formula": Formula(), "truth": Truth(skills)}
    libraries = {name: OpenSkill(getattr(models, name)()) for name in MODELS}
    return {"formula": Formula(), **libraries, "truth": Truth(skills)}


def row(spread: float, sizes: Sequence[int], seeds: int) -> dict[str, Score]:
    """Return the means over the seeds, by method."""
    found = dict[str, list[Score]]()
    for seed in range(seeds):
        skills, games = drawn(spread, sizes, seed)
        for name, raters in raters_of(skills).items():
            found.setdefault(name, []).append(score(raters, skills, games))
    return {
        name: Score(fmean(one.correlation for one in scores), fmean(one.loss for one in scores))
        for name, scores in found.items()
    }


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--seeds", type=int, default=6)
    arguments = parser.parse_args()
    if "PlackettLuce" not in raters_of([]):
        sys.stdout.write("openskill is not installed: see the first lines of this file. Without it:\n")
    far = list[str]()
    for (spread, sizes), design in DESIGN.items():
        scores = row(SPREADS[spread], SIZES[sizes], arguments.seeds)
        texts = [f"{name} {one.correlation:.3f} {one.loss:.3f}" for name, one in scores.items()]
        sys.stdout.write(f"{spread}, {sizes}: {' | '.join(texts)}\n")
        sys.stdout.flush()
        formula, truth = scores["formula"], scores["truth"]
        if abs(formula.correlation - design.correlation) > NEAR or abs(formula.loss - truth.loss - design.loss) > NEAR:
            far.append(f"{spread}, {sizes}")
    if far:
        raise SystemExit(f"further than {NEAR} from the figures of the design: {'; '.join(far)}")


if __name__ == "__main__":
    main()
