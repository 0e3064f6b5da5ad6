"""Drawings as pixels: SVG in, Pillow images and PNG files out."""

import io
import re
from functools import lru_cache
from typing import Literal

import resvg_py
from PIL import Image

from ..raster.glyphs import letters_as_paths
from .parts.geometry import UNIT

GROUND = "#f3e4c8"  # the colour of the plaza, so that the round corners need no transparency
COLOURS = 256  # a PNG with a palette takes a third of the space of one in true colours
LEVEL = 7  # of zlib: the highest takes three times the time to save 3 bytes in 100

Edges = Literal["geometric_precision", "crisp_edges"]


def render_image(svg: str, pixels: int, *, edges: Edges = "geometric_precision") -> Image.Image:
    """Return the drawing on the colour of the plaza, ``pixels`` wide."""
    return _render(svg, pixels, edges, GROUND).convert("RGB")


def render_transparent(svg: str, pixels: int) -> Image.Image:
    """Return the drawing on a transparent background, ``pixels`` wide."""
    return _render(svg, pixels, "geometric_precision", None)


def _render(svg: str, pixels: int, edges: Edges, background: str | None) -> Image.Image:
    png = resvg_py.svg_to_bytes(
        svg_string=letters_as_paths(svg),
        width=pixels,
        background=background,
        shape_rendering=edges,
        skip_system_fonts=True,
    )
    return Image.open(io.BytesIO(bytes(png)))


def smooth_png(svg: str, pixels: int) -> bytes:
    """Return a PNG with smooth edges. Takes a fifth of a second or more."""
    return _png(render_image(svg, pixels).quantize(COLOURS, dither=Image.Dither.NONE))


@lru_cache(maxsize=32)  # the players of a table get the same picture
def crisp_png(svg: str, pixels: int) -> bytes:
    """Return a PNG with hard edges, a third of the size of a smooth one: for emails."""
    image = render_image(on_whole_pixels(svg, pixels), pixels, edges="crisp_edges")
    # An octree is the fastest way to a palette. Its colours are off by 14 of 255 at most, in a few pixels of rugs.
    return _png(image.quantize(COLOURS, method=Image.Quantize.FASTOCTREE, dither=Image.Dither.NONE))


def _png(image: Image.Image) -> bytes:
    file = io.BytesIO()
    image.save(file, "PNG", compress_level=LEVEL)
    return file.getvalue()


def on_whole_pixels(svg: str, pixels: int) -> str:
    """Return the drawing with a wider margin, so that a square is a whole number of pixels wide."""

    def wider(found: re.Match[str]) -> str:
        left, top, width, height = map(float, found.groups())
        more = pixels * UNIT / int(pixels * UNIT / width) - width
        return f'viewBox="{left - more / 2:.4f} {top - more / 2:.4f} {width + more:.4f} {height + more:.4f}"'

    return re.sub(r'viewBox="(\S+) (\S+) (\S+) (\S+)"', wider, svg, count=1)
