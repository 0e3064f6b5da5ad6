"""The scale of a table size is found from rated games."""

from collections.abc import Iterator
from io import StringIO
from itertools import combinations
from math import exp, log
from random import Random

import pytest
from django.core.management import call_command

from games.ratings.calibration import Pair, fitted
from games.ratings.formula import Skill
from games.ratings.services import rate_waiting
from tests.makers import make_user

from .rated_games import written_rated_game

SCALE = 2.5


def drawn_games(count: int) -> Iterator[list[Pair]]:
    """Yield games of four known players, by the model with another scale than 1."""
    random = Random(1)
    for _game in range(count):
        skills = [Skill(random.gauss(0, 1.5), 0.0) for _player in range(4)]
        times = [-log(1 - random.random()) * exp(-skill.mu / SCALE) for skill in skills]
        pairs = combinations(zip(skills, times, strict=True), 2)
        yield [Pair(one, other, float(time < later), "marrakech", 4) for (one, time), (other, later) in pairs]


def test_the_scale_is_found_again_in_games_drawn_with_it() -> None:
    fit = fitted(list(drawn_games(400)), present=1.0)

    assert abs(fit.scale - SCALE) < 3 * fit.error
    assert 0.1 < fit.error < 0.5
    assert fit.losses[0] < min(0.693, fit.losses[1])


@pytest.mark.django_db
@pytest.mark.one_database
def test_the_command_fits_scales_to_the_rated_games_and_says_where_they_are_too_few() -> None:
    players = [make_user() for _player in range(4)]
    for number in range(40):
        written_rated_game(*(players if number % 3 else players[::-1]), hours=30 * number)
    rate_waiting()
    out = StringIO()

    call_command("fit_scales", stdout=out)

    lines = {line.partition(":")[0]: line for line in out.getvalue().splitlines()}
    assert "in 40 games" in lines["marrakech, 4 players"]
    assert "0 games are too few" in lines["marram, 2 players"]
