"""A position of a table as PNG: the board alone, or the card that a link to the table shows."""

from games.engine.registry import get_title
from games.models import Game
from games.selectors.log import state_of

from .board_svg import board_svg
from .raster.smooth import smooth
from .stills import CARD, card


def board_png(game: Game, ply: int | None, pixels: int) -> bytes:
    """Return the board now, or after ``ply`` entries, so many pixels wide. Raises NotFound for a later one."""
    scene = get_title(game.title).scene(state_of(game, ply))
    return smooth(board_svg(scene, say=lambda _message: "", title="", skin="standalone"), pixels)


def card_png(game: Game, ply: int | None) -> bytes:
    """Return the board and the score, now or after ``ply`` entries. Raises NotFound for a later one."""
    return smooth(card(get_title(game.title), state_of(game, ply)), CARD[0])
