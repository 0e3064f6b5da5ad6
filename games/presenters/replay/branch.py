"""The form for playing on from a position of a finished game."""

from dataclasses import dataclass

from django.utils.safestring import SafeString
from django.utils.translation import gettext as _

from accounts.models import User
from games.engine.registry import get_title
from games.models import Game
from games.selectors.tables.seats import seat_name, seats_of
from games.services.tables.branches import branch_position, seats_in_play
from games.services.tables.robot_games import FIRST_ROBOT

from ..people.robots import RobotView, robot_views
from ..pictures.board_svg import board_svg
from ..table.seats import SeatView, plain_seats, seats_with_panels


@dataclass(frozen=True, slots=True)
class BranchView:
    """The position, the seats to choose from, and the robots. Without choices if the game cannot be continued."""

    ply: int
    board: SafeString
    seats: tuple[SeatView, ...]
    seat: int | None
    robots: tuple[RobotView, ...]
    robot: str


def branch_view(game: Game, user: User, ply: int) -> BranchView:
    """Return the form. It preselects the player's own seat if they had one, otherwise the acting seat.

    Raises the errors of ``branch_position``.
    """
    title, state = get_title(game.title), branch_position(game, ply)
    rows = seats_of(game)
    mine = next((row for row in rows if row.user_id == user.pk), None)
    people = seats_with_panels(plain_seats(rows, mine, None), title, state)
    numbers = seats_in_play(title, state, game.seat_count)
    wanted = [mine.number if mine else None, *title.acting(state), *numbers]
    names = [seat_name(row) for row in rows]
    return BranchView(
        ply=ply,
        board=SafeString(
            board_svg(
                title.scene(state),
                say=lambda _message: "",
                title=_("The board after step %(ply)s") % {"ply": ply},
                desc=", ".join(names),
            )
        ),
        seats=tuple(seat for seat in people if seat.number in numbers),
        seat=next((number for number in wanted if number in numbers), None),
        robots=tuple(robot_views(title)),
        robot=FIRST_ROBOT if FIRST_ROBOT in title.robots else next(iter(title.robots), ""),
    )
