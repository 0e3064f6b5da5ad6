"""Points of curves and areas, for whatever must not be drawn on top of each other on a tile.

A tile reaches from -30 to 30 in both directions. Edges are numbered 0 to 3 from north, clockwise.
"""

from collections.abc import Iterable, Sequence
from itertools import pairwise
from math import hypot

from ..geometry import Point
from ..paint import number

Curve = tuple[Point, Point, Point, Point]  # start, two control points, end
STEPS = 8  # points of a curve


def turned(point: Point, quarters: int) -> Point:
    """Return a point after quarter turns clockwise round the middle."""
    x, y = point
    for _quarter in range(quarters % 4):
        x, y = -y, x
    return x, y


def turned_curve(curve: Curve, quarters: int) -> Curve:
    """Return a curve after quarter turns clockwise."""
    start, first, second, end = curve
    return turned(start, quarters), turned(first, quarters), turned(second, quarters), turned(end, quarters)


def point_at(curve: Curve, along: float) -> Point:
    """Return a point of a curve; ``along`` runs from 0 to 1."""
    rest = 1 - along
    shares = rest**3, 3 * rest**2 * along, 3 * rest * along**2, along**3
    x, y = (sum(share * point[axis] for share, point in zip(shares, curve, strict=True)) for axis in (0, 1))
    return x, y


def points_of(curve: Curve) -> list[Point]:
    """Return points along a curve."""
    return [point_at(curve, step / STEPS) for step in range(STEPS + 1)]


def length_of(curve: Curve) -> float:
    """Return the length of a curve."""
    points = points_of(curve)
    return sum(hypot(bx - ax, by - ay) for (ax, ay), (bx, by) in pairwise(points))


def path_data(points: Iterable[Point]) -> str:
    """Return coordinates as path data, as short as they can be."""
    text = ""
    for value in (value for point in points for value in point):
        written = number(value).replace("0.", ".") if abs(value) < 1 else number(value)
        text += written if not text or written.startswith("-") else f" {written}"
    return text


def curve_data(curve: Curve) -> str:
    """Return a curve as path data."""
    return f"M{path_data(curve[:1])}C{path_data(curve[1:])}"


def contains(outline: Sequence[Point], point: Point) -> bool:
    """Return True if a point lies within an outline."""
    x, y = point
    inside = False
    for (ax, ay), (bx, by) in zip(outline, (*outline[1:], outline[0]), strict=True):
        if (ay > y) != (by > y) and x < (bx - ax) * (y - ay) / (by - ay) + ax:
            inside = not inside
    return inside


def distance(point: Point, others: Iterable[Point]) -> float:
    """Return the distance to the nearest of other points."""
    return min((hypot(point[0] - x, point[1] - y) for x, y in others), default=99)
