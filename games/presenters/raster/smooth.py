"""A drawing as pixels with smooth edges: for whoever shares a picture, and for films."""

import io

import resvg_py
from PIL import Image

from .glyphs import letters_as_paths
from .png import GROUND

COLOURS = 256


def painted(svg: str, pixels: int) -> Image.Image:
    """Return the drawing, so many pixels wide, in smooth true colours on the plaza's ground."""
    return _painted(svg, pixels, background=GROUND).convert("RGB")


def painted_through(svg: str, pixels: int) -> Image.Image:
    """Return the same without a ground: what nothing is drawn on can be seen through."""
    return _painted(svg, pixels)


def _painted(svg: str, pixels: int, background: str | None = None) -> Image.Image:
    text = letters_as_paths(svg)
    png = resvg_py.svg_to_bytes(svg_string=text, width=pixels, skip_system_fonts=True, background=background)
    return Image.open(io.BytesIO(bytes(png)))


def smooth(svg: str, pixels: int) -> bytes:
    """Return the drawing with smooth edges as PNG data. It takes a fifth of a second or more."""
    written = io.BytesIO()
    picture = painted(svg, pixels).quantize(COLOURS, dither=Image.Dither.NONE)
    picture.save(written, "PNG", optimize=True)
    return written.getvalue()
