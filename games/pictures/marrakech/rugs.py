"""Rugs: four weaves, each with a colour, a border and a fringe. A rug is drawn once, from west to east."""

from dataclasses import dataclass
from functools import lru_cache

from games.engine.scene import Piece
from games.pictures.geometry import Ground, point
from games.pictures.paint import Brush
from games.pictures.paths import star_path

CREAM = "#f6e9cd"


@dataclass(frozen=True, slots=True)
class Weave:
    """The colours of a rug: ground, border and its stitches, field, and three of the motif named ``motif``.

    ``border`` is the dash pattern of the stitches, ``fringe`` the kind of the fringe, ``yarn`` its colour.
    """

    ground: str
    band: str
    stitch: str
    field: str
    dyes: tuple[str, str, str]
    motif: str
    border: str
    fringe: str
    yarn: str


# Stitches along the border as attributes of a stroke: squares, a cord, pearls, bars.
SQUARES = 'stroke-width="2.2" stroke-dasharray="2.6"'
CORD = 'stroke-width="1.5"'
PEARLS = 'stroke-width="2.7" stroke-linecap="round" stroke-dasharray=".1 5"'
BARS = 'stroke-width="2" stroke-dasharray="7.8 2.6"'
# Fringes: single threads, thick tassels, knotted pairs, a short dense edge.
THREADS = 'stroke-width="5" stroke-dasharray="1.6 1.8"'
TASSELS = 'stroke-width="5.6" stroke-dasharray="4.4 1.95"'
PAIRS = 'stroke-width="5" stroke-dasharray="1.4 1 1.4 3.4"'
EDGE = 'stroke-width="3.6" stroke-dasharray="1 .75"'

# By style: crimson, yellow, royal blue, pine green. Their lightness differs too, for colour-blind players.
WEAVES = {
    "c": Weave(
        "#b01f3a", "#3a0d1c", "#eeb13c", "#bd2743", ("#5a0d20", CREAM, "#f0b73e"), "stripe", SQUARES, THREADS, CREAM
    ),
    "y": Weave(
        "#e8a71e",
        "#7c2418",
        "#f8dd8e",
        "#f0b93a",
        ("#9c2a1c", "#fff3d3", "#6d4208"),
        "zigzag",
        CORD,
        TASSELS,
        "#b4581a",
    ),
    "r": Weave(
        "#2a4aa8", CREAM, "#a3243b", "#182a6e", (CREAM, "#e9a92c", "#3a62c8"), "lozenge", PEARLS, PAIRS, "#dfe6ff"
    ),
    "p": Weave(
        "#2f6b45", CREAM, "#245a37", "#74b39a", ("#1f5f45", "#fff6dd", "#c23a2e"), "check", BARS, EDGE, "#4a8058"
    ),
}
_STAR = star_path(9.6)
_CHECKS = "".join(
    f"M{-21.5 + 7.166 * column:.1f} {-17.5 + 7 * row:.0f}h7.2v7h-7.2z"
    for row in range(5)
    for column in range(6)
    if (row + column) % 2
).replace(".0 ", " ")
_ZIG = "l3.58-4.6 7.16 9.2 7.16-9.2 7.16 9.2 7.16-9.2 7.16 9.2 3.58-4.6"


def _motif(weave: Weave) -> str:
    """Return half the field of a rug: 43 x 35 units round (0, 0)."""
    first, second, third = weave.dyes
    if weave.motif == "lozenge":
        return (
            f'<path fill="{first}" d="M-20 0 0-16.5 20 0 0 16.5z"/>'
            f'<path fill="{third}" d="M-16 0 0-13.2 16 0 0 13.2z"/>'
            f'<path fill="{second}" d="M-11 0 0-9 11 0 0 9z"/><path fill="{weave.field}" d="M-7 0 0-5.8 7 0 0 5.8z"/>'
            f'<path fill="{first}" d="M-3 0 0-2.5 3 0 0 2.5zM-21.5-17.5h8l-8 6.5zM21.5-17.5v6.5l-8-6.5z'
            'M-21.5 17.5v-6.5l8 6.5zM21.5 17.5h-8l8-6.5z"/>'
        )
    if weave.motif == "zigzag":
        lines = zip((first, second, third, second, first), (-14, -7, 0, 7, 14), strict=True)
        return "".join(
            f'<path fill="none" stroke="{dye}" stroke-width="2.8" d="M-21.5 {y}{_ZIG}"/>' for dye, y in lines
        )
    if weave.motif == "stripe":
        return (
            f'<path fill="{first}" d="M-21.5-18h5v36h-5zM16.5-18h5v36h-5z"/>'
            f'<path fill="{second}" d="M-14.5-18h2v36h-2zM12.5-18h2v36h-2z"/>'
            f'<path fill="{third}" d="M-11.3-18h1.5v36h-1.5zM9.8-18h1.5v36h-1.5z"/>'
            f'<path fill="{second}" d="M-6.5 0 0-8 6.5 0 0 8zM-5-18h10L0-11zM-5 18h10L0 11z"/>'
            f'<path fill="{first}" d="M-3.6 0 0-4.5 3.6 0 0 4.5z"/>'
        )
    return (
        f'<path fill="{first}" d="{_CHECKS}"/><path fill="{second}" stroke="{first}" stroke-width="1.6" d="{_STAR}"/>'
        f'<path fill="{third}" d="M-4 0 0-4 4 0 0 4z"/>'
    )


def _body(weave: Weave, half: float, motifs: str) -> str:
    """Return shadow, ground, field and border of a rug of this half length. The width is always 51."""

    def rect(inset: float, rest: str) -> str:
        reach, high = half - inset, 25.5 - inset
        return f'<rect x="{-reach:g}" y="{-high:g}" width="{2 * reach:g}" height="{2 * high:g}" {rest}/>'

    plain = rect(0, f'rx="2" fill="{weave.ground}"') + rect(4.7, f'fill="{weave.field}"')
    band = rect(4.7, f'fill="none" stroke="{weave.band}" stroke-width="4.4"')
    stitch = rect(4.7, f'fill="none" stroke="{weave.stitch}" {weave.border}')
    return plain + motifs + band + stitch


def _fringe(weave: Weave) -> str:
    return f'<path fill="none" stroke="{weave.yarn}" {weave.fringe} d="M-55.2-24.6v49.2M55.2-24.6v49.2"/>'


def definition(brush: Brush, style: str) -> str:
    weave = WEAVES[style]
    motif = f"<use {brush.ref('motif-' + style)} "
    pair = f'{motif}x="-21.5"/>{motif}x="21.5"/>'
    return (
        f"<g {brush.id('motif-' + style)}>{_motif(weave)}</g>"
        f"<g {brush.id('rug-' + style)}><use {brush.ref('shade')}/>{_fringe(weave)}{_body(weave, 53, pair)}</g>"
        f'<g {brush.id("half-" + style)} clip-path="{brush.url("cut")}"><use {brush.ref("rug-" + style)}/>'
        f"<use {brush.ref('under')}/></g>"
    )


@lru_cache(64)
def definitions(ident: str, styles: tuple[str, ...]) -> str:
    """Return the definitions of the rugs of these styles. Their colours are the same in all palettes."""
    brush = Brush(ident, "light")
    return "".join([shared(brush) if styles else "", *(definition(brush, style) for style in styles)])


def grip(brush: Brush, style: str) -> str:
    weave = WEAVES[style]
    return (
        f'<g {brush.id("grip-" + style)}><rect x="-13" y="-8" width="26" height="16" rx="4" fill="#fffaf0" '
        'stroke="#2a1a14" stroke-width="1.4"/>'
        f'<rect x="-9.5" y="-4.7" width="19" height="9.4" fill="{weave.ground}" stroke="{weave.band}" '
        f'stroke-width="1.8"/><path fill="{weave.dyes[1]}" d="M-4 0 0-2.7 4 0 0 2.7z"/></g>'
    )


def shared(brush: Brush) -> str:
    return (
        f'<g {brush.id("shade")}><rect x="-58.6" y="-28" width="117.2" height="56.6" rx="4" fill-opacity=".13"/>'
        '<rect x="-57.4" y="-26.9" width="114.8" height="54" rx="2" fill-opacity=".22"/></g>'
        f'<clipPath {brush.id("cut")}><path d="M-62-32H9v64h-71z"/></clipPath>'
        f'<path {brush.id("under")} fill="{brush.url("fade")}" d="M-9-25.5H9v51H-9z"/>'
        f'<linearGradient {brush.id("fade")} gradientUnits="userSpaceOnUse" x1="-9" x2="6">'
        '<stop stop-color="#100804" stop-opacity="0"/>'
        '<stop offset="1" stop-color="#100804" stop-opacity=".5"/></linearGradient>'
        f'<pattern {brush.id("hatch")} width="6" height="6" patternUnits="userSpaceOnUse" '
        'patternTransform="rotate(45)"><path fill="#efe6d8" fill-opacity=".6" d="M0 0h3v6H0z"/></pattern>'
    )


def draw(brush: Brush, ground: Ground, piece: Piece) -> str:
    if len(piece.cells) > 1:
        turns = ground.toward(piece.cells[0], piece.cells[1]) % 2
        return f"<use {brush.ref('rug-' + piece.style)}{_place(ground, piece.cells, turns)}/>"
    if piece.hidden:
        turns = ground.toward(piece.cells[0], piece.hidden[0])
        place = _place(ground, (piece.cells[0], piece.hidden[0]), turns)
        return f"<use {brush.ref('half-' + piece.style)}{place}/>"
    return f"<g{_place(ground, piece.cells, 0)}>{_scrap(brush, piece.style)}</g>"


def _scrap(brush: Brush, style: str) -> str:
    """Return a single square of a rug. It is rare, so it is not a definition."""
    shade = '<rect x="-28" y="-28" width="56" height="56" rx="4" fill-opacity=".22"/>'
    return shade + _body(WEAVES[style], 25.5, f"<use {brush.ref('motif-' + style)}/>")


def _place(ground: Ground, cells: tuple[str, ...], turns: int) -> str:
    turned = f"rotate({90 * turns})" if turns else ""
    return f' transform="translate({point(ground.middle(cells))}){turned}"'


def hatching(brush: Brush, ground: Ground, piece: Piece) -> str:
    squares = "".join(f"M{point((x - 26, y - 26))}h52v52h-52z" for x, y in map(ground.centre, piece.cells))
    return f'<path fill="{brush.url("hatch")}" d="{squares}"/>'
