"""A drawing as PNG data with hard edges: small, for mails."""

import re
from functools import lru_cache

import resvg_py

from games.presenters.pictures.parts.geometry import UNIT

from .glyphs import letters_as_paths
from .palette import with_palette

GROUND = "#f3e4c8"  # the plaza's colour, so that the round corners need no transparency


@lru_cache(maxsize=32)
def drawn(svg: str, pixels: int) -> bytes:
    """Return the drawing with hard edges; the players of one table see the same one.

    Whole pixels for each square and a palette make it a seventh as large.
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
