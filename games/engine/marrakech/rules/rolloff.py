"""The order of play: the roll-off for it, in which tied seats roll again, and the seats that follow each other."""

from collections.abc import Sequence
from functools import lru_cache

from .state import NO_SEAT


def resolve_rolloff(rolls: Sequence[tuple[int, ...]], left: Sequence[int]) -> tuple[int, tuple[int, ...]]:
    """Return the seat that must roll next (NO_SEAT when all is settled) and the order of play as far as it is known.

    ``rolls`` are each seat's rolls so far, ``left`` is 0 for the seats that are in. Seats that left come last.
    """
    order: list[int] = []
    due = NO_SEAT
    # Tied groups, the best last, each with the number of rolls that it shares.
    tied = [([seat for seat, gone in enumerate(left) if not gone], 0)]
    while tied:
        group, shared = tied.pop()
        must_roll = [seat for seat in group if len(rolls[seat]) == shared]
        if len(group) < 2 or must_roll:
            order += group
            due = must_roll[0] if len(group) > 1 and due == NO_SEAT else due
            continue
        by_face: dict[int, list[int]] = {}
        for seat in group:
            by_face.setdefault(rolls[seat][shared], []).append(seat)
        tied += [(by_face[face], shared + 1) for face in sorted(by_face)]
    return due, (*order, *(seat for seat, gone in enumerate(left) if gone))


@lru_cache(maxsize=128)
def seats_after(order: tuple[int, ...]) -> tuple[tuple[int, ...], ...]:
    """Return by seat those that follow it in turn, itself last; and for NO_SEAT (-1), before the first turn, all."""
    after = {seat: order[turn:] + order[:turn] for turn, seat in enumerate(order, 1)}
    return (*(after[seat] for seat in range(len(order))), order)
