"""The formula of ratings beside the maximum of the likelihood that another program finds."""

from math import exp
from random import Random

import choix
import pytest

from games.ratings import formula
from games.ratings.formula import START, Entrant, Skill, rate

PLAYERS, GAMES = 12, 1500
TINY = 1e-9


def random_games() -> list[tuple[int, ...]]:
    """Return games of two to four players, each best first, by the model with skills from -1 to 1."""
    random = Random(7)
    games = list[tuple[int, ...]]()
    for _game in range(GAMES):
        left, order = random.sample(range(PLAYERS), random.choice((2, 3, 4))), list[int]()
        while left:
            order += random.choices(left, [exp(2 * player / (PLAYERS - 1) - 1) for player in left])
            left.remove(order[-1])
        games.append(tuple(order))
    return games


@pytest.fixture(scope="module")
def likeliest() -> list[float]:
    """Return the skills under which the games are likeliest, with the mean 0."""
    found = list(map(float, choix.ilsr_rankings(PLAYERS, random_games())))
    return [skill - sum(found) / PLAYERS for skill in found]


def test_the_steps_of_all_games_cancel_at_the_likeliest_skills(likeliest: list[float]) -> None:
    gradient, sizes = [0.0] * PLAYERS, 0.0
    for order in random_games():
        before = [Skill(likeliest[player], TINY) for player in order]
        after = rate([Entrant(skill, place) for place, skill in enumerate(before)])
        for player, old, new in zip(order, before, after, strict=True):
            gradient[player] += (new.mu - old.mu) / TINY
            sizes += abs(new.mu - old.mu) / TINY

    assert sizes > GAMES / 2
    assert all(abs(sum_of_steps) < 1e-4 * GAMES for sum_of_steps in gradient)


def test_ratings_of_one_game_after_another_come_near_the_likeliest_skills(likeliest: list[float]) -> None:
    known = [START] * PLAYERS
    for order in random_games():
        after = rate([Entrant(known[player], place) for place, player in enumerate(order)])
        for player, skill in zip(order, after, strict=True):
            known[player] = skill

    middle = sum(skill.mu for skill in known) / PLAYERS
    for skill, best in zip(known, likeliest, strict=True):
        assert abs(formula.points(skill.mu - middle) - formula.points(best)) < 2 * formula.deviation(skill.var)
