"""What a viewer may know of a game: everything once it is over, and what the title's views say until then.

Whatever shows or hands out a position, a ply or a log takes it from here; only services use the whole state.
"""

from collections.abc import Iterable
from dataclasses import replace
from typing import Any

from django.utils.translation import gettext_lazy as _

from accounts.models import User
from games.common.errors import BrokenGame, Conflict
from games.engine.course import Course
from games.engine.values import Ply

from .choices import Status
from .log import course_of_game, plies_of, state_of
from .models import Game
from .selectors import Viewer, seat_of, title_of


def has_secrets(game: Game) -> bool:
    """Return True if there may be something in the game that not everyone may know."""
    return title_of(game).has_secrets and game.status not in {Status.FINISHED, Status.ABORTED}


def is_past(game: Game, ply: int | None, undone: int | None) -> bool:
    """Return True if the position after ``ply`` entries can never look different at an address with these numbers.

    While the game runs, an undo brings a ply again: the address must name how often there was one.
    """
    return ply is not None and (game.is_over or (undone == game.undone and not has_secrets(game)))


def require_no_secrets(game: Game) -> None:
    """Raise Conflict while there may be something in the game that not everyone may know."""
    if has_secrets(game):
        raise Conflict("secret", _("This is possible once the game is over. Until then, some of it is secret."))


def knowing_seat(game: Game, viewer: Viewer) -> int | None:
    """Return the number of the seat for which a viewer knows more than others: None without secrets or a seat."""
    seat = seat_of(game, viewer) if isinstance(viewer, User) and has_secrets(game) else None
    return seat.number if seat else None


def known_state(game: Game, state: Any, seat: int | None) -> Any:
    """Return what a seat (None: spectators) may know of a position of this game."""
    return title_of(game).view(state, seat) if has_secrets(game) else state


def known_plies(game: Game, plies: Iterable[Ply], seat: int | None) -> list[Ply]:
    """Return what a seat may know of plies of this game."""
    title = title_of(game)
    return [title.view_ply(ply, seat) for ply in plies] if has_secrets(game) else list(plies)


def known_state_of(game: Game, seat: int | None, ply: int | None = None) -> Any:
    """Return what a seat may know of the position now, or after ``ply`` entries. Raises NotFound, BrokenGame."""
    return known_state(game, state_of(game, ply), seat)


def known_plies_of(game: Game, seat: int | None, ply: int | None = None) -> list[Ply]:
    """Return what a seat may know of every ply, or of the first ``ply``. Raises NotFound, BrokenGame."""
    return known_plies(game, plies_of(game, ply), seat)


def known_course_of(game: Game, seat: int | None) -> Course:
    """Return what a seat may know of everything that was ever played. Raises BrokenGame."""
    course = course_of_game(game)
    if len(course.kept) < game.ply:
        raise BrokenGame(game.pk, f"the log has {len(course.kept)} entries, the game says {game.ply}")
    return replace(course, plies=tuple(known_plies(game, course.plies, seat)))
