"""The small pictures of a title in one file, and the pieces that its boards show in another.

A page refers to a part of a file: ``/art/TITLE.VERSION.svg#NAME``, ``/art/TITLE/p.VERSION#NAME``. The version
changes with the pictures, so that browsers keep the file for good.
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
    if found := skin.piece_name(name):
        return f"{pieces_address(title, skin)}#{found}"
    return f"/art/{title}/{name}.svg"


def pieces_address(title: str, skin: Skin) -> str:
    """Return the address of the pieces of a title. It is short: the largest boards have it a hundred times."""
    return f"/art/{title}/p.{pieces_version(skin)}"


@cache
def pieces_version(skin: Skin) -> str:
    return _version(skin.pieces_svg())[:7]


@cache
def sprite_version(skin: Skin) -> str:
    return _version(sprite_svg(skin))


def _version(drawing: str) -> str:
    return sha256(drawing.encode()).hexdigest()[:12]


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
