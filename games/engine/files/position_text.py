"""Positions as text: which title a position is of, and its state."""

import json
from collections.abc import Mapping
from typing import Any

from ..core import Title
from ..errors import BadPosition
from ..registry import TITLES, get_title


def read_json(text: str) -> Mapping[str, Any]:
    """Return JSON data that is an object. Raises BadPosition("not-json")."""
    try:
        data = json.loads(text)
    except (ValueError, RecursionError) as error:
        raise BadPosition("not-json", where="position", found="", expected=str(error)) from None
    if not isinstance(data, Mapping):
        raise BadPosition("not-json", where="position", found=text[:20], expected="an object")
    return data


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
