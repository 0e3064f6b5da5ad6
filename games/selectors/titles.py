"""The titles of stored games."""

from games.engine.core import Title
from games.engine.registry import get_title
from games.models import Game


def title_of(game: Game) -> Title:
    """Return the title that a stored game is of."""
    return get_title(game.title)
