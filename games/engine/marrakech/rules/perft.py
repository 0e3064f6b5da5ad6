"""Counting the ways on: the test that every engine of a game can be put to, whoever wrote it."""

from collections.abc import Callable, Sequence
from typing import Any

from .board import FACES
from .position import Position
from .state import State


def perft(state: State, depth: int) -> int:
    """Return how many sequences of ``depth`` plies lead on from a position; 1 for a depth of 0 or less.

    A ply is one action of a seat or one result of chance, and chance counts every distinct result once, whatever its
    weight. Leaving the game is not counted. From a game that is over nothing leads on.
    """
    return _count(Position(state), depth) if depth > 0 else 1


def _ways(position: Position) -> tuple[Callable[..., None], Sequence[Any]]:
    """Return the method that plays what is due and every argument that it takes; none when the game is over."""
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
