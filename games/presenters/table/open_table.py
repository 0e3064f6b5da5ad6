"""A table before its start: free seats, reserved seats, and the viewer's options."""

from dataclasses import dataclass

from django.utils import timezone

from accounts.models import User
from accounts.selectors import display_name
from games.engine.registry import get_title
from games.models import Game, Invitation, Seat, SeatOrder
from games.selectors.tables.invitations import pending_of
from games.selectors.tables.seats import Viewer, seat_name, seats_of
from games.services.tables.new_table.minimum import has_minimum, merits_of, unmet

from ..people.robots import RobotView, robot_views
from ..rules import table_terms


@dataclass(frozen=True, slots=True)
class ReservedSeat:
    """A seat reserved by an invitation. ``name`` is "" for an address that this viewer must not see."""

    name: str
    username: str
    code: str
    may_withdraw: bool


@dataclass(frozen=True, slots=True)
class OpenTableView:
    """``invitation`` is the viewer's unanswered one. The invite code is "" for viewers who cannot invite.

    ``robots`` are the robots that the host can add, empty for all other viewers. ``refusal`` says what the viewer lacks
    to join, "" for nothing.
    """

    free: int
    reserved: tuple[ReservedSeat, ...]
    invitation: Invitation | None
    may_join: bool
    may_invite: bool
    invite_code: str
    robots: tuple[RobotView, ...] = ()
    clock_terms: tuple[tuple[str, str], ...] = ()
    refusal: str = ""
    first_name: str = ""  # in a rematch: who sits first this time

    @property
    def empty(self) -> range:
        """The free seats as a range of numbers, for loops in templates."""
        return range(max(self.free, 0))


def open_table_view(game: Game, viewer: Viewer, seats: list[Seat]) -> OpenTableView:
    """Return the seats of an open table for this viewer."""
    pending = pending_of(game)
    user = viewer if isinstance(viewer, User) else None
    seated = user is not None and any(seat.user_id == user.pk for seat in seats)
    mine = next((invitation for invitation in pending if user is not None and invitation.user_id == user.pk), None)
    free = game.seat_count - len(seats) - len(pending)
    is_asked = not seated and mine is None and free > 0
    return OpenTableView(
        free=free,
        reserved=tuple(_reserved_seat(game, invitation, user) for invitation in pending),
        invitation=mine,
        may_join=not seated and (free > 0 or mine is not None),
        may_invite=seated and free > 0,
        invite_code=game.invite_code if seated else "",
        robots=tuple(robot_views(get_title(game.title))) if user and user.pk == game.host_id and free > 0 else (),
        clock_terms=tuple(table_terms(game)),
        first_name=_first_of_rematch(game),
        refusal=unmet(game, merits_of(user, timezone.now())) if user and is_asked and has_minimum(game) else "",
    )


def _first_of_rematch(game: Game) -> str:
    """Return who gets the first seat of a rematch, "" for other tables."""
    before = seats_of(game.rematch_of) if game.seat_order == SeatOrder.ROTATED and game.rematch_of else []
    return seat_name(before[1]) if len(before) > 1 else ""


def _reserved_seat(game: Game, invitation: Invitation, user: User | None) -> ReservedSeat:
    mine = user is not None and user.pk in {invitation.inviter_id, game.host_id}
    if invitation.user is not None:
        return ReservedSeat(display_name(invitation.user), invitation.user.username, invitation.code, mine)
    return ReservedSeat(invitation.email if mine else "", "", invitation.code, mine)
