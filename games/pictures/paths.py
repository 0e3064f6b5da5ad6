"""Shapes that several drawings use."""

from collections.abc import Sequence
from math import cos, pi, sin

from games.engine.prompts import Branch
from games.engine.scene import Trail

from .geometry import Ground, point
from .paint import Brush, text_of


def star_path(radius: float) -> str:
    """Return an eight-pointed star round (0, 0): two squares, one of them turned."""
    inner = radius * cos(pi / 4) / cos(pi / 8)
    points = []
    for index in range(16):
        reach, angle = (radius, inner)[index % 2], pi * index / 8
        points.append(point((reach * cos(angle), reach * sin(angle))))
    return f"M{' '.join(points)}z"


def picture(title: str, box: str, size: int, art: str, css: str) -> str:
    """Return a small drawing of its own, ``size`` pixels wide, hidden from screen readers without a ``title``."""
    named = f'role="img" aria-label="{text_of(title)}"' if title else 'aria-hidden="true"'
    wide, high = (int(part) for part in box.split()[2:])
    return (
        f'<svg class="{css}" xmlns="http://www.w3.org/2000/svg" viewBox="{box}" width="{size}" '
        f'height="{round(size * high / wide)}" {named}>{art}</svg>'
    )


def _dots(brush: Brush, path: str) -> str:
    return f'<path {brush("way-edge")} d="{path}"/><path {brush("way")} d="{path}"/>'


def trail(brush: Brush, ground: Ground, walked: Trail) -> str:
    if len(walked.cells) < 2:
        return ""
    start = point(ground.centre(walked.cells[0]))
    ring = f'<circle {brush("way-start")} r="6" transform="translate({start})"/>'
    return _dots(brush, ground.route(walked.cells, walked.loops)) + ring


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
    if not cost:
        return ""
    return (
        f'<rect {brush("price")} x="-14" y="10" width="28" height="16" rx="8"/>'
        f'<text {brush("label")} y="22.6">−{cost}</text>'
    )
