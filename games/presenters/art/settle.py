"""How the pieces came to lie: a position knows only what is on top, the log knows what lies below."""

from collections.abc import Sequence
from dataclasses import replace

from games.engine.scene import Scene


def settle(scene: Scene, laid: Sequence[tuple[str, ...]]) -> Scene:
    """Return the scene with its pieces in the order in which they were laid, each told where it goes on below others.

    ``laid`` are the cells of every piece laid so far, in order. Pieces that it does not explain stay lowest.
    """
    top = {cell: number for number, cells in enumerate(laid) for cell in cells}
    known = []
    for piece in scene.pieces:
        number = top.get(piece.cells[0], -1)
        cells = laid[number] if number >= 0 and set(piece.cells) <= set(laid[number]) else piece.cells
        hidden = tuple(cell for cell in cells if cell not in piece.cells)
        known.append((number, replace(piece, hidden=hidden)))
    known.sort(key=lambda pair: pair[0])
    return replace(scene, pieces=tuple(piece for _, piece in known))
