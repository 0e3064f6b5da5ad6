"""The time of each turn as SVG text: a lane for each player, with a bar for each of their turns.

It shares the layout of score_graph.py, so that both graphs stand one below the other, ply under ply. Times lie between
seconds and weeks: heights grow by the same step whenever the time is multiplied.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from math import log

from .paint import number, text_of

LANE = 48  # pixels
GAP = 12
SHORTEST = 60  # seconds: the lowest bar
LOWEST = 2  # pixels of the lowest bar, so that it can be seen
MINUTE, HOUR, DAY, WEEK = 60, 3600, 86400, 604800
MARKS = (HOUR, DAY, WEEK)


@dataclass(frozen=True, slots=True)
class TimeBar:
    """A turn from ply ``first`` to the position after ``last``. ``is_hollow`` if another than the player played it."""

    first: int
    last: int
    seconds: int
    tip: str
    is_hollow: bool = False


@dataclass(frozen=True, slots=True)
class TimeLane:
    """The turns of a player."""

    letter: str
    style: str
    bars: tuple[TimeBar, ...]


def time_graph(
    lanes: Sequence[TimeLane], length: int, *, at: int, title: str, desc: str, marks: Sequence[tuple[int, str]]
) -> str:
    """Return the drawing of a game of ``length`` plies with the cursor at a ply, "" without turns.

    ``marks`` are the times that get a line, with their short names.
    """
    if not lanes or not length:
        return ""
    longest = max(bar.seconds for lane in lanes for bar in lane.bars)
    most = max(DAY, longest)
    height = len(lanes) * (LANE + GAP)
    shown = [(seconds, name) for seconds, name in marks if seconds <= most]
    floors = [(row + 1) * (LANE + GAP) - GAP // 2 for row in range(len(lanes))]
    grid = "".join(_grid(floor, shown, most) for floor in floors)
    bars = "".join(_bars(lane, floor, most) for lane, floor in zip(lanes, floors, strict=True))
    letters = "".join(_letter(lane, floor) for lane, floor in zip(lanes, floors, strict=True))
    cursor = f'<line class="score__cursor" x1="{at}" x2="{at}" y1="0" y2="{height}" data-cursor=""/>'
    return (
        f'<svg class="graph time-graph" xmlns="http://www.w3.org/2000/svg" width="100%" height="{height}" role="img" '
        f'aria-labelledby="times-title" aria-describedby="times-desc" data-score="">'
        f'<title id="times-title">{text_of(title)}</title><desc id="times-desc">{text_of(desc)}</desc>{grid}'
        f'<svg width="100%" height="{height}" viewBox="0 0 {length} {height}" preserveAspectRatio="none">'
        f"{bars}{cursor}{_tips(lanes, height)}</svg>{letters}</svg>"
    )


def bar_height(seconds: int, most: int) -> float:
    """Return the height of a bar in pixels, if ``most`` seconds fill a lane."""
    part = log(max(SHORTEST, seconds) / SHORTEST) / log(most / SHORTEST)
    return LOWEST + part * (LANE - LOWEST)


def _grid(floor: int, marks: Sequence[tuple[int, str]], most: int) -> str:
    lines = f'<line class="graph__zero" x1="0" x2="100%" y1="{floor}" y2="{floor}"/>'
    for seconds, name in marks:
        y = number(floor - bar_height(seconds, most))
        lines += (
            f'<line class="graph__mark" x1="0" x2="100%" y1="{y}" y2="{y}"/>'
            f'<text class="graph__number" x="0" dx="-8" y="{y}" dy=".35em" text-anchor="end">{text_of(name)}</text>'
        )
    return lines


def _bars(lane: TimeLane, floor: int, most: int) -> str:
    drawn = []
    for bar in lane.bars:
        tall = bar_height(bar.seconds, most)
        kind = " time-graph__bar--hollow" if bar.is_hollow else ""
        drawn.append(
            f'<rect class="time-graph__bar{kind}" x="{bar.first}" y="{number(floor - tall)}" '
            f'width="{max(1, bar.last - bar.first)}" height="{number(tall)}"/>'
        )
    return f'<g data-style="{text_of(lane.style)}">{"".join(drawn)}</g>'


def _tips(lanes: Sequence[TimeLane], height: int) -> str:
    """Return an invisible strip with a tooltip for every turn."""
    return "".join(
        f'<rect class="graph__tip" x="{bar.first}" y="0" width="{max(1, bar.last - bar.first)}" height="{height}">'
        f"<title>{text_of(bar.tip)}</title></rect>"
        for lane in lanes
        for bar in lane.bars
    )


def _letter(lane: TimeLane, floor: int) -> str:
    y = floor - LANE // 2
    return (
        f'<g data-style="{text_of(lane.style)}" transform="translate(18 0)">'
        f'<circle class="graph__chip" cx="100%" cy="{y}" r="9"/>'
        f'<text class="graph__letter" x="100%" y="{y}" dy=".35em" text-anchor="middle">{text_of(lane.letter)}'
        "</text></g>"
    )
