"""The board, which is a dictionary from cells to placed tiles, and the features that lie on it.

A placed tile is ``{"tile", "face", "rot", "gone", "claims"}``. A cell is (x, y): x grows east, y grows south.
"""

from typing import Any

from .tiles import LAND, PLAIN, TILES, Face

Cell = tuple[int, int]
Placed = dict[str, Any]
Board = dict[Cell, Placed]
Segment = tuple[int, int, str]
Feature = list[Segment]

STEPS = [(0, -1), (1, 0), (0, 1), (-1, 0)]


def cell_name(cell: Cell) -> str:
    """Return the way from the start tile: n2e3, s1, w4, or 0."""
    x, y = cell
    north_south = f"n{-y}" if y < 0 else f"s{y}" if y > 0 else ""
    east_west = f"e{x}" if x > 0 else f"w{-x}" if x < 0 else ""
    return north_south + east_west or "0"


def row_then_column(cell: Cell) -> tuple[int, int]:
    """Sort cells by row from the north, then by column from the west."""
    return cell[1], cell[0]


def next_to(cell: Cell, direction: int) -> Cell:
    """Return the neighbour in a direction."""
    return cell[0] + STEPS[direction][0], cell[1] + STEPS[direction][1]


def face_of(placed: Placed) -> Face:
    """Return the face that is up."""
    return TILES[placed["tile"]][placed["face"]]


def printed_edge(placed: Placed, direction: int) -> int:
    """Return the printed edge that faces a direction."""
    return int((direction - placed["rot"]) % 4)


def direction_of(placed: Placed, edge: int) -> int:
    """Return the direction that a printed edge faces."""
    return int((edge + placed["rot"]) % 4)


def is_gone_at(placed: Placed, direction: int) -> bool:
    """Return True if the part that reaches this side has disappeared."""
    return bool(placed["gone"]) and face_of(placed).beast_at(printed_edge(placed, direction)) in placed["gone"]


def letter(placed: Placed, direction: int) -> str:
    """Return the letter that counts on a side: that of the plain land if the part there has disappeared."""
    printed = face_of(placed).edges[printed_edge(placed, direction)]
    return PLAIN[printed] if is_gone_at(placed, direction) else printed


def fits(board: Board, cell: Cell, placed: Placed) -> bool:
    """Return True if all sides that touch another tile match."""
    for direction in range(4):
        other = board.get(next_to(cell, direction))
        if other is not None and letter(placed, direction) != letter(other, (direction + 2) % 4):
            return False
    return True


def stripped_at_once(board: Board, cell: Cell, placed: Placed) -> list[int]:
    """Return the parts of a face just turned up that touch a part of a neighbour that has disappeared."""
    face, found = face_of(placed), []
    for index, (_, edges) in enumerate(face.beasts):
        for edge in edges:
            direction = direction_of(placed, edge)
            other, facing = board.get(next_to(cell, direction)), (direction + 2) % 4
            if other is None or not is_gone_at(other, facing):
                continue
            same_land = LAND[face_of(other).edges[printed_edge(other, facing)]] == LAND[face.edges[edge]]
            if same_land and index not in found:
                found.append(index)
    return found


def sides(board: Board, segment: Segment) -> list[int]:
    """Return the directions that a segment reaches."""
    x, y, name = segment
    placed = board[x, y]
    return [direction_of(placed, edge) for edge in face_of(placed).printed_edges(name)]


def segment_at(placed: Placed, cell: Cell, direction: int, kind: str) -> Segment:
    """Return the land segment (L) or the beast part (B) that reaches a side."""
    face, edge = face_of(placed), printed_edge(placed, direction)
    name = face.land_at(edge) if kind == "L" else f"B{face.beast_at(edge)}"
    return cell[0], cell[1], name


def segments(board: Board) -> list[Segment]:
    """Return all segments on the board except parts that have disappeared, by row, column and name."""
    found: list[Segment] = []
    for x, y in sorted(board, key=row_then_column):
        placed = board[x, y]
        names = face_of(placed).names()
        found += [(x, y, name) for name in names if name[0] == "L" or int(name[1:]) not in placed["gone"]]
    return found


def linked(board: Board, segment: Segment) -> list[Segment]:
    """Return the segments of neighbours that a segment is joined to."""
    x, y, name = segment
    found = []
    for direction in sides(board, segment):
        cell = next_to((x, y), direction)
        if cell in board:
            found.append(segment_at(board[cell], cell, (direction + 2) % 4, name[0]))
    return found


def features(board: Board) -> list[Feature]:
    """Return every feature of the board, complete or not: chains of parts, tufts and mounds."""
    seen: set[Segment] = set()
    found = []
    for start in segments(board):
        feature, waiting = set(), [start]
        while waiting:
            segment = waiting.pop()
            if segment not in seen:
                seen.add(segment)
                feature.add(segment)
                waiting.extend(linked(board, segment))
        if feature:
            found.append(sorted(feature, key=lambda segment: (segment[1], segment[0], names_order(segment[2]))))
    return found


def names_order(name: str) -> tuple[bool, int]:
    """Sort names of segments: L0, L1, ... before B0, B1, ..."""
    return name[0] == "B", int(name[1:])


def is_complete(board: Board, feature: Feature) -> bool:
    """Return True if nothing of the feature faces an empty cell, and no beast lies on the edges of a land."""
    for segment in feature:
        x, y, name = segment
        for direction in sides(board, segment):
            if next_to((x, y), direction) not in board:
                return False
            if name[0] == "L" and letter(board[x, y], direction) in "owb":
                return False
    return True


def complete_features(board: Board) -> list[Feature]:
    """Return the features that are complete now."""
    return [feature for feature in features(board) if is_complete(board, feature)]


def part_kinds(board: Board, feature: Feature) -> list[str]:
    """Return the kinds of the parts of a creature: oe, om, we, wm, ws, bh, bt, bm."""
    return [face_of(board[x, y]).beasts[int(name[1:])][0] for x, y, name in feature]


def kind_of(board: Board, feature: Feature) -> str:
    """Return what a complete feature is: orange, worm, blue, freak, tuft or mound."""
    x, y, name = feature[0]
    if name[0] == "L":
        face = face_of(board[x, y])
        return "tuft" if LAND[face.edges[face.lands[int(name[1:])][0]]] == "grass" else "mound"
    kinds = part_kinds(board, feature)
    if kinds.count("oe") == 2:
        return "orange"
    if kinds.count("we") == 2 and kinds.count("ws") == 1:
        return "worm"
    if kinds.count("bh") == 1 and kinds.count("bt") == 1 and kinds.count("bm") >= 1:
        return "blue"
    return "freak"


def treasures(board: Board, feature: Feature) -> list[str]:
    """Return the treasures that lie on a tuft or mound."""
    found = []
    for x, y, name in feature:
        face = face_of(board[x, y])
        if name[0] == "L" and int(name[1:]) in face.treasures:
            found.append(face.treasures[int(name[1:])])
    return found


def value(board: Board, feature: Feature, variant: str) -> int:
    """Return the points for a complete feature."""
    classic, kind, found = variant == "classic", kind_of(board, feature), treasures(board, feature)
    if kind in ("orange", "worm", "blue"):
        return {"orange": 1, "worm": 2, "blue": 3}[kind] * len(feature)
    if kind == "freak":
        return 3
    bulges = (5 if classic else 3) * len(feature)
    if kind == "mound":
        return bulges + (4 if classic else 3) * found.count("flower")
    return bulges + (5 if classic else 4) * found.count("gold") + (3 if classic else 2) * found.count("silver")
