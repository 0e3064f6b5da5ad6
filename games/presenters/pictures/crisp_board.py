"""Boards with hard edges as PNG pictures, put together from parts that are drawn once.

Drawing a whole board takes a tenth of a second, most of it for the empty board and the patterns of pieces. In a picture
whose squares are a whole even number of pixels wide, each of these looks the same wherever it lies. So the empty board,
a piece in each direction, letters and figures are drawn once in a process; for each position only trails and marks are.
"""

import re
from collections.abc import Iterator
from functools import lru_cache
from math import ceil
from typing import NamedTuple

from PIL import Image

from games.engine.messages import Message
from games.engine.scene import Piece, Scene, Token
from games.skins import paths
from games.skins.geometry import HALF, UNIT, Ground
from games.skins.paint import Brush
from games.skins.registry import skin_of
from games.skins.skin import Skin

from .board_svg import IDENT, board_svg, lettering
from .raster import crisp_png, on_whole_pixels, palette_png, render_image, render_transparent

PLACE = re.compile(r' transform="translate\(([^\s)]+) ([^\s)]+)\)')
AROUND = 3 * HALF  # what is drawn round the middle of a piece: its edges and its shadow
REACH = HALF  # what lines and rings may reach beyond the cells that they belong to


class Part(NamedTuple):
    """A part of a drawing: SVG text with its definitions, and the box that it is drawn in, in drawing units.

    The part may be moved to ``at``, the place of the box's corner on the board (0, 0: the corner of the first cell).
    """

    svg: str
    definitions: str
    box: tuple[float, float, float, float]  # left, top, width, height
    at: tuple[float, float]


def crisp_board(scene: Scene, pixels: int) -> bytes:
    """Return the PNG of a position with its letters, ``pixels`` wide."""
    square, margin = _measures(scene, pixels)
    if square % 2 or margin % 1:  # pieces would lie between pixels
        return crisp_png(_whole(scene), pixels)
    ground = Ground(scene)
    parts = tuple(
        part._replace(at=(part.at[0] - ground.left, part.at[1] - ground.top)) for part in _parts(scene, ground)
    )
    return _put_together(_empty_board(scene), parts, square, (scene.columns, scene.rows), pixels)


def _measures(scene: Scene, pixels: int) -> tuple[int, float]:
    """Return the width of a square and of the margin in pixels, as ``raster.on_whole_pixels`` draws them."""
    square = int(pixels * UNIT / (scene.columns * UNIT + 2 * skin_of(scene.title).margin))
    return square, (pixels - scene.columns * square) / 2


def _whole(scene: Scene) -> str:
    return board_svg(scene, say=_key, title="", palette="light", letters=True)


def _empty_board(scene: Scene) -> str:
    return _whole(scene._replace(pieces=(), tokens=(), trails=(), marks={}))


def _key(message: Message) -> str:
    return message.key


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
    """Yield everything above the empty board, the lowest first."""
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
        for cell in piece.cells if piece.letter else ():
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
