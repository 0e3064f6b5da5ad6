"""Perft: the number of sequences of plies."""

from .game import Game


def perft(game: Game, depth: int) -> int:
    """Count the sequences of this many plies. Each result of chance counts once; no seat leaves.

    A game that is over has none: 1 for depth 0, otherwise 0.
    """
    if depth == 0:
        return 1
    seat, ways, count = game.acting(), game.legal(), 0
    if depth == 1:
        return len(ways)
    for text in ways:
        after = game.copy()
        after.do(seat, text)
        count += perft(after, depth - 1)
    return count
