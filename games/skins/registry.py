"""The skins of the titles."""

from functools import cache
from importlib import import_module

from .skin import Skin

# Where the skins are, imported when they are first used. A title without one is drawn plainly.
SKINS = {"marrakech": "games.skins.marrakech.skin", "marram": "games.skins.marram.skin"}
PLAIN = Skin()


@cache
def skin_of(title: str) -> Skin:
    """Return the skin of a title, by its key."""
    skin: Skin = import_module(SKINS[title]).SKIN if title in SKINS else PLAIN
    return skin
