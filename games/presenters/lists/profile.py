"""A player's public page."""

from dataclasses import dataclass

from django.utils import timezone

from accounts.models import Profile, User
from accounts.selectors import display_name, get_profile
from games.selectors.game_lists import games_in_order, history_of
from games.selectors.tables.seats import Viewer
from games.selectors.tallies import opponents_of, running_count, tallies_of

from ..people.absences import absences_of
from ..people.player_time import PlayerTimeView, player_time_view
from ..people.robots import RobotView, titles_of_robot
from .game_cards import GameCard, game_cards
from .results import OpponentView, TitleResults, opponent_views, title_results

MAX_SHOWN = 6


@dataclass(frozen=True, slots=True)
class ProfileView:
    """A player's public page, with games that the viewer may see.

    ``robots`` describes a robot in each title that it plays, [] for people.
    ``finished_count`` and ``wins`` are numbers of all finished games, ``titles`` tells more of them for each title.
    Robots have no ``time`` and no ``opponents``.
    """

    user: User
    name: str
    profile: Profile
    running_count: int
    finished_count: int
    wins: int
    titles: list[TitleResults]
    opponents: list[OpponentView]
    running: list[GameCard]
    finished: list[GameCard]
    is_me: bool
    robots: list[RobotView]
    absence: str = ""
    time: PlayerTimeView | None = None


def profile_view(user: User, viewer: Viewer) -> ProfileView:
    """Return a player's public page."""
    running, finished = (history_of(user, viewer, show=show, limit=MAX_SHOWN).ids for show in ("running", "finished"))
    cards = {card.game.pk: card for card in game_cards(games_in_order([*running, *finished]), user)}
    now, tallies = timezone.now(), tallies_of(user)
    absence = None if user.robot else absences_of([user.pk], now).get(user.pk)
    return ProfileView(
        user=user,
        name=display_name(user),
        profile=get_profile(user),
        running_count=running_count(user),
        finished_count=sum(tally.games for tally in tallies),
        wins=sum(tally.games for tally in tallies if tally.place == 1),
        titles=title_results(tallies, viewer),
        opponents=opponent_views(opponents_of(user, viewer)),
        running=[cards[pk] for pk in running if pk in cards],
        finished=[cards[pk] for pk in finished if pk in cards],
        is_me=isinstance(viewer, User) and viewer.pk == user.pk,
        robots=titles_of_robot(user),
        absence=absence.text if absence else "",
        time=None if user.robot else player_time_view(user, viewer, now),
    )
