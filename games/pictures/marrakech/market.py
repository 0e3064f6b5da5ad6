"""The market square and the mosaics round it."""

from functools import cache
from itertools import pairwise
from math import atan2, cos, degrees, hypot, pi, radians, sin

from games.engine.scene import Loop, Scene
from games.pictures.geometry import (
    AHEAD,
    CORNER_INSET,
    CORNER_RADIUS,
    HALF,
    MARGIN,
    RIM,
    SIDES,
    UNIT,
    Ground,
    Point,
    point,
    span,
)
from games.pictures.paint import Brush, number, text_of
from games.pictures.paths import star_path

LANTERN = 35  # from the edge of the tiles

_OCTAGON = "M7.5.6h45l6.9 6.9v45l-6.9 6.9h-45L.6 52.5v-45z"
_INLAYS = "M0 0h6.6L0 6.6zM60 0v6.6L53.4 0zM0 60v-6.6L6.6 60zM60 60h-6.6l6.6-6.6z"

PITCH = 19
STAR = 8.2


STAR_PATH = star_path(STAR)


def market_definitions(brush: Brush, ground: Ground) -> str:
    """Return a tile and a row of tiles. Drawing a pattern instead takes a sixth of the time of a PNG."""
    row = "".join(f'<use {brush.ref("tile")} x="{x}"/>' for x in range(0, ground.width, UNIT))
    return (
        f'<g {brush.id("tile")}><path {brush("tile")} d="{_OCTAGON}"/><path {brush("cabochon")} d="{_INLAYS}"/></g>'
        f"<g {brush.id('row')}>{row}</g>"
    )


def ground_plate(brush: Brush, ground: Ground) -> str:
    side = 2 * MARGIN
    return (
        f'<rect {brush("plaza")} x="{-MARGIN}" y="{-MARGIN}" width="{ground.width + side}" '
        f'height="{ground.height + side}" rx="16"/>{_lanterns(brush, ground)}'
    )


def floor(brush: Brush, ground: Ground, scene: Scene) -> str:
    tones: dict[str, str] = {"shade": "", "sheen": ""}
    for cell in scene.cells:
        kind = (None, "shade", None, "sheen", "shade", None, "sheen")[(cell.column * 3 + cell.row * 5) % 7]
        if kind:
            tones[kind] += f"M{cell.column * UNIT} {cell.row * UNIT}h60v60h-60z"
    shades = "".join(f'<path {brush(role)} d="{path}"/>' for role, path in tones.items() if path)
    rows = "".join(f'<use {brush.ref("row")} y="{y}"/>' for y in range(0, ground.height, UNIT))
    return (
        f'<rect {brush("rim")} x="{-RIM}" y="{-RIM}" width="{ground.width + 2 * RIM}" '
        f'height="{ground.height + 2 * RIM}" rx="3"/>{_sills(brush, ground)}'
        f'<rect {brush("joint")} width="{ground.width}" height="{ground.height}"/>{rows}{shades}'
    )


def _sills(brush: Brush, ground: Ground) -> str:
    lines = []
    for cell, side in (end for loop in ground.loops for end in (loop.start, loop.end)):
        right, down = AHEAD[side]
        lines.append(f"M{point(ground.gate(cell, side))}{'h' if right else 'v'}{-RIM * (right or down)}")
    return f'<path {brush("sill")} d="{"".join(lines)}"/>' if lines else ""


def _lanterns(brush: Brush, ground: Ground) -> str:
    """Return a lantern between each two mosaics, with eight points like their stars. The dark theme lights them."""
    places = [
        (x + AHEAD[side][0] * (LANTERN - RIM), y + AHEAD[side][1] * (LANTERN - RIM)) for (x, y), side in ground.seams()
    ]
    if not places:
        return ""
    # A line without length shows only its round or square end; a slanted one turns the square.
    upright, slanted = ("".join(f"M{point(at)}{dash}" for at in places) for dash in ("h0", "l.01.01"))
    lit = brush.ref("lit")
    return (
        f'<defs><path {brush.id("lit")} d="{upright}"/></defs>'
        f'<use {lit} {brush("halo")} stroke-width="30"/><use {lit} {brush("halo")} stroke-width="18"/>'
        f'<g {brush("lamp")} stroke-width="8"><use {lit}/><path d="{slanted}"/></g><use {lit} {brush("flame")}/>'
    )


def names(brush: Brush, ground: Ground, scene: Scene) -> str:
    below = [
        (cell.column * UNIT + HALF, ground.height + 9.4, cell.name[:1])
        for cell in scene.cells
        if cell.row == scene.rows - 1
    ]
    left = [(-RIM / 2, cell.row * UNIT + HALF + 3.6, cell.name[1:]) for cell in scene.cells if cell.column == 0]
    texts = "".join(f'<text x="{x}" y="{y}">{text_of(text)}</text>' for x, y, text in below + left)
    return f'<g {brush("name")} aria-hidden="true">{texts}</g>'  # the squares say theirs


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


def mosaic_definitions(brush: Brush, ground: Ground) -> str:
    kinds = sorted({_kind(ground, loop)[0] for loop in ground.loops} - {"bent"})
    star = f'<path {brush.id("star")} d="{STAR_PATH}"/>' if kinds else ""
    return star + "".join(_shape(brush, kind) for kind in kinds)


def draw_mosaics(brush: Brush, ground: Ground) -> str:
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
