"""Standing figures from above. Before a turn, every figure faces north."""

from collections.abc import Iterable, Mapping

from games.engine.scene import Token

from .geometry import SIDES, Ground, Point, point
from .paint import Brush

# A plain stone with a point, and one without.
PAWN = (
    '<path fill="#fff8e6" stroke="#23150d" stroke-width="2" stroke-linejoin="round" '
    'd="M0-28.5 11-17.2A20.3 20.3 0 1 1-11-17.2z"/>'
    '<circle r="9" fill="#2b3a94" stroke="#141d52"/>'
)
ROUND_STONE = (
    '<circle r="19" fill="#fff8e6" stroke="#23150d" stroke-width="2"/><circle r="9" fill="#2b3a94" stroke="#141d52"/>'
)


STONES = {"pawn": PAWN, "round": ROUND_STONE}


def _name(token: Token, art: Mapping[str, str]) -> str:
    """Return the drawing of a figure: its own if there is one, otherwise a stone."""
    if token.kind in art:
        return token.kind
    return "pawn" if token.facing else "round"


def definitions(brush: Brush, tokens: Iterable[Token], art: Mapping[str, str]) -> str:
    """Return each kind of figure once. ``art`` are the skin's own drawings by kind."""
    drawings = {**STONES, **art}
    names = sorted({_name(token, art) for token in tokens})
    return "".join(f"<g {brush.id(name)}>{drawings[name]}</g>" for name in names)


def draw(
    brush: Brush,
    ground: Ground,
    token: Token,
    art: Mapping[str, str],
    *,
    at: Point | None = None,
    size: float = 1,
) -> str:
    """Return a figure on its cell or at ``at``, in its direction."""
    place = f"translate({point(at or ground.centre(token.cell))})"
    turn = 90 * SIDES.index(token.facing) if token.facing else 0
    place += (f"rotate({turn})" if turn else "") + (f"scale({size})" if size != 1 else "")
    return f'<use {brush.ref(_name(token, art))} transform="{place}"/>'
