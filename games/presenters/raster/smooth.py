"""A drawing as pixels with smooth edges: for whoever shares a picture, and for films."""

import io
from functools import lru_cache

import resvg_py
from PIL import Image

from .glyphs import letters_as_paths
from .png import GROUND

COLOURS = 256


def painted(svg: str, pixels: int) -> Image.Image:
    """Return the drawing, so many pixels wide, in smooth true colours on the plaza's ground."""
    png = resvg_py.svg_to_bytes(
        svg_string=letters_as_paths(svg), width=pixels, background=GROUND, skip_system_fonts=True
    )
    return Image.open(io.BytesIO(bytes(png))).convert("RGB")


@lru_cache(maxsize=32)
def smooth(svg: str, pixels: int) -> bytes:
    """Return the drawing with smooth edges; who shares a picture shows the same one to many."""
    written = io.BytesIO()
    painted(svg, pixels).quantize(COLOURS, dither=Image.Dither.NONE).save(written, "PNG", optimize=True)
    return written.getvalue()
