"""The titles the site can play. A new title is a package and one line here."""

from .core import Title
from .errors import BadOptions
from .marrakech.title import MARRAKECH

TITLES: dict[str, Title] = {title.key: title for title in (MARRAKECH,)}


def get_title(key: str) -> Title:
    """Return the title with this key. Raises BadOptions("unknown-title")."""
    try:
        return TITLES[key]
    except KeyError:
        raise BadOptions("unknown-title", title=key) from None
