"""Games of ``benchmarks.rated_year``: really played by robots of graded strength, or drawn from what these fit."""

from collections.abc import Iterable, Iterator, Sequence
from datetime import UTC, datetime, timedelta
from math import sqrt
from random import Random
from statistics import NormalDist, fmean
from typing import NamedTuple

from games.engine.match import draw_chance
from games.engine.registry import get_title

RULESETS = {"marrakech": "gigamic", "marram": "classic-short"}
BEGIN, YEAR = datetime(2026, 1, 1, tzinfo=UTC), timedelta(days=365)
SIZES, SHARES = (2, 3, 4), (50, 20, 30)  # of each hundred tables
STRONGER = 0.73  # the chance of a skill one deviation above the mean at tables of two: 174 points of rating
COMING = 0.8  # of the year, in which players come
LEAVING = 0.03  # of the players of a game
GRADES = 20


class YearGame(NamedTuple):
    """A game: its players by number, their places, and who of them has left, as a seat."""

    ends: datetime
    players: Sequence[int]
    places: Sequence[int]
    leaver: int | None = None


class Played(NamedTuple):
    """A game that robots have played, with their points above the average of the table."""

    players: Sequence[int]
    points: Sequence[float]


class Results(NamedTuple):
    """How results follow from skills at tables of a size.

    A skill above the mean of the table by one brings ``slope`` points above it, with a deviation ``noise``.
    """

    slope: float
    noise: float


Model = dict[int, Results]  # by the number of players


def play(key: str, grades: Sequence[float], dice: str) -> list[float]:
    """Let robots play a game, and return their points above the average. Places decide between equal points.

    A robot of the grade 0 chooses half of its actions at random and the others as Greedy; 1 is Greedy, 2 is Careful.
    """
    title, random = get_title(key), Random(dice)
    state = title.start(RULESETS[key], {}, len(grades))
    while (outcome := title.outcome(state)) is None:
        if chance := title.chance(state):
            state = title.apply(state, title.parse(state, None, draw_chance(chance, dice)))
            continue
        robot = _robot(grades[title.acting(state)[0]], random.random())
        state = title.apply(state, title.robots[robot].choose(state, random.getrandbits(32), None))
    points = [(standing.score or 0) - standing.place / 100 for standing in sorted(outcome.standings)]
    return [one - fmean(points) for one in points]


def _robot(grade: float, drawn: float) -> str:
    if grade < 1:
        return "random" if drawn < (1 - grade) / 2 else "greedy"
    return "careful" if drawn < grade - 1 else "greedy"


def grades_of_robots() -> list[float]:
    """Return two robots of each grade."""
    return [2 * number / (GRADES - 1) for number in range(GRADES) for _twin in range(2)]


def played_games(title: str, count: int, seed: int) -> list[Played]:
    """Return games of robots at random tables."""
    random, grades, games = Random(seed), grades_of_robots(), list[Played]()
    for number in range(count):
        seated = random.sample(range(len(grades)), random.choices(SIZES, SHARES)[0])
        games.append(Played(seated, play(title, [grades[one] for one in seated], f"year:{seed}:{number}")))
    return games


def fitted(games: Sequence[Played]) -> Model:
    """Return the model of results that fits these games.

    The skill of a robot is twice the mean of its points above the average at tables of two.
    """
    points = dict[int, list[float]]()
    for game in games:
        for player, one in zip(*game, strict=True) if len(game.players) == 2 else ():
            points.setdefault(player, []).append(one)
    skills = {player: 2 * fmean(values) for player, values in points.items()}
    found = Model()
    for size in SIZES:
        rows = [row for game in games if len(game.players) == size for row in _leads(game, skills)]
        slope = sum(lead * points for lead, points in rows) / sum(lead**2 for lead, _points in rows)
        found[size] = Results(slope, sqrt(fmean((points - slope * lead) ** 2 for lead, points in rows)))
    return found


def _leads(game: Played, skills: dict[int, float]) -> Iterator[tuple[float, float]]:
    """Yield by how much the skill of each player is above the mean of the table, and the points above the average."""
    known = [skills.get(player, 0.0) for player in game.players]
    for skill, points in zip(known, game.points, strict=True):
        yield skill - fmean(known), points


def as_year(games: Sequence[Played]) -> list[YearGame]:
    """Return played games as if they had ended one after another in a year."""
    return [
        YearGame(BEGIN + number / len(games) * YEAR, game.players, places_of(game.points))
        for number, game in enumerate(games)
    ]


def drawn_skills(players: int, model: Model, random: Random) -> list[float]:
    spread = NormalDist().inv_cdf(STRONGER) * 2 * model[2].noise / model[2].slope
    return [random.gauss(0, spread) for _player in range(players)]


def drawn_games(skills: Sequence[float], each: int, model: Model, random: Random) -> list[YearGame]:
    """Return a year in which a player has about so many games at random tables, in the order of their ends."""
    mean_size = sum(size * share for size, share in zip(SIZES, SHARES, strict=True)) / sum(SHARES)
    come = [COMING * random.random() for _skill in skills]
    found = list[YearGame]()
    for at in sorted(random.random() for _table in range(round(len(skills) * each / mean_size))):
        here = [player for player, since in enumerate(come) if since <= at]
        size = random.choices(SIZES, SHARES)[0]
        if size <= len(here):
            found.append(_drawn(BEGIN + at * YEAR, random.sample(here, size), skills, model[size], random))
    return found


def _drawn(ends: datetime, seated: Sequence[int], skills: Sequence[float], model: Results, random: Random) -> YearGame:
    noise = model.noise * sqrt(len(seated) / (len(seated) - 1))  # of each, so that it is as fitted above the average
    points = [model.slope * skills[player] + random.gauss(0, noise) for player in seated]
    leaver = random.randrange(len(seated)) if random.random() < LEAVING * len(seated) else None
    if leaver is not None:
        points[leaver] = min(points) - 1
    return YearGame(ends, seated, places_of(points), leaver)


def places_of(points: Iterable[float]) -> list[int]:
    points = list(points)
    return [1 + sum(other > own for other in points) for own in points]
