"""PNG files of a position: the board alone, and the card that other sites show for a link."""

from collections.abc import Callable
from typing import Any

from games.engine.core import Title
from games.engine.registry import get_title
from games.models import Game
from games.models.cache import cached, position_key
from games.selectors.visibility import has_secrets, known_state_of
from games.services import rate_limits

from .board_svg import board_svg
from .raster import smooth_png
from .share_card import CARD_SIZE, share_card_svg


def board_png(game: Game, ply: int | None, pixels: int, who: str) -> bytes:
    """Return the board as everyone may know it, now or after ``ply`` entries, ``pixels`` wide.

    The drawing counts towards the limit of ``who`` if it is not cached. Raises NotFound for a later ply, TooMany.
    """

    def drawn(title: Title, state: Any) -> str:
        return board_svg(title.scene(state), say=lambda _message: "", title="", palette="light")

    return _cached("board", game, ply, pixels, who, drawn)


def card_png(game: Game, ply: int | None, who: str) -> bytes:
    """Return the board with the score, now or after ``ply`` entries. ``who`` and errors are those of ``board_png``."""
    return _cached("card", game, ply, CARD_SIZE[0], who, share_card_svg)


def _cached(kind: str, game: Game, ply: int | None, pixels: int, who: str, draw: Callable[[Title, Any], str]) -> bytes:
    """Return the picture from the cache: drawing one takes about 40 ms."""
    at = game.ply if ply is None else ply  # the log may have grown since the game was read
    what = f"{kind}-{pixels}{'-secret' if has_secrets(game) else ''}"

    def make() -> bytes:
        state = known_state_of(game, None, at)
        rate_limits.count("picture", who)
        return smooth_png(draw(get_title(game.title), state), pixels)

    return cached(position_key(what, f"{game.code}{game.undo_mark}", at), make)
