"""Shapes that several drawings use."""

from math import cos, pi, sin

from .geometry import point
from .paint import text_of


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
