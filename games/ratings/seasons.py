"""Seasons of three months: tables of the rated games that finished in them. Nothing is reset between seasons."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from typing import Any, NamedTuple

from games.engine.registry import TITLES

from .models import InputKind, RatedGame, RatingVersion

MONTHS = 3
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
class SeasonRow:
    """A player's season. ``points`` are those of the table, ``luck_free`` the sum of luck-free points at two."""

    user: int
    place: int = 0
    points: float = 0.0
    games: int = 0
    luck_free: float = 0.0


def season_table(title: str, season: Season, version: RatingVersion) -> list[SeasonRow]:
    """Return the players of a season with their places, best first, in one statement.

    A game gives a player the part of the others who are behind, as the ratings count it: times the weight, without
    those who left. Equal points are ordered by luck-free points.
    """
    games = RatedGame.objects.exclude(number=None).filter(title=title)
    games = games.filter(finished_at__gte=season.begins, finished_at__lt=season.ends)
    rows = dict[int, SeasonRow]()
    for inputs, luck_free, code in games.order_by("number").values_list("inputs", "luck_free", "game__code"):
        if code not in version.voided:
            counted = [one for one in inputs if one.get("user") not in version.excluded]
            _add(rows, counted, _points_of(title, luck_free))
    found = sorted(rows.values(), key=lambda row: (*_rank(row), row.user))
    for number, row in enumerate(found):
        before = found[number - 1] if number else None
        row.place = before.place if before and _rank(before) == _rank(row) else number + 1
    return found


def _rank(row: SeasonRow) -> tuple[float, float]:
    return -round(row.points, 6), -round(row.luck_free, 3)


def _points_of(title: str, luck_free: Mapping[str, Any] | None) -> Sequence[float]:
    analyst = TITLES[title].analyst
    return luck_free["points"] if luck_free and analyst and luck_free["version"] == analyst.version else ()


def _add(rows: dict[int, SeasonRow], inputs: Sequence[Mapping[str, Any]], luck_free: Sequence[float]) -> None:
    for one, points in _season_points(inputs):
        row = rows.setdefault(one["user"], SeasonRow(one["user"]))
        row.games += 1
        row.points += points
        row.luck_free += luck_free[one["seat"]] if luck_free else 0.0


def _season_points(inputs: Sequence[Mapping[str, Any]]) -> Iterator[tuple[Mapping[str, Any], float]]:
    """Yield the people of a game with their points. Who left gets none, who took over a seat is not in the table."""
    stayed = [one for one in inputs if one["kind"] in STAYED]
    for one in inputs:
        if one["kind"] == InputKind.LEFT:
            yield one, 0.0
        elif one["kind"] != InputKind.SUBSTITUTE and "user" in one:
            others = [other["place"] for other in stayed if other is not one]
            behind = sum(1.0 if one["place"] < place else 0.5 * (one["place"] == place) for place in others)
            yield one, one["weight"] * behind / len(others) if others else 0.0
