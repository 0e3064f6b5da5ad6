"""Matches between robots: many games, every robot in every seat, with common dice and error bars.

``match(title, ("careful", "greedy"), games=600, seed=1)`` returns a ``MatchResult``; ``result_table`` makes lines of
it.
"""

import signal
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass, field
from functools import partial
from math import sqrt
from random import Random
from statistics import fmean, stdev
from typing import Any

from .core import Title
from .errors import BadOptions
from .registry import get_title
from .values import Chance, Outcome

NORMAL_95 = 1.96


@dataclass(frozen=True, slots=True)
class MatchPlan:
    """A match. ``robots`` are keys, one for each seat; ``budgets`` the budget of each (None: its usual one)."""

    title: str
    robots: tuple[str, ...]
    budgets: tuple[int | None, ...]
    seed: int
    ruleset: str
    changes: Mapping[str, str]


@dataclass(slots=True)
class Tally:
    """What one entrant did in one round: its shares of wins, parts of the others behind, margins, and CPU seconds."""

    shares: list[float] = field(default_factory=list)
    behind: list[float] = field(default_factory=list)
    margins: list[float] = field(default_factory=list)
    decisions: int = 0
    seconds: float = 0.0


@dataclass(frozen=True, slots=True)
class EntrantResult:
    """The result of an entrant.

    ``share`` is the part of the games it won (a draw of k counts 1/k for each), ``behind`` the part of its opponents
    who came in behind it (equal places count half), ``margin`` the mean of its points over the mean of the others;
    ``..._error`` are half-widths of 95 % intervals. ``seconds`` is CPU time for one decision.
    """

    robot: str
    budget: int | None
    share: float
    share_error: float
    behind: float
    behind_error: float
    margin: float
    margin_error: float
    decisions: int
    seconds: float


@dataclass(frozen=True, slots=True)
class MatchResult:
    """The result of a match: the ``games`` played, and a line for each entrant in the order they were named.

    ``is_complete`` is False if the match was interrupted: then it has the rounds that were over.
    """

    plan: MatchPlan
    games: int
    lines: tuple[EntrantResult, ...]
    is_complete: bool = True


def match(
    title: Title,
    robots: Sequence[str],
    *,
    games: int,
    seed: int,
    ruleset: str = "",
    changes: Mapping[str, str] | None = None,
    budgets: Sequence[int | None] = (),
    jobs: int = 1,
    progress: Callable[[int, int], None] | None = None,
) -> MatchResult:
    """Let robots play at least this many games against each other, one robot a seat, and return the result.

    A round is as many games as there are seats: every robot sits in every seat once (they move round the table
    together), and the r-th roll of a seat is the same in all games of a round. Rounds are independent, and the error
    bars are taken over them. ``games`` is rounded up to whole rounds. The same arguments give the same games, however
    many ``jobs`` (processes) share the work. ``budgets`` are handed to the robots by position (missing: their usual
    one), ``ruleset`` "" is the title's first. ``progress(done, all)`` is called with the games played after every
    round.

    An interrupt (KeyboardInterrupt) ends the match with the result of the rounds that are over; it is raised if there
    is none yet. Raises BadOptions: "unknown-robot", and what ``Title.start`` raises.
    """
    for key in robots:
        if key not in title.robots:
            raise BadOptions("unknown-robot", robot=key)
    ruleset = ruleset or next(iter(title.rulesets))
    title.start(ruleset, changes or {}, len(robots))
    filled = (*budgets, *(None,) * len(robots))[: len(robots)]
    plan = MatchPlan(title.key, tuple(robots), filled, seed, ruleset, dict(changes or {}))
    rounds = -(-games // len(robots))
    tallies: list[list[Tally]] = []
    try:
        for tally in _rounds(plan, rounds, jobs):
            tallies.append(tally)
            if progress:
                progress(len(tallies) * len(robots), rounds * len(robots))
    except KeyboardInterrupt:
        if not tallies:
            raise
    lines = tuple(_line(plan, at, [tally[at] for tally in tallies]) for at in range(len(robots)))
    return MatchResult(plan, len(tallies) * len(robots), lines, is_complete=len(tallies) == rounds)


def result_table(result: MatchResult) -> list[str]:
    """Return the result as aligned lines: robot, share of wins, part of the others behind, margin, CPU of a decision.

    One round alone has no error: "-".
    """
    one_round = result.games <= len(result.lines)
    figures = f"{'wins %':>7} {'±':>5} {'behind %':>8} {'±':>5} {'margin':>7} {'±':>5}"
    head = f"{'robot':<10} {'budget':>7} {figures} {'ms/decision':>12}"

    def error(value: float) -> str:
        return "-" if one_round else format(value, ".1f")

    rows = [
        f"{line.robot:<10} {line.budget or '-':>7} {100 * line.share:>7.1f} {error(100 * line.share_error):>5} "
        f"{100 * line.behind:>8.1f} {error(100 * line.behind_error):>5} "
        f"{line.margin:>7.1f} {error(line.margin_error):>5} {1000 * line.seconds:>12.2f}"
        for line in result.lines
    ]
    return [f"{result.games} games, {result.plan.ruleset}, seed {result.plan.seed}", head, *rows]


def _rounds(plan: MatchPlan, rounds: int, jobs: int) -> Iterator[list[Tally]]:
    if jobs < 2:
        yield from map(partial(play_round, plan), range(rounds))
        return
    # Interrupts are left to this process.
    pool = ProcessPoolExecutor(jobs, initializer=signal.signal, initargs=(signal.SIGINT, signal.SIG_IGN))
    try:
        yield from pool.map(partial(play_round, plan), range(rounds))
    finally:
        pool.shutdown(cancel_futures=True)


def play_round(plan: MatchPlan, number: int) -> list[Tally]:
    title, seats = get_title(plan.title), len(plan.robots)
    tallies = [Tally() for _ in plan.robots]
    for shift in range(seats):
        entrants = [(seat + shift) % seats for seat in range(seats)]
        outcome = _play(title, plan, f"{plan.seed}:{number}", entrants, tallies)
        _count(outcome, entrants, tallies)
    return tallies


def _play(title: Title, plan: MatchPlan, dice: str, entrants: Sequence[int], tallies: Sequence[Tally]) -> Outcome:
    """Play one game; ``entrants`` has the entrant in each seat."""
    state, choosing = title.start(plan.ruleset, plan.changes, len(entrants)), Random(f"{dice}:{entrants}")
    while (outcome := title.outcome(state)) is None:
        chance = title.chance(state)
        if chance:
            state = title.apply(state, title.parse(state, None, draw_chance(chance, dice)))
            continue
        at = entrants[title.acting(state)[0]]
        robot, seed = title.robots[plan.robots[at]], choosing.getrandbits(32)
        begun = time.process_time()
        action: Any = robot.choose(state, seed, plan.budgets[at])
        tallies[at].seconds += time.process_time() - begun
        tallies[at].decisions += 1
        state = title.apply(state, action)
    return outcome


def draw_chance(chance: Chance, dice: str) -> str:
    """Return the result of chance that these dice give: the same for the same seat, label and count."""
    texts, weights = zip(*chance.outcomes, strict=True)
    chosen: str = Random(f"{dice}:{chance.label}:{chance.seat}:{chance.number}").choices(texts, weights)[0]
    return chosen


def _count(outcome: Outcome, entrants: Sequence[int], tallies: Sequence[Tally]) -> None:
    winners = sum(standing.place == 1 for standing in outcome.standings)
    scores = {standing.seat: standing.score or 0 for standing in outcome.standings}
    total, places = sum(scores.values()), [standing.place for standing in outcome.standings]
    for standing in outcome.standings:
        tally, score = tallies[entrants[standing.seat]], scores[standing.seat]
        tally.shares.append(1 / winners if standing.place == 1 else 0.0)
        ahead = sum((standing.place < place) + 0.5 * (standing.place == place) for place in places) - 0.5
        tally.behind.append(ahead / (len(places) - 1))
        tally.margins.append(score - (total - score) / (len(scores) - 1))


def _line(plan: MatchPlan, at: int, tallies: Sequence[Tally]) -> EntrantResult:
    shares = [fmean(tally.shares) for tally in tallies]
    behind = [fmean(tally.behind) for tally in tallies]
    margins = [fmean(tally.margins) for tally in tallies]
    decisions = sum(tally.decisions for tally in tallies)
    seconds = sum(tally.seconds for tally in tallies) / max(decisions, 1)
    return EntrantResult(
        plan.robots[at],
        plan.budgets[at],
        fmean(shares),
        _half_width(shares),
        fmean(behind),
        _half_width(behind),
        fmean(margins),
        _half_width(margins),
        decisions,
        seconds,
    )


def _half_width(means: Sequence[float]) -> float:
    """Return half the width of the 95 % interval of the mean of these round means."""
    return NORMAL_95 * stdev(means) / sqrt(len(means)) if len(means) > 1 else 0.0
