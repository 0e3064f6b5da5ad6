"""The formula of ratings: plain Python, without a database. ``docs/ratings.md`` explains it.

A skill is a number on the logit scale: of those who still have no place, a player with the skill ``a`` comes first with
the chance ``exp(a)`` divided by the sum over all of them (Plackett-Luce). We know a skill as a mean ``mu`` with a
variance ``var``. A game changes both by one step of Laplace's method. Only places count.

More of the result of a larger table is luck, so skills are divided by a ``scale``: one for each title and number of
seats.
"""

from collections.abc import Iterator, Sequence
from datetime import datetime
from itertools import groupby, permutations, product
from math import erf, exp, pi, sqrt
from typing import NamedTuple

VERSION = 4  # of the formula with its numbers and the anchors: ratings of another one are computed again
POINTS = 173.7  # a skill of 1 in points: 100 points more win 64 % of the games of two
MIDDLE = 1500.0
START_VAR = 1.2**2
# By title and seats, fitted to games of robots: docs/ratings.md says how. Other titles have those of Marrakech.
SCALES = {"marrakech": {2: 1.0, 3: 2.1, 4: 2.8}, "marram": {2: 1.0, 3: 1.3, 4: 1.7}}
NEW_ABOVE = 110.0  # points of deviation above which a player is new
LISTED_BELOW = 75.0  # points of deviation up to which a player can be in a leaderboard
ROBOTS_ONLY = (100.0 / POINTS) ** 2  # games against robots alone make nobody more certain than this
SWING = 23.0  # points of the game: the standard deviation of what a lead over another seat changes in a whole game
IDLE_VAR_PER_DAY = 23.3 / POINTS**2  # from 60 points of deviation to 110 in a year
SECONDS_PER_DAY = 86400.0
DAMPING = 3 / pi**2


class Skill(NamedTuple):
    """What is known of a skill: its mean and the variance of that mean."""

    mu: float
    var: float


START = Skill(0.0, START_VAR)


class Entrant(NamedTuple):
    """A player of a game that is rated.

    Equal places are a tie. ``weight`` is how much the game counts for this player. An ``is_fixed`` skill is an anchor,
    which no game moves. A player who ``has_left`` is rated against everyone, but the others as if that player had
    not been there.
    """

    skill: Skill
    place: int
    weight: float = 1.0
    is_fixed: bool = False
    has_left: bool = False


def scale_of(title: str, seats: int) -> float:
    """Return by what skills are divided at tables with so many seats."""
    return SCALES.get(title, SCALES["marrakech"])[min(max(seats, 2), 4)]


def rate(entrants: Sequence[Entrant], scale: float = 1.0) -> list[Skill]:
    """Return the skills after a game, in the order of the entrants. ``scale`` is that of the table (``scale_of``)."""
    after = [entrant.skill for entrant in entrants]
    everyone = range(len(entrants))
    stayed = [number for number in everyone if not entrants[number].has_left]
    _move(after, entrants, scale, among=stayed, moved=stayed)
    if len(stayed) < len(entrants):
        left = [number for number in everyone if entrants[number].has_left]
        _move(after, entrants, scale, among=everyone, moved=left)
    return after


def _move(
    after: list[Skill], entrants: Sequence[Entrant], scale: float, *, among: Sequence[int], moved: Sequence[int]
) -> None:
    """Store the new skills of those to be moved by a game ``among`` some of the entrants."""
    if len(among) < 2:
        return
    found = dict(zip(among, _step([entrants[number] for number in among], scale), strict=True))
    for number in moved:
        if not entrants[number].is_fixed:
            after[number] = found[number]


def _step(entrants: Sequence[Entrant], scale: float) -> list[Skill]:
    """Return the skills after a game in which all entrants are moved."""
    damp = _damp([entrant.skill for entrant in entrants], scale)
    powers = [exp(damp * entrant.skill.mu) for entrant in entrants]
    gradient, information, orders = [0.0] * len(entrants), [0.0] * len(entrants), 0
    for order in _orders(entrants):
        orders += 1
        for first in range(len(order) - 1):
            rest = order[first:]
            total = sum(powers[number] for number in rest)
            for number in rest:
                chance = powers[number] / total
                gradient[number] -= chance
                information[number] += chance * (1 - chance)
            gradient[order[first]] += 1
    people = sum(not entrant.is_fixed for entrant in entrants)
    return [
        _moved(entrant, damp * gradient[number] / orders, damp**2 * information[number] / orders, is_alone=people < 2)
        for number, entrant in enumerate(entrants)
    ]


def _damp(skills: Sequence[Skill], scale: float, unknown: int = 1) -> float:
    """Return what skills are multiplied by: less at larger tables, and the less the less is known of them.

    Of two skills that are compared, one is ``unknown`` to a step, which looks for the other, and both to a forecast.
    """
    return 1 / sqrt(scale**2 + DAMPING * unknown * sum(skill.var for skill in skills) / len(skills))


def _orders(entrants: Sequence[Entrant]) -> Iterator[list[int]]:
    """Yield the orders in which the entrants can have come in: several if there is a tie."""
    ranked = sorted(range(len(entrants)), key=lambda number: entrants[number].place)
    groups = [list(group) for _place, group in groupby(ranked, key=lambda number: entrants[number].place)]
    for order in product(*map(permutations, groups)):
        yield [number for group in order for number in group]


def _moved(entrant: Entrant, gradient: float, information: float, *, is_alone: bool) -> Skill:
    mu, var = entrant.skill
    less = var / (1 + var * entrant.weight * information)
    if is_alone:
        less = max(less, min(var, ROBOTS_ONLY))
    return Skill(mu + less * entrant.weight * gradient, less)


def aged(skill: Skill, since: datetime | None, now: datetime) -> Skill:
    """Return a skill some time after its last game: the mean stays, the variance grows, up to that of the start."""
    days = max(0.0, (now - since).total_seconds() / SECONDS_PER_DAY) if since else 0.0
    return Skill(skill.mu, max(skill.var, min(START_VAR, skill.var + days * IDLE_VAR_PER_DAY)))


def points(mu: float) -> float:
    """Return a skill in points."""
    return MIDDLE + POINTS * mu


def shown(mu: float) -> int:
    """Return a skill as pages show it."""
    return round(points(mu))


def deviation(var: float) -> float:
    """Return the standard deviation of a skill in points."""
    return POINTS * sqrt(var)


def is_new(var: float) -> bool:
    """Return True if too little is known of a skill to show it without a word of warning."""
    return deviation(var) > NEW_ABOVE


def skill_of(rating: float) -> float:
    """Return the skill of a rating in points."""
    return (rating - MIDDLE) / POINTS


def pair_weight(games_before: int) -> float:
    """Return how much a game between two people counts who have had so many rated games in the last 90 days."""
    return 1.0 if games_before < 3 else 1 / (games_before - 1)


def odds(skills: Sequence[Skill], scale: float = 1.0) -> list[float]:
    """Return each one's chance to come first."""
    damp = _damp(skills, scale, unknown=2)
    powers = [exp(damp * skill.mu) for skill in skills]
    return [power / sum(powers) for power in powers]


def chance_ahead(lead: float, left: float) -> float:
    """Return the chance of a seat to come in ahead of another, by its lead in points and the share of the game left."""
    return (1 + erf(lead / (SWING * sqrt(2 * left)))) / 2


def with_gain(skill: Skill, better: float, weight: float = 1.0, scale: float = 1.0) -> Skill:
    """Return the skill of a substitute, who never loses. It becomes more certain, as by any game.

    ``better`` is by how much the share of the others whom the seat left behind exceeds what could be expected when the
    substitute took it, ``weight`` how much the game counts.
    """
    damp = _damp([skill], scale)
    less = skill.var / (1 + skill.var * weight * damp**2 / 4)
    return Skill(skill.mu + less * weight * damp * max(0.0, better), less)
