"""Games against a robot, started with one click."""

from accounts.models import User
from games.common.errors import NotFound
from games.core.choices import Pace
from games.core.models import Game, Seat
from games.core.shares import NO_SHARE, NewShare
from games.engine.core import Title
from games.engine.registry import TITLES
from games.play.table_times import TimeSettings

from .tables import NewTable, create_table


def title_for(robot: str) -> Title:
    """Return the first title that a robot plays. Raises NotFound for an unknown robot."""
    for title in TITLES.values():
        if robot in title.robots:
            return title
    raise NotFound


def start_robot_game(user: User, robot: str, *, share: NewShare = NO_SHARE) -> Game:
    """Start a private game of the default rules, without a clock, against a robot. Raises like ``create_table``.

    A player's first game is a short one.
    """
    title, is_first = title_for(robot), not Seat.objects.filter(user=user).exists()
    return create_table(
        user,
        NewTable(
            title=title.key,
            ruleset=next(rules.key for rules in title.rulesets.values() if rules.offered),
            options=title.short_game if is_first else {},
            seat_count=title.min_seats,
            times=TimeSettings(Pace.NONE),
            is_private=True,
            share=share,
            robots=[robot] * (title.min_seats - 1),
        ),
    )
