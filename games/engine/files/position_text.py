"""Positions as text: which title a position is of, and its state."""

from typing import Any

from ..core import Title
from ..registry import TITLES, get_title
from .json_reader import read_json


def title_of_position(text: str, default: str) -> Title:
    """Return the title that a position names: its JSON by ``title``, a line by the ruleset with which it begins.

    If it names none, that is the title with the key ``default``. Raises BadOptions("unknown-title"), BadPosition.
    """
    if text.startswith("{"):
        named = read_json(text).get("title")
        return get_title(named if isinstance(named, str) else default)
    word = text.partition(" ")[0]
    titles = [get_title(default), *TITLES.values()]
    return next((title for title in titles if word in title.rulesets), titles[0])


def read_position(text: str, default: str) -> tuple[Title, Any]:
    """Return the title and the state of a position line or JSON. Raises BadOptions, BadPosition."""
    title = title_of_position(text, default)
    return title, title.from_json(read_json(text)) if text.startswith("{") else title.read_position(text)
