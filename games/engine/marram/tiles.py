"""The tiles: both faces of each, as the data file lists them.

A line of the list is ``T42 | ogog N,EW,S om:NS N=flower``: the edges from north to west, the land segments L0, L1 ...
as groups of edges, the parts of creatures B0, B1 ..., the treasures. A second face follows behind another bar."""

import json
import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path
from typing import Any, NamedTuple, NoReturn

SIDES = "NESW"
GRASS, SAND = "g", "s"
SPECIES = "owb"
START = 0  # the number of the tile with which a game begins
PART_EDGES = {"end": 1, "head": 1, "tail": 1, "middle": 2, "saddle": 2}
TREASURE_LAND = {"gold": GRASS, "silver": GRASS, "flower": SAND}
_PARTS = {"o": "em", "w": "ems", "b": "htm"}
_PART_NAMES = {name[0]: name for name in PART_EDGES}
_FOLDER = Path(__file__).parent / "data"


class Part(NamedTuple):
    """A part of a creature: the species' letter, "end", "middle", "saddle", "head" or "tail", and its edges (0..3)."""

    species: str
    kind: str
    edges: tuple[int, ...]


@dataclass(frozen=True, slots=True, eq=False)
class Face:
    """One face of a tile as it is printed.

    ``letters`` are the motifs of the edges, ``under`` the land below each. ``lands`` are the land segments as groups of
    edges, ``land_letters`` their land, ``treasures`` what lies on each ("" for nothing), ``parts`` those of creatures.
    ``land_at`` and ``part_at`` have the index of the segment that owns each edge, -1 for none.
    """

    name: str
    letters: str
    under: tuple[str, ...]
    lands: tuple[tuple[int, ...], ...]
    land_letters: tuple[str, ...]
    treasures: tuple[str, ...]
    parts: tuple[Part, ...]
    land_at: tuple[int, ...]
    part_at: tuple[int, ...]


@dataclass(frozen=True, slots=True, eq=False)
class Tile:
    """A tile: its number and its faces, one or two. Those with two show a shovel."""

    number: int
    faces: tuple[Face, ...]

    @property
    def has_shovel(self) -> bool:
        return len(self.faces) > 1


@dataclass(frozen=True, slots=True, eq=False)
class Box:
    """All that one version of the game comes with: the tiles by number, and the values that rulesets are made of."""

    version: int
    tiles: tuple[Tile, ...]
    values: Mapping[str, Any]


@lru_cache
def box(version: int) -> Box:
    values = json.loads((_FOLDER / f"marram-{version}.json").read_text(encoding="utf-8"))
    return Box(version, read_tiles(values["tiles"], values["land_under"]), values)


def read_tiles(lines: list[str], land_under: Mapping[str, str]) -> tuple[Tile, ...]:
    """Return the tiles of a list, by number. Raises ValueError for a list that contradicts itself."""
    tiles = tuple(_tile(line, land_under) for line in lines)
    if [tile.number for tile in tiles] != list(range(len(tiles))):
        raise ValueError("the tiles must be numbered S00, T01, T02 ... without a gap")
    return tiles


def _tile(line: str, land_under: Mapping[str, str]) -> Tile:
    name, *faces = line.split(" | ")
    if not re.fullmatch(r"S00|T(?!00)\d\d", name) or len(faces) not in (1, 2):
        _refuse(line, "a tile is a number and one or two faces")
    number = int(name[1:])
    read = tuple(_face(f"{number}{letter}", text, land_under) for letter, text in zip("ab", faces, strict=False))
    if len({face.letters for face in read}) > 1:
        _refuse(line, "both faces must have the same edges")
    return Tile(number, read)


def _refuse(text: str, reason: str) -> NoReturn:
    raise ValueError(f"{text}: {reason}")


def _edges(text: str) -> tuple[int, ...]:
    if not text or not set(text) <= set(SIDES):
        _refuse(text, "edges are letters of NESW")
    return tuple(SIDES.index(side) for side in text)


def _face(name: str, text: str, land_under: Mapping[str, str]) -> Face:
    fields = text.split(" ")
    if len(fields) != 4 or len(fields[0]) != len(SIDES) or not set(fields[0]) <= set(land_under):
        _refuse(text, "a face has four motifs, land, creatures and treasures")
    letters, land_text, part_text, treasure_text = fields
    under = tuple(land_under[letter] for letter in letters)
    lands = tuple(_edges(group) for group in land_text.split(","))
    if sorted(edge for group in lands for edge in group) != list(range(len(SIDES))):
        _refuse(text, "the land segments must divide the edges")
    if any(len({under[edge] for edge in group}) > 1 for group in lands):
        _refuse(text, "a land segment has one land")
    land_letters = tuple(under[group[0]] for group in lands)
    parts = tuple(_parts_of(part_text))
    owned = [edge for part in parts for edge in part.edges]
    if sorted(owned) != [edge for edge, letter in enumerate(letters) if letter in SPECIES]:
        _refuse(text, "every edge with a creature belongs to one part")
    if any(letters[edge] != part.species for part in parts for edge in part.edges):
        _refuse(text, "a part and its edges have one species")
    treasures = _treasures(treasure_text, land_text.split(","), land_letters)
    land_at, part_at = _owners(lands), _owners(tuple(part.edges for part in parts))
    return Face(name, letters, under, lands, land_letters, treasures, parts, land_at, part_at)


def _owners(groups: tuple[tuple[int, ...], ...]) -> tuple[int, ...]:
    owner = {edge: index for index, group in enumerate(groups) for edge in group}
    return tuple(owner.get(edge, -1) for edge in range(len(SIDES)))


def _parts_of(text: str) -> Iterator[Part]:
    for item in text.split(",") if text != "-" else ():
        kind, _, sides = item.partition(":")
        if len(kind) != 2 or kind[1] not in _PARTS.get(kind[0], ""):
            _refuse(text, "a part is a species and a kind that it has")
        part = Part(kind[0], _PART_NAMES[kind[1]], _edges(sides))
        if len(part.edges) != PART_EDGES[part.kind] or len(set(part.edges)) < len(part.edges):
            _refuse(text, "a part has the wrong number of edges")
        yield part


def _treasures(text: str, groups: list[str], land_letters: tuple[str, ...]) -> tuple[str, ...]:
    found = [""] * len(groups)
    for item in text.split(",") if text != "-" else ():
        group, _, treasure = item.partition("=")
        if group not in groups or found[groups.index(group)]:
            _refuse(text, "a treasure lies on a land segment, one on each")
        if TREASURE_LAND.get(treasure) != land_letters[groups.index(group)]:
            _refuse(text, "coins lie on grass, flowers on sand")
        found[groups.index(group)] = treasure
    return tuple(found)
