"""Perft: the number of sequences of plies from a position, to compare engines with each other."""

from collections.abc import Callable, Sequence
from typing import Any

from .board import FACES
from .position import Position
from .state import State


def perft(state: State, depth: int) -> int:
    """Return the number of sequences of ``depth`` plies from a position; 1 for a depth of 0 or less.

    A ply is one action of a seat or one result of chance, and chance counts every distinct result once, whatever its
    weight. Leaving the game is not counted.
    """
    return _count(Position(state), depth) if depth > 0 else 1


def _ways(position: Position) -> tuple[Callable[..., None], Sequence[Any]]:
    """Return the method for what is due and its legal arguments; none when the game is over."""
    match position.phase:
        case "rotate" | "end":
            return Position.rotate, position.legal_quarters()
        case "roll":
            return Position.roll, FACES
        case "lay":
            places = position.legal_places()
            return (Position.lay, places) if places else (_put_away, (None,))
        case "pile":
            return Position.draw, position.rules.colours_of(position.chance_seat)
        case "order":
            return Position.roll_off, FACES
        case _:
            return Position.abort, ()


def _put_away(position: Position, _: None) -> None:
    position.put_away()


def _count(position: Position, depth: int) -> int:
    play, ways = _ways(position)
    if depth == 1:
        return len(ways)
    count = 0
    for way in ways:
        after = position.copy()
        play(after, way)
        count += _count(after, depth - 1)
    return count
