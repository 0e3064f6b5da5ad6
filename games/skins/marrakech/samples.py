"""Scenes that show all rugs and figures, for the style guide."""

from games.engine.scene import Piece, Scene, Token, Trail

from .rugs import WEAVES

STYLES = tuple(WEAVES)
FACINGS = ("N", "E", "S", "W")


def _rug(style: str, *cells: str, hidden: str = "", out: bool = False) -> Piece:
    below = (hidden,) if hidden else ()
    return Piece(f"{style}{cells[0]}", "rug", style, cells, style[0].upper(), len(cells) > 1, out, below)


def rugs(board: Scene) -> Scene:
    """Set out every style: whole, half under another, a square of which no more is known, and out of the game.

    The last two rows show halves under from all four sides.
    """
    pieces = []
    for row, style in zip((7, 6, 5, 4), STYLES, strict=True):
        over = STYLES[(STYLES.index(style) + 2) % 4]
        pieces += [_rug(style, f"a{row}", f"b{row}"), _rug(style, f"c{row}", hidden=f"d{row}")]
        pieces += [_rug(over, f"d{row}"), _rug(style, f"e{row}"), _rug(style, f"f{row}", f"g{row}", out=True)]
    around = [_rug("c", "e2", hidden="f2"), _rug("y", "g2", hidden="f2"), _rug("r", "f3", hidden="f2")]
    pieces += [*around, _rug("p", "f1", "g1"), _rug("y", "f2", hidden="f1")]
    return board._replace(pieces=tuple(pieces), tokens=(), trails=(), marks={})


def figures(board: Scene) -> Scene:
    """Set out Assam and the plain figures in all facings, a way round a mosaic, what was laid and what was paid."""
    tokens = [Token("assam", f"{file}6", facing) for file, facing in zip("abcd", FACINGS, strict=True)]
    tokens += [Token("pawn", f"{file}5", facing) for file, facing in zip("abcd", FACINGS, strict=True)]
    pieces = (_rug("c", "a3", "b3"), _rug("y", "c3", hidden="d3"), _rug("r", "d3", "d2"), _rug("p", "f3", "f2"))
    around = next(
        index for index, loop in enumerate(board.loops) if {loop.start[0], loop.end[0]} in ({"f7", "e7"}, {"g7", "f7"})
    )
    ends = board.loops[around]
    return board._replace(
        pieces=pieces,
        tokens=(*tokens, Token("stone", "e5")),
        trails=(
            Trail("walk", (f"{ends.start[0][0]}6", ends.start[0], ends.end[0], f"{ends.end[0][0]}6"), (around,)),
            Trail("walk", ("a1", "b1", "c1", "d1")),
        ),
        marks={"last": ("f3", "f2"), "paid": ("a3", "b3")},
    )
