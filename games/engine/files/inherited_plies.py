"""The header of game files for inherited plies: those of the game whose position this one continues.

``[Given "24: A 3, B 3, pile A 4"]`` means: the first 24 plies, with three results each of A and B with the label
"roll", which is left out, and four of A with the label "pile". The game's own dice made all results but these.
"""

import re
from collections import Counter
from collections.abc import Sequence

from ..core import Title
from ..dice import written_label
from ..values import SEAT_LETTERS, Ply

HEADER = "Given"
PATTERN = re.compile(r"[1-9]\d{0,3}(?:: (?:\w+ )?[-A-Z] \d{1,4}(?:, (?:\w+ )?[-A-Z] \d{1,4})*)?")
_NO_SEAT = "-"  # stands for the letter where a result concerns no seat


def inherited_header(title: Title, plies: Sequence[Ply], order: Sequence[int]) -> str:
    """Return the value of the header for these plies; ``order`` has the table seat of each letter."""
    letters = {None: _NO_SEAT} | {seat: SEAT_LETTERS[place] for place, seat in enumerate(order)}
    found: Counter[tuple[str, str]] = Counter()
    for ply in plies:
        chance = title.chance(ply.before)
        if chance is not None and ply.action in title.legal_actions(ply.before):
            found[written_label(chance.label), letters[chance.seat]] += 1
    counts = (f"{label} {letter} {count}".lstrip() for (label, letter), count in sorted(found.items()))
    results = ", ".join(counts)
    return f"{len(plies)}: {results}" if results else f"{len(plies)}"


def count_inherited_plies(text: str) -> int:
    """Return the number of plies in a well-formed header, 0 for an empty text."""
    return int(text.partition(":")[0] or 0)
