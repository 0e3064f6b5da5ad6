"""Tiles on the board, and the features that run over them.

A *node* is a segment of a tile on the board in one number: the cell, shifted by three bits, and the segment."""

from collections.abc import Iterator, Mapping
from functools import cached_property, lru_cache
from typing import NamedTuple

from .actions import FIRST_PART, HOME, STEPS, Cell
from .tiles import START, Face, box

NODE_BITS = 3
NO_SEGMENT = -1
EMPTY = "."  # in the edges around a cell: no tile there


class Claim(NamedTuple):
    """A piece on a segment: in Classic a boot, in Pitchfork a boot on land and a pitchfork on a creature."""

    segment: int
    seat: int


class LaidTile(NamedTuple):
    """A tile on the board.

    ``face`` is 0 or 1, ``rotation`` the quarter turns clockwise, ``gone`` the parts of creatures that have disappeared,
    as a set of bits.
    """

    tile: int
    face: int = 0
    rotation: int = 0
    gone: int = 0
    claims: tuple[Claim, ...] = ()


class View(NamedTuple):
    """A face as it lies, by direction (0..3: north, east, south, west).

    ``edges`` has the motif that each edge shows, as a capital where a creature has disappeared from it. ``land_at`` and
    ``part_at`` have the segment that owns each edge (NO_SEGMENT: no creature there), ``directions`` those of each
    segment, none for a part that is gone.
    """

    face: Face
    edges: str
    land_at: tuple[int, ...]
    part_at: tuple[int, ...]
    directions: tuple[tuple[int, ...], ...]


@lru_cache(maxsize=4096)
def view_of(face: Face, rotation: int, gone: int) -> View:
    edges, land_at, part_at = [""] * 4, [NO_SEGMENT] * 4, [NO_SEGMENT] * 4
    directions: list[tuple[int, ...]] = [()] * 8
    for edge, letter in enumerate(face.letters):
        direction, part = (edge + rotation) & 3, face.part_at[edge]
        is_gone = part >= 0 and gone >> part & 1
        edges[direction] = face.under[edge].upper() if is_gone else letter
        land_at[direction] = face.land_at[edge]
        if part >= 0 and not is_gone:
            part_at[direction] = FIRST_PART + part
    for segment, group in enumerate(face.lands):
        directions[segment] = tuple((edge + rotation) & 3 for edge in group)
    for index, part_of in enumerate(face.parts):
        if not gone >> index & 1:
            directions[FIRST_PART + index] = tuple((edge + rotation) & 3 for edge in part_of.edges)
    return View(face, "".join(edges), tuple(land_at), tuple(part_at), tuple(directions))


@lru_cache(maxsize=65536)
def placements(face: Face, around: str) -> tuple[int, ...]:
    """Return the rotations in which a face fits, where ``around`` has the edges that the neighbours show."""
    wanted = around.lower()
    return tuple(
        rotation
        for rotation in range(4)
        if all(letter in (EMPTY, face.letters[(direction - rotation) & 3]) for direction, letter in enumerate(wanted))
    )


@lru_cache(maxsize=65536)
def flips(face: Face, around: str) -> tuple[tuple[int, int], ...]:
    """Return the rotations in which a face that comes up fits, each with the parts that disappear at once.

    Those are the parts with an edge beside one that a creature has disappeared from, over the same land.
    """
    found = []
    for rotation in range(4):
        gone = 0
        for direction, shown in enumerate(around):
            edge = (direction - rotation) & 3
            if shown.isupper() and face.part_at[edge] >= 0 and face.under[edge] == shown.lower():
                gone |= 1 << face.part_at[edge]
        edges = view_of(face, rotation, gone).edges.lower()
        if all(letter in (EMPTY, mine) for letter, mine in zip(around.lower(), edges, strict=True)):
            found.append((rotation, gone))
    return tuple(found)


class Feature(NamedTuple):
    """A creature, a tuft or a mound: its nodes, sorted, and whether it is complete."""

    nodes: tuple[int, ...]
    is_complete: bool


class Board:
    """The laid tiles by cell. Never changed: ``replaced`` returns another board."""

    __slots__ = ("__dict__", "data", "laid", "views")

    def __init__(self, data: int, laid: Mapping[Cell, LaidTile], views: dict[Cell, View] | None = None) -> None:
        """Lay the tiles of this version of the data; ``views`` are known to callers within this module only."""
        self.data, self.laid = data, laid
        tiles = box(data).tiles
        self.views = views or {
            cell: view_of(tiles[one.tile].faces[one.face], one.rotation, one.gone) for cell, one in laid.items()
        }

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Board) and self.data == other.data and self.laid == other.laid

    def __hash__(self) -> int:
        return hash((self.data, frozenset(self.laid.items())))

    def __repr__(self) -> str:
        return f"Board({self.data}, {dict(sorted(self.laid.items()))})"

    def __reduce__(self) -> tuple[type["Board"], tuple[int, Mapping[Cell, LaidTile]]]:
        return Board, (self.data, self.laid)

    def replaced(self, changes: Mapping[Cell, LaidTile]) -> "Board":
        tiles, laid, views = box(self.data).tiles, {**self.laid, **changes}, self.views.copy()
        for cell, one in changes.items():
            views[cell] = view_of(tiles[one.tile].faces[one.face], one.rotation, one.gone)
        return Board(self.data, laid, views)

    @cached_property
    def cells(self) -> dict[int, Cell]:
        """The cell of each tile on the board, by row and column."""
        return {self.laid[cell].tile: cell for cell in sorted(self.laid)}

    @cached_property
    def frontier(self) -> dict[Cell, str]:
        """The empty cells beside a tile, in order, each with the edges around it."""
        views, found = self.views, set()
        for cell in views:
            for step in STEPS:
                if cell + step not in views:
                    found.add(cell + step)
        return {cell: self.edges_around(cell) for cell in sorted(found)}

    def edges_around(self, cell: Cell) -> str:
        """Return the edges that the neighbours of a cell show it, from north to west, EMPTY for none."""
        views = self.views
        return "".join(
            [
                views[cell + step].edges[direction ^ 2] if cell + step in views else EMPTY
                for direction, step in enumerate(STEPS)
            ]
        )

    def trace(self, node: int, creatures_block: bool, stop_when_open: bool = False) -> Feature:
        """Return the feature with this node.

        With ``stop_when_open`` the search ends as soon as it is known to be incomplete, without the other nodes.
        """
        views, found, is_complete = self.views, [node], True
        seen = {node}
        for here in found:
            cell, segment = here >> NODE_BITS, here & 7
            view = views[cell]
            for direction in view.directions[segment]:
                if segment < FIRST_PART and creatures_block and view.part_at[direction] >= 0:
                    is_complete = False
                there = views.get(cell + STEPS[direction])
                if there is None:
                    is_complete = False
                else:
                    owner = (there.land_at if segment < FIRST_PART else there.part_at)[direction ^ 2]
                    beside = cell + STEPS[direction] << NODE_BITS | owner
                    if beside not in seen:
                        seen.add(beside)
                        found.append(beside)
                if stop_when_open and not is_complete:
                    return Feature((), False)
        return Feature(tuple(sorted(found)), is_complete)

    def segments(self, cell: Cell) -> Iterator[int]:
        for segment, directions in enumerate(self.views[cell].directions):
            if directions:
                yield segment

    def is_settled(self, cell: Cell, creatures_block: bool) -> bool:
        """Return True if a segment of this tile belongs to a complete feature."""
        return any(
            self.trace(cell << NODE_BITS | segment, creatures_block, stop_when_open=True).is_complete
            for segment in self.segments(cell)
        )


@lru_cache(maxsize=4)
def first_board(data: int) -> Board:
    return Board(data, {HOME: LaidTile(START)})


def cells_of(nodes: tuple[int, ...]) -> tuple[Cell, ...]:
    return tuple(dict.fromkeys(node >> NODE_BITS for node in nodes))
