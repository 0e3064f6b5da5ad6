"""The names of columns and rows, and what they look like beside a picture of a board."""

from collections.abc import Mapping, Sequence
from string import ascii_letters, digits

from games.engine.scene import Scene

from .geometry import HALF, UNIT, Ground, point
from .paint import FONT, text_of

SIZE, ROOM = 20, 54  # of short names, and for all letters of a long one
BASELINE = 0.35  # of the size, below the middle


def line_names(scene: Scene, *, has_single: bool = False) -> tuple[dict[int, str], dict[int, str]]:
    """Return what the names of the cells of each column and of each row have in common: "a", "7", "e3", "n2".

    With ``has_single``, a line of a single cell has what the other line of that cell leaves of its name.
    """
    grid = {(cell.column, cell.row): cell.name for cell in scene.cells}
    files, ranks = _labels(grid, 0), _labels(grid, 1)
    if has_single:
        columns = {at[0]: _without(name, ranks.get(at[1], "")) for at, name in grid.items() if at[0] not in files}
        rows = {at[1]: _without(name, files.get(at[0], "")) for at, name in grid.items() if at[1] not in ranks}
        return files | columns, ranks | rows
    return files, ranks


def draw_coordinates(scene: Scene, margin: float) -> str:
    """Return the names of columns and rows in the margin, on all sides."""
    ground, (files, ranks) = Ground(scene), line_names(scene, has_single=True)
    right, bottom = ground.left + ground.width, ground.top + ground.height
    places = [
        *(
            (name, column * UNIT + HALF, y)
            for column, name in files.items()
            for y in _sides(ground.top, bottom, margin)
        ),
        *((name, x, row * UNIT + HALF) for row, name in ranks.items() for x in _sides(ground.left, right, margin)),
    ]
    texts = "".join(_name(name, x, y) for name, x, y in places)
    return f'<g fill="#2a1a14" {FONT}>{texts}</g>'


def draw_place(ground: Ground, cells: Sequence[str], number: int) -> str:
    """Return a number on neighbouring cells, with a line from one to the other."""
    turn = 90 * ground.toward(*cells) if len(cells) == 2 else 0
    line = f'd="M-20 0H20" stroke-linecap="round" transform="rotate({turn})"'
    return (
        f'<g transform="translate({point(ground.middle(cells))})">'
        f'<path stroke="#fffaf0" stroke-width="9" {line}/><path stroke="#2a1a14" stroke-width="5" {line}/>'
        '<circle r="13" fill="#2a1a14" stroke="#fffaf0" stroke-width="2"/>'
        f'<text y="6" font-size="17" fill="#fffaf0" {FONT}>{number}</text></g>'
    )


def _sides(first: float, last: float, margin: float) -> tuple[float, float]:
    return first - margin / 2, last + margin / 2


def _name(name: str, x: float, y: float) -> str:
    size = min(SIZE, ROOM // len(name))
    at = f'transform="translate({point((x, y + BASELINE * size))})"'
    return f'<text font-size="{size}" {at}>{text_of(name)}</text>'


def _labels(grid: Mapping[tuple[int, int], str], axis: int) -> dict[int, str]:
    lines: dict[int, list[str]] = {}
    for place, name in grid.items():
        lines.setdefault(place[axis], []).append(name)
    return {line: _common(names, axis) for line, names in lines.items() if len(names) > 1}


def _without(name: str, other: str) -> str:
    if other == "0":  # names in such a line leave it out
        return name
    return (name.removeprefix(other) if name.startswith(other) else name.removesuffix(other)) or "0"


def _common_start(names: Sequence[str]) -> str:
    first, last = min(names), max(names)
    length = next((at for at, (one, other) in enumerate(zip(first, last, strict=False)) if one != other), len(first))
    return first[:length]


def _common(names: Sequence[str], axis: int) -> str:
    """Return what names of one column (0) or row (1) have in common, "0" for nothing."""
    start, end = _common_start(names), _common_start([name[::-1] for name in names])[::-1]
    start = start.rstrip(ascii_letters) if any(map(str.isdecimal, start)) else start
    end = end.lstrip(digits) if any(map(str.isalpha, end)) else end
    return (start or end if axis else end or start) or "0"
