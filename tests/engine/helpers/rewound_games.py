"""Games by the sealed dice that are taken back on their way."""

import random
from functools import cache
from typing import Any

from games.engine import dice
from games.engine.core import Title
from games.engine.course import Rewind, course_of, next_number
from games.engine.dice import Opening, Shares
from games.engine.gamefile import Record, write
from games.engine.marrakech.title import MARRAKECH
from games.engine.marram.title import MARRAM

from .sealed_games import SECRET, TABLE, commitments_of, shares_of

Cut = tuple[int, Rewind]  # when so many plies count
TWICE: tuple[Cut, ...] = ((31, Rewind(22)), (27, Rewind(12)), (40, Rewind(40)))
LOST: tuple[Cut, ...] = ((31, Rewind(22, 2)), (27, Rewind(12)))
REWOUND: dict[str, tuple[Title, tuple[Cut, ...], str, int]] = {
    "two piles": (MARRAKECH, TWICE, "gigamic", 2),
    "three players": (MARRAKECH, LOST, "gigamic", 3),
    "a rolled order": (MARRAKECH, TWICE, "slides", 3),
    "before the order is settled": (MARRAKECH, ((8, Rewind(1)),), "slides", 3),
    "tiles": (MARRAM, TWICE, "", 2),
    "lost tiles": (MARRAM, LOST, "", 3),
}


def rewound_record(title: Title, cuts: tuple[Cut, ...], *, ruleset: str = "", seats: int = 2, seed: int = 3) -> Record:
    """Return a random game that is taken back at each of the cuts, and then played to its end.

    The share of the last seat is opened at the start, that of the first before its first action, those of others never.
    """
    ruleset = ruleset or next(iter(title.rulesets))
    chooser, shares, left = random.Random(seed), shares_of(seats, seed), list(cuts)
    commitments, openings = commitments_of(shares), [Opening(seats - 1, 0)]
    start: Any = title.start(ruleset, {}, seats)
    line, log = [start], list[tuple[int | None, str]]()
    while title.outcome(line[-1]) is None:
        if left and len(line) - 1 >= left[0][0]:
            rewind = left.pop(0)[1]
            log.append((None, rewind.notation))
            del line[rewind.ply + 1 :]
            continue
        state = line[-1]
        if chance := title.chance(state):
            known = Shares(dice.V21, shares, commitments, openings=tuple(openings))
            number = next_number(course_of(title, ruleset, {}, seats, log), chance)
            drawn = dice.draw(SECRET, bytes.fromhex(known.mixed), chance._replace(number=number))
            action = title.parse(state, None, drawn)
        else:
            action = chooser.choice(title.legal_actions(state))
            if action.seat == 0 and len(openings) == 1:
                openings.append(Opening(0, len(log)))
        log.append((action.seat, title.notation(action)))
        line.append(title.apply(state, action))
    assert not left
    opened = {opening.seat for opening in openings}
    entropy = tuple(share if seat in opened else "" for seat, share in enumerate(shares))
    parts = Shares(dice.V21, entropy, commitments, ("device",) * seats, tuple(openings))
    headers = {
        "Table": TABLE,
        "Dice": dice.PROTOCOLS[dice.V21],
        "Commitment": dice.commitment(TABLE, SECRET),
        "Secret": SECRET.hex(),
        "Mixed": parts.mixed,
    }
    names = tuple(f"Player {seat}" for seat in range(seats))
    told = (parts.shares, parts.commitments, parts.sources, parts.openings)
    return Record(title.key, ruleset, {}, seats, names, tuple(log), headers, *told)


@cache
def rewound_file(name: str) -> str:
    title, cuts, ruleset, seats = REWOUND[name]
    return write(rewound_record(title, cuts, ruleset=ruleset, seats=seats))


def forged(text: str) -> str:
    """Return a file in which a roll that does not count any more has another face."""
    for face in "1234":
        begin = text.index("=", text.index("[Rewound 1")) + 1
        if text[begin] != face:
            return text[:begin] + face + text[begin + 1 :]
    raise AssertionError
