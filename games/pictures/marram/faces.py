"""The faces of the tiles: land, treasures, colours."""

from collections.abc import Collection, Iterable, Sequence
from functools import lru_cache
from itertools import product
from random import Random
from typing import NamedTuple

from games.engine.marram.tiles import GRASS, SAND, Face, box
from games.pictures.geometry import Point
from games.pictures.paint import FONT, number, paints_of, text_of

from . import creatures
from .creatures import Curve, contains, curve_data, distance, path_data, points_of, turned, turned_curve

VERSION = 1  # of the tiles
GRASS_COLOUR, SAND_COLOUR = "#8fb857", "#f3e0b2"
GRID = [(float(x), float(y)) for x, y in product(range(-24, 25, 2), repeat=2)]
CLAIM_REACH = 20  # from the middle of a tile to that of a piece on it
APART = 12.0  # between the places of two pieces on a tile, if there is room
CORNERS: tuple[Point, ...] = ((22, -22), (22, 22), (-22, 22), (-22, -22))

HALF = 30
NORTH_WEST: Point = (-HALF, -HALF)
# The border of a bulge in the north, from its east end to its west end, and that of a corner in the north and east,
# from its south end. They leave the tile's corners so that a strip of the other land is left between two areas.
BULGE: Curve = ((HALF, -HALF), (12, -13), (-12, -13), NORTH_WEST)
DEEP_BULGE: Curve = ((HALF, -HALF), (13, -8), (-13, -8), NORTH_WEST)
CORNER: Curve = ((HALF, HALF), (22, 13), (-13, -22), NORTH_WEST)

_PETAL = "M0-1.2C-3-3.5-2.2-7 0-7S3-3.5 0-1.2z"
ART = {
    "gold": (
        '<circle r="5.8" cy=".8" fill="#6b4604"/><circle r="5.6" fill="#f6bd2b" stroke="#7c5205" stroke-width=".9"/>'
        '<circle r="3.7" fill="none" stroke="#a8720a" stroke-width=".9"/>'
        '<path fill="#7c5205" d="M-.9-2.4h1.8v4.8h-1.8z"/>'
    ),
    "silver": (
        '<circle r="5" cy=".8" fill="#3e444c"/><circle r="4.8" fill="#e6ebf0" stroke="#4c545e" stroke-width=".9"/>'
        '<path fill="none" stroke="#79828d" stroke-width=".9" d="M0-2.9 2.9 0 0 2.9-2.9 0z"/>'
    ),
    "flower": (
        '<g fill="#d6409a" stroke="#6f1149" stroke-width=".7">'
        + "".join(f'<path transform="rotate({turn})" d="{_PETAL}"/>' for turn in (0, 72, 144, 216, 288))
        + '</g><circle r="1.9" fill="#ffd94a" stroke="#7c5205" stroke-width=".6"/>'
    ),
    "shovel": (
        '<circle r="6.4" fill="#fffaf0" stroke="#3b2a1c" stroke-width=".9"/><g transform="rotate(35)">'
        '<path stroke="#8a5a2b" stroke-width="1.5" d="M0-4.4v5"/>'
        '<path stroke="#3b2a1c" stroke-width="1.4" stroke-linecap="round" d="M-1.7-4.5h3.4"/>'
        '<path fill="#7d8894" stroke="#2b3138" stroke-width=".7" '
        'd="M-2.3.2h4.6v2.3Q2.3 4.4 0 5.2-2.3 4.4-2.3 2.5z"/></g>'
    ),
}

ROLES = {
    "dune": 'fill="#d8bf8a"',
    "ripple": 'fill="none" stroke="#c5a96f" stroke-width="2" stroke-linecap="round"',
    "spot": 'fill="#fffaf0" fill-opacity=".55" stroke="#6a4a12" stroke-width="1.6" stroke-dasharray="5 3.5"',
    "number": f'fill="#fffaf0" stroke="#1c120c" stroke-width="2.8" stroke-linejoin="round" paint-order="stroke" '
    f'font-size="15" {FONT}',
    "seat": f'fill="currentColor" font-size="8.4" {FONT}',
    "plus": 'fill="none" stroke="#6a4a12" stroke-width="2.6" stroke-linecap="round"',
}
DARK = {
    "dune": {"#d8bf8a": "#3b3022"},
    "ripple": {"#c5a96f": "#4c3f2d"},
    "spot": {"#fffaf0": "#7d6a4c", "#6a4a12": "#ffd27a"},
    "plus": {"#6a4a12": "#ffd27a"},
}
PAINTS = paints_of(ROLES, DARK, in_style_sheet=True)
# Of the seats: the plate of a piece, and what is drawn on it.
SEATS = {
    "A": ("#b8233c", "#fffaf0"),
    "B": ("#6a35ad", "#fffaf0"),
    "C": ("#fbf6ea", "#3a2a1c"),
    "D": ("#23272f", "#fffaf0"),
}


class Places(NamedTuple):
    """Where things are on a face: the treasure of each land segment, the shovel, and a piece on each segment."""

    treasures: dict[int, Point]
    shovel: Point | None
    claims: dict[str, Point]


@lru_cache(maxsize=1)
def faces() -> dict[str, Face]:
    """Return all faces by name: "57a" and "57b"; the first is "57", too."""
    found = {face.name: face for tile in box(VERSION).tiles for face in tile.faces}
    return found | {name[:-1]: face for name, face in found.items() if name.endswith("a")}


@lru_cache(maxsize=1)
def shovels() -> frozenset[int]:
    return frozenset(tile.number for tile in box(VERSION).tiles if tile.has_shovel)


def tile_number(name: str) -> int:
    return int(name.rstrip("ab"))


@lru_cache(maxsize=256)
def places_of(name: str) -> Places:
    face = faces()[name]
    bodies = [point for part in face.parts for point in creatures.points_on(part)]
    by_segment: dict[int, list[Point]] = {index: [] for index in range(len(face.lands))}
    lands = lands_of(face)
    for point in GRID:
        segment = lands.segment_at(point)
        if segment is not None:
            by_segment[segment].append(point)
    borders = [point for area in lands.areas for point in area.outline]
    taken: dict[int, Point] = {}
    for index, treasure in enumerate(face.treasures):
        if treasure:
            taken[index] = _roomiest(by_segment[index], bodies, borders, [*taken.values()])
    shovel = None
    if tile_number(name) in shovels():
        shovel = max(CORNERS, key=lambda corner: min(distance(corner, bodies), distance(corner, taken.values())))
    marks = [*taken.values(), *([shovel] if shovel else [])]
    claims = {f"B{index}": creatures.place_on(part) for index, part in enumerate(face.parts)}
    for index, points in by_segment.items():
        inner = [point for point in points if max(map(abs, point)) <= CLAIM_REACH]
        apart = _apart(inner or points, claims.values())
        claims[f"L{index}"] = _roomiest(apart, bodies, borders, marks)
    return Places(taken, shovel, claims)


def _apart(points: Sequence[Point], others: Collection[Point]) -> list[Point]:
    """Return the points that a finger tells from others: those far enough from them or, without any, the farthest."""
    found = {point: min(distance(point, others), APART) for point in points}
    return [point for point, room in found.items() if room == max(found.values())]


def _roomiest(points: Iterable[Point], bodies: list[Point], borders: list[Point], others: list[Point]) -> Point:
    """Return the point that is farthest from creatures, borders and things, and from the edge of the tile."""

    def room(point: Point) -> float:
        edge = 30 - max(abs(point[0]), abs(point[1]))
        near = min(distance(point, bodies), 1.3 * distance(point, borders), distance(point, others), 1.2 * edge)
        return near - 0.02 * (abs(point[0]) + abs(point[1]))

    return max(points, key=room)


class Layers(NamedTuple):
    """What a face is drawn of, from the ground up: its land, each part of a creature, and what lies on them."""

    ground: str
    beasts: tuple[str, ...]
    things: str


@lru_cache(maxsize=256)
def layers_of(name: str) -> Layers:
    """Return the layers of a face. Raises KeyError for an unknown face."""
    face, places = faces()[name], places_of(name)
    lands = lands_of(face)
    base = GRASS_COLOUR if lands.base == GRASS else SAND_COLOUR
    upper = SAND_COLOUR if lands.base == GRASS else GRASS_COLOUR
    ground = f'<path fill="{base}" d="M-30-30h60v60h-60z"/>'
    if lands.areas:
        line, fringe = "".join(area.border for area in lands.areas), "".join(area.fringe for area in lands.areas)
        ground += (
            f'<path fill="{upper}" d="{"".join(area.path for area in lands.areas)}"/><g fill="none">'
            f'<path stroke="#6f9a3c" stroke-width="5" stroke-dasharray="1 2.2" d="{fringe}"/>'
            f'<path stroke="#587a2c" stroke-width="1.5" d="{line}"/></g>'
        )
    things = "".join(draw_treasure(face.treasures[index], at) for index, at in places.treasures.items())
    spade = draw_treasure("shovel", places.shovel) if places.shovel else ""
    return Layers(ground + _growth(name), tuple(map(creatures.draw, face.parts)), things + spade + EDGE)


def draw_face(name: str, gone: Collection[int] = ()) -> str:
    """Return a face without the parts of creatures that are ``gone``. Raises KeyError for an unknown face."""
    ground, beasts, things = layers_of(name)
    return ground + "".join(drawn for index, drawn in enumerate(beasts) if index not in gone) + things


EDGE = '<path fill="none" stroke="#4a3a18" stroke-opacity=".55" stroke-width=".8" d="M-29.6-29.6h59.2v59.2h-59.2z"/>'


@lru_cache(maxsize=256)
def _growth(name: str) -> str:
    face = faces()[name]
    lands, places, random = lands_of(face), places_of(name), Random(face.name)
    taken = [point for part in face.parts for point in creatures.points_on(part)]
    taken += [*places.treasures.values(), *([places.shovel] if places.shovel else [])]
    borders = [point for area in lands.areas for point in area.outline]
    tufts, ripples = "", ""
    points = [(x + random.uniform(-2, 2), y + random.uniform(-2, 2)) for x, y in GRID[::2]]
    random.shuffle(points)
    for point in points:
        if distance(point, taken) < 9 or distance(point, borders) < 6 or max(map(abs, point)) > 24:
            continue
        taken.append(point)
        area = next((area for area in lands.areas if lands.segment_at(point) == area.segment), None)
        is_grass = (area.land if area else lands.base) == GRASS
        if is_grass:
            tufts += _tuft(point, random)
        else:
            ripples += f"M{path_data([point])}q2.4-1.8 4.8 0"
    drawn = f'<path stroke="#5f8f35" stroke-width="1.1" d="{tufts}"/>' if tufts else ""
    drawn += f'<path stroke="#d9bd80" stroke-width="1.1" d="{ripples}"/>' if ripples else ""
    return f'<g fill="none" stroke-linecap="round">{drawn}</g>'


def _tuft(point: Point, random: Random) -> str:
    blades = ("q-.6-2.4-3-3.6", "q0-2.4 .6-4.2", "q.8-2 3.2-2.8")
    return "".join(f"M{number(point[0])} {number(point[1])}{blade}" for blade in blades)


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


def draw_treasure(kind: str, at: Point) -> str:
    return f'<g transform="translate({path_data([at])})">{ART[kind]}</g>'


BOOT = "M-3.6-7.5h5.4v7.2c0 1.2 1 1.7 2.4 2 1.9.5 2.9 1.4 2.9 3.3v1.2h-10.7z"
FORK = "M-3.7-7.5v4.4q0 2.7 2.7 3v7h2v-7q2.7-.3 2.7-3v-4.4h-1.5v4.5h-1.3v-4.5h-1.8v4.5h-1.3v-4.5z"
PIECES = {"boot": BOOT, "fork": FORK}


LETTER_AT = 'x="4.3" y="-.6"'  # of a seat on its pieces


def piece(kind: str, is_on_land: bool, colours: tuple[str, str], letter: str) -> str:
    written = f'<text fill="currentColor" font-size="8.4" {LETTER_AT} {FONT}>{text_of(letter)}</text>'
    return f"<g {paints(colours)}>{blank(kind, is_on_land)}{written}</g>"


def paints(colours: tuple[str, str]) -> str:
    plate, ink = colours
    return f'fill="{plate}" color="{ink}"'


def blank(kind: str, is_on_land: bool) -> str:
    """Return a boot or a pitchfork without letter and colours: on a square for land, on a disc for a creature."""
    square = '<rect x="{0}" y="{0}" width="{1}" height="{1}" rx="3.4" {2}/>'
    shape = square if is_on_land else '<circle r="{3}" {2}/>'
    shadow = shape.format(-8.6, 18.4, 'fill="#000" fill-opacity=".35"', 9.9)
    plate = shape.format(-8.4, 16.8, 'stroke="currentColor" stroke-width="1.3"', 9)
    return f'{shadow}{plate}<path fill="currentColor" transform="translate(-2.9 .2)scale(.78)" d="{PIECES[kind]}"/>'
