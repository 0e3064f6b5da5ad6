"""Points of curves and areas, for whatever must not be drawn on top of each other on a tile.

A tile reaches from -30 to 30 in both directions. Edges are numbered 0 to 3 from north, clockwise.
"""

from collections.abc import Iterable, Sequence
from functools import cache
from itertools import pairwise
from math import hypot
from typing import NamedTuple

from games.engine.marram.tiles import Part
from games.pictures.geometry import Point
from games.pictures.paint import number

Curve = tuple[Point, Point, Point, Point]  # start, two control points, end

# The way of a part in the north, or from the north: straight on, round the corner to the east, to its end.
STRAIGHT: Curve = ((0, -30), (-4, -12), (4, 12), (0, 30))
BEND: Curve = ((0, -30), (0, -11), (11, 0), (30, 0))
END: Curve = ((0, -30), (0, -24), (4, -19), (0, -10.5))

STEPS = 8  # points of a curve


class Look(NamedTuple):
    """How a species looks: widths of outline and body, their colours, and the strokes of its pattern.

    A stroke is a colour, a width, the length of a dash ("" with round ends) and the usual distance of two.
    """

    outer: float
    inner: float
    line: str
    body: str
    pattern: tuple[tuple[str, float, float, float], ...]


LOOKS = {
    "o": Look(12, 9, "#6a2405", "#f0862b", (("#7c2c07", 9, 2.8, 7),)),
    "b": Look(13.4, 10.4, "#0c2a55", "#2f74c4", (("#123a70", 7, 0, 7.6), ("#e3f1ff", 4, 0, 7.6))),
    "w": Look(9, 6.4, "#7d3140", "#f0a9a4", (("#b9626a", 6.4, 0.9, 3.1),)),
}
WAIST = 0.5  # where a saddle lies on a part


def way_of(part: Part) -> Curve:
    if len(part.edges) == 1:
        return turned_curve(END, part.edges[0])
    first, second = part.edges
    if (second - first) % 2 == 0:
        return turned_curve(STRAIGHT, first)
    return turned_curve(BEND, first if (second - first) % 4 == 1 else second)


def points_on(part: Part) -> list[Point]:
    return points_of(way_of(part))


def place_on(part: Part) -> Point:
    return point_at(way_of(part), 0.5 if len(part.edges) == 2 else 0.45)


@cache
def draw(part: Part) -> str:
    """Return a part as SVG. Its pattern is the same on both sides of an edge."""
    look, curve = LOOKS[part.species], way_of(part)
    way = curve_data(curve)
    body = (
        f'<path stroke="{look.line}" stroke-width="{number(look.outer)}" d="{way}"/>'
        f'<path stroke="{look.body}" stroke-width="{number(look.inner)}" d="{way}"/>'
    )
    if part.kind == "end":
        tip = path_data([curve[3]]).replace("-", " -").split()
        tip_at = f'cx="{tip[0]}" cy="{tip[1]}"'
        body = (
            f'<circle {tip_at} r="{number(look.outer / 2)}" fill="{look.line}"/>{body}'
            f'<circle {tip_at} r="{number(look.inner / 2)}" fill="{look.body}"/>'
        )
    pattern = "".join(_dashes(curve, way, *stroke) for stroke in look.pattern)
    extra = {"saddle": _saddle, "head": _head, "tail": _tail, "end": _end}.get(part.kind)
    return f'<g fill="none">{body}{pattern}{extra(part) if extra else ""}</g>'


def _dashes(curve: Curve, way: str, colour: str, width: float, dash: float, usual: float) -> str:
    """Return a pattern of dashes, or of dots, that begins and ends with half a gap."""
    length = length_of(curve)
    step = length / round(length / usual)
    ends = "" if dash else ' stroke-linecap="round"'
    dash = dash or 0.1
    return (
        f'<path stroke="{colour}" stroke-width="{number(width)}"{ends} stroke-dasharray="{dash:g} {step - dash:.2f}" '
        f'stroke-dashoffset="{dash / 2 - step / 2:.2f}" d="{way}"/>'
    )


def _saddle(part: Part) -> str:
    way = way_of(part)
    piece = [point_at(way, WAIST + step) for step in (-0.17, -0.06, 0.06, 0.17)]
    line = f"M{path_data(piece[:1])}L{path_data(piece[1:])}"
    return (
        f'<path stroke="#7d3140" stroke-width="12.4" stroke-linejoin="round" d="{line}"/>'
        f'<path stroke="#fbe0d6" stroke-width="9.6" stroke-linejoin="round" d="{line}"/>'
        f'<path stroke="#d98c86" stroke-width="1.2" d="{line}"/>'
    )


def _placed(part: Part, art: str) -> str:
    """Return a drawing for an end in the north, whose tip points south, at the end of a part."""
    turns = part.edges[0]
    tip = turned(END[3], turns)
    turn = f"rotate({90 * turns})" if turns else ""
    return f'<g transform="translate({path_data([tip])}){turn}">{art}</g>'


def _end(part: Part) -> str:
    if part.species == "w":
        return _placed(part, '<path stroke="#7d3140" stroke-width="1" stroke-linecap="round" d="M-1.3.8Q0 1.9 1.3.8"/>')
    return _placed(
        part,
        '<circle r="4.6" fill="#f0862b"/><circle cx="-2" cy="1" r="1.5" fill="#fff6e0"/>'
        '<circle cx="2" cy="1" r="1.5" fill="#fff6e0"/>'
        '<path fill="#2a0d02" d="M-2.7.8h1.5v1.5h-1.5zM1.2.8h1.5v1.5H1.2z"/>',
    )


def _head(part: Part) -> str:
    return _placed(
        part,
        '<path stroke="#c2183a" stroke-width="1.3" stroke-linecap="round" d="M0 6v4.5M0 10.5-2 12.6M0 10.5 2 12.6"/>'
        '<path fill="#2f74c4" stroke="#0c2a55" stroke-width="1.6" d="M0-9C5-9 8-4 7.4 0 6.8 4.6 3 7.4 0 7.4'
        'S-6.8 4.6-7.4 0C-8-4-5-9 0-9z"/>'
        '<circle cx="-3.4" cy="1" r="1.9" fill="#fff"/><circle cx="3.4" cy="1" r="1.9" fill="#fff"/>'
        '<circle cx="-3.4" cy="1.6" r="1" fill="#06152b"/><circle cx="3.4" cy="1.6" r="1" fill="#06152b"/>'
        '<path fill="#e3f1ff" d="M0-6.6 2-3.8 0-1-2-3.8z"/>',
    )


def _tail(part: Part) -> str:
    return _placed(
        part,
        '<path fill="#2f74c4" stroke="#0c2a55" stroke-width="1.6" stroke-linejoin="round" '
        'd="M-5.4-4C-5 0-3 4-.5 10.5 1 7 5 1 5.4-4z"/>'
        '<path fill="#2f74c4" d="M-4.6-6h9.2v3h-9.2z"/>'
        '<path stroke="#e3f1ff" stroke-width="1.5" d="M-4-.5Q0 1.3 4-.5M-2.6 3Q0 4.5 2.4 3"/>',
    )


def turned(point: Point, quarters: int) -> Point:
    """Return a point after quarter turns clockwise round the middle."""
    x, y = point
    for _quarter in range(quarters % 4):
        x, y = -y, x
    return x, y


def turned_curve(curve: Curve, quarters: int) -> Curve:
    start, first, second, end = curve
    return turned(start, quarters), turned(first, quarters), turned(second, quarters), turned(end, quarters)


def point_at(curve: Curve, along: float) -> Point:
    """Return a point of a curve; ``along`` runs from 0 to 1."""
    rest = 1 - along
    shares = rest**3, 3 * rest**2 * along, 3 * rest * along**2, along**3
    x, y = (sum(share * point[axis] for share, point in zip(shares, curve, strict=True)) for axis in (0, 1))
    return x, y


def points_of(curve: Curve) -> list[Point]:
    return [point_at(curve, step / STEPS) for step in range(STEPS + 1)]


def length_of(curve: Curve) -> float:
    points = points_of(curve)
    return sum(hypot(bx - ax, by - ay) for (ax, ay), (bx, by) in pairwise(points))


def path_data(points: Iterable[Point]) -> str:
    text = ""
    for value in (value for point in points for value in point):
        written = number(value).replace("0.", ".") if abs(value) < 1 else number(value)
        text += written if not text or written.startswith("-") else f" {written}"
    return text


def curve_data(curve: Curve) -> str:
    return f"M{path_data(curve[:1])}C{path_data(curve[1:])}"


def contains(outline: Sequence[Point], point: Point) -> bool:
    x, y = point
    inside = False
    for (ax, ay), (bx, by) in zip(outline, (*outline[1:], outline[0]), strict=True):
        if (ay > y) != (by > y) and x < (bx - ax) * (y - ay) / (by - ay) + ax:
            inside = not inside
    return inside


def distance(point: Point, others: Iterable[Point]) -> float:
    return min((hypot(point[0] - x, point[1] - y) for x, y in others), default=99)
