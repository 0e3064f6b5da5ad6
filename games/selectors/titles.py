"""The titles of stored games."""

from games.engine.core import Title
from games.engine.registry import get_title
from games.models import Game


def title_of(game: Game) -> Title:
    """Return the title of a stored game."""
    return get_title(game.title)
