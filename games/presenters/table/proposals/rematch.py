"""The rematch of a finished game, as its players see it."""

from collections.abc import Sequence
from dataclasses import dataclass

from games.models import Game, Seat, Status
from games.selectors.games import rematch_of
from games.selectors.tables.seats import seat_name


@dataclass(frozen=True, slots=True)
class RematchView:
    """The table of a rematch. ``name`` is that of the player who offers it, ``may_join`` tells whether one can join."""

    code: str
    name: str
    is_open: bool
    may_join: bool


def rematch_view(game: Game, me: Seat, seats: Sequence[Seat]) -> RematchView | None:
    """Return the rematch of a game for one of its players, None if there is none."""
    found = rematch_of(game)
    if found is None:
        return None
    host = next((seat for seat in seats if seat.user_id == found.host_id), None)
    is_seated = any(seat.user_id == me.user_id for seat in found.seats.all())
    is_open = found.status == Status.OPEN
    return RematchView(
        found.code, seat_name(host) if host else "", is_open, is_open and not is_seated and host is not None
    )
