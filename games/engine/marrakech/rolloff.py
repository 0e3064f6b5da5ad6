"""The roll-off for the order of play: ties are rolled again among the tied alone, and overtake nobody else."""

from collections.abc import Sequence

from .board import FACES
from .state import NOBODY


def settle(rolls: Sequence[tuple[int, ...]], left: Sequence[int]) -> tuple[int, tuple[int, ...]]:
    """Return the seat that must roll next (NOBODY when all is settled) and the order of play as far as it is known.

    ``rolls`` are each seat's rolls so far, ``left`` is 0 for the seats that are in. Those who left come last.
    """
    inside = [seat for seat, gone in enumerate(left) if not gone]
    outside = [seat for seat, gone in enumerate(left) if gone]
    due, order = _resolve(rolls, inside, 0)
    return due, (*order, *outside)


def _resolve(rolls: Sequence[tuple[int, ...]], group: list[int], depth: int) -> tuple[int, list[int]]:
    """Compare the rolls of a tied group from the ``depth``-th on, highest first."""
    if len(group) < 2:
        return NOBODY, group
    for seat in group:
        if len(rolls[seat]) == depth:
            return seat, group
    ranked: list[int] = []
    first_to_roll = NOBODY
    for face in reversed(FACES):
        due, part = _resolve(rolls, [seat for seat in group if rolls[seat][depth] == face], depth + 1)
        ranked += part
        first_to_roll = due if first_to_roll == NOBODY else first_to_roll
    return first_to_roll, ranked
