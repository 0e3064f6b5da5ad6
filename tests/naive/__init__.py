"""A second Marrakech: plain, slow, and written from the text of the rules alone.

The engine is compared with it, in its results and in its speed. Nothing here comes from ``games.engine``, and nothing
is clever: rugs are a list in the order of laying, the board is a dictionary made from it on demand, mosaics are counted
round the edge, patches are found by recursion.
"""

from .game import Game
from .perft import perft
from .random_play import play_at_random

__all__ = ["Game", "perft", "play_at_random"]
