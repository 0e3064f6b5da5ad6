"""What a game was given that was played on from a position of another one: its first plies, with their chance.

A game file tells it as ``[Given "24: A 3, B 3, pile A 4"]``: the first 24 plies, in them three rolls of A and of B and
four draws from the pile of A. The dice of the game answer for all results but these.
"""

import re
from collections import Counter
from collections.abc import Sequence

from .core import Title
from .values import SEAT_LETTERS, Ply

HEADER = "Given"
PATTERN = re.compile(r"[1-9]\d{0,3}(?:: (?:\w+ )?[-A-Z] \d{1,4}(?:, (?:\w+ )?[-A-Z] \d{1,4})*)?")
_MAIN_LABEL = "roll"
_NOBODY = "-"  # stands for the letter where a result concerns no seat


def inherited_header(title: Title, plies: Sequence[Ply], order: Sequence[int]) -> str:
    """Return the value of the header for these plies; ``order`` has the table seat of each letter."""
    letters = {None: _NOBODY} | {seat: SEAT_LETTERS[place] for place, seat in enumerate(order)}
    found: Counter[tuple[str, str]] = Counter()
    for ply in plies:
        chance = title.chance(ply.before)
        if chance is not None and ply.action in title.legal_actions(ply.before):
            found["" if chance.label == _MAIN_LABEL else f"{chance.label} ", letters[chance.seat]] += 1
    results = ", ".join(f"{label}{letter} {count}" for (label, letter), count in sorted(found.items()))
    return f"{len(plies)}: {results}" if results else f"{len(plies)}"


def count_inherited_plies(text: str) -> int:
    """Return how many plies a header of the right form tells, 0 for an empty text."""
    return int(text.partition(":")[0] or 0)
