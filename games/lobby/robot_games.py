"""Private games against robots, without a clock: started with one click, or from a position of a game that is over.

A game from a position has its own dice. It never counts in a player's record, because the player has chosen the
position.
"""

from django.db import transaction
from django.utils.translation import gettext_lazy as _

from accounts.models import User
from games.common.errors import Conflict, Invalid, NotFound
from games.core.choices import Pace, SeatOrder, Status
from games.core.dice import NO_SHARE, NewShare
from games.core.log import state_of
from games.core.models import Game, Seat
from games.core.selectors import first_rules, title_of
from games.engine.core import Title
from games.engine.registry import TITLES
from games.play.table_times import TimeSettings

from .table_names import unrepeated_name
from .tables import NewTable, StartingPosition, create_table


def title_for(robot: str, key: str = "") -> Title:
    """Return the title with this key, by default the first that a robot plays.

    Raises NotFound for an unknown robot, and for a title that it does not play.
    """
    for title in TITLES.values():
        if robot in title.robots and key in {"", title.key}:
            return title
    raise NotFound


def start_robot_game(user: User, robot: str, *, title: str = "", share: NewShare = NO_SHARE, draft: str = "") -> Game:
    """Start a private game of the default rules, a short one if it is the first. Raises like ``create_table``.

    It is a game of the ``title`` with this key, by default of the first that the robot plays.
    """
    played, is_first = title_for(robot, title), not Seat.objects.filter(user=user).exists()
    return create_table(
        user,
        NewTable(
            title=played.key,
            ruleset=first_rules(played),
            options=played.short_game if is_first else {},
            seat_count=played.min_seats,
            times=TimeSettings(Pace.NONE),
            is_private=True,
            share=share,
            draft=draft,
            robots=[robot] * (played.min_seats - 1),
        ),
    )


@transaction.atomic
def branch_from(
    game: Game, user: User, *, ply: int, seat: int, robot: str, share: NewShare = NO_SHARE, draft: str = ""
) -> Game:
    """Start a game with the first ``ply`` entries of another one. The user takes this seat, robots the others.

    Raises NotFound for a later ply, Conflict (not-over, nothing-to-play), Invalid (no-such-seat), and what
    ``create_table`` raises.
    """
    title, state = title_of(game), branch_position(game, ply)
    if seat not in seats_in_play(title, state, game.seat_count):
        raise Invalid("no-such-seat", _("This seat can’t be played. Choose another one."))
    return create_table(
        user,
        NewTable(
            title=game.title,
            ruleset=game.ruleset,
            options=game.options,
            seat_count=game.seat_count,
            times=TimeSettings(Pace.NONE),
            is_private=True,
            seat_order=SeatOrder.JOINED,
            name=unrepeated_name(f"{game.name[:50]} · {ply}", user),
            share=share,
            draft=draft,
            robots=[robot] * (game.seat_count - 1),
            starting_position=StartingPosition(game, ply, seat, state),
        ),
    )


def branch_position(game: Game, ply: int) -> object:
    """Return the state of a game at a ply, as the starting position of another game.

    Raises NotFound for a later ply, Conflict (not-over) while the game runs, because robots must not help players,
    Conflict (nothing-to-play) if the game is decided.
    """
    if game.status not in {Status.FINISHED, Status.ABORTED}:
        raise Conflict("not-over", _("You can only play on from a game that is over."))
    state = state_of(game, ply)
    if title_of(game).outcome(state) is not None:
        raise Conflict("nothing-to-play", _("The game is over in this position. Choose an earlier one."))
    return state


def can_branch(game: Game, ply: int) -> bool:
    """Return True if ``branch_position`` would return a position."""
    exists = game.status in {Status.FINISHED, Status.ABORTED} and ply <= game.ply
    return exists and title_of(game).outcome(state_of(game, ply)) is None


def seats_in_play(title: Title, state: object, seat_count: int) -> list[int]:
    """Return the seats that are not out in this position, in order of their numbers."""
    out = {panel.seat for panel in title.panels(state) if panel.out}
    return [seat for seat in range(seat_count) if seat not in out]
