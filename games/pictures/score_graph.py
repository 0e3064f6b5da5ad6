"""The scores of a game as SVG text: a stepped line for each player over the plies, with a cursor.

It shares the layout of graph_svg.py. A click moves the cursor (replay_game.js); the log beside it has a link
for every turn.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from games.engine.core import Title
from games.engine.prompts import SCORE

from .graphs import HEIGHT, MIN_STEPS, GraphLine, Scale, line_ends, round_step
from .paint import number, text_of


@dataclass(frozen=True, slots=True)
class TurnSpan:
    """The plies of a turn, from ``first`` to the position after ``last``."""

    first: int
    last: int
    tip: str


def scores_by_seat(title: Title, states: Sequence[Any]) -> dict[int, list[int]]:
    """Return the points of each seat in each position until it leaves the game.

    Empty for a title without points.
    """
    found: dict[int, list[int]] = {}
    for ply, state in enumerate(states):
        for panel in title.panels(state):
            points = next((stat.value for stat in panel.stats if stat.kind == SCORE), None)
            values = found.setdefault(panel.seat, [])
            if points is not None and len(values) == ply:
                values.append(points)
    return {seat: values for seat, values in sorted(found.items()) if values}


class _Points(Scale):
    """The range of points: from the lowest to the highest score. It includes 0 only if a score is close to it."""

    def __init__(self, lines: Sequence[GraphLine]) -> None:
        super().__init__(lines)
        values = [value for line in lines for value in line.values]
        self.low, self.high = min(values) - 1, max(values) + 1
        step = round_step((self.high - self.low) / MIN_STEPS)
        first = int(self.low // step)
        self.marks = [step * at for at in range(first, first + 12) if self.low <= step * at <= self.high]


def score_graph(lines: Sequence[GraphLine], stretches: Sequence[TurnSpan], *, at: int, title: str, desc: str) -> str:
    """Return the drawing with the cursor at a ply, "" without lines. Lines may have different lengths."""
    if max((len(line.values) for line in lines), default=0) < 2:
        return ""
    scale = _Points(lines)
    cursor = f'<line class="score__cursor" x1="{at}" x2="{at}" y1="0" y2="{HEIGHT}" data-cursor/>'
    return (
        f'<svg class="graph score__graph" xmlns="http://www.w3.org/2000/svg" width="100%" height="{HEIGHT}" '
        f'role="img" aria-labelledby="score-title" aria-describedby="score-desc" data-score>'
        f'<title id="score-title">{text_of(title)}</title><desc id="score-desc">{text_of(desc)}</desc>{_grid(scale)}'
        f'<svg width="100%" height="{HEIGHT}" viewBox="0 0 {scale.turns} {HEIGHT}" preserveAspectRatio="none">'
        f"{''.join(_steps(scale, place, line) for place, line in enumerate(lines))}{cursor}"
        f"{''.join(map(_strip, stretches))}</svg>{line_ends(scale, lines)}</svg>"
    )


def _grid(scale: Scale) -> str:
    return "".join(
        f'<line class="graph__mark" x1="0" x2="100%" y1="{y}" y2="{y}"/>'
        f'<text class="graph__number" x="0" dx="-8" y="{y}" dy=".35em" text-anchor="end">{mark:.0f}</text>'
        for mark in scale.marks
        for y in [number(scale.y(mark))]
    )


def _steps(scale: Scale, place: int, line: GraphLine) -> str:
    """Return a line with a step at each change."""
    path = f"M0 {number(scale.y(line.values[0]))}"
    for ply in range(1, len(line.values)):
        if line.values[ply] != line.values[ply - 1]:
            path += f"H{ply}V{number(scale.y(line.values[ply]))}"
    style = text_of(line.style)
    return f'<path class="graph__line graph__line--{place}" data-style="{style}" d="{path}H{len(line.values) - 1}"/>'


def _strip(one: TurnSpan) -> str:
    width = one.last - one.first
    return (
        f'<rect class="graph__tip" x="{one.first}" y="0" width="{width}" height="{HEIGHT}">'
        f"<title>{text_of(one.tip)}</title></rect>"
    )
