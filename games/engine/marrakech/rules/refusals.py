"""Reasons why squares cannot be chosen."""

from collections.abc import Iterator, Mapping

from ...messages import Message
from .board import CANDIDATE_PLACES, FACINGS, NAMES, PLACE_SQUARES, walk_from
from .position import Position
from .state import State

_BEHIND = 2  # quarter turns


def refusals(state: State) -> Mapping[str, Message]:
    """Return by name the reason for every square that no legal action touches, in the phases in which a seat acts."""
    found = dict(_squares_without_place(state) if state.phase == "lay" else _squares_without_rotation(state))
    return {NAMES[square]: Message(f"refused.{code}") for square, code in sorted(found.items())}


def _squares_without_place(state: State) -> Iterator[tuple[int, str]]:
    """Yield the squares on which no legal place lies: under Assam, too far from him, or refused for what they cover."""
    position = Position(state)
    legal = {square for place in position.legal_places() for square in PLACE_SQUARES[place]}
    beside: dict[int, str] = {}
    for place in CANDIDATE_PLACES[state.square]:
        for square in PLACE_SQUARES[place]:
            beside.setdefault(square, position.cover_refusal(place) or "")
    for square in range(len(NAMES)):
        if square == state.square:
            yield square, "under-assam"
        elif square not in legal:
            yield square, beside.get(square, "not-beside-assam")


def _squares_without_rotation(state: State) -> Iterator[tuple[int, str]]:
    """Yield the squares that no rotation points to: all but those beside Assam.

    The one behind him and, where he must turn, the one ahead have reasons of their own.
    """
    codes = dict.fromkeys(range(len(NAMES)), "no-way")
    for quarters in range(len(FACINGS)):
        first_step = walk_from(state.square, (state.facing + quarters) % len(FACINGS), 1)
        if first_step.loops:
            continue
        if quarters == _BEHIND:
            codes[first_step.square] = "half-turn"
        elif quarters == 0 and not state.rules.straight:
            codes[first_step.square] = "must-turn"
        else:
            del codes[first_step.square]
    yield from codes.items()
