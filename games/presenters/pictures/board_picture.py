"""The board of a table as an SVG file of its own."""

from django.utils.translation import gettext as _

from games.engine.messages import Message
from games.engine.registry import get_title
from games.models import Game
from games.selectors.tables.seats import seat_names
from games.selectors.visibility import known_state_of

from ..wording import render_message
from .board_svg import board_svg


def board_picture(game: Game, ply: int | None = None, *, is_dark: bool = False) -> str:
    """Return the board as everyone may know it, now or after ``ply`` entries, light or dark.

    Raises NotFound for a later ply.
    """
    title, names = get_title(game.title), seat_names(game)
    scene = title.scene(known_state_of(game, None, ply))

    def say(message: Message) -> str:
        return render_message(title, message, names)

    name = _("The board of %(table)s") % {"table": game.name}
    return board_svg(scene, say=say, title=name, palette="dark" if is_dark else "light", width=532)
