"""A graph over the turns as SVG text: a line for each player, with its own colour, dashes and letter.

The drawing is as wide as its container and has a fixed height. It measures in percent across and in pixels down, so
that letters keep their size on a phone. Colours are in static/css/analysis.css.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from math import floor, log10

from .paint import number, text_of

HEIGHT = 224
PAD = 14  # pixels above the highest and below the lowest value
CHIP = 20  # least distance of two letters in pixels
MIN_STEPS = 3


@dataclass(frozen=True, slots=True)
class GraphLine:
    """The line of a player. ``values`` begin with 0 before the first turn; ``errors`` are their standard errors."""

    letter: str
    style: str
    values: tuple[float, ...]
    errors: tuple[float, ...]


def graph_svg(lines: Sequence[GraphLine], *, title: str, desc: str, tips: Sequence[str], ident: str) -> str:
    """Return the drawing of lines of equal length. ``tips`` are the tooltips of the turns, ``ident`` is its id."""
    scale = Scale(lines)
    return (
        f'<svg class="graph" xmlns="http://www.w3.org/2000/svg" width="100%" height="{HEIGHT}" role="img" '
        f'aria-labelledby="{ident}-title" aria-describedby="{ident}-desc"><title id="{ident}-title">{text_of(title)}'
        f'</title><desc id="{ident}-desc">{text_of(desc)}</desc>{_grid(scale)}'
        f'<svg width="100%" height="{HEIGHT}" viewBox="0 0 {scale.turns} {HEIGHT}" preserveAspectRatio="none">'
        f"{''.join(_band(scale, line) for line in lines)}"
        f"{''.join(_path(scale, number, line) for number, line in enumerate(lines))}{_tips(scale, tips)}</svg>"
        f"{line_ends(scale, lines)}</svg>"
    )


class Scale:
    """The range of the values. ``marks`` are round numbers from below the lowest to above the highest value."""

    def __init__(self, lines: Sequence[GraphLine]) -> None:
        self.turns = max(1, *(len(line.values) - 1 for line in lines))
        reached = [
            value + way * error
            for line in lines
            for value, error in zip(line.values, line.errors, strict=True)
            for way in (-1, 1)
        ]
        self.low, self.high = min(-1.0, *reached), max(1.0, *reached)
        step = round_step((self.high - self.low) / MIN_STEPS)
        self.marks = [step * n for n in range(round(self.low / step) - 1, round(self.high / step) + 2)]
        self.marks = [mark for mark in self.marks if self.low <= mark <= self.high]

    def y(self, value: float) -> float:
        """Return the height of a value in pixels from the top."""
        return PAD + (self.high - value) / (self.high - self.low) * (HEIGHT - 2 * PAD)


def round_step(rough: float) -> float:
    """Return the largest of 1, 2, 5, 10, 20 ... that is not above a number, and at least 1."""
    power = 10.0 ** floor(log10(max(1.0, rough)))
    return next(power * digit for digit in (5, 2, 1) if power * digit <= max(1.0, rough))


def _grid(scale: Scale) -> str:
    drawn = []
    for mark in scale.marks:
        y, kind = number(scale.y(mark)), "zero" if mark == 0 else "mark"
        text = f"{mark:+.0f}".replace("-", "\N{MINUS SIGN}") if mark else "0"
        drawn.append(
            f'<line class="graph__{kind}" x1="0" x2="100%" y1="{y}" y2="{y}"/>'
            f'<text class="graph__number" x="0" dx="-8" y="{y}" dy=".35em" text-anchor="end">{text}</text>'
        )
    return "".join(drawn)


def _points(scale: Scale, values: Sequence[float], *, back: bool = False) -> str:
    points = [f"{turn} {number(scale.y(value))}" for turn, value in enumerate(values)]
    return "L".join(reversed(points) if back else points)


def _band(scale: Scale, line: GraphLine) -> str:
    pairs = list(zip(line.values, line.errors, strict=True))
    above = _points(scale, [value + error for value, error in pairs])
    below = _points(scale, [value - error for value, error in pairs], back=True)
    return f'<path class="graph__band" data-style="{text_of(line.style)}" d="M{above}L{below}Z"/>'


def _path(scale: Scale, seat: int, line: GraphLine) -> str:
    return (
        f'<path class="graph__line graph__line--{seat}" data-style="{text_of(line.style)}" '
        f'd="M{_points(scale, line.values)}"/>'
    )


def _tips(scale: Scale, tips: Sequence[str]) -> str:
    """Return an invisible strip with a tooltip for every turn."""
    return "".join(
        f'<rect class="graph__tip" x="{turn}" y="0" width="1" height="{HEIGHT}"><title>{text_of(tip)}</title></rect>'
        for turn, tip in enumerate(tips)
    )


def line_ends(scale: Scale, lines: Sequence[GraphLine]) -> str:
    """Return the letters at the ends of the lines, moved apart so that they do not overlap."""
    ranked = sorted(lines, key=lambda line: -line.values[-1])
    heights = _apart([scale.y(line.values[-1]) for line in ranked])
    drawn = []
    for line, height in zip(ranked, heights, strict=True):
        y, end = number(height), number(scale.y(line.values[-1]))
        x = number(100 * (len(line.values) - 1) / scale.turns)
        drawn.append(
            f'<g data-style="{text_of(line.style)}"><circle class="graph__end" cx="{x}%" cy="{end}" r="3.5"/>'
            f'<g transform="translate(18 0)"><circle class="graph__chip" cx="{x}%" cy="{y}" r="9"/>'
            f'<text class="graph__letter" x="{x}%" y="{y}" dy=".35em" text-anchor="middle">{text_of(line.letter)}'
            "</text></g></g>"
        )
    return "".join(drawn)


def _apart(heights: Sequence[float]) -> list[float]:
    """Return ascending heights, moved so that they are ``CHIP`` apart or more and inside the drawing."""
    placed: list[float] = []
    for height in heights:
        placed.append(max(height, placed[-1] + CHIP) if placed else height)
    bottom = HEIGHT - PAD / 2
    for at in reversed(range(len(placed))):
        placed[at] = min(placed[at], bottom)
        bottom = placed[at] - CHIP
    return placed
