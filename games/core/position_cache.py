"""The cache of what follows from a position of a game, the language and the players' names.

It stores text, bytes and numbers only: an object of a class could not be read by a release that has changed the class.
"""

from collections.abc import Callable, Sequence
from hashlib import sha256
from typing import TypeVar

from django.core.cache import caches

from games.common.release import release

Made = TypeVar("Made", str, bytes)
ALIAS = "games"  # in settings.CACHES: pictures must not push rate limits out of the default cache
DAY = 24 * 3600


def position_key(what: str, code: str, ply: int, language: str = "", names: Sequence[str] = ()) -> str:
    """Return the key of something made of the game ``code`` after ``ply`` entries. ``what`` names it and its size.

    ``names`` are the players’, or whatever else it follows from.
    """
    words = sha256("\0".join([language, *names]).encode()).hexdigest()[:16] if language or names else "-"
    return f"position:{what}:{code}:{ply}:{words}"


def cached(key: str, make: Callable[[], Made], seconds: int = DAY) -> Made:
    """Return what this release has stored under the key, or make and store it."""
    return cached_many([key], lambda _missing: [make()], seconds)[0]


def cached_many(keys: Sequence[str], make: Callable[[list[str]], list[Made]], seconds: int) -> list[Made]:
    """Return what this release has stored under each key. ``make`` is given the keys without a value, if any."""
    if not keys:
        return []
    stored = {key: f"{release()}:{key}" for key in keys}
    found: dict[str, Made] = caches[ALIAS].get_many(stored.values())
    missing = [key for key in stored if stored[key] not in found]
    if missing:
        made = {stored[key]: value for key, value in zip(missing, make(missing), strict=True)}
        caches[ALIAS].set_many(made, seconds)
        found = {**found, **made}
    return [found[stored[key]] for key in keys]
