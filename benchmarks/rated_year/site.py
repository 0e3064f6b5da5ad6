"""The site in ``benchmarks.rated_year``: games are frozen and rated as they end, replayed, and judged."""

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, replace
from itertools import combinations, groupby
from math import exp, log, sqrt
from random import Random
from statistics import correlation, fmean
from typing import NamedTuple

from accounts.models import User
from games.clocks.models import Turn, TurnEnd
from games.core.choices import Status
from games.core.models import Entry, Game, Seat
from games.engine.values import RESIGNS
from games.ratings import formula
from games.ratings.calibration import FittedScale, Pair, fitted, pairs_by_game
from games.ratings.inputs import freeze
from games.ratings.models import Pool, Rating, RatingChange
from games.ratings.replays import replay
from games.ratings.services import rate_waiting

from .games import RULESETS, SIZES, YearGame

Bits = dict[tuple[int, str], tuple[str, str, int]]
MANY, NEAR = 100, 0.05  # forecasts that must be as near to what came
ROUNDS, DRAWS = 20, 100


def send_through_site(games: Iterable[YearGame], users: Sequence[User], title: str) -> int:
    """Write finished games, freeze what their ratings need, and rate them as they end. Return how many are rated."""
    return sum(rate_waiting() for game in games if freeze(_written(game, users, title)))


def _written(game: YearGame, users: Sequence[User], title: str) -> Game:
    """Write the rows of a finished game that its ratings read."""
    rules = {"title": title, "ruleset": RULESETS[title], "rules_version": 1}
    table = {**rules, "seat_count": len(game.players), "is_rated": True}
    times = {"started_at": game.ends, "finished_at": game.ends, "status": Status.FINISHED}
    row = Game.objects.create(name="Year", commitment="", **table, **times)
    for number, (player, place) in enumerate(zip(game.players, game.places, strict=True)):
        seat = Seat(game=row, user=users[player], number=number, place=place, finished_at=game.ends)
        seat.save()
        turn = {"seat": seat, "user": seat.user, "came_at": game.ends, "ended_at": game.ends}
        Turn.objects.bulk_create(Turn(game=row, ply=ply, ended_by=TurnEnd.PLAYER, **turn) for ply in (0, 1))
    if game.leaver is not None:
        left = {"notation": RESIGNS, "at": game.ends, "rules_version": 1, "state_hash": ""}
        Entry.objects.create(game=row, ply=0, seat=game.leaver, **left)
    return row


def bits() -> Bits:
    """Return all current ratings, to the last bit, by user and pool."""
    rows = Rating.objects.filter(version__is_current=True)
    return {(row.user_id, row.pool): (row.mu.hex(), row.var.hex(), row.games) for row in rows}


class Ban(NamedTuple):
    """What replays did: whom one without a player changed, who is linked to the player, and what is left of it.

    ``left`` is the number of ratings that are other bits after a replay with the player than they were when the games
    were rated as they ended.
    """

    changed: set[int]
    linked: set[int]
    left: int


def ban(player: int, games: Sequence[YearGame], users: Sequence[User]) -> Ban:
    """Replay the ratings without a player, and with the player again."""
    before, numbers = bits(), {user.pk: number for number, user in enumerate(users)}
    replay(voided=[], excluded=[users[player].pk])
    changed = {numbers[user] for (user, _pool), _bits in set(before.items()) ^ set(bits().items())}
    replay(voided=[], excluded=[])
    return Ban(changed, linked_to(player, games), len(set(before.items()) ^ set(bits().items())))


def linked_to(player: int, games: Iterable[YearGame]) -> set[int]:
    """Return the player, those who met the player, and those who met one of these afterwards, and so on."""
    linked = {player}
    for game in games:
        if not linked.isdisjoint(game.players):
            linked.update(game.players)
    return linked


def newest(games: Sequence[YearGame]) -> int:
    """Return the player whose first game came last."""
    first = {player: number for number, game in reversed(list(enumerate(games))) for player in game.players}
    return max(first, key=first.__getitem__)


def rank_correlation(skills: Sequence[float], users: Sequence[User]) -> float:
    """Return how much the order by rating is the order by skill (Spearman's coefficient)."""
    rows = dict(Rating.objects.filter(version__is_current=True, pool=Pool.ALL).values_list("user", "mu"))
    rated = [(skill, rows[user.pk]) for skill, user in zip(skills, users, strict=True) if user.pk in rows]
    return correlation(_ranks([skill for skill, _mu in rated]), _ranks([mu for _skill, mu in rated]))


def _ranks(values: Sequence[float]) -> list[int]:
    order = sorted(values)
    return [order.index(value) for value in values]


class Forecast(NamedTuple):
    """The chance that the favourite of two players of a game is ahead in the end, and what came: 1, 0, a tie 0.5.

    ``players`` is the number of players of the game, ``deviation`` how little was known of the two, in points.
    """

    chance: float
    result: float
    players: int
    deviation: float


def _forecast(pair: Pair) -> Forecast:
    chance, result = pair.chance(formula.scale_of(pair.title, pair.seats)), pair.result
    favourite = (chance, result) if chance >= 0.5 else (1 - chance, 1 - result)
    return Forecast(*favourite, pair.seats, _deviation(pair))


def _deviation(pair: Pair) -> float:
    return formula.deviation((pair.one.var + pair.other.var) / 2)


class Bin(NamedTuple):
    """Forecasts that are looked at together. ``size`` is their number, ``result`` the part that came true."""

    name: str
    size: int
    forecast: float
    result: float

    @property
    def error(self) -> float:
        return sqrt(self.result * (1 - self.result) / self.size)

    @property
    def is_large(self) -> bool:
        return self.size >= MANY

    @property
    def is_off(self) -> bool:
        """True for many forecasts that are far from what came: further than 5 points and two standard errors."""
        return self.is_large and abs(self.forecast - self.result) > max(NEAR, 2 * self.error)


def bins(forecasts: Iterable[Forecast], name: Callable[[Forecast], str]) -> list[Bin]:
    """Return the forecasts with the same name together, in the order of these names."""
    by_name = dict[str, list[Forecast]]()
    for one in forecasts:
        by_name.setdefault(name(one), []).append(one)
    return [
        Bin(name, len(some), fmean(one.chance for one in some), fmean(one.result for one in some))
        for name, some in sorted(by_name.items())
    ]


class Slope(NamedTuple):
    """By what the logits of forecasts must be multiplied to fit what came: less than 1 if they are too bold.

    The standard error takes the games to be independent of each other, not the pairs of one.
    """

    value: float
    error: float


def slope(games: Iterable[Sequence[Pair]]) -> Slope:
    """Return the slope of the forecasts of these pairs, by Newton's method."""
    found, value = [[_logit_and_result(pair) for pair in pairs] for pairs in games], 1.0
    for _round in range(ROUNDS):
        rests = [[logit * (result - 1 / (1 + exp(-value * logit))) for logit, result in game] for game in found]
        chances = ((logit, 1 / (1 + exp(-value * logit))) for game in found for logit, _result in game)
        curvature = sum(logit**2 * chance * (1 - chance) for logit, chance in chances) or 1.0
        value += sum(map(sum, rests)) / curvature
    return Slope(value, sqrt(sum(sum(rest) ** 2 for rest in rests)) / curvature)


def _logit_and_result(pair: Pair) -> tuple[float, float]:
    chance = pair.chance(formula.scale_of(pair.title, pair.seats))
    return log(chance / (1 - chance)), pair.result


def _drawn_again(pairs: Sequence[Pair], random: Random) -> list[Pair]:
    """Return the pairs of a game as they could have come in if its forecasts are true."""
    skills = [
        pairs[0].one,
        *(pair.other for pair in pairs[: round(sqrt(2 * len(pairs)))]),
    ]  # of pairs (0, 1), (0, 2) ...
    scale = formula.scale_of(pairs[0].title, pairs[0].seats)
    luck = [-log(-log(random.random())) for _skill in skills]
    come = [random.gauss(skill.mu, sqrt(skill.var)) / scale + one for skill, one in zip(skills, luck, strict=True)]
    results = (float(one > other) for one, other in combinations(come, 2))
    return [pair._replace(result=result) for pair, result in zip(pairs, results, strict=True)]


def _range(value: float, width: int) -> str:
    low = int(value / width) * width
    return f"{low:3} to {low + width}"


@dataclass(frozen=True, slots=True)
class RatedYear:
    """What came out of a year. ``order`` is the rank correlation of ratings with skills."""

    games: int
    order: float
    pairs: list[list[Pair]]
    ban: Ban

    @property
    def forecasts(self) -> list[Forecast]:
        return [_forecast(pair) for pairs in self.pairs for pair in pairs]

    def by_chance(self, players: int | None = None) -> list[Bin]:
        """Return the points of a reliability diagram: of all tables, or of those with a number of players."""
        chosen = (one for one in self.forecasts if players in (None, one.players))
        return bins(chosen, lambda one: _range(100 * one.chance, 5))

    def by_players(self) -> list[Bin]:
        """Return the forecasts of tables of two, three and four."""
        return bins(self.forecasts, lambda one: f"{one.players} players")

    def by_deviation(self) -> list[Bin]:
        """Return the forecasts by how little was known of the two."""
        return bins(self.forecasts, lambda one: f"±{_range(one.deviation, 50)}")

    def all_bins(self) -> list[list[Bin]]:
        """Return all bins, by groups."""
        return [self.by_chance(), *map(self.by_chance, SIZES), self.by_players(), self.by_deviation()]

    def off(self) -> int:
        """Return how many bins are off."""
        return sum(one.is_off for some in self.all_bins() for one in some)

    def off_by_chance(self, random: Random) -> list[int]:
        """Return how many bins are off if the forecasts are true, in so many draws of all results."""
        drawn = ([_drawn_again(pairs, random) for pairs in self.pairs] for _draw in range(DRAWS))
        return [replace(self, pairs=pairs).off() for pairs in drawn]

    def slopes(self) -> dict[str, Slope]:
        """Return the slopes of all forecasts, and of those of each group with many games."""
        groups: dict[str, list[list[Pair]]] = {"all": self.pairs}
        for pairs in self.pairs:
            groups.setdefault(f"{pairs[0].seats} players", []).append(pairs)
            for name, some in groupby(
                sorted(pairs, key=_deviation), key=lambda pair: f"±{_range(_deviation(pair), 50)}"
            ):
                groups.setdefault(name, []).append(list(some))
        return {name: slope(games) for name, games in sorted(groups.items()) if len(games) >= MANY or name == "all"}

    def fits(self) -> dict[int, FittedScale]:
        """Return the scales that would have forecast best, by number of players."""
        found = {size: [pairs for pairs in self.pairs if pairs[0].seats == size] for size in SIZES}
        return {
            size: fitted(games, formula.scale_of(games[0][0].title, size)) for size, games in found.items() if games
        }

    @property
    def log_loss(self) -> float:
        """The mean of -ln of the chance that was given to what came: 0.693 for a coin."""
        return -fmean(one.result * log(one.chance) + (1 - one.result) * log(1 - one.chance) for one in self.forecasts)


def rated_year(games: Sequence[YearGame], skills: Sequence[float], name: str, title: str) -> RatedYear:
    """Send a year through the site, then replay it without the player who came last, and with that player again."""
    users = [User.objects.create(username=f"{name}{number}") for number in range(len(skills))]  # without addresses
    rated = send_through_site(games, users, title)
    pairs = list(pairs_by_game(RatingChange.objects.filter(user__in=users)))
    return RatedYear(rated, rank_correlation(skills, users), pairs, ban(newest(games), games, users))
