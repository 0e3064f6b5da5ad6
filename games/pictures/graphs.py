"""Graphs of a game as SVG text: luck and skill over the turns, points over the plies, the time of each turn.

A drawing is as wide as its container and has a fixed height. It measures in percent across and in pixels down, so that
letters keep their size on a phone. Players have colours, dashes and letters of their own; colours are in
static/css/analysis.css. Graphs over the plies have the same layout and a cursor, which a click moves (replay_game.js).
"""

from collections.abc import Sequence
from dataclasses import dataclass
from math import floor, log, log10
from typing import Any

from games.engine.core import Title
from games.engine.prompts import SCORE

from .paint import number, text_of

HEIGHT = 224
PAD = 14  # pixels above the highest and below the lowest value
CHIP = 20  # least distance of two letters in pixels
MIN_STEPS = 3
LONGEST = 10  # letters of a name at the end of a line


def _graph(
    ident: str, title: str, desc: str, *, css: str, size: tuple[int, int], behind: str, drawn: str, letters: str
) -> str:
    """Return a graph. ``drawn`` is stretched: ``size`` is its width in its own units, and the height in pixels."""
    wide, high = size
    return (
        f'<svg {css} xmlns="http://www.w3.org/2000/svg" width="100%" height="{high}" role="img" '
        f'aria-labelledby="{ident}-title" aria-describedby="{ident}-desc"><title id="{ident}-title">{text_of(title)}'
        f'</title><desc id="{ident}-desc">{text_of(desc)}</desc>{behind}'
        f'<svg width="100%" height="{high}" viewBox="0 0 {wide} {high}" preserveAspectRatio="none">{drawn}</svg>'
        f"{letters}</svg>"
    )


def _mark(y: str, text: str, kind: str = "mark") -> str:
    return (
        f'<line class="graph__{kind}" x1="0" x2="100%" y1="{y}" y2="{y}"/>'
        f'<text class="graph__number" x="0" dx="-8" y="{y}" dy=".35em" text-anchor="end">{text_of(text)}</text>'
    )


def _tip(first: int, width: int, height: int, text: str) -> str:
    place = f'x="{first}" y="0" width="{width}" height="{height}"'
    return f'<rect class="graph__tip" {place}><title>{text_of(text)}</title></rect>'


def _cursor(at: int, height: int) -> str:
    return f'<line class="score__cursor" x1="{at}" x2="{at}" y1="0" y2="{height}" data-cursor=""/>'


# The graph over the turns: a line for each player


@dataclass(frozen=True, slots=True)
class GraphLine:
    """The line of a player. ``values`` begin with 0 before the first turn; ``errors`` are their standard errors."""

    letter: str
    style: str
    values: tuple[float, ...]
    errors: tuple[float, ...]
    name: str = ""  # shown at the end, if given


def graph_svg(lines: Sequence[GraphLine], *, title: str, desc: str, tips: Sequence[str], ident: str) -> str:
    """Return the drawing of lines of equal length. ``tips`` are the tooltips of the turns, ``ident`` is its id."""
    scale = Scale(lines)
    return _graph(
        *(ident, title, desc),
        css='class="graph"',
        size=(scale.turns, HEIGHT),
        behind="".join(
            _mark(number(scale.y(mark)), f"{mark:+.0f}".replace("-", "\N{MINUS SIGN}"))
            if mark
            else _mark(number(scale.y(0)), "0", "zero")
            for mark in scale.marks
        ),
        drawn="".join(_band(scale, line) for line in lines)
        + "".join(_path(seat, line, f"M{_points(scale, line.values)}") for seat, line in enumerate(lines))
        + "".join(_tip(turn, 1, HEIGHT, tip) for turn, tip in enumerate(tips)),
        letters=line_ends(scale, lines),
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
        return PAD + (self.high - value) / (self.high - self.low) * (HEIGHT - 2 * PAD)


def round_step(rough: float) -> float:
    """Return the largest of 1, 2, 5, 10, 20 ... that is not above a number, and at least 1."""
    power = 10.0 ** floor(log10(max(1.0, rough)))
    return next(power * digit for digit in (5, 2, 1) if power * digit <= max(1.0, rough))


def _points(scale: Scale, values: Sequence[float], *, back: bool = False) -> str:
    points = [f"{turn} {number(scale.y(value))}" for turn, value in enumerate(values)]
    return "L".join(reversed(points) if back else points)


def _band(scale: Scale, line: GraphLine) -> str:
    pairs = list(zip(line.values, line.errors, strict=True))
    above = _points(scale, [value + error for value, error in pairs])
    below = _points(scale, [value - error for value, error in pairs], back=True)
    return f'<path class="graph__band" data-style="{text_of(line.style)}" d="M{above}L{below}Z"/>'


def _path(place: int, line: GraphLine, path: str) -> str:
    return f'<path class="graph__line graph__line--{place}" data-style="{text_of(line.style)}" d="{path}"/>'


def line_ends(scale: Scale, lines: Sequence[GraphLine]) -> str:
    """Return the letters and names at the ends of the lines, moved apart so that they do not overlap."""
    ranked = sorted(lines, key=lambda line: -line.values[-1])
    heights = _apart([scale.y(line.values[-1]) for line in ranked])
    drawn = ""
    for line, height in zip(ranked, heights, strict=True):
        x, end = f"{number(100 * (len(line.values) - 1) / scale.turns)}%", number(scale.y(line.values[-1]))
        point = f'<circle class="graph__end" cx="{x}" cy="{end}" r="3.5"/>'
        name = _name(x, number(height), line.name)
        drawn += f'<g data-style="{text_of(line.style)}">{point}{_chip(x, number(height), line.letter)}{name}</g>'
    return drawn


def _chip(x: str, y: str, letter: str, attributes: str = "") -> str:
    return (
        f'<g {attributes}transform="translate(18 0)"><circle class="graph__chip" cx="{x}" cy="{y}" r="9"/>'
        f'<text class="graph__letter" x="{x}" y="{y}" dy=".35em" text-anchor="middle">{text_of(letter)}</text></g>'
    )


def _name(x: str, y: str, name: str) -> str:
    shown = name if len(name) <= LONGEST else f"{name[: LONGEST - 1]}…"
    return f'<text class="graph__name" x="{x}" dx="32" y="{y}" dy=".35em">{text_of(shown)}</text>' if name else ""


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


# The points of a game: a stepped line for each player over the plies


@dataclass(frozen=True, slots=True)
class TurnSpan:
    """The plies of a turn, from ``first`` to the position after ``last``."""

    first: int
    last: int
    tip: str


def scores_by_seat(title: Title, states: Sequence[Any]) -> dict[int, list[int]]:
    """Return the points of each seat in each position until it leaves the game. Empty for a title without points."""
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
    return _graph(
        *("score", title, desc),
        css='class="graph score__graph" data-score=""',
        size=(scale.turns, HEIGHT),
        behind="".join(_mark(number(scale.y(mark)), f"{mark:.0f}") for mark in scale.marks),
        drawn="".join(_path(place, line, _steps(scale, line)) for place, line in enumerate(lines))
        + _cursor(at, HEIGHT)
        + "".join(_tip(one.first, one.last - one.first, HEIGHT, one.tip) for one in stretches),
        letters=line_ends(scale, lines),
    )


def _steps(scale: Scale, line: GraphLine) -> str:
    path = f"M0 {number(scale.y(line.values[0]))}"
    for ply in range(1, len(line.values)):
        if line.values[ply] != line.values[ply - 1]:
            path += f"H{ply}V{number(scale.y(line.values[ply]))}"
    return f"{path}H{len(line.values) - 1}"


# The time of each turn over the plies: a lane for each player, with a bar for each of their turns.
#
# Times lie between seconds and weeks: heights grow by the same step whenever the time is multiplied.


LANE = 48  # pixels
GAP = 12
SHORTEST = 60  # seconds: the lowest bar
LOWEST = 2  # pixels of the lowest bar, so that it can be seen
APART = 13  # pixels between two marks, so that their names can be read
HOUR, DAY, WEEK = 3600, 86400, 604800
MARKS = (HOUR, DAY, WEEK)


@dataclass(frozen=True, slots=True)
class TimeBar:
    """A turn from ply ``first`` to the position after ``last``. ``is_hollow`` if another than the player played it."""

    first: int
    last: int
    seconds: int
    tip: str
    is_hollow: bool = False

    @property
    def width(self) -> int:
        return max(1, self.last - self.first)


@dataclass(frozen=True, slots=True)
class TimeLane:
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
    bars = [bar for lane in lanes for bar in lane.bars]
    most = max(DAY, *(bar.seconds for bar in bars))
    height = len(lanes) * (LANE + GAP)
    shown = _readable([(seconds, name) for seconds, name in marks if seconds <= most], most)
    floors = [((row + 1) * (LANE + GAP) - GAP // 2, lane) for row, lane in enumerate(lanes)]
    return _graph(
        *("times", title, desc),
        css='class="graph time-graph" data-score=""',
        size=(length, height),
        behind="".join(_marked_floor(floor, shown, most) for floor, _ in floors),
        drawn="".join(_bars(lane, floor, most) for floor, lane in floors)
        + _cursor(at, height)
        + "".join(_tip(bar.first, bar.width, height, bar.tip) for bar in bars),
        letters="".join(
            _chip("100%", str(floor - LANE // 2), lane.letter, f'data-style="{text_of(lane.style)}" ')
            for floor, lane in floors
        ),
    )


def _readable(marks: Sequence[tuple[int, str]], most: int) -> list[tuple[int, str]]:
    """Return the marks without those whose names would lie on that of a longer time."""
    shown: list[tuple[int, str]] = []
    for seconds, name in sorted(marks, reverse=True):
        if not shown or bar_height(shown[-1][0], most) - bar_height(seconds, most) >= APART:
            shown.append((seconds, name))
    return shown


def bar_height(seconds: int, most: int) -> float:
    """Return the height of a bar in pixels, if ``most`` seconds fill a lane."""
    part = log(max(SHORTEST, seconds) / SHORTEST) / log(most / SHORTEST)
    return LOWEST + part * (LANE - LOWEST)


def _marked_floor(floor: int, marks: Sequence[tuple[int, str]], most: int) -> str:
    lines = (_mark(number(floor - bar_height(seconds, most)), name) for seconds, name in marks)
    return f'<line class="graph__zero" x1="0" x2="100%" y1="{floor}" y2="{floor}"/>' + "".join(lines)


def _bars(lane: TimeLane, floor: int, most: int) -> str:
    drawn = ""
    for bar in lane.bars:
        tall = bar_height(bar.seconds, most)
        kind = " time-graph__bar--hollow" if bar.is_hollow else ""
        drawn += (
            f'<rect class="time-graph__bar{kind}" x="{bar.first}" y="{number(floor - tall)}" '
            f'width="{bar.width}" height="{number(tall)}"/>'
        )
    return f'<g data-style="{text_of(lane.style)}">{drawn}</g>'


# The rating of a player after each rated game: a line with a band, over the games


class _Ratings(Scale):
    """The range of ratings, with their deviations."""

    def __init__(self, lines: Sequence[GraphLine]) -> None:
        super().__init__(lines)
        pairs = [pair for line in lines for pair in zip(line.values, line.errors, strict=True)]
        self.low, self.high = min(value - error for value, error in pairs), max(sum(pair) for pair in pairs)
        step = round_step((self.high - self.low) / MIN_STEPS)
        first = int(self.low // step)
        self.marks = [step * at for at in range(first, first + 12) if self.low <= step * at <= self.high]


def rating_graph(
    values: Sequence[float], errors: Sequence[float], *, title: str, desc: str, tips: Sequence[str], ident: str
) -> str:
    """Return the drawing of one line with its band. ``tips`` are the tooltips of the games, ``ident`` is its id."""
    line = GraphLine("", "", tuple(values), tuple(errors))
    scale = _Ratings([line])
    end = f'<circle class="graph__end" cx="100%" cy="{number(scale.y(line.values[-1]))}" r="3.5"/>'
    return _graph(
        *(ident, title, desc),
        css='class="graph"',
        size=(scale.turns, HEIGHT),
        behind="".join(_mark(number(scale.y(mark)), f"{mark:.0f}") for mark in scale.marks),
        drawn=_band(scale, line)
        + _path(0, line, f"M{_points(scale, line.values)}")
        + "".join(_tip(game, 1, HEIGHT, tip) for game, tip in enumerate(tips)),
        letters=end,
    )
