"""The skins of the titles, each imported when it is first asked for.

A new title of this project has one line here. The skin of a title in another package is found by an entry point of the
group ``marrakech.skins``, whose name is the title's key.
"""

from functools import cache
from importlib import import_module, metadata

from .skin import Skin

ENTRY_POINTS = "marrakech.skins"
SKINS = {"marrakech": "games.skins.marrakech.skin", "marram": "games.skins.marram.skin"}
PLAIN = Skin()


@cache
def skin_of(title: str) -> Skin:
    """Return the skin of a title, by its key. A title without one is drawn plainly."""
    if title in SKINS:
        skin: Skin = import_module(SKINS[title]).SKIN
        return skin
    point = next(iter(metadata.entry_points(group=ENTRY_POINTS, name=title)), None)
    return point.load() if point else PLAIN
