"""Drawings as pixels: SVG in, Pillow images and PNG files out."""

import io
import re
from functools import lru_cache
from pathlib import Path

import resvg_py
from PIL import Image

from games.skins.geometry import UNIT

FONT, FONT_FILE = "DejaVu Sans", str(Path(__file__).parent / "fonts" / "DejaVuSans-Bold.ttf")
PAPER = "#f3e4c8"  # below the round corners of most boards, so that they need no transparency
COLOURS = 256  # a PNG with a palette takes a third of the space of one in true colours
LEVEL = 7  # of zlib: the highest takes three times the time to save 3 bytes in 100
QUICK_LEVEL = 5  # half the time of the above for 11 bytes more in 100


def render_image(svg: str, pixels: int, paper: str = PAPER, *, is_crisp: bool = False) -> Image.Image:
    """Return the drawing on paper of this colour, ``pixels`` wide. Crisp edges and letters are not smoothed."""
    return _render(svg, pixels, paper, is_crisp=is_crisp).convert("RGB")


def render_transparent(svg: str, pixels: int, *, is_crisp: bool = False) -> Image.Image:
    """Return the drawing on a transparent background, ``pixels`` wide."""
    return _render(svg, pixels, None, is_crisp=is_crisp)


def _render(svg: str, pixels: int, background: str | None, *, is_crisp: bool) -> Image.Image:
    png = resvg_py.svg_to_bytes(
        svg_string=svg,
        width=pixels,
        background=background,
        shape_rendering="crisp_edges" if is_crisp else "geometric_precision",
        text_rendering="optimize_speed" if is_crisp else "optimize_legibility",
        skip_system_fonts=True,  # a picture looks the same on every machine
        font_files=[FONT_FILE],
        font_family=FONT,
        serif_family=FONT,
    )
    return Image.open(io.BytesIO(bytes(png)))


def smooth_png(svg: str, pixels: int) -> bytes:
    """Return a PNG with smooth edges. Takes a fifth of a second or more."""
    return _png(render_image(svg, pixels).quantize(COLOURS, dither=Image.Dither.NONE))


@lru_cache(maxsize=32)  # the players of a table get the same picture
def crisp_png(svg: str, pixels: int) -> bytes:
    """Return a PNG with hard edges, a third of the size of a smooth one: for emails."""
    return palette_png(render_image(on_whole_pixels(svg, pixels), pixels, is_crisp=True))


def palette_png(image: Image.Image) -> bytes:
    """Return a picture with few colours as a PNG."""
    # An octree is the fastest way to a palette. Its colours are off by 14 of 255 at most, in a few pixels of patterns.
    return _png(image.quantize(COLOURS, method=Image.Quantize.FASTOCTREE, dither=Image.Dither.NONE), QUICK_LEVEL)


def _png(picture: Image.Image, level: int = LEVEL) -> bytes:
    file = io.BytesIO()
    picture.save(file, "PNG", compress_level=level)
    return file.getvalue()


def on_whole_pixels(svg: str, pixels: int) -> str:
    """Return the drawing with a wider margin, so that a square is a whole number of pixels wide."""

    def wider(found: re.Match[str]) -> str:
        left, top, width, height = map(float, found.groups())
        more = pixels * UNIT / int(pixels * UNIT / width) - width
        return f'viewBox="{left - more / 2:.4f} {top - more / 2:.4f} {width + more:.4f} {height + more:.4f}"'

    return re.sub(r'viewBox="(\S+) (\S+) (\S+) (\S+)"', wider, svg, count=1)
