"""Deputies as their pages show them, and the games in which a player acts for others."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date, datetime

from accounts.models import User
from accounts.selectors import display_name
from games.common.errors import NotFound
from games.core.lists import seats_to_return_to
from games.core.models import Game, Seat
from games.core.selectors import seat_name

from .models import Deputy
from .selectors import deputy_for, deputy_of, represented_games, request_to


@dataclass(frozen=True, slots=True)
class DeputyView:
    """One player trusts another. Without days, whenever the first one is late."""

    pk: int
    player: str
    player_username: str
    deputy: str
    deputy_username: str
    first: date | None
    last: date | None
    is_accepted: bool
    is_ended: bool


@dataclass(frozen=True, slots=True)
class DeputiesView:
    """``own`` is the deputy of the viewer; ``asking`` wait for the viewer's answer, ``accepted`` trust the viewer."""

    own: DeputyView | None
    asking: Sequence[DeputyView]
    accepted: Sequence[DeputyView]


@dataclass(frozen=True, slots=True)
class RepresentedGame:
    """A game in which the viewer may act for another player now."""

    game: Game
    player: str
    since: datetime | None


@dataclass(frozen=True, slots=True)
class Absences:
    asking: Sequence[DeputyView]
    games: Sequence[RepresentedGame]
    seats: Sequence[Seat]


def deputies_view(user: User) -> DeputiesView:
    own, others = deputy_of(user), [_view(row) for row in deputy_for(user)]
    asking = [one for one in others if not one.is_accepted]
    return DeputiesView(_view(own) if own else None, asking, [one for one in others if one.is_accepted])


def request_view(user: User, pk: int) -> DeputyView:
    """Return a request to the user to be a deputy. Raises NotFound if it is gone with the player's account."""
    row = request_to(user, pk)
    if row is None:
        raise NotFound
    return _view(row)


def absences(user: User, now: datetime) -> Absences:
    rows = deputy_for(user)
    games = represented_games(user, now, [row for row in rows if row.accepted_at])
    return Absences(
        asking=[_view(row) for row in rows if not row.accepted_at],
        games=[RepresentedGame(game, seat_name(seat), seat.acting_since) for game, seat in games],
        seats=seats_to_return_to(user, now),
    )


def _view(row: Deputy) -> DeputyView:
    return DeputyView(
        pk=row.pk,
        player=display_name(row.user),
        player_username=row.user.username,
        deputy=display_name(row.deputy),
        deputy_username=row.deputy.username,
        first=row.first,
        last=row.last,
        is_accepted=row.accepted_at is not None,
        is_ended=row.ended_at is not None,
    )
