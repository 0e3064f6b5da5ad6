"""The faces of the tiles, drawn from the table of tiles.

A face is 60 wide and high round (0, 0), as the table has it. What lies on it is found a place where it hides nothing.
"""

from collections.abc import Iterable
from functools import lru_cache
from itertools import product
from random import Random
from typing import NamedTuple

from games.engine.marram.tiles import GRASS, Face, box

from ..geometry import Point
from ..paint import number
from . import creatures, treasures
from .curves import distance, path_data
from .land import lands_of

VERSION = 1  # of the tiles
GRASS_COLOUR, SAND_COLOUR = "#8fb857", "#f3e0b2"
GRID = [(float(x), float(y)) for x, y in product(range(-24, 25, 2), repeat=2)]
CLAIM_REACH = 20  # from the middle of a tile to that of a piece on it
CORNERS: tuple[Point, ...] = ((22, -22), (22, 22), (-22, 22), (-22, -22))


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
    """Return the numbers of the tiles that can be flipped."""
    return frozenset(tile.number for tile in box(VERSION).tiles if tile.has_shovel)


def tile_number(name: str) -> int:
    """Return the tile of a face."""
    return int(name.rstrip("ab"))


@lru_cache(maxsize=256)
def places_of(name: str) -> Places:
    """Return where things are on a face. Raises KeyError for an unknown face."""
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
        claims[f"L{index}"] = _roomiest(inner or points, bodies, borders, marks)
    return Places(taken, shovel, claims)


def _roomiest(points: Iterable[Point], bodies: list[Point], borders: list[Point], others: list[Point]) -> Point:
    """Return the point that is farthest from creatures, borders and things, and from the edge of the tile."""

    def room(point: Point) -> float:
        edge = 30 - max(abs(point[0]), abs(point[1]))
        near = min(distance(point, bodies), 1.3 * distance(point, borders), distance(point, others), 1.2 * edge)
        return near - 0.02 * (abs(point[0]) + abs(point[1]))

    return max(points, key=room)


@lru_cache(maxsize=512)
def draw(name: str, gone: tuple[int, ...] = ()) -> str:
    """Return a face without the parts of creatures that are ``gone``. Raises KeyError for an unknown face."""
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
    beasts = "".join(creatures.draw(part) for index, part in enumerate(face.parts) if index not in gone)
    things = "".join(treasures.draw(face.treasures[index], at) for index, at in places.treasures.items())
    spade = treasures.draw("shovel", places.shovel) if places.shovel else ""
    return f"{ground}{_growth(name)}{beasts}{things}{spade}{EDGE}"


EDGE = '<path fill="none" stroke="#4a3a18" stroke-opacity=".55" stroke-width=".8" d="M-29.6-29.6h59.2v59.2h-59.2z"/>'


@lru_cache(maxsize=256)
def _growth(name: str) -> str:
    """Return tufts of grass, and the ripples and grains of sand, scattered over a face."""
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
    """Return a tuft of marram grass from above: three blades that bend outwards."""
    blades = ("q-.6-2.4-3-3.6", "q0-2.4 .6-4.2", "q.8-2 3.2-2.8")
    return "".join(f"M{number(point[0])} {number(point[1])}{blade}" for blade in blades)
