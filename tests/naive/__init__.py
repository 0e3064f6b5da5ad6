"""Marrakech a second time: plain, slow and written from the text of the rules alone.

It is what the engine is measured against, in what it says and in how fast it says it. Nothing here comes from
``games.engine``, and nothing here is clever: rugs are a list in the order of laying, the market is a dictionary made
from it whenever somebody asks, mosaics are counted round the edge, patches are found by recursion.
"""

from .game import Game
from .perft import perft
from .random_play import play_at_random

__all__ = ["Game", "perft", "play_at_random"]
