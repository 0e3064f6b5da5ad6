"""The land of a face: areas of grass on sand, or of sand on grass.

The land with more segments is drawn on the other one: a segment of one edge as a bulge, one of two neighbouring edges
as a corner. What is left is the single segment of the other land, or strips between segments that are not joined.
"""

from collections.abc import Sequence
from functools import lru_cache
from typing import NamedTuple

from games.engine.marram.tiles import GRASS, SAND, Face

from ..geometry import Point
from .curves import Curve, contains, curve_data, path_data, points_of, turned, turned_curve

HALF = 30
NORTH_WEST: Point = (-HALF, -HALF)
# The border of a bulge in the north, from its east end to its west end, and that of a corner in the north and east,
# from its south end. They leave the tile's corners so that a strip of the other land is left between two areas.
BULGE: Curve = ((HALF, -HALF), (12, -13), (-12, -13), NORTH_WEST)
DEEP_BULGE: Curve = ((HALF, -HALF), (13, -8), (-13, -8), NORTH_WEST)
CORNER: Curve = ((HALF, HALF), (22, 13), (-13, -22), NORTH_WEST)


class Area(NamedTuple):
    """A land segment on the drawing: its segment, land, outline and border as path data, outline as points.

    ``fringe`` is the border without its ends.
    """

    segment: int
    land: str
    path: str
    border: str
    fringe: str
    outline: tuple[Point, ...]


class Lands(NamedTuple):
    """The land of a face: what covers the whole tile, and the areas on it. ``rest`` is the segment that is the base."""

    base: str
    areas: tuple[Area, ...]
    rest: int | None

    def segment_at(self, point: Point) -> int | None:
        """Return the index of the segment at a point, None for a strip that belongs to no edge."""
        return next((area.segment for area in self.areas if contains(area.outline, point)), self.rest)


@lru_cache(maxsize=256)
def lands_of(face: Face) -> Lands:
    """Return the land of a face."""
    grass, sand = ([at for at, land in enumerate(face.land_letters) if land == kind] for kind in (GRASS, SAND))
    upper, lower = sorted((sand, grass), key=lambda segments: (-len(segments), _edges(face, segments)))
    if not lower and len(upper) == 1:
        return Lands(face.land_letters[upper[0]], (), upper[0])
    areas = tuple(_area(face, index, upper) for index in upper)
    base = SAND if areas[0].land == GRASS else GRASS
    return Lands(base, areas, lower[0] if len(lower) == 1 else None)


def _edges(face: Face, segments: Sequence[int]) -> int:
    return sum(len(face.lands[index]) for index in segments)


def _area(face: Face, index: int, drawn: Sequence[int]) -> Area:
    """Return a segment of one edge or of two neighbouring ones. ``drawn`` are all segments of this land."""
    edges = face.lands[index]
    if len(edges) == 1:
        beside = {face.land_at[(edges[0] + step) % 4] for step in (1, 3)}
        border = turned_curve(BULGE if beside & set(drawn) else DEEP_BULGE, edges[0])
        line = curve_data(border)
        return Area(index, face.land_letters[index], f"{line}z", line, _fringe(border), tuple(points_of(border)))
    first = edges[0] if edges[1] - edges[0] == 1 else edges[1]
    border, corner = turned_curve(CORNER, first), turned((HALF, -HALF), first)
    line = curve_data(border)
    path = f"{line}L{path_data([corner])}z"
    return Area(index, face.land_letters[index], path, line, _fringe(border), (*points_of(border), corner))


def _fringe(border: Curve) -> str:
    first, *others = points_of(border)[1:-1]
    return f"M{path_data([first])}L{path_data(others)}"
