"""The panels of all seats: points, pieces, and the tiles of the rack."""

from ..turns.prompts import SCORE, Panel, Stat
from .drawing import STYLES
from .rules.state import State


def panels(state: State) -> tuple[Panel, ...]:
    """Return one panel per seat, in order of play."""
    return tuple(_panel(state, seat) for seat in range(len(state.seats)))


def _panel(state: State, seat: int) -> Panel:
    holding, style, rules = state.seats[seat], STYLES[seat], state.rules
    stats = [
        Stat("score", "stat.score", holding.score, SCORE),
        Stat("boots", "stat.boots", holding.boots, "pieces", f"boot-{style}"),
    ]
    if rules.has_forks:
        stats.append(Stat("forks", "stat.forks", holding.forks, "pieces", f"fork-{style}"))
    stats.append(Stat("shovels", "stat.shovels", holding.shovels, "pieces", "shovel"))
    stats += [Stat("rack", "stat.rack", tile, "piece", rules.tiles[tile].faces[0].name) for tile in holding.rack]
    return Panel(seat, style, tuple(stats), holding.left > 0)
