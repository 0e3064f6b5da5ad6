"""The frames of a stored game, some at a time."""

from typing import Any

from games.engine.registry import get_title
from games.errors import NotFound
from games.models import Game
from games.selectors.tables.seats import Viewer, seat_names
from games.selectors.visibility import knowing_seat, known_plies_of

from .frames import make_frames

MAX_FRAMES = 60  # plies in one answer


def game_frames(game: Game, viewer: Viewer, first: int | None, last: int | None) -> dict[str, Any]:
    """Return ``{"from", "to", "of", "frames"}``: the frames of these plies for a viewer, at most 60 from ``first`` on.

    ``of`` is the length of the log. By default all plies up to that limit. Raises NotFound for plies that do not exist.
    """
    start = first or 0
    stop = min(game.ply if last is None else last, start + MAX_FRAMES - 1)
    if stop > game.ply or start > stop:
        raise NotFound
    plies = known_plies_of(game, knowing_seat(game, viewer), stop) if game.started_at else []
    frames = make_frames(get_title(game.title), plies, seat_names(game), start=start, stop=stop)
    return {"from": start, "to": stop, "of": game.ply, "frames": frames}
