"""Where choices can be clicked on a board: their targets, and the glow round their cells.

The target of a place of two cells is the middle of both. Each cell is cut by its diagonals into four triangles; a
choice has the triangles on both sides of its middle, and those of its cells that no other choice needs. So every target
is at least as wide and as high as a cell, and no two overlap. Choices of the same single cell divide its triangles.
"""

from collections.abc import Iterator, Mapping, Sequence

from games.engine.prompts import Choice, Prompt

from .geometry import HALF, Ground, Point, point
from .paint import Brush

QUARTERS = 4  # triangles of a cell


def targets(ground: Ground, choices: Sequence[Choice]) -> dict[str, str]:
    """Return the targets of all choices with cells as path data, by notation.

    A choice has none if more than four choices want its only cell: these are left to the list below the board.
    """
    pairs = [choice for choice in choices if ground.are_neighbours(choice.cells)]
    sides: dict[str, set[int]] = {}
    for choice in pairs:
        first, second = choice.cells
        sides.setdefault(first, set()).add(ground.toward(first, second))
        sides.setdefault(second, set()).add(ground.toward(second, first))
    found = {choice.notation: _pair(ground, choice, sides) for choice in pairs}
    rest = [choice for choice in choices if choice.cells and choice.notation not in found]
    return found | dict(_others(ground, rest))


def _others(ground: Ground, choices: Sequence[Choice]) -> Iterator[tuple[str, str]]:
    rivals: dict[tuple[str, ...], list[str]] = {}
    for choice in choices:
        rivals.setdefault(choice.cells, []).append(choice.notation)
    for cells, notations in rivals.items():
        if len(notations) == 1:
            yield notations[0], "".join(ground.square(cell) for cell in cells)
        elif len(cells) == 1 and len(notations) <= QUARTERS:
            for notation, quarters in zip(notations, _shares(len(notations)), strict=True):
                yield notation, "".join(triangle(ground.centre(cells[0]), quarter) for quarter in quarters)


def _shares(count: int) -> tuple[tuple[int, ...], ...]:
    """Return the triangles (0 is east, then clockwise) of each of two to four choices, from the top clockwise."""
    return {2: ((2, 3), (0, 1)), 3: ((3,), (0, 1), (2,))}.get(count, ((3,), (0,), (1,), (2,)))


def _pair(ground: Ground, choice: Choice, sides: Mapping[str, set[int]]) -> str:
    first, second = choice.cells
    turns = ground.toward(first, second)
    return _wedges(ground, first, turns, sides[first]) + _wedges(ground, second, (turns + 2) % 4, sides[second])


def _wedges(ground: Ground, cell: str, side: int, rivals: set[int]) -> str:
    """Return the part of a cell that belongs to the choice on this side (0 is east, then clockwise)."""
    if len(rivals) == 1:
        return ground.square(cell)
    # A triangle that no choice needs goes to the choice opposite it, unless both its neighbours are needed.
    free = [near for near in ((side + 1) % 4, (side + 3) % 4) if near not in rivals]
    mine = [side, *(near for near in free if (near + 2) % 4 in rivals and (side + 2) % 4 not in rivals)]
    return "".join(triangle(ground.centre(cell), quarter) for quarter in mine)


def triangle(centre: Point, quarter: int) -> str:
    """Return a quarter of a cell, from its middle to a side (0 is east, then clockwise), as path data."""
    x, y = centre
    corners = ((HALF, -HALF), (HALF, HALF), (-HALF, HALF), (-HALF, -HALF))
    (ax, ay), (bx, by) = corners[quarter], corners[(quarter + 1) % 4]
    return f"M{point(centre)}L{point((x + ax, y + ay))} {point((x + bx, y + by))}z"


def glow(brush: Brush, ground: Ground, prompt: Prompt) -> str:
    """Return the light on the cells that can be chosen."""
    cells = {cell for choice in prompt.choices for cell in choice.cells} if prompt.kind == "place" else set()
    squares = "".join(ground.square(cell) for cell in sorted(cells))
    if not squares:
        return ""
    return f'<path {brush("glow")} d="{squares}"/><path {brush("glow-edge")} d="{ground.outline(cells)}"/>'
