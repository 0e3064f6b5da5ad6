"""A player's public page."""

from dataclasses import dataclass

from django.utils import timezone

from accounts.models import Profile, User
from accounts.selectors import display_name, get_profile
from games.selectors.game_lists import PlayerRecord, history_of, record_of
from games.selectors.seats import Viewer

from ..absences import absences_of
from ..player_time import PlayerTimeView, player_time_view
from ..robots import RobotView, robot_view
from .game_cards import GameCard, game_cards

MAX_SHOWN = 6


@dataclass(frozen=True, slots=True)
class ProfileView:
    """A player's public page, with games that the viewer may see. ``robot`` is None for people.

    ``record`` is None for robots: they have too many games to count them for each visit. Robots have no ``time``.
    """

    user: User
    name: str
    profile: Profile
    record: PlayerRecord | None
    running: list[GameCard]
    finished: list[GameCard]
    is_me: bool
    robot: RobotView | None
    absence: str = ""
    time: PlayerTimeView | None = None


def profile_view(user: User, viewer: Viewer) -> ProfileView:
    """Return a player's public page."""
    lists = {show: history_of(user, viewer, show=show)[:MAX_SHOWN] for show in ("running", "finished")}
    now = timezone.now()
    absence = None if user.robot else absences_of([user.pk], now).get(user.pk)
    return ProfileView(
        user=user,
        name=display_name(user),
        profile=get_profile(user),
        record=None if user.robot else record_of(user),
        running=game_cards(lists["running"], user),
        finished=game_cards(lists["finished"], user),
        is_me=isinstance(viewer, User) and viewer.pk == user.pk,
        robot=robot_view(user),
        absence=absence.text if absence else "",
        time=None if user.robot else player_time_view(user, viewer, now),
    )
