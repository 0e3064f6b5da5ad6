"""Standing figures, seen from above. Every figure looks north until it is turned."""

from games.engine.scene import Token

from .geometry import SIDES, Ground, Point, point
from .paint import Brush

# Assam: a stone that points his way, yellow slippers, striped djellaba, beard, fez with its tassel behind.
ASSAM = (
    '<path opacity=".3" d="M0-25 10.5-16.5A20 20 0 1 1-10.5-16.5z" transform="translate(0 2.2)scale(1.05)"/>'
    '<path fill="#fff8e6" stroke="#23150d" stroke-width="2" stroke-linejoin="round" '
    'd="M0-27.5 10-17A19.7 19.7 0 1 1-10-17z"/>'
    '<path fill="#c98a1b" d="M0-24.5 5.5-18.6q-5.5-2-11 0z"/>'
    '<path fill="#f0b52b" stroke="#6b4205" stroke-width=".9" d="M-9.5-4C-11-10-9-14-6.5-16.5-4-13.5-3-9-3.5-4z'
    'M9.5-4C11-10 9-14 6.5-16.5 4-13.5 3-9 3.5-4z"/>'
    '<path fill="#2b3a94" stroke="#141d52" stroke-width="1" '
    'd="M-16 2.5C-16-5-9-7.5 0-7.5S16-5 16 2.5 9 13 0 13-16 10-16 2.5z"/>'
    '<path fill="none" stroke="#f3e3bd" stroke-width="1.3" '
    'd="M-12.2-3q-2.4 5.5 0 11.5M12.2-3q2.4 5.5 0 11.5M-9.2-5q-2.4 7 0 15.5M9.2-5q2.4 7 0 15.5"/>'
    '<path fill="#e9b98c" stroke="#5e3a20" stroke-width=".8" d="M-6-1.5Q-5-8.5 0-8.5T6-1.5z"/>'
    '<path fill="#3b2a20" d="M-4.5-5.5Q-3-10.8 0-10.8T4.5-5.5Q0-7.5-4.5-5.5z"/>'
    '<circle cy="2.5" r="8.2" fill="#a3162f" stroke="#4d0717" stroke-width="1.2"/>'
    '<circle cy="2.5" r="5.4" fill="#c92a45"/>'
    '<path fill="none" stroke="#1c120c" stroke-width="1.7" stroke-linecap="round" d="M0 2.5Q4 6 4.5 11.5"/>'
    '<path fill="#1c120c" d="M3 10.5h3l.8 6.5H2.8z"/><circle cy="2.5" r="1.4" fill="#1c120c"/>'
)
# Any other figure: a plain stone with a point.
PAWN = (
    '<path fill="#fff8e6" stroke="#23150d" stroke-width="2" stroke-linejoin="round" '
    'd="M0-27.5 10-17A19.7 19.7 0 1 1-10-17z"/>'
    '<circle r="9" fill="#2b3a94" stroke="#141d52"/>'
)
ROUND = (
    '<circle r="19" fill="#fff8e6" stroke="#23150d" stroke-width="2"/><circle r="9" fill="#2b3a94" stroke="#141d52"/>'
)


def _name(token: Token) -> str:
    if token.kind == "assam" and token.facing:
        return "assam"
    return "pawn" if token.facing else "round"


def definitions(brush: Brush, tokens: tuple[Token, ...]) -> str:
    """Return the figures that stand on this board, each once."""
    art = {"assam": ASSAM, "pawn": PAWN, "round": ROUND}
    return "".join(f"<g {brush.id(name)}>{art[name]}</g>" for name in sorted({_name(token) for token in tokens}))


def draw(brush: Brush, ground: Ground, token: Token, *, at: Point | None = None, size: float = 1) -> str:
    """Return a figure on its cell, or ``at`` another place, looking its way."""
    place = f"translate({point(at or ground.centre(token.cell))})"
    turn = 90 * SIDES.index(token.facing) if token.facing else 0
    place += (f"rotate({turn})" if turn else "") + (f"scale({size})" if size != 1 else "")
    return f'<use {brush.ref(_name(token))} transform="{place}"/>'
