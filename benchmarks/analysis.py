"""Errors of the analysis: ``python -m benchmarks.analysis [--games 60] [--rollouts 100]``.

Games of two, three and four are played by a greedy player that sometimes plays at random, and analysed. Then each roll,
and each choice that differs from the baseline, is estimated a second time: the positions are played on to the end many
times, greedily, with the same dice for positions that are compared. The difference of the two is the error. The
playouts are made in two halves, whose differences are multiplied: this leaves the variance of the error without their
noise.
The results are in games/engine/marrakech/analysis/standard_errors.py and docs/analysis.md.
"""

import argparse
import sys
from collections.abc import Iterable, Sequence
from math import copysign, sqrt
from operator import mul
from random import Random
from typing import Any

from games.engine.analysis.luck import TurnAnalysis
from games.engine.marrakech.analysis.baseline import baseline_actions
from games.engine.marrakech.robots.greedy_playout import play_greedily
from games.engine.marrakech.robots.playout_start import PlayoutStart
from games.engine.marrakech.robots.random_playout import dice_for
from games.engine.marrakech.title import MARRAKECH as TITLE
from games.engine.values import Ply

RANDOM_SHARE = 0.2  # of the choices, which the player makes at random
QUARTERS = 4
Pair = tuple[float, float]


def write_line(line: str) -> None:
    """Print a line."""
    sys.stdout.write(f"{line}\n")
    sys.stdout.flush()


def game(seats: int, ruleset: str, chance: Random) -> list[Ply]:
    """Return the plies of one game."""
    state, plies = TITLE.start(ruleset, {}, seats), list[Ply]()
    while TITLE.outcome(state) is None:
        due, offers = TITLE.chance(state), TITLE.legal_actions(state)
        if due:
            action = chance.choices(offers, [weight for _, weight in due.outcomes])[0]
        else:
            action = chance.choice(offers if chance.random() < RANDOM_SHARE else baseline_actions(state))
        after = TITLE.apply(state, action)
        plies.append(Ply(len(plies), state, action, after))
        state = after
    return plies


def played_out(state: Any, seeds: Iterable[int]) -> list[float]:
    """Return the points above the mean of the table that greedy players reach from here, averaged over the seeds."""
    start, sums, count = PlayoutStart.of(state), [0.0] * len(state.seats), 0
    for seed in seeds:
        chance = Random(seed)
        rugs = start.draw(chance)
        leaf = play_greedily(start, rugs, dice_for(chance, len(rugs)), chance.randbytes(len(rugs)))
        points = list(leaf.purses)
        for top in leaf.surface[:49]:
            if top < 4:
                points[start.owner[top]] += 1
        points = [0 if out else point for point, out in zip(points, leaf.left, strict=True)]
        mean = sum(points) / len(points)
        sums = [so_far + point - mean for so_far, point in zip(sums, points, strict=True)]
        count += 1
    return [value / count for value in sums]


class Errors:
    """Pairs of differences, from both halves of the rollouts."""

    def __init__(self) -> None:
        self.pairs: list[Pair] = []
        self.estimates: list[float] = []

    def add(self, estimate: float, halves: Sequence[float]) -> None:
        """Add one number, estimated by the analysis and by both halves of the rollouts."""
        self.estimates.append(estimate)
        self.pairs.append((estimate - halves[0], estimate - halves[1]))

    @property
    def error(self) -> float:
        """Return the standard error; negative if noise has made the variance negative."""
        variance = sum(one * other for one, other in self.pairs) / max(1, len(self.pairs))
        return copysign(sqrt(abs(variance)), variance)

    @property
    def slope(self) -> float:
        """Return how many points the rollouts find for each point of the analysis."""
        seen = sum(
            value * (2 * value - one - other) / 2
            for value, (one, other) in zip(self.estimates, self.pairs, strict=True)
        )
        return seen / max(1e-9, sum(value * value for value in self.estimates))

    @property
    def size(self) -> float:
        """Return the root mean square of the estimates themselves."""
        return sqrt(sum(value * value for value in self.estimates) / max(1, len(self.estimates)))

    def summary(self) -> str:
        """Return a line of figures."""
        return f"{len(self.pairs):6} numbers of size {self.size:5.2f}, error {self.error:5.2f}, slope {self.slope:4.2f}"


class Book:
    """The errors of many games of one kind."""

    def __init__(self, rollouts: int) -> None:
        half = rollouts // 2
        self.halves = (range(half), range(half, 2 * half))
        self.luck = [Errors() for _ in range(QUARTERS)]
        self.others, self.draws = Errors(), Errors()
        self.choices = {phase: [Errors() for _ in range(QUARTERS)] for phase in ("rotate", "lay", "end")}
        self.best = Errors()
        self.luck_sums, self.skill_sums = Errors(), Errors()

    def enter(self, plies: Sequence[Ply], turns: Sequence[TurnAnalysis]) -> None:
        """Add one game."""
        seats = len(plies[0].before.seats)
        luck_sums, skill_sums = [[0.0, 0.0] for _ in range(seats)], [[0.0, 0.0] for _ in range(seats)]
        decisions = {one.ply: one for turn in turns for one in turn.decisions}
        lucky = {turn.number: turn for turn in turns}
        for ply in plies:
            state = ply.before
            quarter = min(QUARTERS - 1, QUARTERS * state.turn // (turns[-1].number + 1))
            if state.phase == "roll":
                halves = [self.given(state, ply.action, seeds) for seeds in self.halves]
                for seat, one in enumerate(lucky[state.turn].luck):
                    own = seat == state.current
                    (self.luck[quarter] if own else self.others).add(one.value, [half[seat] for half in halves])
                    luck_sums[seat] = [
                        so_far + half[seat] for so_far, half in zip(luck_sums[seat], halves, strict=False)
                    ]
            if state.phase == "pile":
                seat = TITLE.chance(state).seat
                self.draws.add(0.0, [self.given(state, ply.action, seeds)[seat] for seeds in self.halves])
            one = decisions.get(ply.number + 1)
            if one and one.skill.error:
                seat, options = state.current, {TITLE.notation(action): action for action in TITLE.legal_actions(state)}
                named = {one.played, one.best, *one.par}
                worths = [
                    {name: played_out(TITLE.apply(state, options[name]), seeds)[seat] for name in named}
                    for seeds in self.halves
                ]
                halves = [worth[one.played] - sum(worth[name] for name in one.par) / len(one.par) for worth in worths]
                self.choices[state.phase][quarter].add(one.skill.value, halves)
                self.best.add(one.lost.value, [worth[one.best] - worth[one.played] for worth in worths])
                skill_sums[seat] = [so_far + half for so_far, half in zip(skill_sums[seat], halves, strict=False)]
        for seat in range(seats):
            self.luck_sums.add(sum(turn.luck[seat].value for turn in turns), luck_sums[seat])
            skill = sum(one.skill.value for turn in turns if turn.seat == seat for one in turn.decisions)
            self.skill_sums.add(skill, skill_sums[seat])

    def given(self, state: Any, action: Any, seeds: range) -> list[float]:
        """Return the luck of a roll or a draw for every seat, by rollouts."""
        offers, weights = TITLE.legal_actions(state), [weight for _, weight in TITLE.chance(state).outcomes]
        worths = [played_out(TITLE.apply(state, offer), seeds) for offer in offers]
        means = [sum(map(mul, column, weights)) / sum(weights) for column in zip(*worths, strict=True)]
        return [value - mean for value, mean in zip(worths[offers.index(action)], means, strict=True)]

    def write_summary(self) -> None:
        """Print the summary of all games."""
        for quarter, errors in enumerate(self.luck):
            write_line(f"  luck of a roll, quarter {quarter + 1}: {errors.summary()}")
        write_line(f"  the same, for the others:  {self.others.summary()}")
        if self.draws.pairs:
            write_line(f"  luck of a draw:            {self.draws.summary()}")
        for phase, quarters in self.choices.items():
            for quarter, errors in enumerate(quarters):
                if errors.pairs:
                    write_line(f"  {phase} against par, quarter {quarter + 1}: {errors.summary()}")
        write_line(f"  against the best:          {self.best.summary()}")
        write_line(f"  luck of a game:            {self.luck_sums.summary()}")
        write_line(f"  skill in a game:           {self.skill_sums.summary()}")


def main() -> None:
    """Parse the command line, measure, and print the errors."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else "")
    parser.add_argument("--games", type=int, default=60)
    parser.add_argument("--rollouts", type=int, default=100)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--ruleset", default="gigamic")
    parser.add_argument("--seats", type=int, nargs="*", default=[2, 3, 4])
    wishes = parser.parse_args()
    for seats in wishes.seats:
        book, chance = Book(wishes.rollouts), Random(wishes.seed)
        for _ in range(wishes.games):
            plies = game(seats, wishes.ruleset, chance)
            book.enter(plies, list(TITLE.analyst.analyse(plies)))
        write_line(f"{wishes.games} games of {seats}, {wishes.ruleset}, {wishes.rollouts} rollouts of each position")
        book.write_summary()


if __name__ == "__main__":
    main()
