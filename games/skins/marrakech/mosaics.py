"""The mosaics round the market: bands of tiles and eight-pointed stars between two gates."""

from functools import cache
from itertools import pairwise
from math import atan2, cos, degrees, hypot, pi, radians, sin

from games.engine.scene import Loop

from ..geometry import CORNER_INSET, CORNER_RADIUS, HALF, RIM, SIDES, Ground, Point, point, span
from ..paint import Brush, number
from ..shapes import star_path

PITCH = 19
STAR = 8.2


STAR_PATH = star_path(STAR)


def _kind(ground: Ground, loop: Loop) -> tuple[str, int]:
    """Return the shape of a loop ("corner", "bent" or the number of cells it spans) and its quarter turns."""
    (cell, side), (other, other_side) = loop.start, loop.end
    if side == other_side:
        along, _ = span(ground.gate(cell, side), ground.gate(other, other_side), side)
        return f"arch{round(along / HALF)}", SIDES.index(side)
    turn = (SIDES.index(other_side) - SIDES.index(side)) % 4
    if cell == other and turn in (1, 3):
        return "corner", SIDES.index(side if turn == 1 else other_side)
    return "bent", 0


def _at(ground: Ground, loop: Loop, kind: str, turns: int) -> Point:
    """Return the origin of a shape."""
    if kind == "corner":
        return ground.corner(SIDES[turns])
    (x, y), (other_x, other_y) = ground.gate(*loop.start), ground.gate(*loop.end)
    return (x + other_x) / 2, (y + other_y) / 2


@cache
def _beads(kind: str) -> tuple[str, tuple[tuple[float, float, float], ...]]:
    """Return the centre line of a shape and the positions (x, y, degrees) of its stars."""
    if kind == "corner":
        x, y, across, up = -CORNER_INSET, CORNER_INSET, CORNER_RADIUS, CORNER_RADIUS
        gate, other = (-HALF - RIM, 0), (0, HALF + RIM)
        first, last = atan2(gate[1] - y, gate[0] - x), atan2(other[1] - y, other[0] - x)
        # The ends continue below the rim, which is drawn over them.
        ends = [point((x + across * cos(a), y + up * sin(a))) for a in (first - 0.35, last + 0.35)]
        line = f"M{ends[0]}A{across} {up} 0 1 1 {ends[1]}"
    else:
        x, y, across, up = 0, 0, HALF * int(kind[4:]), HALF
        first, last = -pi, 0.0
        line = f"M{-across} 0A{across} {up} 0 0 1 {across} 0"
    count = max(3, round((last - first) * hypot(across, up) / 2**0.5 / PITCH))
    angles = [first + (last - first) * (index + 0.5) / count for index in range(count)]
    return line, tuple((x + across * cos(a), y + up * sin(a), degrees(a)) for a in angles)


def _shape(brush: Brush, kind: str) -> str:
    line, beads = _beads(kind)
    stars = "".join(
        f"<use {brush.ref('star')} {brush('zellige' if index % 2 == 0 else 'zellige2')} "
        f'transform="translate({point((x, y))})rotate({number(angle)})"/>'
        for index, (x, y, angle) in enumerate(beads)
    )
    # A slanted line of almost no length is a square on its corner.
    centres = "".join(f"M{point((x, y))}l.01.01" for x, y, _ in beads)
    gaps = []
    for (x, y, angle), (next_x, next_y, next_angle) in pairwise(beads):
        middle = radians((angle + next_angle) / 2)
        for reach in (-6.8, 6.8):
            at = (x + next_x) / 2 + reach * cos(middle), (y + next_y) / 2 + reach * sin(middle)
            gaps.append(f"M{point(at)}l.01.01")
    small = f'<path {brush("zellige3")} stroke-width="3.7" d="{centres}"/>'
    small += f'<path {brush("zellige3")} stroke-width="3.1" d="{"".join(gaps)}"/>'
    band = f'<path {brush("grout")} d="{line}"/><path {brush("glaze")} d="{line}"/>'
    return f"<g {brush.id(kind)}>{band}{stars}{small}</g>"


def definitions(brush: Brush, ground: Ground) -> str:
    """Return the shapes of this board's loops."""
    kinds = sorted({_kind(ground, loop)[0] for loop in ground.loops} - {"bent"})
    star = f'<path {brush.id("star")} d="{STAR_PATH}"/>' if kinds else ""
    return star + "".join(_shape(brush, kind) for kind in kinds)


def draw(brush: Brush, ground: Ground) -> str:
    """Return all loops."""
    parts = []
    for loop in ground.loops:
        kind, turns = _kind(ground, loop)
        if kind == "bent":
            line = f"M{point(ground.gate(*loop.start))}{ground.arc(loop)}"
            parts.append(f'<path {brush("grout")} d="{line}"/><path {brush("glaze")} d="{line}"/>')
            continue
        place = f"translate({point(_at(ground, loop, kind, turns))})" + (f"rotate({90 * turns})" if turns else "")
        parts.append(f'<use {brush.ref(kind)} transform="{place}"/>')
    return "".join(parts)
