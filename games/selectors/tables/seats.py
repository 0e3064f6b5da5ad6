"""The seats of a table and the names of its players."""

from collections.abc import Sequence
from datetime import datetime
from typing import TypeAlias

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
    """Return the seats in order of play (in order of joining before the start), with users, owners and profiles."""
    seats = list(Seat.objects.filter(game=game).select_related("user__profile", "owner__profile"))
    for seat in seats:
        seat.game = game
    return seats


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


def seat_name(seat: Seat) -> str:
    """Return the name that everyone sees for a seat."""
    return display_name(seat.user) if seat.user else _("a former player")


def seat_names(game: Game) -> list[str]:
    """Return the players' names in order of play."""
    return [seat_name(seat) for seat in seats_of(game)]


def seat_of(game: Game, viewer: Viewer) -> Seat | None:
    """Return the viewer's seat at this table, or None."""
    return game.seats.filter(user=viewer).first() if isinstance(viewer, User) else None


def acting_elsewhere(user: User, game: Game) -> int:
    """Return how many other games wait for the player."""
    seats = Seat.objects.filter(user=user, is_acting=True, finished_at=None, game__resigns_at=None)
    return seats.exclude(game=game).count()


def own_seat(game: Game, user: User) -> Seat:
    """Return the player's seat at this table. Raises Forbidden (not-seated)."""
    seat = seat_of(game, user)
    if seat is None:
        raise Forbidden("not-seated", gettext_lazy("You do not have a seat at this table."))
    return seat
