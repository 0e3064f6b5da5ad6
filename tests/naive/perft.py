"""Counting the ways on: how many sequences of so many plies there are."""

from .game import Game


def perft(game: Game, depth: int) -> int:
    """Count the ways to go on for this many plies. What chance may bring counts once each; nobody leaves.

    A game that is over has no way on but for nothing: 1 for depth 0, otherwise 0.
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
