"""The cache of what follows from a position of a game, the language and the players' names."""

from collections.abc import Callable, Sequence
from hashlib import sha256
from typing import TypeVar

from django.core.cache import cache

Made = TypeVar("Made")
DAY = 24 * 3600
FORMAT = 3  # raised when something stored changes its form


def position_key(what: str, code: str, ply: int, language: str = "", names: Sequence[str] = ()) -> str:
    """Return the key of something made of the game ``code`` after ``ply`` entries. ``what`` names it and its size."""
    words = sha256("\0".join([language, *names]).encode()).hexdigest()[:16] if language or names else "-"
    return f"position:{FORMAT}:{what}:{code}:{ply}:{words}"


def cached(key: str, make: Callable[[], Made]) -> Made:
    """Return what is stored under the key, or make it and store it for a day."""
    found: Made | None = cache.get(key)
    if found is None:
        found = make()
        cache.set(key, found, DAY)
    return found
