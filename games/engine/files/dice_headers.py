"""The headers of game files for the players' shares of the dice.

``[Opened "B 0; A 4: A 1, pile A 1"]`` means: first the share of B was opened, before the first ply, then that of A,
after four plies, with one roll of A and one draw from the pile of A among them. K changes with each opening.
"""

import re
from collections.abc import Iterable, Mapping, Sequence

from .. import dice
from ..core import Title
from ..shares import SOURCES, Opening, Shares
from ..values import SEAT_LETTERS, Ply
from .inherited_plies import inherited_header
from .text import Word

PROTOCOL, OPENED = "Dice", "Opened"
BY_LETTER = ("Entropy", "Commitment", "Drawn")
_COUNTS = r"(?:: (?:\w+ )?[-A-Z] \d{1,4}(?:, (?:\w+ )?[-A-Z] \d{1,4})*)?"
_OPENING = rf"[A-Z] (?:0|[1-9]\d{{0,3}}){_COUNTS}"
_HEXADECIMAL = (re.compile("[0-9a-f]{64}"), "64 hexadecimal digits")
CHECKS: Mapping[str, tuple[re.Pattern[str], str]] = {
    "Commitment": _HEXADECIMAL,
    "Secret": _HEXADECIMAL,
    "Mixed": _HEXADECIMAL,
    "Entropy": (re.compile("(?:[0-9a-f]{2}){1,256}"), "hexadecimal digits, two for each byte"),
    "Drawn": (re.compile("|".join(SOURCES)), ", ".join(SOURCES)),
    PROTOCOL: (re.compile("|".join(dice.PROTOCOLS.values())), ", ".join(dice.PROTOCOLS.values())),
    OPENED: (
        re.compile(rf"{_OPENING}(?:; {_OPENING})*"),
        "letters, each with the plies and results before it",
    ),
}


def version_of(headers: Mapping[str, str]) -> int:
    """Return the version of the dice that a file or record names; files without the header have the first one."""
    named = headers.get(PROTOCOL)
    return next((version for version, name in dice.PROTOCOLS.items() if name == named), dice.V1)


def take_by_letter(values: dict[str, str], order: Sequence[int]) -> dict[str, tuple[str, ...]]:
    """Remove the headers of each seat from ``values``; return their texts by key, in the order of seats."""
    letters = {seat: SEAT_LETTERS[place] for place, seat in enumerate(order)}
    taken = {key: tuple(values.pop(f"{key} {letters[seat]}", "") for seat in sorted(order)) for key in BY_LETTER}
    return {key: texts if any(texts) else () for key, texts in taken.items()}


def write_by_letter(texts: Mapping[str, Sequence[str]], order: Sequence[int]) -> dict[str, str]:
    """Return the headers of each seat, with the seats' letters in order of play."""
    return {
        f"{key} {SEAT_LETTERS[place]}": texts[key][seat]
        for key in texts
        for place, seat in enumerate(order)
        if texts[key] and texts[key][seat]
    }


def commitment_lines(headers: Mapping[str, Word], order: Sequence[int]) -> tuple[int, ...]:
    """Return the line of each seat's commitment, 0 for none."""
    keys = [f"Commitment {SEAT_LETTERS[order.index(seat)]}" for seat in sorted(order)]
    return tuple(headers[key].line if key in headers else 0 for key in keys)


def read_openings(word: Word | None, title: Title, played: Sequence[Ply], order: Sequence[int]) -> tuple[Opening, ...]:
    """Return the openings of a file. Raises BadFile if the header and the turns disagree."""
    if word is None:
        return ()
    found = []
    for entry in word.text.split("; "):
        letter, place = entry[0], re.match(r"\d+", entry[2:])
        if letter not in SEAT_LETTERS[: len(order)]:
            word.refuse("no-such-seat", f"A to {SEAT_LETTERS[len(order) - 1]}")
        found.append(Opening(order[SEAT_LETTERS.index(letter)], int(place[0]) if place else 0))
    expected = write_openings(found, title, played, order)
    if word.text != expected or len({opening.seat for opening in found}) < len(found):
        word.refuse("contradiction", expected)
    return tuple(found)


def write_openings(openings: Iterable[Opening], title: Title, played: Sequence[Ply], order: Sequence[int]) -> str:
    """Return the value of the header; "" for none."""
    return "; ".join(
        f"{SEAT_LETTERS[order.index(opening.seat)]} {inherited_header(title, played[: opening.ply], order)}"
        for opening in openings
    )


def missing_header(headers: Mapping[str, str], shares: Shares, seats: int) -> str:
    """Return the first header without which the dice cannot be checked, "" if there is none."""
    missing = [key for key in ("Table", "Commitment", "Secret") if key not in headers]
    if missing:
        return missing[0]
    opened = {opening.seat for opening in shares.openings}
    if shares.version == dice.V1:
        return "" if len(shares.shares) == seats and all(shares.shares) else "Entropy"
    if len(shares.commitments) != seats or not all(shares.commitments):
        return "Commitment A"
    known = {seat for seat, share in enumerate(shares.shares) if share}
    return "" if opened == known else "Entropy" if opened > known else OPENED
