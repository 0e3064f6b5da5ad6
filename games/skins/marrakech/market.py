"""The market square: stone tiles with inlays, a rim with gates and coordinates, lanterns between mosaics."""

from games.engine.scene import Scene

from ..geometry import AHEAD, HALF, MARGIN, RIM, UNIT, Ground, point
from ..paint import Brush, text_of

LANTERN = 35  # from the edge of the tiles

_OCTAGON = "M7.5.6h45l6.9 6.9v45l-6.9 6.9h-45L.6 52.5v-45z"
_INLAYS = "M0 0h6.6L0 6.6zM60 0v6.6L53.4 0zM0 60v-6.6L6.6 60zM60 60h-6.6l6.6-6.6z"


def definitions(brush: Brush, ground: Ground) -> str:
    """Return a tile and a row of tiles. Drawing a pattern instead takes a sixth of the time of a PNG."""
    row = "".join(f'<use {brush.ref("tile")} x="{x}"/>' for x in range(0, ground.width, UNIT))
    return (
        f'<g {brush.id("tile")}><path {brush("tile")} d="{_OCTAGON}"/><path {brush("cabochon")} d="{_INLAYS}"/></g>'
        f"<g {brush.id('row')}>{row}</g>"
    )


def ground_plate(brush: Brush, ground: Ground) -> str:
    """Return the square below everything, with its lanterns."""
    side = 2 * MARGIN
    return (
        f'<rect {brush("plaza")} x="{-MARGIN}" y="{-MARGIN}" width="{ground.width + side}" '
        f'height="{ground.height + side}" rx="16"/>{_lanterns(brush, ground)}'
    )


def floor(brush: Brush, ground: Ground, scene: Scene) -> str:
    """Return rim and tiles. Neighbouring tiles have slightly different tones."""
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
    """Return the openings of the rim at the ends of mosaics."""
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
    """Return the coordinates on the rim: letters below, numbers on the left."""
    below = [
        (cell.column * UNIT + HALF, ground.height + 9.4, cell.name[:1])
        for cell in scene.cells
        if cell.row == scene.rows - 1
    ]
    left = [(-RIM / 2, cell.row * UNIT + HALF + 3.6, cell.name[1:]) for cell in scene.cells if cell.column == 0]
    texts = "".join(f'<text x="{x}" y="{y}">{text_of(text)}</text>' for x, y, text in below + left)
    return f"<g {brush('name')}>{texts}</g>"
