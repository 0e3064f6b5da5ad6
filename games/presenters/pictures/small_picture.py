"""The small pictures of a title."""

from games.engine.registry import TITLES
from games.errors import NotFound
from games.skins.registry import skin_of


def small_picture(title: str, name: str) -> str:
    """Return a small picture as an SVG file. Raises NotFound for an unknown title or name."""
    if title not in TITLES:
        raise NotFound
    try:
        return skin_of(title).icon(name)
    except KeyError as error:
        raise NotFound from error
