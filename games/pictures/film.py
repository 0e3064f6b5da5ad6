"""Films of a game: what each frame changes on a page, and the whole game as an animated picture."""

import io
import zlib
from collections.abc import Iterator, Sequence
from functools import lru_cache
from itertools import zip_longest
from typing import Any, NamedTuple, TypedDict

from PIL import Image

from games.engine.core import Title
from games.engine.prompts import Panel
from games.engine.registry import TITLES
from games.engine.scene import Cell, Piece, Scene
from games.engine.values import Ply

from .board_svg import IDENT, board_layers, lying_piece, silent_board
from .geometry import UNIT, Ground
from .paint import Brush
from .raster import FONT, render_image, render_transparent
from .registry import skin_of
from .share_card import score_strip, share_card_svg
from .skin import Skin

PIXELS = 432  # across
FRAME_MS, LAST_FRAME_MS = 750, 5000  # milliseconds of a position, and of the last one
COLOURS = 127  # and one more, transparent, for unchanged pixels
EFFORT, METHOD = 50, 2  # of WebP: 0 to 100 and 0 to 6; higher is smaller and slower
SAMPLE_PLIES = 40  # plies of the game whose drawing makes the version


# What changes from one position to the next, for films on a page


def piece_styles(title: Title, state: Any) -> list[str]:
    panels = title.panels(state)
    return sorted(
        {style for panel in panels for style in (panel.style, *(stat.style for stat in panel.stats)) if style}
    )


class LaidPiece(TypedDict):
    """A piece that was laid: its middle, its turn in degrees (0: from west to east), and its drawing.

    ``roll`` is the name of the definition that unrolls, "" for a piece that comes down as it is.
    """

    x: float
    y: float
    turn: int
    roll: str
    drawing: str


class TurnedPiece(TypedDict):
    """A piece that was turned over or round where it lies: its middle, its drawings before and after."""

    x: float
    y: float
    old: str
    new: str


def laid_pieces(skin: Skin, brush: Brush, before: Scene, after: Scene) -> list[LaidPiece]:
    ground, known = Ground(after), {piece.key for piece in before.pieces}
    return [_laid(skin, brush, ground, piece) for piece in after.pieces if piece.key not in known]


def _laid(skin: Skin, brush: Brush, ground: Ground, piece: Piece) -> LaidPiece:
    x, y = ground.middle(piece.cells)
    turn = 90 * (ground.toward(*piece.cells) % 2) if ground.are_neighbours(piece.cells) else 0
    roll = skin.rolled(piece)
    return LaidPiece(x=x, y=y, turn=turn, roll=roll, drawing="" if roll else skin.piece(brush, ground, piece))


def turned_pieces(skin: Skin, brush: Brush, before: Scene, after: Scene) -> list[TurnedPiece]:
    """Return the pieces that show another face or lie in another direction than before."""
    return list(_turned(skin, brush, Ground(before), Ground(after), before, after))


def _turned(
    skin: Skin, brush: Brush, was_ground: Ground, ground: Ground, before: Scene, after: Scene
) -> Iterator[TurnedPiece]:
    earlier = {piece.key: piece for piece in before.pieces}
    for piece in after.pieces:
        was = earlier.get(piece.key)
        if was and (was.face, was.turn) != (piece.face, piece.turn):
            x, y = ground.middle(piece.cells)
            old, new = skin.piece(brush, was_ground, was), skin.piece(brush, ground, piece)
            yield TurnedPiece(x=x, y=y, old=old, new=new)


def figures_of(panels: Sequence[Panel], kind: str) -> list[int | None]:
    values = {panel.seat: stat.value for panel in panels for stat in panel.stats if stat.kind == kind}
    return [values.get(seat) for seat in range(max(values, default=-1) + 1)]


def flows_between(had: Sequence[int | None], has: Sequence[int | None]) -> list[list[int | None]]:
    """Return who paid whom how much. What a seat loses goes to those that gain; None stands for no seat."""
    changes = [(now or 0) - (then or 0) for then, now in zip_longest(had, has)]
    losers = {seat: -change for seat, change in enumerate(changes) if change < 0}
    paid: list[list[int | None]] = []
    for seat, gain in enumerate(changes):
        for loser, lost in losers.items():
            if (amount := min(gain, lost)) > 0:
                paid.append([loser, seat, amount])
                losers[loser] -= amount
                gain -= amount
        if gain > 0:
            paid.append([None, seat, gain])
    return paid + [[seat, None, lost] for seat, lost in losers.items() if lost]


# The whole game as an animated picture


class _Box(NamedTuple):
    """A part of the picture, in pixels."""

    left: int
    top: int
    right: int
    bottom: int


class FilmPainter:
    """``size`` is the size of all pictures. ``states`` are those of the game: all their boards fit in."""

    def __init__(self, title: Title, states: Sequence[Any], pixels: int) -> None:
        scene = _around([title.scene(state) for state in states])
        self._title, self._styles, self._skin = title, piece_styles(title, states[0]), skin_of(scene.title)
        self._ground = ground = Ground(scene)
        margin = self._skin.margin
        self._scale = pixels / (ground.width + 2 * margin)
        self._corner = ground.left - margin, ground.top - margin
        self._board = render_image(silent_board(scene.bare(), styles=self._styles), pixels, self._skin.paper)
        self._lying, self._pieces = self._board.copy(), tuple[Piece, ...]()
        self._strip, self._score = self._scored(states[0])
        self.size = self._board.width, self._board.height + self._strip.height

    def paint(self, state: Any) -> Image.Image:
        scene = self._title.scene(state)
        self._lay(scene)
        board = self._lying.copy()
        above = self._above(scene)
        board.paste(above, mask=above)
        picture = Image.new("RGB", self.size)
        picture.paste(board, (0, 0))
        self._strip, self._score = self._scored(state)
        picture.paste(self._strip, (0, board.height))
        return picture

    def _scored(self, state: Any) -> tuple[Image.Image, str]:
        wide = self._board.width / self._scale
        score = score_strip(self._title, state, wide)
        if self._pieces and score == self._score:
            return self._strip, score
        return render_image(score, self._board.width, self._skin.paper), score

    def _above(self, scene: Scene) -> Image.Image:
        nothing_lies = scene._replace(pieces=())
        layers = "".join(board_layers(nothing_lies, palette="light"))
        whole = _Box(0, 0, *self._board.size)
        return self._part(_definitions(nothing_lies, []), layers, whole)

    def _lay(self, scene: Scene) -> None:
        changed = {*self._pieces} ^ {*scene.pieces}
        self._pieces = scene.pieces
        if not changed:
            return
        ground, brush = self._ground, self._skin.brush(IDENT, "light")
        places = {ground.place(cell) for piece in changed for cell in (*piece.cells, *piece.hidden)}
        columns, rows = [column for column, _ in places], [row for _, row in places]
        corners = (min(columns) - 1, min(rows) - 1, max(columns) + 2, max(rows) + 2)
        box = self._box(corners)
        near = [piece for piece in scene.pieces if _is_near(ground, piece, corners)]
        drawn = "".join(lying_piece(self._skin, brush, ground, piece) for piece in near)
        part = self._part(_definitions(scene.bare()._replace(pieces=tuple(near)), self._styles), drawn, box)
        spot = self._board.crop(box)
        spot.paste(part, mask=part)
        self._lying.paste(spot, box)

    def _box(self, corners: tuple[int, int, int, int]) -> _Box:
        """Return the pixels of these columns and rows (without the last ones), clipped to the picture."""
        lefts = [round((place * UNIT - self._corner[0]) * self._scale) for place in corners[::2]]
        tops = [round((place * UNIT - self._corner[1]) * self._scale) for place in corners[1::2]]
        (left, right), (top, bottom) = lefts, tops
        wide, high = self._board.size
        return _Box(max(left, 0), max(top, 0), min(right, wide), min(bottom, high))

    def _part(self, definitions: str, drawn: str, box: _Box) -> Image.Image:
        left, top = box.left / self._scale + self._corner[0], box.top / self._scale + self._corner[1]
        wide, high = (box.right - box.left) / self._scale, (box.bottom - box.top) / self._scale
        view = f'viewBox="{left:.4f} {top:.4f} {wide:.4f} {high:.4f}" width="{wide:.4f}" height="{high:.4f}"'
        svg = f'<svg xmlns="http://www.w3.org/2000/svg" {view}>{definitions}{drawn}</svg>'
        part = render_transparent(svg, box.right - box.left)
        return part if part.size == (box.right - box.left, box.bottom - box.top) else part.resize(_size(box))


def _size(box: _Box) -> tuple[int, int]:
    return box.right - box.left, box.bottom - box.top


def _is_near(ground: Ground, piece: Piece, corners: tuple[int, int, int, int]) -> bool:
    left, top, right, bottom = corners
    places = [ground.place(cell) for cell in (*piece.cells, *piece.hidden)]
    return any(left <= column < right and top <= row < bottom for column, row in places)


def _around(scenes: Sequence[Scene]) -> Scene:
    """Return a scene with the cells of all these scenes of a game. Its size is the union of theirs."""
    first = scenes[0]
    cells: dict[str, Cell] = {cell.name: cell for scene in scenes for cell in scene.cells}
    left, top = min(scene.left for scene in scenes), min(scene.top for scene in scenes)
    right = max(scene.left + scene.columns for scene in scenes)
    bottom = max(scene.top + scene.rows for scene in scenes)
    return first._replace(cells=tuple(cells.values()), left=left, top=top, columns=right - left, rows=bottom - top)


def _definitions(scene: Scene, styles: list[str]) -> str:
    drawing = silent_board(scene, styles=styles)
    return drawing[drawing.index("<defs>") : drawing.index("</defs>") + len("</defs>")]


@lru_cache(maxsize=1)
def drawing_version() -> int:
    """Return a number that changes with the drawings of any title: films of another version are out of date."""
    drawn = "".join(share_card_svg(title, _sample(title)) for title in TITLES.values())
    return zlib.crc32(f"{PIXELS} {COLOURS} {EFFORT} {FONT} {drawn}".encode()) % 32768


def _sample(title: Title) -> Any:
    state = title.start(next(iter(title.rulesets)), {}, title.min_seats)
    for _ply in range(SAMPLE_PLIES):
        if title.outcome(state) is not None:
            break
        state = title.apply(state, title.legal_actions(state)[0])
    return state


def shown_frames(title: Title, plies: Sequence[Ply]) -> Iterator[Any]:
    """Yield the first position, the position after each chance action and each turn, and the last."""
    yield plies[0].before
    for ply in plies:
        is_turned = title.turn(ply.before) != title.turn(ply.after)
        if ply.action.seat is None or is_turned or ply is plies[-1]:
            yield ply.after


def write_webp(file: io.BytesIO, pictures: Iterator[Image.Image], times: list[int]) -> None:
    """Write the pictures without loss. With so few colours that takes less space than a lossy file."""
    picture, *others = (each.convert("RGB") for each in pictures)
    picture.save(
        *(file, "WEBP"),
        save_all=True,
        append_images=others,
        duration=times,
        loop=0,
        lossless=True,
        quality=EFFORT,
        method=METHOD,
    )


def write_gif(file: io.BytesIO, pictures: Iterator[Image.Image], times: list[int]) -> None:
    """Write the first picture, then only the changed pixels of each; the rest is transparent."""
    picture, *others = pictures
    colours = bytes(picture.getpalette() or ())[: 3 * COLOURS].ljust(3 * COLOURS + 3, b"\0")
    picture.save(
        *(file, "GIF"),
        save_all=True,
        append_images=others,
        duration=times,
        loop=0,
        optimize=True,
        palette=colours,
        transparency=COLOURS,
    )
