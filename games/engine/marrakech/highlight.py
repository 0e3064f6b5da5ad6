"""What a player's page tells of many games: the longest patch at the end of one."""

from ..values import Highlight
from .rules.rugs import NO_COLOUR, RUG_TO_COLOUR, patch_sizes
from .rules.state import State


def longest_patches(state: State) -> tuple[int, ...]:
    """Return how many squares the longest patch of each seat has."""
    colours = [*state.board.translate(RUG_TO_COLOUR), NO_COLOUR]
    longest = [0] * len(state.seats)
    for colour, size in zip(colours, patch_sizes(colours), strict=True):
        if size:
            owner = state.rules.owner(colour)
            longest[owner] = max(longest[owner], size)
    return tuple(longest)


HIGHLIGHT = Highlight("highlight.patch", "amount.patch", longest_patches)
