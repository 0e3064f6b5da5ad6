"""A position of a table as PNG: the board alone, or the card that a link to the table shows. Kept for everybody."""

from collections.abc import Callable
from typing import Any

from django.core.cache import cache

from games.engine.core import Title
from games.engine.registry import get_title
from games.models import Game
from games.selectors.log import state_of
from games.services.picture_limit import count_drawing

from ..raster.smooth import smooth
from .board_svg import board_svg
from .share_card import CARD_SIZE, share_card_svg

DAY = 24 * 3600


def board_png(game: Game, ply: int | None, pixels: int, who: str) -> bytes:
    """Return the board now, or after ``ply`` entries, so many pixels wide.

    ``who`` asks, where it must be drawn first. Raises NotFound for a later ply, TooMany.
    """

    def drawn(title: Title, state: Any) -> str:
        return board_svg(title.scene(state), say=lambda _message: "", title="", palette="standalone")

    return _kept("board", game, ply, pixels, who, drawn)


def card_png(game: Game, ply: int | None, who: str) -> bytes:
    """Return the board and the score, now or after ``ply`` entries. ``who`` and errors are those of ``board_png``."""
    return _kept("card", game, ply, CARD_SIZE[0], who, share_card_svg)


def _kept(kind: str, game: Game, ply: int | None, pixels: int, who: str, draw: Callable[[Title, Any], str]) -> bytes:
    at = game.ply if ply is None else ply  # the log may have grown since the game was read
    key = f"picture:2:{kind}:{game.code}:{at}:{pixels}"
    kept: bytes | None = cache.get(key)
    if kept is None:
        state = state_of(game, at)
        count_drawing(who)
        kept = smooth(draw(get_title(game.title), state), pixels)
        cache.set(key, kept, DAY)
    return kept
