"""Seasons of three months: tables of the rated games that finished in them. Nothing is reset between seasons.

What a game gives is added when it is rated, for each version of the ratings.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import asdict, dataclass
from datetime import UTC, datetime, timedelta
from typing import Any, NamedTuple

from django.db.models import Q

from games.engine.registry import TITLES

from .ledger import counted
from .models import InputKind, RatedGame, RatingVersion, SeasonScore
from .selectors import MAX_RANKED

MONTHS = 3
MILLION = 1_000_000
STAYED = {InputKind.PLAYED, InputKind.RESIGNED, InputKind.ROBOT}
SETTLED_AFTER = timedelta(days=1)  # the latest games must be rated and analysed


class Season(NamedTuple):
    year: int
    quarter: int

    @property
    def key(self) -> str:
        return f"{self.year}-{self.quarter}"

    @property
    def begins(self) -> datetime:
        return datetime(self.year, MONTHS * (self.quarter - 1) + 1, 1, tzinfo=UTC)

    @property
    def ends(self) -> datetime:
        return self.next.begins

    @property
    def next(self) -> "Season":
        return Season(self.year, self.quarter + 1) if self.quarter < 4 else Season(self.year + 1, 1)


def season_at(at: datetime) -> Season:
    at = at.astimezone(UTC)
    return Season(at.year, (at.month - 1) // MONTHS + 1)


def season_of(key: str) -> Season:
    year, _minus, quarter = key.partition("-")
    return Season(int(year), int(quarter))


def seasons_until(now: datetime) -> list[Season]:
    """Return the seasons from the first rated game to now, latest first; only the present one without any game."""
    numbered = RatedGame.objects.exclude(number=None).order_by("number")
    first = numbered.values_list("finished_at", flat=True).first()
    last = season_at(now)
    season = min(season_at(first), last) if first else last
    found = [season]
    while season < last:
        season = season.next
        found.append(season)
    return found[::-1]


@dataclass(slots=True)
class SeasonSum:
    """What a player has in a season, in millionths: such sums are exact in any order."""

    points: int = 0
    luck_free: int = 0
    games: int = 0


SeasonSums = dict[tuple[str, str, int], SeasonSum]  # by title, season and player


def add_game(sums: SeasonSums, version: RatingVersion, rated: RatedGame, code: str) -> None:
    """Add what a rated game gives its players, as the ratings count it: times the weight, without those who left."""
    if code not in version.voided:
        for user, points in _season_points(counted(rated.inputs, version.excluded)):
            found = sums.setdefault((rated.title, season_at(rated.finished_at).key, user), SeasonSum())
            found.points += round(points * MILLION)
            found.games += 1


def add_luck_free(sums: SeasonSums, version: RatingVersion, rated: RatedGame, code: str) -> None:
    """Add the luck-free points of a game whose analysis is of the present method."""
    analyst, luck_free = TITLES[rated.title].analyst, rated.luck_free
    if code not in version.voided and analyst and luck_free and luck_free["version"] == analyst.version:
        for one in counted(rated.inputs, version.excluded):
            if "user" in one:
                found = sums.setdefault((rated.title, season_at(rated.finished_at).key, one["user"]), SeasonSum())
                found.luck_free += round(luck_free["points"][one["seat"]] * MILLION)


def read_sums(version: RatingVersion, rated: RatedGame) -> SeasonSums:
    """Return what the players of a game have in its season so far, in one statement."""
    people, season = [one["user"] for one in rated.inputs if "user" in one], season_at(rated.finished_at).key
    rows = SeasonScore.objects.filter(version=version, title=rated.title, season=season, person__in=people)
    return {(row.title, row.season, row.person): SeasonSum(row.points, row.luck_free, row.games) for row in rows}


def write_sums(version: RatingVersion, sums: SeasonSums) -> None:
    """Write what players have in seasons."""
    rows = [
        SeasonScore(version=version, title=title, season=season, person=user, **asdict(found))
        for (title, season, user), found in sorted(sums.items())
    ]
    how: dict[str, Any] = {"update_conflicts": True, "unique_fields": ["version", "title", "season", "person"]}
    SeasonScore.objects.bulk_create(rows, batch_size=500, update_fields=["points", "luck_free", "games"], **how)


def _season_points(inputs: Sequence[Mapping[str, Any]]) -> Iterator[tuple[int, float]]:
    """Yield the people of a game with their points. Who left gets none, who took over a seat is not in the table."""
    stayed = [one for one in inputs if one["kind"] in STAYED]
    for one in inputs:
        if one["kind"] == InputKind.LEFT:
            yield one["user"], 0.0
        elif one["kind"] != InputKind.SUBSTITUTE and "user" in one:
            others = [other["place"] for other in stayed if other is not one]
            behind = sum(1.0 if one["place"] < place else 0.5 * (one["place"] == place) for place in others)
            yield one["user"], one["weight"] * behind / len(others) if others else 0.0


@dataclass(frozen=True, slots=True)
class SeasonRow:
    """A player's season. ``points`` are those of the table, ``luck_free`` the sum of luck-free points at two."""

    user: int
    place: int
    points: float
    games: int
    luck_free: float


@dataclass(frozen=True, slots=True)
class SeasonPage:
    """A part of the table of a season. ``next`` is the row after which the next one begins."""

    rows: list[SeasonRow]
    next: int | None = None


def season_page(title: str, season: Season, version: RatingVersion, size: int, after: int | None = None) -> SeasonPage:
    """Return the part after a row, best first; the first part without such a row. The table ends at ``MAX_RANKED``.

    Equal points are ordered by luck-free points; who is level in these, too, shares a place.
    """
    scores = SeasonScore.objects.filter(version=version.pk, title=title, season=season.key)
    rest, number, place, level = scores.order_by("-points", "-luck_free", "id"), 0, 0, None
    if after and (last := scores.filter(pk=after).first()):
        is_behind = _behind(last) | Q(points=last.points, luck_free=last.luck_free, pk__gt=last.pk)
        above = rest.filter(points__gte=last.points)
        number = above.exclude(is_behind)[:MAX_RANKED].count()
        place, level = above.filter(_ahead(last))[:MAX_RANKED].count() + 1, (last.points, last.luck_free)
        rest = rest.filter(is_behind, points__lte=last.points)
    size = min(size, MAX_RANKED - number)
    if size < 1:
        return SeasonPage([])
    found, rows = list(rest[: size + 1]), list[SeasonRow]()
    for score in found[:size]:
        number += 1
        if (score.points, score.luck_free) != level:
            place, level = number, (score.points, score.luck_free)
        rows.append(SeasonRow(score.person, place, score.points / MILLION, score.games, score.luck_free / MILLION))
    return SeasonPage(rows, found[size - 1].pk if len(found) > size and number < MAX_RANKED else None)


def _ahead(last: SeasonScore) -> Q:
    return Q(points__gt=last.points) | Q(points=last.points, luck_free__gt=last.luck_free)


def _behind(last: SeasonScore) -> Q:
    return Q(points__lt=last.points) | Q(points=last.points, luck_free__lt=last.luck_free)
