"""A player's public page and history."""

from collections.abc import Iterable
from dataclasses import dataclass

from accounts.models import Profile, User
from accounts.selectors import display_name, get_profile
from games.models import Seat
from games.selectors.history import filtered_history
from games.selectors.lists import Record, record_of
from games.selectors.seats import Viewer

from ..robots import RobotView, robot_view
from .game_cards import GameCard, game_card

MAX_SHOWN = 6


@dataclass(frozen=True, slots=True)
class ProfileView:
    """A player as everybody may see them: only games that the viewer may know of are listed.

    ``robot`` is None for people.
    """

    user: User
    name: str
    profile: Profile
    record: Record
    running: list[GameCard]
    finished: list[GameCard]
    is_me: bool
    robot: RobotView | None


def history_cards(seats: Iterable[Seat], user: User) -> list[GameCard]:
    """Return the games of a history, from this player's side."""
    return [game_card(seat.game, user) for seat in seats]


def profile_view(user: User, viewer: Viewer) -> ProfileView:
    """Return a player's public page."""
    lists = {show: filtered_history(user, viewer, show=show)[:MAX_SHOWN] for show in ("running", "finished")}
    return ProfileView(
        user=user,
        name=display_name(user),
        profile=get_profile(user),
        record=record_of(user),
        running=history_cards(lists["running"], user),
        finished=history_cards(lists["finished"], user),
        is_me=isinstance(viewer, User) and viewer.pk == user.pk,
        robot=robot_view(user),
    )
