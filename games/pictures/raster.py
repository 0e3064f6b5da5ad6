"""Drawings as pixels: SVG in, Pillow images and PNG files out."""

import io
import re
from collections.abc import Iterator
from functools import lru_cache
from math import ceil
from pathlib import Path
from typing import NamedTuple

import resvg_py
from PIL import Image

from games.engine.scene import Piece, Scene, Token

from . import paths
from .board_svg import IDENT, lettering, silent_board
from .coordinates import draw_place
from .geometry import HALF, UNIT, Ground
from .paint import Brush
from .registry import skin_of
from .skin import Skin

FONT, FONT_FILE = "DejaVu Sans", str(Path(__file__).parent / "fonts" / "DejaVuSans-Bold.ttf")
PAPER = "#f3e4c8"  # below the round corners of most boards, so that they need no transparency
COLOURS = 256  # a PNG with a palette takes a third of the space of one in true colours
Places = tuple[tuple[str, ...], ...]
LEVEL = 7  # of zlib: the highest takes three times the time to save 3 bytes in 100

PLACE = re.compile(r' transform="translate\(([^\s)]+) ([^\s)]+)\)')
AROUND = 3 * HALF  # what is drawn round the middle of a piece: its edges and its shadow
REACH = HALF  # what lines and rings may reach beyond the cells that they belong to


def render_image(svg: str, pixels: int, paper: str = PAPER, *, is_crisp: bool = False) -> Image.Image:
    """Return the drawing on paper of this colour, ``pixels`` wide. Crisp edges and letters are not smoothed."""
    return _render(svg, pixels, paper, is_crisp=is_crisp).convert("RGB")


def render_transparent(svg: str, pixels: int, *, is_crisp: bool = False) -> Image.Image:
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
    # An octree is the fastest way to a palette. Its colours are off by 14 of 255 at most, in a few pixels of patterns.
    return _png(image.quantize(COLOURS, method=Image.Quantize.FASTOCTREE, dither=Image.Dither.NONE))


def _png(picture: Image.Image) -> bytes:
    file = io.BytesIO()
    picture.save(file, "PNG", compress_level=LEVEL)
    return file.getvalue()


def _square(pixels: int, width: float) -> int:
    """Return how many pixels a square gets in a drawing of this width: an even number, for pieces on two squares."""
    return int(pixels * HALF / width) * 2


def on_whole_pixels(svg: str, pixels: int) -> str:
    """Return the drawing with a wider margin, so that a square is a whole number of pixels wide, and so is a half."""

    def wider(found: re.Match[str]) -> str:
        left, top, width, height = map(float, found.groups())
        more = pixels * UNIT / _square(pixels, width) - width
        return f'viewBox="{left - more / 2:.4f} {top - more / 2:.4f} {width + more:.4f} {height + more:.4f}"'

    return re.sub(r'viewBox="(\S+) (\S+) (\S+) (\S+)"', wider, svg, count=1)


class Part(NamedTuple):
    """A part of a drawing: SVG text with its definitions, and the box that it is drawn in, in drawing units.

    The part may be moved to ``at``, the place of the box's corner on the board (0, 0: the corner of the first cell).
    """

    svg: str
    definitions: str
    box: tuple[float, float, float, float]  # left, top, width, height
    at: tuple[float, float]


def crisp_board(scene: Scene, pixels: int, *, has_coordinates: bool = False, places: Places = ()) -> bytes:
    """Return a board for emails. The ``places``, cells side by side, are numbered from 1.

    ``pixels`` must be even: the pieces are drawn once, and would lie between pixels otherwise.
    """
    ground = Ground(scene)
    square = _square(pixels, scene.columns * UNIT + 2 * skin_of(scene.title).margin)
    numbered = [_movable(draw_place(ground, cells, number), "") for number, cells in enumerate(places, 1)]
    parts = tuple(
        part._replace(at=(part.at[0] - ground.left, part.at[1] - ground.top))
        for part in (*_parts(scene, ground), *numbered)
    )
    empty = silent_board(scene.bare(), has_coordinates=has_coordinates)
    return _put_together(empty, parts, square, (scene.columns, scene.rows), pixels)


@lru_cache(maxsize=32)  # the players of a table get the same picture
def _put_together(empty: str, parts: tuple[Part, ...], square: int, size: tuple[int, int], pixels: int) -> bytes:
    picture, scale = _empty(empty, pixels).copy(), square / UNIT
    left, top = (pixels - size[0] * square) // 2, (picture.height - size[1] * square) // 2
    for part in parts:
        sprite, (x, y) = _sprite(part.svg, part.definitions, part.box, round(part.box[2] * scale))
        corner = round(part.at[0] * scale) + left + x, round(part.at[1] * scale) + top + y
        picture.paste(sprite, corner, sprite)
    return palette_png(picture)


@lru_cache(maxsize=16)
def _empty(board: str, pixels: int) -> Image.Image:
    return render_image(on_whole_pixels(board, pixels), pixels, is_crisp=True)


@lru_cache(maxsize=1024)
def _sprite(
    svg: str, definitions: str, box: tuple[float, float, float, float], pixels: int
) -> tuple[Image.Image, tuple[int, int]]:
    """Return what is drawn in a box, without the empty space around it, and where it begins in the box."""
    view = " ".join(f"{number:g}" for number in box)
    head = f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="{view}"><defs>{definitions}</defs>'
    drawn = render_transparent(f"{head}{svg}</svg>", pixels, is_crisp=True)
    left, top, right, bottom = drawn.getbbox() or (0, 0, 1, 1)
    return drawn.crop((left, top, right, bottom)), (left, top)


def _parts(scene: Scene, ground: Ground) -> Iterator[Part]:
    skin = skin_of(scene.title)
    brush = skin.brush(IDENT, "light")
    for piece in scene.pieces:
        definitions = _definitions(skin, piece)
        yield _movable(skin.piece(brush, ground, piece), definitions)
        if piece.out:
            yield _fixed(skin.hatching(brush, ground, piece), definitions, ground, piece.cells)
    for kind, cells in scene.marks.items():
        if cells:
            yield _fixed(skin.mark(brush, ground, kind, cells), "", ground, cells)
    for piece in scene.pieces:
        for cell in piece.cells if piece.letter and skin.letters_in_pictures else ():
            yield _letter(skin, brush, piece.letter, ground.centre(cell))
    for trail in scene.trails:
        if len(trail.cells) > 1:
            reach = max(REACH, HALF * ceil(skin.margin / HALF)) if trail.loops else REACH  # loops lie in the margin
            yield _fixed(paths.trail(brush, ground, trail), "", ground, trail.cells, reach)
    for token in scene.tokens:
        yield _movable(skin.token(brush, ground, token), _definitions(skin, token))


@lru_cache(maxsize=256)
def _definitions(skin: Skin, item: Piece | Token) -> str:
    return skin.definitions(skin.brush(IDENT, "light"), [item])


def _movable(svg: str, definitions: str) -> Part:
    """Return a part that looks the same in every place: it is drawn round (0, 0)."""
    place = PLACE.search(svg)
    assert place
    x, y = float(place[1]), float(place[2])
    still = PLACE.sub(' transform="translate(0 0)', svg, count=1)
    return Part(still, definitions, (-AROUND, -AROUND, 2 * AROUND, 2 * AROUND), (x - AROUND, y - AROUND))


def _letter(skin: Skin, brush: Brush, letter: str, middle: tuple[float, float]) -> Part:
    return Part(
        lettering(skin, brush, [(letter, (0, 0))]), "", (-HALF, -HALF, UNIT, UNIT), (middle[0] - HALF, middle[1] - HALF)
    )


def _fixed(svg: str, definitions: str, ground: Ground, cells: tuple[str, ...], reach: float = REACH) -> Part:
    """Return a part that belongs to these cells, and reaches a little beyond them.

    Drawing takes as long as its box is large: a whole board takes 15 ms, a walk over five squares takes three.
    """
    places = [ground.centre(cell) for cell in cells]
    left, top = (min(place[axis] for place in places) - HALF - reach for axis in (0, 1))
    right, bottom = (max(place[axis] for place in places) + HALF + reach for axis in (0, 1))
    return Part(svg, definitions, (left, top, right - left, bottom - top), (left, top))
