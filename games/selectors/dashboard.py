"""What a player's own page lists, in four statements however many games there are: plain values, no model objects."""

from collections import defaultdict
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from functools import lru_cache
from typing import Any, NamedTuple

from django.db.models import IntegerField, QuerySet
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
STATUS, EXTRA = COLUMNS.index("status"), len(COLUMNS)  # where they are in the row of a game
PERSON, ACTING = 1, 5  # and in that of a seat
WAITING = "(SELECT count(*) FROM games_seat s WHERE s.user_id = %s AND s.is_acting = true AND s.finished_at IS NULL)"


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


class Listed(NamedTuple):
    """A game and who sits at it, as the database sent them: what is equal looks the same.

    The methods make values of them, which takes longer than everything else a long list needs.
    """

    sent: tuple[Any, ...]
    seats: tuple[tuple[Any, ...], ...]
    read: Callable[[Sequence[Any]], Sequence[Any]]
    read_seat: Callable[[Sequence[Any]], Sequence[Any]]

    @property
    def game(self) -> tuple[Any, ...]:
        """What the database said about the game itself."""
        return self.sent[: len(COLUMNS)]

    @property
    def status(self) -> str:
        """The game's status."""
        return str(self.sent[STATUS])

    def waits_for(self, user: int) -> bool:
        """Tell whether this user must act."""
        return next((bool(seat[ACTING]) for seat in self.seats if seat[PERSON] == user), False)

    def row(self) -> Row:
        """Return the game."""
        return Row(*self.read(self.sent)[: len(COLUMNS)])

    def sitters(self) -> list[Sitter]:
        """Return the people at the table, in order of play."""
        return [_sitter(*self.read_seat(seat)) for seat in self.seats]


class Asked(NamedTuple):
    """An invitation that waits for an answer. ``inviter`` is "" for somebody who is gone."""

    code: str
    inviter: str
    listed: Listed


@dataclass(frozen=True, slots=True)
class Dashboard:
    """A player's games. ``waiting`` is how many wait for them in all, ``has_more`` tells that others are left out."""

    current: Sequence[Listed]
    finished: Sequence[Listed]
    asked: Sequence[Asked]
    waiting: int
    has_more: bool


def dashboard_of(user: User) -> Dashboard:
    """Return the player's games that go on, those that wait longest first, the latest that are over, invitations."""
    found = (_CURRENT.sent(user.pk), _FINISHED.sent(user.pk), _ASKED.sent(user.pk))
    rows = [found[0].rows[:MOST], found[1].rows, found[2].rows]
    seats = _seats_by_game(row[0] for some in rows for row in some)
    current, finished, asked = (
        [Listed(row, tuple(seats.by_game[row[0]]), one.read, seats.read) for row in some]
        for one, some in zip(found, rows, strict=True)
    )
    waiting = current[0].sent[EXTRA] if current else 0
    invitations = [Asked(one.sent[EXTRA], one.sent[EXTRA + 2] or one.sent[EXTRA + 1] or "", one) for one in asked]
    return Dashboard(current, finished, invitations, waiting, len(found[0].rows) > MOST)


def _of_game(prefix: str) -> list[str]:
    return [f"{prefix}__{column}" for column in COLUMNS]


def _current(user: int) -> QuerySet[Seat, tuple]:  # type: ignore[type-arg]
    # Who has five hundred games would have all of them read and sorted, were it not for the index ``seat_current``.
    mine = Seat.objects.filter(user=user, finished_at=None, game__status__in=[Status.RUNNING, Status.OPEN])
    found = mine.annotate(waiting=RawSQL(WAITING, (user,), IntegerField())).values_list(*_of_game("game"), "waiting")  # noqa: S611
    return found.order_by("-is_acting", "acting_since", "-game_id")[: MOST + 1]


def _finished(user: int) -> QuerySet[Seat, tuple]:  # type: ignore[type-arg]
    ends = [Status.FINISHED, Status.ABORTED]
    over = Seat.objects.filter(user=user, finished_at__isnull=False, game__status__in=ends)
    return over.order_by("-finished_at", "-game_id").values_list(*_of_game("game"))[:LATEST]


def _asked(user: int) -> QuerySet[Invitation, tuple]:  # type: ignore[type-arg]
    pending = Invitation.objects.filter(user=user, state=InvitationState.PENDING, game__status=Status.OPEN)
    return pending.values_list(*_of_game("game"), "code", "inviter__username", "inviter__profile__display_name")


def _seats(games: Sequence[int]) -> QuerySet[Seat, tuple]:  # type: ignore[type-arg]
    columns = ("is_acting", "acting_since", "place", "score", "is_out")
    person = ("user_id", "user__username", "user__profile__display_name", "user__robot")
    seats = Seat.objects.filter(game__in=games).order_by("game_id", "number", "id")  # as an index has them
    return seats.values_list("game_id", *person, *columns)


_CURRENT, _FINISHED, _ASKED, _SEATS = Ready(_current), Ready(_finished), Ready(_asked), Ready(_seats)


class _Seats(NamedTuple):
    by_game: Mapping[int, Sequence[tuple[Any, ...]]]
    read: Callable[[Sequence[Any]], Sequence[Any]]


def _seats_by_game(games: Iterable[int]) -> _Seats:
    """Return the rows of the people at these tables, in order of play."""
    found: dict[int, list[tuple[Any, ...]]] = defaultdict(list)
    wanted = tuple(games)
    if not wanted:
        return _Seats(found, tuple)
    rows, read = _SEATS.sent(wanted)
    for row in rows:
        found[row[0]].append(row)
    return _Seats(found, read)


def _sitter(_game: int, user: int | None, username: str, shown: str, robot: str, *rest: Any) -> Sitter:
    name = shown_name(username, shown or "", robot) if username else ""
    return Sitter(user, username or "", name, robot or "", *rest)
