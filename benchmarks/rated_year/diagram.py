"""The reliability diagram of ``benchmarks.rated_year``: forecasts across, what came true upwards, as SVG."""

from collections.abc import Iterator, Mapping
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from .site import Bin, RatedYear

WIDTH, SIDE, LEFT, TOP = 720, 280, 56, 36
GAP = 350  # from one panel to the next
LOW, HIGH = 0.4, 1.0
COLOURS = {2: ("#0b62a8", "#7db8f0"), 3: ("#a85a00", "#f0b060"), 4: ("#1f7a3d", "#7fd09a")}  # light, dark
MARKS = {2: "m-4 0a4 4 0 1 0 8 0a4 4 0 1 0-8 0", 3: "m-4-4h8v8h-8z", 4: "m0-6l6 6-6 6-6-6z"}  # no two alike in grey
APART = {2: -4, 3: 0, 4: 4}  # pixels
STYLE = (
    "text{font:13px sans-serif;fill:#222}.back{fill:#fff}.grid{stroke:#ccc}.line{stroke:#777;stroke-dasharray:5 4}"
    + "".join(f".p{size}{{fill:{light};stroke:{light}}}" for size, (light, _dark) in COLOURS.items())
    + "@media (prefers-color-scheme:dark){text{fill:#ddd}.back{fill:#16181c}.grid{stroke:#3a3d44}.line{stroke:#999}"
    + "".join(f".p{size}{{fill:{dark};stroke:{dark}}}" for size, (_light, dark) in COLOURS.items())
    + "}"
)


def diagram(years: Mapping[str, "RatedYear"]) -> str:
    """Return a panel for each year, with a point for each bin of forecasts and two standard errors of what came."""
    drawn = "".join(
        line for at, (name, year) in enumerate(years.items()) for line in _panel(at * GAP + LEFT, name, year)
    )
    height = TOP + SIDE + 44
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {height}" role="img">'
        "<title>Forecasts and what came true, by number of players</title>"
        f'<style>{STYLE}</style><rect class="back" width="{WIDTH}" height="{height}"/>{drawn}</svg>\n'
    )


def _panel(left: int, name: str, year: "RatedYear") -> Iterator[str]:
    bottom = TOP + SIDE
    yield f'<text x="{left}" y="{TOP - 14}">{name}, in %: forecast →, came true ↑</text>'
    for part in (0.4, 0.5, 0.6, 0.7, 0.8, 0.9, 1.0):
        x, y = _x(left, part), _y(part)
        yield f'<path class="grid" d="M{left} {y:.0f}H{left + SIDE}M{x:.0f} {TOP}V{bottom}"/>'
        yield f'<text x="{left - 6}" y="{y + 4:.0f}" text-anchor="end">{100 * part:.0f}</text>'
        yield f'<text x="{x:.0f}" y="{bottom + 18}" text-anchor="middle">{100 * part:.0f}</text>'
    yield f'<path class="line" d="M{left} {bottom}L{left + SIDE} {TOP}"/>'
    for at, size in enumerate(COLOURS):
        for one in year.by_chance(size):
            if one.is_large:
                yield _point(left, one, size)
        key = left + at * 90
        yield f'<path class="p{size}" d="M{key + 4} {bottom + 33}{MARKS[size]}"/>'
        yield f'<text x="{key + 12}" y="{bottom + 37}">{size} players</text>'


def _point(left: int, one: "Bin", size: int) -> str:
    x, y = _x(left, one.forecast) + APART[size], _y(one.result)
    low, high = _y(one.result - 2 * one.error), _y(one.result + 2 * one.error)
    return f'<path class="p{size}" d="M{x:.1f} {low:.1f}V{high:.1f}M{x:.1f} {y:.1f}{MARKS[size]}"/>'


def _x(left: int, part: float) -> float:
    return left + (part - LOW) / (HIGH - LOW) * SIDE


def _y(part: float) -> float:
    return TOP + (HIGH - min(HIGH, max(LOW, part))) / (HIGH - LOW) * SIDE
