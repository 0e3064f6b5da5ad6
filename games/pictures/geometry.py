"""Positions of cells, gates, loops and trails in drawing units.

Cell (0, 0) begins at the point (0, 0) in every drawing of a game, however its board grows.
"""

from collections.abc import Collection, Sequence
from itertools import pairwise

from games.engine.scene import Loop, Scene

from .paint import number

UNIT = 60
HALF = UNIT // 2
RIM = 13
MARGIN = 56
SIDES = "NESW"
TURNS = {"E": 0, "S": 1, "W": 2, "N": 3}
AHEAD = {"N": (0, -1), "E": (1, 0), "S": (0, 1), "W": (-1, 0)}
# A corner loop is most of a circle round this point, relative to the corner of the rim.
CORNER_INSET = 10
CORNER_RADIUS = 34.5

Point = tuple[float, float]


def point(at: Point) -> str:
    return f"{number(at[0])} {number(at[1])}"


class Ground:
    """The positions of a scene. ``left`` and ``top`` are those of its cells, ``width`` and ``height`` their size."""

    def __init__(self, scene: Scene) -> None:
        self.left = scene.left * UNIT
        self.top = scene.top * UNIT
        self.width = scene.columns * UNIT
        self.height = scene.rows * UNIT
        self.loops = scene.loops
        self._place = {cell.name: (cell.column, cell.row) for cell in scene.cells}
        self._name = {place: name for name, place in self._place.items()}

    def place(self, name: str) -> tuple[int, int]:
        """Return column and row of a cell. Raises KeyError for an unknown cell."""
        return self._place[name]

    def centre(self, name: str) -> Point:
        column, row = self._place[name]
        return column * UNIT + HALF, row * UNIT + HALF

    def middle(self, names: Sequence[str]) -> Point:
        points = [self.centre(name) for name in names]
        return sum(x for x, _ in points) / len(points), sum(y for _, y in points) / len(points)

    def toward(self, name: str, other: str) -> int:
        """Return the quarter turns (clockwise from east) that lead from a cell to its neighbour."""
        (column, row), (other_column, other_row) = self._place[name], self._place[other]
        step = other_column - column, other_row - row
        return TURNS[next(side for side, ahead in AHEAD.items() if ahead == step)]

    def are_neighbours(self, names: Sequence[str]) -> bool:
        places = [self._place[name] for name in names]
        return len(places) == 2 and sum(abs(a - b) for a, b in zip(*places, strict=True)) == 1

    def square(self, name: str, reach: float = HALF) -> str:
        x, y = self.centre(name)
        size = number(2 * reach)
        return f"M{point((x - reach, y - reach))}h{size}v{size}h-{size}z"

    def box(self, margin: float) -> str:
        numbers = self.left - margin, self.top - margin, self.width + 2 * margin, self.height + 2 * margin
        return " ".join(number(value) for value in numbers)

    def beside(self, name: str, side: str) -> str | None:
        column, row = self._place[name]
        right, down = AHEAD[side]
        return self._name.get((column + right, row + down))

    def gate(self, name: str, side: str) -> Point:
        """Return the point of the rim where this side of an edge cell leaves the board."""
        x, y = self.centre(name)
        right, down = AHEAD[side]
        return x + right * (HALF + RIM), y + down * (HALF + RIM)

    def seams(self) -> list[tuple[Point, str]]:
        """Return the points of the rim between edge cells that no loop joins, with the side of each.

        Empty for a board without loops, or with a loop between distant cells.
        """
        joined = {frozenset(((loop.start[0], loop.start[1]), (loop.end[0], loop.end[1]))) for loop in self.loops}
        found: list[tuple[Point, str]] = []
        for side in SIDES if self._is_tight() else "":
            edge = self._edge(side)
            for first, second in pairwise(edge):
                if frozenset(((first, side), (second, side))) not in joined:
                    (x, y), (other_x, other_y) = self.gate(first, side), self.gate(second, side)
                    found.append((((x + other_x) / 2, (y + other_y) / 2), side))
        return found

    def _is_tight(self) -> bool:
        """Return True if there are loops and each is round a corner or between neighbours."""
        return bool(self.loops) and all(
            loop.start[0] == loop.end[0] or self.are_neighbours((loop.start[0], loop.end[0])) for loop in self.loops
        )

    def _edge(self, side: str) -> list[str]:
        """Return the cells along a side, from the left or the top."""
        left, top = self.left // UNIT, self.top // UNIT
        right, bottom = left + self.width // UNIT - 1, top + self.height // UNIT - 1
        line = {"N": (1, top), "S": (1, bottom), "W": (0, left), "E": (0, right)}[side]
        cells = [(place[1 - line[0]], name) for name, place in self._place.items() if place[line[0]] == line[1]]
        return [name for _, name in sorted(cells)]

    def corner(self, side: str) -> Point:
        """Return the corner of the rim that follows this side clockwise."""
        x = self.left + self.width + RIM if side in "NE" else self.left - RIM
        y = self.top + self.height + RIM if side in "ES" else self.top - RIM
        return x, y

    def arc(self, loop: Loop, *, back: bool = False) -> str:
        """Return the centre line of a loop as path data, from its first gate (from its last one with ``back``)."""
        (cell, side), (other, other_side) = (loop.end, loop.start) if back else (loop.start, loop.end)
        start, end = self.gate(cell, side), self.gate(other, other_side)
        turn = (SIDES.index(other_side) - SIDES.index(side)) % 4
        if turn == 0:
            along, clockwise = span(start, end, side)
            radii = f"{number(along)} {HALF}" if side in "NS" else f"{HALF} {number(along)}"
            return f"A{radii} 0 0 {clockwise} {point(end)}"
        if turn in (1, 3) and cell == other:
            return f"A{CORNER_RADIUS} {CORNER_RADIUS} 0 1 {int(turn == 1)} {point(end)}"
        controls = [
            (x + MARGIN * AHEAD[s][0], y + MARGIN * AHEAD[s][1]) for (x, y), s in ((start, side), (end, other_side))
        ]
        return f"C{point(controls[0])} {point(controls[1])} {point(end)}"

    def route(self, cells: Sequence[str], loops: Sequence[int] = ()) -> str:
        parts = [f"M{point(self.centre(cells[0]))}"]
        left = [self.loops[index] for index in loops]
        for index, (cell, after) in enumerate(pairwise(cells)):
            ends = (left[0].start[0], left[0].end[0]) if left else None
            if ends in ((cell, after), (after, cell)):
                loop = left.pop(0)
                back = self._backwards(loop, cells, index)
                parts.append(f"L{point(self.gate(*(loop.end if back else loop.start)))}{self.arc(loop, back=back)}")
            parts.append(f"L{point(self.centre(after))}")
        return "".join(parts)

    def _backwards(self, loop: Loop, cells: Sequence[str], index: int) -> bool:
        """Return True if the walk leaves ``cells[index]`` by the loop's last gate.

        A corner cell has two gates: the last step of the walk decides, or the next one at the beginning.
        """
        if loop.start[0] != loop.end[0]:
            return loop.start[0] != cells[index]
        if index:
            return self.toward(cells[index - 1], cells[index]) == TURNS[loop.end[1]]
        return index + 2 < len(cells) and self.toward(cells[index + 2], cells[index + 1]) == TURNS[loop.start[1]]

    def outline(self, names: Collection[str]) -> str:
        places = {self._place[name] for name in names}
        parts = []
        for column, row in sorted(places):
            x, y = column * UNIT, row * UNIT
            for neighbour, line in (
                ((column, row - 1), f"M{x} {y}h{UNIT}"),
                ((column, row + 1), f"M{x} {y + UNIT}h{UNIT}"),
                ((column - 1, row), f"M{x} {y}v{UNIT}"),
                ((column + 1, row), f"M{x + UNIT} {y}v{UNIT}"),
            ):
                if neighbour not in places:
                    parts.append(line)
        return "".join(parts)


def span(start: Point, end: Point, side: str) -> tuple[float, int]:
    """Return half the distance of two gates on one side, and 1 if the loop runs clockwise round the board."""
    right, down = end[0] - start[0], end[1] - start[1]
    forward = {"N": right, "E": down, "S": -right, "W": -down}[side]
    return abs(forward) / 2, int(forward > 0)
