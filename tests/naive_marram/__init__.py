"""A second Marram: plain, slow, and written from the text of the rules alone.

The engine is compared with it. Nothing here comes from ``games``: it has its own table of tiles, its state is a
dictionary, and what an action completes is found by looking at the whole board before and after it.
"""

from .game import Illegal, act, act_unchecked, leave, new_game, ranking
from .legal import legal_texts

__all__ = ["Illegal", "act", "act_unchecked", "leave", "legal_texts", "new_game", "ranking"]
