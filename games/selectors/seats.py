"""Who sits where, and under which name."""

from typing import TypeAlias

from django.contrib.auth.models import AnonymousUser
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from accounts.models import User
from accounts.ready import Ready
from accounts.selectors import display_name
from games.errors import Forbidden
from games.models import Game, Seat

Viewer: TypeAlias = User | AnonymousUser | None

_SEATS = Ready(lambda game: Seat.objects.filter(game=game).select_related("user__profile").order_by("number", "id"))
_SEAT = Ready(lambda game, user: Seat.objects.filter(game=game, user=user))
_PLAIN_SEATS = Ready(lambda game: Seat.objects.filter(game=game).select_related("user").order_by("number", "id"))


def is_robot(seat: Seat) -> bool:
    """Tell whether a robot sits there."""
    return seat.user is not None and bool(seat.user.robot)


def seats_of(game: Game) -> list[Seat]:
    """Return the seats in order of play (in order of joining before the start), with users and profiles."""
    return _SEATS(game.pk)


def seats_with_users(game: Game) -> list[Seat]:
    """Return the seats in the same order, with users."""
    return _PLAIN_SEATS(game.pk)


def seat_name(seat: Seat) -> str:
    """Return the name that everybody sees for a seat."""
    return display_name(seat.user) if seat.user else _("a former player")


def seat_names(game: Game) -> list[str]:
    """Return the players' names in order of play."""
    return [seat_name(seat) for seat in seats_of(game)]


def seat_of(game: Game, viewer: Viewer) -> Seat | None:
    """Return the viewer's seat at this table, or None."""
    return _SEAT.first(game.pk, viewer.pk) if isinstance(viewer, User) else None


def own_seat(game: Game, user: User) -> Seat:
    """Return the player's seat at this table. Raises Forbidden (not-seated)."""
    seat = seat_of(game, user)
    if seat is None:
        raise Forbidden("not-seated", gettext_lazy("You do not have a seat at this table."))
    return seat
