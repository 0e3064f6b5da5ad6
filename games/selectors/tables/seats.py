"""The seats of a table and the names of its players."""

from collections.abc import Collection, Iterable, Sequence
from datetime import datetime
from typing import NamedTuple, TypeAlias

from django.contrib.auth.models import AnonymousUser
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from accounts.models import User
from accounts.selectors import display_name
from games.errors import Forbidden
from games.models import Game, Seat
from games.models.game_queryset import TIME_TO_RETURN

Viewer: TypeAlias = User | AnonymousUser | None


def is_robot(seat: Seat) -> bool:
    """Return True if a robot has this seat."""
    return seat.user is not None and bool(seat.user.robot)


def shows_hints(game: Game, seats: Sequence[Seat]) -> bool:
    """Return True if a robot's choice is marked: at tables with that option, and where one person plays robots."""
    return game.has_hints or sum(not is_robot(seat) for seat in seats) < 2


def seats_of(game: Game) -> list[Seat]:
    """Return the seats in order of play (in order of joining before the start), with users and profiles.

    Few seats have another owner, so owners are read in a statement of their own: a table's page takes 0.6 ms less than
    with a join, and 0.2 ms less because the seats are sorted here.
    """
    seats = sorted(Seat.objects.filter(game=game).select_related("user__profile").order_by(), key=_order)
    for seat in seats:
        seat.game = game
    if ids := {seat.owner_id for seat in seats} - {None}:
        owners = User.objects.select_related("profile").in_bulk(ids)
        for seat in seats:
            seat.owner = owners.get(seat.owner_id)
    return seats


def _order(seat: Seat) -> tuple[bool, int, int]:
    return seat.number is None, seat.number or 0, seat.pk


class SeatRow(NamedTuple):
    """A seat as the API's list of games shows it. See ``Seat`` for the fields."""

    user: User | None
    number: int | None
    is_acting: bool
    acting_since: datetime | None
    is_out: bool
    score: int | None
    place: int | None
    wants_abort: bool
    bank: int
    offered_at: datetime | None


def seat_rows_by_game(games: Collection[Game]) -> dict[int, list[SeatRow]]:
    """Return the seats of several games in order of play as rows: for fifty games with four seats that takes 1.7 ms less."""
    by_game: dict[int, list[SeatRow]] = {game.pk: [] for game in games}
    seats = Seat.objects.filter(game__in=list(by_game)).order_by("game_id", "number", "id")
    rows = list(seats.values_list("game_id", "user_id", *SeatRow._fields[1:]))
    users = _people(games, (user for _game, user, *_columns in rows))
    for game, user, *columns in rows:
        by_game[game].append(SeatRow(users.get(user), *columns))
    return by_game


def _people(games: Collection[Game], players: Iterable[int | None]) -> dict[int | None, User]:
    """Return players and hosts by their ids, with profiles. The games get their hosts."""
    ids = {*players, *(game.host_id for game in games)} - {None}
    users: dict[int | None, User] = {**User.objects.select_related("profile").in_bulk(ids)}
    for game in games:
        game.host = users.get(game.host_id)
    return users


def seats_with_users(game: Game) -> list[Seat]:
    """Return the seats in the same order, with users."""
    return list(game.seats.select_related("user"))


def return_until(seat: Seat) -> datetime | None:
    """Return until when the owner of a seat that another player took may return, None for other seats."""
    return seat.taken_at + TIME_TO_RETURN if seat.owner_id and seat.taken_at else None


def may_take_back(seat: Seat, user: User, now: datetime) -> bool:
    """Return True if the seat looks for another player and is still the user's, or the user may return to it."""
    if seat.user_id == user.pk:
        return seat.offered_at is not None
    until = return_until(seat) if seat.owner_id == user.pk else None
    return until is not None and until > now


def seat_name(seat: Seat | SeatRow) -> str:
    """Return the name that everyone sees for a seat."""
    return display_name(seat.user) if seat.user else _("a former player")


def seat_names(game: Game) -> list[str]:
    """Return the players' names in order of play."""
    return [seat_name(seat) for seat in seats_of(game)]


def seat_of(game: Game, viewer: Viewer) -> Seat | None:
    """Return the viewer's seat at this table, or None."""
    return game.seats.filter(user=viewer).first() if isinstance(viewer, User) else None


def own_seat(game: Game, user: User) -> Seat:
    """Return the player's seat at this table. Raises Forbidden (not-seated)."""
    seat = seat_of(game, user)
    if seat is None:
        raise Forbidden("not-seated", gettext_lazy("You do not have a seat at this table."))
    return seat
