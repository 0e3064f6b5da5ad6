"""A player for demonstrations: greedy, one step deep, and never surprised by the rules."""

from random import Random

from . import effects, legality, scoring
from .actions import Action, Roll
from .board import FACE_WEIGHTS
from .state import State

OUT = -100  # what being out of the game is worth: less than any score


def choose(state: State, chance: Random) -> Action:
    """Return the action that leaves the acting seat best off on average; equals are drawn from ``chance``.

    A rotation is judged by the six faces of the roll that follows it, a rug by the squares that it gains and covers.
    The same state and an equally seeded ``chance`` give the same action. Raises ValueError where nobody must act.
    """
    acting = legality.acting(state)
    if not acting:
        raise ValueError("Nobody must act in this position.")
    offers = legality.legal_actions(state)
    worths = [_worth(effects.apply(state, action), acting[0]) for action in offers]
    best = max(worths)
    return chance.choice([action for action, worth in zip(offers, worths, strict=True) if worth == best])


def _worth(state: State, seat: int) -> int:
    """Return what the position is worth to the seat, summed over the faces of the die if it is to be rolled now."""
    if state.phase != "roll":
        return _lead(state, seat)
    return sum(weight * _lead(effects.apply(state, Roll(int(face))), seat) for face, weight in FACE_WEIGHTS)


def _lead(state: State, seat: int) -> int:
    """Return how far the seat is ahead of all the others together."""
    squares = scoring.visible_squares(state)
    points = [OUT if holding.out else holding.dirhams + squares[number] for number, holding in enumerate(state.seats)]
    return points[seat] * len(points) - sum(points)
