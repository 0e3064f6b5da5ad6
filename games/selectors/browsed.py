"""The lists by name as programs page through them: in ready statements, and rows as the database sent them."""

from collections import defaultdict
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache
from typing import Any, NamedTuple

from django.db.models import QuerySet

from accounts.models import User
from accounts.ready import Ready
from games.models import Game, Status

from .browse import OWN, PUBLIC, SEATS, Sitting, sitting
from .games import reasons_to_see


class Found(NamedTuple):
    """A table of a list as the database sent it: equal rows say the same. ``read`` returns its columns as values."""

    id: int
    row: tuple[Any, ...]
    read: Callable[[Sequence[Any]], Sequence[Any]]


class _Way(NamedTuple):
    """What a statement depends on, beside numbers."""

    columns: tuple[str, ...]
    name: str
    is_user: bool
    is_staff: bool
    order: str
    beyond: str
    part: tuple[int, int]


@dataclass(frozen=True, slots=True)
class Browsed:
    """A list by name ("" is every table that the viewer may know of); ``columns`` of a game begin with its id.

    It stands where pages by cursor expect a queryset: it can be ordered by id, begin beyond an id, and be sliced.
    """

    viewer: User | None
    name: str
    columns: tuple[str, ...]
    order: str = "-id"
    beyond: tuple[str, int] = ("", 0)

    def order_by(self, order: str) -> "Browsed":
        """Return the list in the order of its ids, "id" or "-id"."""
        return replace(self, order=order)

    def filter(self, **beyond: str) -> "Browsed":
        """Return what lies beyond an id: ``id__lt`` or ``id__gt``."""
        ((condition, position),) = beyond.items()
        return replace(self, beyond=(condition, int(position)))

    def __getitem__(self, part: slice) -> list[Found]:
        user, (condition, position) = self.viewer, self.beyond
        is_staff = user is not None and user.is_staff
        way = _Way(self.columns, self.name, user is not None, is_staff, self.order, condition, (part.start, part.stop))
        rows, read = _statement(way).sent(user.pk if user else 0, position)
        return [Found(row[0], row, read) for row in rows]


@lru_cache(256)
def _statement(way: _Way) -> Ready[tuple[Any, ...]]:
    def build(viewer: int, position: int) -> QuerySet[Game, tuple[Any, ...]]:
        user = viewer if way.is_user else None
        games = Game.objects.exclude(status=Status.CANCELLED)
        games = games if way.is_staff else games.filter(reasons_to_see(user))
        if way.name in OWN:
            games = OWN[way.name](games, viewer)
        elif way.name:
            games = PUBLIC[way.name](games, user)
        games = games.filter(**{way.beyond: position}) if way.beyond else games
        return games.order_by(way.order).values_list(*way.columns)[slice(*way.part)]

    return Ready(build)


class Seated(NamedTuple):
    """Who sits at tables, as the database sent it."""

    by_game: Mapping[int, Sequence[tuple[Any, ...]]]
    read: Callable[[Sequence[Any]], Sequence[Any]]

    def sittings(self, rows: Sequence[Sequence[Any]]) -> list[Sitting]:
        """Return the seats that these rows say."""
        return [sitting(*self.read(row)[1:]) for row in rows]


def seated_at(games: Sequence[int]) -> Seated:
    """Return who sits at these tables, in order of play, of all in one statement."""
    found: dict[int, list[tuple[Any, ...]]] = defaultdict(list)
    rows, read = SEATS.sent(tuple(games))
    for row in rows:
        found[row[0]].append(row)
    return Seated(found, read)
