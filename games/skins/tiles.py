"""Numbered tiles: the pieces of a title without a skin of its own."""

from games.engine.scene import Piece

from .geometry import Ground, point
from .paint import FONT, text_of

# The colours of styles. Their lightness differs, too.
COLOURS = ("#6b3f8f", "#1f7f86", "#8a5a33", "#5b6470", "#a3243b", "#c98a12", "#27407f", "#4a7d3c")
EDGE = 27  # from the middle of a cell


def draw(ground: Ground, piece: Piece, colour: str) -> str:
    """Return a piece: a tile on each of its cells, joined where these are neighbours, with its face or letter."""
    x, y = ground.middle(piece.cells)
    squares = "".join(_square(*_offset(ground, cell, x, y)) for cell in piece.cells)
    bridges = "".join(
        _square((ax + bx) / 2, (ay + by) / 2)
        for at, cell in enumerate(piece.cells)
        for other in piece.cells[at + 1 :]
        if ground.are_neighbours((cell, other))
        for (ax, ay), (bx, by) in [(_offset(ground, cell, x, y), _offset(ground, other, x, y))]
    )
    turned = f' transform="rotate({90 * piece.turn})"' if piece.turn else ""
    notch = '<path fill="#fffaf0" fill-opacity=".7" d="M-6-26.5h12l-6 7z"/>' if piece.turn or piece.face else ""
    text = f'<text fill="#fffaf0" font-size="17" y="6" {FONT}>{text_of(piece.face or piece.letter)}</text>'
    return (
        f'<g transform="translate({point((x, y))})">'
        f'<path fill="{colour}" stroke="#2a1a14" stroke-width="1.2" d="{squares}"/>'
        f'<path fill="{colour}" d="{bridges}"/><g{turned}>{notch}{text}</g></g>'
    )


def _offset(ground: Ground, cell: str, x: float, y: float) -> tuple[float, float]:
    cell_x, cell_y = ground.centre(cell)
    return cell_x - x, cell_y - y


def _square(x: float, y: float) -> str:
    return f"M{point((x - EDGE, y - EDGE))}h{2 * EDGE}v{2 * EDGE}h-{2 * EDGE}z"
