"""The small pictures of a title in one file.

A page refers to a part of the file: ``/art/TITLE.VERSION.svg#NAME``. The version changes with the pictures, so that
browsers keep the file for good. Pictures that a title has in many forms (tiles) are files of their own.
"""

import re
from functools import cache
from hashlib import sha256

from .skin import Skin

GAP = 8  # between two pictures, of which each is drawn in its own frame
SIZE = re.compile(r'width="(\d+)" height="(\d+)"')


def picture_address(title: str, skin: Skin, name: str) -> str:
    """Return the address of a small picture, for a skin of this title."""
    if name in skin.small_pictures:
        return f"/art/{title}.{sprite_version(skin)}.svg#{name}"
    return f"/art/{title}/{name}.svg"


@cache
def sprite_version(skin: Skin) -> str:
    return sha256(sprite_svg(skin).encode()).hexdigest()[:12]


@cache
def sprite_svg(skin: Skin) -> str:
    """Return the small pictures of a skin one below the other, each with a view of its name."""
    drawn, top, widest = "", 0, 0
    for name in skin.small_pictures:
        art = skin.icon(name)
        found = SIZE.search(art)
        assert found, name
        wide, high = int(found[1]), int(found[2])
        drawn += f'<view id="{name}" viewBox="0 {top} {wide} {high}"/>' + art.replace("<svg ", f'<svg y="{top}" ', 1)
        top, widest = top + high + GAP, max(widest, wide)
    return f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {widest} {top}">{drawn}</svg>'
