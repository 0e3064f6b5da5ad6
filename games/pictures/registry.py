"""The skins of the titles.

A new title of this project has one line here. The skin of a title in another package is found by an entry point of the
group ``marrakech.skins``, whose name is the title's key.
"""

from functools import cache
from importlib import metadata

from .marrakech.skin import SKIN as MARRAKECH
from .marram.skin import SKIN as MARRAM
from .skin import Skin
from .sprite import picture_address

ENTRY_POINTS = "marrakech.skins"
SKINS: dict[str, Skin] = {"marrakech": MARRAKECH, "marram": MARRAM}
PLAIN = Skin()


@cache
def skin_of(title: str) -> Skin:
    """Return the skin of a title, by its key. A title without one is drawn plainly."""
    if title in SKINS:
        return SKINS[title]
    point = next(iter(metadata.entry_points(group=ENTRY_POINTS, name=title)), None)
    return point.load() if point else PLAIN


def art_address(title: str, name: str) -> str:
    """Return the address of a small picture of a title."""
    return picture_address(title, skin_of(title), name)
