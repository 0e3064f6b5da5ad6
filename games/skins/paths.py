"""Trails and marks: walks, the changes of the last turn, payments."""

from collections.abc import Collection, Sequence

from games.engine.prompts import Branch
from games.engine.scene import Trail

from .geometry import Ground, point
from .paint import Brush, text_of


def _dots(brush: Brush, path: str) -> str:
    return f'<path {brush("way-edge")} d="{path}"/><path {brush("way")} d="{path}"/>'


def trail(brush: Brush, ground: Ground, walked: Trail) -> str:
    """Return a trail as dots, with a ring at its start."""
    if len(walked.cells) < 2:
        return ""
    start = point(ground.centre(walked.cells[0]))
    ring = f'<circle {brush("way-start")} r="6" transform="translate({start})"/>'
    return _dots(brush, ground.route(walked.cells, walked.loops)) + ring


def cell_outline(brush: Brush, ground: Ground, kind: str, names: Collection[str]) -> str:
    """Return the outline of marked cells."""
    role = "mark-last" if kind == "last" else "mark-paid"
    path = ground.outline(names)
    return f'<path {brush("mark-edge")} d="{path}"/><path {brush(role)} d="{path}"/>'


def roll_paths(brush: Brush, ground: Ground, ways: Sequence[Branch]) -> str:
    """Return the longest walk, with a numbered disc at the end of each: ringed if likelier, with its price."""
    if not ways:
        return ""
    longest = max(ways, key=lambda way: len(way.path))
    parts = [_dots(brush, ground.route(longest.path, longest.loops))] if len(longest.path) > 1 else []
    taken: dict[str, int] = {}
    for way in ways:
        x, y = ground.centre(way.cell)
        shift = taken.setdefault(way.cell, -1 if way.cell == longest.path[0] else 0)
        taken[way.cell] += 1
        place = point((x + 21 * shift, y + 21 * abs(shift)))
        ring = f'<circle {brush("disc-ring")} r="9.2"/>' if way.weight > 1 else ""
        parts.append(
            f'<g transform="translate({place})"><circle {brush("disc")} r="12"/>{ring}'
            f'<text {brush("label")} y="4.8">{text_of(way.label)}</text>{_price(brush, way.cost)}</g>'
        )
    return "".join(parts)


def _price(brush: Brush, cost: int) -> str:
    """Return a tag with the price below a disc, "" without a price."""
    if not cost:
        return ""
    return (
        f'<rect {brush("price")} x="-14" y="10" width="28" height="16" rx="8"/>'
        f'<text {brush("label")} y="22.6">−{cost}</text>'
    )
