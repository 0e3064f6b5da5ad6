"""Ratings as they are now: of players, of a title, and what games did to them."""

from collections.abc import Collection, Iterable
from dataclasses import dataclass
from datetime import datetime

from django.db.models import Q, QuerySet

from accounts.models import User
from games.core.models import Game

from . import formula
from .formula import Skill
from .models import LUCK_FREE, PersonalRecord, Pool, RatedGame, Rating, RatingChange, RatingVersion, SeasonPlace

GRAPH_GAMES = 200  # the latest games in a graph
MAX_RANKED = 400  # players of a leaderboard, or of the table of a season, who have a place
POOL_GAMES = 10  # from which on a profile shows the rating of tables of one size


@dataclass(frozen=True, slots=True)
class CurrentRating:
    """A rating as it is now, in whole points, with the idle time since the last game."""

    title: str
    pool: str
    rating: int
    deviation: int
    is_new: bool
    games: int


def current_rating(row: Rating, now: datetime) -> CurrentRating:
    """Return a rating as it is now."""
    skill = formula.aged(Skill(row.mu, row.var), row.at, now)
    deviation = round(formula.deviation(skill.var))
    return CurrentRating(row.title, row.pool, formula.shown(skill.mu), deviation, formula.is_new(skill.var), row.games)


def _current_version() -> QuerySet[RatingVersion, int]:
    """Return the key of the current version, for a condition: with a join, nothing would be read in its order."""
    return RatingVersion.objects.filter(is_current=True).values_list("pk", flat=True)[:1]


def _current() -> QuerySet[Rating]:
    return Rating.objects.filter(version=_current_version())


@dataclass(frozen=True, slots=True)
class LuckFreePlace:
    """A place in the luck-free list of a title, among so many players: None for ``MAX_RANKED`` or more."""

    title: str
    place: int
    players: int | None

    @property
    def percentile(self) -> int | None:
        return percentile(self.place, self.players) if self.players else None


def percentile(place: int, players: int) -> int:
    """Return the percentage of the others who are behind this place."""
    return round(100 * (players - place) / (players - 1)) if players > 1 else 100


@dataclass(frozen=True, slots=True)
class PlayerRatings:
    """A player's ratings: those of all tables of a title first, then those of the sizes played often.

    ``luck_free`` are the places in the luck-free lists.
    """

    ratings: list[CurrentRating]
    luck_free: list[LuckFreePlace]


def player_ratings(user: User, now: datetime) -> PlayerRatings:
    """Return a player's ratings and luck-free places, in one statement and one for each such list with the player."""
    order = {pool: number for number, pool in enumerate((*Pool.values, LUCK_FREE))}
    rows = sorted(_current().filter(user=user), key=lambda row: (row.title, order[row.pool]))
    listed = [row for row in rows if row.pool == LUCK_FREE and row.listed_until and row.listed_until > now]
    return PlayerRatings(
        [current_rating(row, now) for row in rows if _is_shown(row)],
        [place for row in listed if (place := _luck_free_place(row, now))],
    )


def _luck_free_place(row: Rating, now: datetime) -> LuckFreePlace | None:
    """Return the place of a player in the list, None if it is not one of the first ``MAX_RANKED``."""
    best = list(leaders(row.title, LUCK_FREE, now).values_list("mu", flat=True)[:MAX_RANKED])
    place, is_long = 1 + sum(mu > row.mu for mu in best), len(best) == MAX_RANKED
    return LuckFreePlace(row.title, place, None if is_long else len(best)) if place <= MAX_RANKED else None


def ranked_players(title: str, pool: str, now: datetime) -> int | None:
    """Return the number of players in a leaderboard, None for ``MAX_RANKED`` or more: nothing counts further."""
    found = leaders(title, pool, now)[:MAX_RANKED].count()
    return found if found < MAX_RANKED else None


def _is_shown(row: Rating) -> bool:
    return row.pool == Pool.ALL or (row.pool != LUCK_FREE and row.games >= POOL_GAMES)


def season_places_of(user: User) -> QuerySet[SeasonPlace]:
    """Return a player's places among the first ten of seasons that are over, latest first."""
    return SeasonPlace.objects.filter(version__is_current=True, user=user).order_by("-season")


def ratings_at(users: Iterable[int], titles: Collection[str], now: datetime) -> dict[tuple[int, str], CurrentRating]:
    """Return the ratings of players in some titles, by user and title, in one statement; without one for nobody."""
    people = set(users)
    rows = _current().filter(user__in=people, title__in=set(titles), pool=Pool.ALL) if people else []
    return {(row.user_id, row.title): current_rating(row, now) for row in rows}


def changes_by(game: Game) -> QuerySet[RatingChange]:
    """Return what a game did to the ratings of all tables, best place first."""
    changes = RatingChange.objects.filter(version__is_current=True, rated_game__game=game, pool=Pool.ALL)
    return changes.select_related("user__profile").order_by("place", "user")


def latest_changes(user: User) -> dict[str, list[RatingChange]]:
    """Return the latest changes of a player's ratings of all tables by title, the oldest of them first."""
    changes = RatingChange.objects.filter(version=_current_version(), user=user, pool=Pool.ALL)
    latest = changes.select_related("rated_game").order_by("-rated_game_id")[:GRAPH_GAMES]  # as they have ended
    found = dict[str, list[RatingChange]]()
    for change in sorted(latest, key=lambda change: change.rated_game.number or 0):
        found.setdefault(change.rated_game.title, []).append(change)
    return found


def leaders(title: str, pool: str, now: datetime) -> QuerySet[Rating]:
    """Return the leaderboard of a title and pool, best first, with the players."""
    rows = _current().filter(title=title, pool=pool, listed_until__gt=now, user__is_active=True)
    return rows.select_related("user__profile").order_by("-mu", "id")


@dataclass(frozen=True, slots=True)
class LeaderboardPage:
    """A part of a leaderboard. ``first`` is the rank of its first row; ``next`` the row after which the next begins."""

    rows: list[Rating]
    first: int
    next: int | None


def leaderboard_page(title: str, pool: str, now: datetime, after: int | None, size: int) -> LeaderboardPage:
    """Return the part after a row, the first part if there is no such row any more. It ends at ``MAX_RANKED``."""
    board, first = leaders(title, pool, now), 1
    last = board.filter(pk=after).first() if after else None
    if last:
        ahead = board.filter(Q(mu__gt=last.mu) | Q(pk__lte=last.pk), mu__gte=last.mu)
        first = ahead[:MAX_RANKED].count() + 1
        board = board.filter(Q(mu__lt=last.mu) | Q(pk__gt=last.pk), mu__lte=last.mu)
    size = min(size, MAX_RANKED + 1 - first)
    if size < 1:
        return LeaderboardPage([], first, None)
    rows = list(board[: size + 1])
    has_next = len(rows) > size and first + size <= MAX_RANKED
    return LeaderboardPage(rows[:size], first, rows[size - 1].pk if has_next else None)


@dataclass(frozen=True, slots=True)
class LuckFreeLeader:
    """A row of the luck-free list. ``percentile`` is None in a list of ``MAX_RANKED`` players or more."""

    row: Rating
    place: int
    percentile: int | None


def luck_free_page(title: str, now: datetime, after: int | None, size: int) -> tuple[list[LuckFreeLeader], int | None]:
    """Return the part of the luck-free list after a row, and the row after which the next part begins."""
    page, players = leaderboard_page(title, LUCK_FREE, now, after, size), ranked_players(title, LUCK_FREE, now)
    rows = [
        LuckFreeLeader(row, place, percentile(place, players) if players else None)
        for place, row in enumerate(page.rows, page.first)
    ]
    return rows, page.next


def current_version() -> RatingVersion:
    """Return the version that pages show, an empty one before the first rated game."""
    return RatingVersion.objects.filter(is_current=True).first() or RatingVersion(number=1)


def rated_games() -> QuerySet[RatedGame]:
    """Return the rated games that have their number, with their tables."""
    return RatedGame.objects.exclude(number=None).filter(game__is_private=False).select_related("game")


def records() -> QuerySet[PersonalRecord]:
    """Return the records of games that are public still, with their games and players."""
    rows = PersonalRecord.objects.filter(game__is_private=False, user__is_active=True)
    return rows.select_related("user__profile", "game")


def best_records(title: str, kind: str) -> QuerySet[PersonalRecord]:
    """Return the best of each player in one kind, best first."""
    return records().filter(title=title, kind=kind, is_best=True).order_by("-value", "id")


@dataclass(frozen=True, slots=True)
class RecordsPage:
    """A part of a list of records. ``next`` is the row after which the next one begins."""

    rows: list[PersonalRecord]
    next: int | None = None


def records_page(title: str, kind: str, after: int | None, size: int) -> RecordsPage:
    """Return the part after a row, the first part if there is no such row any more."""
    rows, equal = best_records(title, kind), list[PersonalRecord]()
    if after and (last := PersonalRecord.objects.filter(pk=after, title=title, kind=kind).first()):
        equal = list(rows.filter(value=last.value, pk__gt=last.pk)[: size + 1])  # there may be thousands of them
        rows = rows.filter(value__lt=last.value)
    found = [*equal, *rows[: size + 1 - len(equal)]]
    return RecordsPage(found[:size], found[size - 1].pk if len(found) > size else None)


def own_records(user: User) -> list[PersonalRecord]:
    """Return the best that a player has done, in each title and kind, by title."""
    best = dict[tuple[str, str], PersonalRecord]()
    for row in records().filter(user=user).order_by("title", "value"):
        best[row.title, row.kind] = row
    return list(best.values())


def is_voided(game: Game) -> bool | None:
    """Return whether administrators have decided that the result of a rated game does not count; None if not rated."""
    is_rated = RatedGame.objects.filter(game=game).exists()
    return game.code in current_version().decided_void() if is_rated else None
