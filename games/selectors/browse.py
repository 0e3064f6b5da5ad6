"""Looking for tables: every list that somebody may ask for by name."""

from collections import defaultdict
from collections.abc import Callable, Mapping, Sequence
from datetime import datetime
from typing import Any, NamedTuple

from django.db.models import QuerySet
from django.utils.translation import gettext as _

from accounts.models import User
from accounts.ready import Ready
from accounts.selectors import shown_name
from games.models import Game, Seat, Status

from .games import visible_games
from .lists import lobby
from .seats import Viewer


def browse(viewer: Viewer) -> QuerySet[Game]:
    """Return every table that the viewer may know of, except cancelled ones, newest first."""
    return visible_games(viewer).exclude(status=Status.CANCELLED).order_by("-id")


def reread(game: Game) -> Game:
    """Return the game as it is stored now."""
    return Game.objects.get(pk=game.pk)


class Sitting(NamedTuple):
    """A seat and who sits there. ``username`` is None and ``name`` says so for a former player."""

    user: int | None
    username: str | None
    name: str
    robot: str
    number: int | None
    is_acting: bool
    acting_since: datetime | None
    is_out: bool
    score: int | None
    place: int | None
    wants_abort: bool
    entropy: str


def sittings_of(games: Sequence[int]) -> Mapping[int, Sequence[Sitting]]:
    """Return the seats of these games in order of play, of all in one statement."""
    found: dict[int, list[Sitting]] = defaultdict(list)
    for game, *columns in SEATS(tuple(games)) if games else ():
        found[game].append(sitting(*columns))
    return found


def sitting(user: int | None, username: str | None, shown: str, robot: str, *rest: Any) -> Sitting:
    """Return what a row of a seat says, all columns but the game's."""
    name = _("a former player") if username is None else shown_name(username, shown or "", robot)
    return Sitting(user, username, name, robot or "", *rest)


def _seats(games: Sequence[int]) -> QuerySet[Seat, tuple]:  # type: ignore[type-arg]
    person = ("user_id", "user__username", "user__profile__display_name", "user__robot")
    seat = ("number", "is_acting", "acting_since", "is_out", "score", "place", "wants_abort", "entropy")
    seats = Seat.objects.filter(game__in=games).order_by("game_id", "number", "id")  # as an index has them
    return seats.values_list("game_id", *person, *seat)


SEATS = Ready(_seats)


def with_player(games: QuerySet[Game], user: User | int) -> QuerySet[Game]:
    """Narrow to tables where this player sits."""
    return games.filter(pk__in=Seat.objects.filter(user=user).values("game"))


def _waiting(games: QuerySet[Game], user: User | int) -> QuerySet[Game]:
    return games.filter(status=Status.RUNNING, pk__in=Seat.objects.filter(user=user, is_acting=True).values("game"))


# Lists of the viewer's own tables.
OWN: dict[str, Callable[[QuerySet[Game], User | int], QuerySet[Game]]] = {"mine": with_player, "waiting": _waiting}

# Lists that anybody may ask for; "open" are those with a seat for this viewer.
PUBLIC: dict[str, Callable[[QuerySet[Game], User | int | None], QuerySet[Game]]] = {
    "open": lambda games, user: games.filter(pk__in=lobby(user).order_by().values("pk")),
    "running": lambda games, user: games.filter(status=Status.RUNNING),
    "finished": lambda games, user: games.filter(status__in=[Status.FINISHED, Status.ABORTED]),
}
