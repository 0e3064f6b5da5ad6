"""The board as a PNG picture that needs no font of the machine it is made on."""

import re
from collections.abc import Sequence
from functools import lru_cache

import resvg_py

from games.engine.core import Message, Title
from games.engine.scene import Scene
from games.presenters.art.geometry import UNIT
from games.presenters.board_svg import board_svg
from games.presenters.wording import render

from .glyphs import letters_as_paths
from .palette import with_palette

SHOWN = 320  # pixels across, as a mail shows it
SMALL = 180  # the same where several boards stand in one mail
DENSITY = 2  # drawn at twice that size: sharp on every screen, and the screen smooths what is drawn without blending
GROUND = "#f3e4c8"  # the plaza's colour, so that the round corners need no transparency


def board_png(title: Title, scene: Scene, names: Sequence[str], shown: int = SHOWN) -> bytes:
    """Return the drawing of a scene as PNG data, ``DENSITY`` times as wide as it is ``shown`` in the mail."""

    def say(message: Message) -> str:
        return render(title, message, names)

    svg = board_svg(scene, say=say, title=title.name, skin="standalone", letters=True)
    return drawn(svg, shown * DENSITY)


@lru_cache(maxsize=32)
def drawn(svg: str, pixels: int) -> bytes:
    """Return the drawing as PNG; the players of one table see the same one.

    Hard edges, whole pixels for each square and a palette make it a seventh as large.
    """
    png = resvg_py.svg_to_bytes(
        svg_string=letters_as_paths(on_whole_pixels(svg, pixels)),
        width=pixels,
        background=GROUND,
        skip_system_fonts=True,
        shape_rendering="crisp_edges",
    )
    return with_palette(bytes(png))


def on_whole_pixels(svg: str, pixels: int) -> str:
    """Return the drawing with a little more ground around it, so that a square is a whole number of pixels wide."""

    def wider(found: re.Match[str]) -> str:
        left, top, wide, high = map(float, found.groups())
        more = pixels * UNIT / int(pixels * UNIT / wide) - wide
        return f'viewBox="{left - more / 2:.4f} {top - more / 2:.4f} {wide + more:.4f} {high + more:.4f}"'

    return re.sub(r'viewBox="(\S+) (\S+) (\S+) (\S+)"', wider, svg, count=1)
