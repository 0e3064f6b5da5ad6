"""What a player's own page lists, in four statements however many games there are: plain values, no model objects."""

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from functools import lru_cache
from typing import NamedTuple

from django.db.models import F, IntegerField, QuerySet
from django.db.models.expressions import RawSQL
from django.urls import reverse

from accounts.models import User
from accounts.ready import Ready
from accounts.selectors import shown_name
from games.models import Invitation, InvitationState, Pace, Seat, Status

MOST, LATEST = 50, 4  # games that go on, and that are over
COLUMNS = (
    *("pk", "code", "name", "title", "ruleset", "status", "seat_count", "pace", "turn", "ply"),
    *("deadline", "overdue_at", "finished_at", "options"),
)
WAITING = """(SELECT count(*) FROM games_seat s JOIN games_game g ON g.id = s.game_id
    WHERE s.user_id = %s AND s.is_acting AND g.status = 'running')"""


@lru_cache(4096)
def _address(code: str) -> str:
    return reverse("games:table", args=[code])


@dataclass(frozen=True, slots=True)
class Row:
    """A game in a list. Names are those of ``Game``, so that templates show either."""

    pk: int
    code: str
    name: str
    title: str
    ruleset: str
    status: str
    seat_count: int
    pace: str
    turn: int
    ply: int
    deadline: datetime | None
    overdue_at: datetime | None
    finished_at: datetime | None
    options: Mapping[str, str] = field(hash=False, compare=False)

    def get_absolute_url(self) -> str:
        """Return the table's address."""
        return _address(self.code)

    def get_status_display(self) -> str:
        """Return the status in words."""
        return str(Status(self.status).label)

    def get_pace_display(self) -> str:
        """Return the pace in words."""
        return str(Pace(self.pace).label)


class Sitter(NamedTuple):
    """Somebody at a table. ``user`` is None and ``username`` "" for a former player, whose name the reader knows."""

    user: int | None
    username: str
    name: str
    robot: str
    is_acting: bool
    since: datetime | None
    place: int | None
    score: int | None
    is_out: bool


class Asked(NamedTuple):
    """An invitation that waits for an answer. ``inviter`` is "" for somebody who is gone."""

    code: str
    inviter: str
    row: Row


@dataclass(frozen=True, slots=True)
class Dashboard:
    """A player's games. ``waiting`` is how many wait for them in all, ``has_more`` tells that others are left out."""

    current: Sequence[Row]
    finished: Sequence[Row]
    asked: Sequence[Asked]
    sitters: Mapping[int, Sequence[Sitter]]
    waiting: int
    has_more: bool


def dashboard_of(user: User) -> Dashboard:
    """Return the player's games that go on, those that wait longest first, the latest that are over, invitations."""
    current = _CURRENT(user.pk)
    finished = [Row(*values) for values in _FINISHED(user.pk)]
    asked = [Asked(code, inviter or "", Row(*values)) for code, inviter, *values in _ASKED(user.pk)]
    rows = [Row(*values[1:]) for values in current[:MOST]]
    sitters = _sitters(row.pk for row in [*rows, *finished, *(one.row for one in asked)])
    return Dashboard(rows, finished, asked, sitters, current[0][0] if current else 0, len(current) > MOST)


def _of_game(prefix: str) -> list[str]:
    return [f"{prefix}__{column}" for column in COLUMNS]


def _current(user: int) -> QuerySet[Seat, tuple]:  # type: ignore[type-arg]
    waiting = RawSQL(WAITING, (user,), IntegerField())  # noqa: S611
    mine = Seat.objects.filter(user=user, game__status__in=[Status.RUNNING, Status.OPEN]).annotate(waiting=waiting)
    order = (F("is_acting").desc(), "acting_since", "-game_id")
    return mine.order_by(*order).values_list("waiting", *_of_game("game"))[: MOST + 1]


def _finished(user: int) -> QuerySet[Seat, tuple]:  # type: ignore[type-arg]
    over = Seat.objects.filter(user=user, game__status__in=[Status.FINISHED, Status.ABORTED])
    return over.order_by("-finished_at", "-game_id").values_list(*_of_game("game"))[:LATEST]


def _asked(user: int) -> QuerySet[Invitation, tuple]:  # type: ignore[type-arg]
    pending = Invitation.objects.filter(user=user, state=InvitationState.PENDING, game__status=Status.OPEN)
    return pending.values_list("code", "inviter__username", *_of_game("game"))


def _seats(games: Sequence[int]) -> QuerySet[Seat, tuple]:  # type: ignore[type-arg]
    columns = ("is_acting", "acting_since", "place", "score", "is_out")
    person = ("user_id", "user__username", "user__profile__display_name", "user__robot")
    return Seat.objects.filter(game__in=games).order_by("number", "id").values_list("game_id", *person, *columns)


_CURRENT, _FINISHED, _ASKED, _SEATS = Ready(_current), Ready(_finished), Ready(_asked), Ready(_seats)


def _sitters(games: Iterable[int]) -> Mapping[int, Sequence[Sitter]]:
    """Return the people at these tables, in order of play."""
    found: dict[int, list[Sitter]] = defaultdict(list)
    wanted = tuple(games)
    for game, user, username, shown, robot, *rest in _SEATS(wanted) if wanted else ():
        name = shown_name(username, shown or "", robot) if username else ""
        found[game].append(Sitter(user, username or "", name, robot or "", *rest))
    return found
