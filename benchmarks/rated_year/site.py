"""The site in ``benchmarks.rated_year``: games are frozen and rated as they end, replayed, and judged."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from itertools import combinations
from math import log, sqrt
from statistics import correlation, fmean
from typing import NamedTuple

from accounts.models import User
from games.clocks.models import Turn, TurnEnd
from games.core.choices import Status
from games.core.models import Entry, Game, Seat
from games.engine.values import RESIGNS
from games.ratings import formula
from games.ratings.inputs import freeze
from games.ratings.models import Pool, Rating, RatingChange, RatingReason
from games.ratings.replays import replay
from games.ratings.services import rate_waiting

from .games import RULESET, TITLE, YearGame

Bits = dict[tuple[int, str], tuple[str, str, int]]
WIDTH = 0.05  # of the forecasts in a bin
PLAYED = (RatingReason.USUAL, RatingReason.REPEATED)


def send_through_site(games: Iterable[YearGame], users: Sequence[User]) -> int:
    """Write finished games, freeze what their ratings need, and rate them as they end. Return how many are rated."""
    return sum(rate_waiting() for game in games if freeze(_written(game, users)))


def _written(game: YearGame, users: Sequence[User]) -> Game:
    """Write the rows of a finished game that its ratings read."""
    table = {"title": TITLE, "ruleset": RULESET, "rules_version": 1, "seat_count": len(game.players), "is_rated": True}
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

    ``players`` is the number of players of the game.
    """

    chance: float
    result: float
    players: int


def forecasts(users: Iterable[User]) -> list[Forecast]:
    """Return forecasts for all pairs who have played a game to its end, from their ratings just before it."""
    by_game, played = dict[int, list[RatingChange]](), {"pool": Pool.ALL, "reason__in": PLAYED}
    changes = RatingChange.objects.filter(version__is_current=True, user__in=users, **played)
    for change in changes.select_related("rated_game"):
        by_game.setdefault(change.rated_game_id, []).append(change)
    return [_forecast(*pair) for changes in by_game.values() for pair in combinations(changes, 2)]


def _forecast(one: RatingChange, other: RatingChange) -> Forecast:
    skills = [formula.Skill(change.mu_before, change.var_before) for change in (one, other)]
    result = (one.place < other.place) + 0.5 * (one.place == other.place)
    chance, players = formula.odds(skills)[0], int(one.rated_game.pool)
    return Forecast(chance, result, players) if chance >= 0.5 else Forecast(1 - chance, 1 - result, players)


class Bin(NamedTuple):
    """Forecasts that are looked at together. ``size`` is their number, ``result`` the part that came true."""

    size: int
    forecast: float
    result: float

    @property
    def error(self) -> float:
        return sqrt(self.result * (1 - self.result) / self.size)


def _bins(forecasts: Iterable[tuple[int, Forecast]]) -> list[Bin]:
    """Return the forecasts with the same number together, in the order of these numbers."""
    by_number = dict[int, list[Forecast]]()
    for number, one in forecasts:
        by_number.setdefault(number, []).append(one)
    return [
        Bin(len(some), fmean(one.chance for one in some), fmean(one.result for one in some))
        for _number, some in sorted(by_number.items())
    ]


@dataclass(frozen=True, slots=True)
class RatedYear:
    """What came out of a year. ``order`` is the rank correlation of ratings with skills."""

    games: int
    order: float
    forecasts: list[Forecast]
    ban: Ban

    def reliability(self) -> list[Bin]:
        """Return the points of a reliability diagram."""
        return _bins((int(one.chance / WIDTH), one) for one in self.forecasts)

    def by_players(self) -> list[Bin]:
        """Return the forecasts of tables of two, three and four."""
        return _bins((one.players, one) for one in self.forecasts)

    @property
    def bias(self) -> float:
        """The mean distance between forecasts and results; a bin counts as often as it has forecasts."""
        bins = self.reliability()
        return sum(one.size * abs(one.forecast - one.result) for one in bins) / sum(one.size for one in bins)

    @property
    def log_loss(self) -> float:
        """The mean of -ln of the chance that was given to what came: 0.693 for a coin."""
        return -fmean(one.result * log(one.chance) + (1 - one.result) * log(1 - one.chance) for one in self.forecasts)


def rated_year(games: Sequence[YearGame], skills: Sequence[float], name: str) -> RatedYear:
    """Send a year through the site, then replay it without the player who came last, and with that player again."""
    users = [User.objects.create(username=f"{name}{number}") for number in range(len(skills))]  # without addresses
    rated = send_through_site(games, users)
    return RatedYear(rated, rank_correlation(skills, users), forecasts(users), ban(newest(games), games, users))
