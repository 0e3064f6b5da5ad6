"""What a substitute may expect: forecasts, from the middle of games, of which of two seats will come in ahead.

Run from the project folder: ``python -m benchmarks.taken_seats [--games N]``. Robots, drawn for each seat, play each
title at tables of two to four. At six steps of each game, one seat is compared with each of the others. The table has
the mean squared error of four forecasts: a coin, who has more points is ahead, the forecast of the ratings
(``chance_ahead``), and the same with the points that the analysis of Marrakech expects instead of those that are there.
"""

import argparse
import sys
from collections.abc import Iterator, Sequence
from random import Random
from statistics import mean
from typing import Any

from games.engine.core import Title
from games.engine.marrakech.evaluation import expected_points
from games.engine.match import draw_chance
from games.engine.prompts import SCORE
from games.engine.registry import TITLES
from games.ratings.formula import chance_ahead

ROBOTS = {"marrakech": ("greedy", "careful"), "marram": ("greedy",)}  # Careful takes minutes for a game of Marram
STEPS = 6  # of each game


def played(title: Title, seats: int, dice: str) -> tuple[list[Any], list[int]]:
    """Return the states of a game between robots, before each step, and the places in the end."""
    random = Random(dice)
    robots = [title.robots[random.choice(ROBOTS[title.key])] for _seat in range(seats)]
    state, states = title.start(next(iter(title.rulesets)), {}, seats), list[Any]()
    while (outcome := title.outcome(state)) is None:
        states.append(state)
        if chance := title.chance(state):
            action = title.parse(state, None, draw_chance(chance, dice))
        else:
            action = robots[title.acting(state)[0]].choose(state, random.getrandbits(32), None)
        state = title.apply(state, action)
    places = {standing.seat: standing.place for standing in outcome.standings}
    return states, [places[seat] for seat in range(seats)]


def points_of(title: Title, state: Any) -> list[int]:
    panels = {panel.seat: panel for panel in title.panels(state)}
    return [next((stat.value for stat in panels[seat].stats if stat.kind == SCORE), 0) for seat in sorted(panels)]


def squared_errors(title: Title, seats: int, dice: str) -> Iterator[list[float]]:
    """Yield the squared errors of the forecasts for each two seats that are compared."""
    states, places = played(title, seats, dice)
    random = Random(f"{dice}:steps")
    for ply in random.sample(range(2, len(states) - 1), STEPS):
        left, own = (len(states) - ply) / len(states), random.randrange(seats)
        points: Sequence[float] = points_of(title, states[ply])
        expected = expected_points(states[ply]) if title.key == "marrakech" else points
        for other in range(seats):
            if other != own:
                came = (places[own] < places[other]) + (places[own] == places[other]) / 2
                lead = points[own] - points[other]
                forecasts = (0.5, (lead > 0) + (lead == 0) / 2, chance_ahead(lead, left))
                valued = chance_ahead(expected[own] - expected[other], left)
                yield [(forecast - came) ** 2 for forecast in (*forecasts, valued)]


def main() -> None:
    parser = argparse.ArgumentParser()
    parser.add_argument("--games", type=int, default=150)
    games = parser.parse_args().games
    for title in (TITLES[key] for key in ROBOTS):
        for seats in (2, 3, 4):
            rows = [row for game in range(games) for row in squared_errors(title, seats, f"{title.key}:{seats}:{game}")]
            coin, sign, forecast, valued = (mean(column) for column in zip(*rows, strict=True))
            text = f"{title.key}, {seats} seats: coin {coin:.3f}, more points {sign:.3f}, forecast {forecast:.3f}"
            sys.stdout.write(
                f"{text}, with expected points {valued:.3f}\n" if title.key == "marrakech" else f"{text}\n"
            )


if __name__ == "__main__":
    main()
