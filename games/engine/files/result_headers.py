"""The headers of game files that list the results of chance, for programs that check dice without knowing the rules.

``[Chance 1 "draw:A:0:fjord*2,quartz*3=quartz;draw:B:0:-quartz=fjord;"]`` means: the first draw of A had two chances in
five for a fjord, three for a quartz, and was a quartz; the first one of B had what the draw before it left. Further
headers (``Chance 2`` ...) continue the text.
"""

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence

from ..core import Title
from ..values import SEAT_LETTERS, Chance, Ply
from .text import Word

HEADER = "Chance"
_WIDTH = 100  # characters of a header's value, about
_NO_SEAT = "-"
_PLAIN = re.compile(r"[A-Za-z0-9_.>+$#/]*")


def chance_headers(title: Title, plies: Sequence[Ply]) -> dict[str, str]:
    """Return the headers for the results in these plies, which are the whole game."""
    entries = [f"{entry};" for entry in _entries(title, ((title.chance(ply.before), ply) for ply in plies))]
    values: list[str] = []
    for part in (part for entry in entries for part in re.findall(r"[^,]+,?", entry)):
        if values and len(values[-1]) + len(part) <= _WIDTH:
            values[-1] += part
        else:
            values.append(part)
    return {f"{HEADER} {number}": value for number, value in enumerate(values, 1)}


def _entries(title: Title, due: Iterator[tuple[Chance | None, Ply]]) -> Iterator[str]:
    before: dict[str, Mapping[str, int]] = {}
    for chance, ply in due:
        if chance is None or ply.action not in title.legal_actions(ply.before):
            continue  # a player's action, or a seat that left while the result was due
        letter = _NO_SEAT if chance.seat is None else SEAT_LETTERS[chance.seat]
        outcomes = _since(before.get(chance.label), chance)
        result = title.notation(ply.action)
        yield f"{quote(chance.label)}:{letter}:{chance.number}:{outcomes}={quote(result)}"
        before[chance.label] = dict(chance.outcomes)


def _since(before: Mapping[str, int] | None, chance: Chance) -> str:
    """Return the outcomes: ``-`` and what the last result of this label had more, if that is all, or the whole list."""
    if before is not None:
        now = dict(chance.outcomes)
        gone = {name: count - now.get(name, 0) for name, count in before.items() if count != now.get(name, 0)}
        left = [(name, count - gone.get(name, 0)) for name, count in before.items() if count != gone.get(name, 0)]
        if min(gone.values(), default=0) >= 0 and left == [*chance.outcomes]:
            return f"-{_list_of(gone.items())}"
    return _list_of(chance.outcomes)


def _list_of(outcomes: Iterable[tuple[str, int]]) -> str:
    return ",".join(f"{quote(name)}*{count}" if count != 1 else quote(name) for name, count in outcomes)


def quote(text: str) -> str:
    """Return a text without the characters that have a meaning here: as percent signs and the bytes of its UTF-8."""
    return "".join(
        letter if _PLAIN.fullmatch(letter) else "".join(f"%{byte:02X}" for byte in letter.encode()) for letter in text
    )


def check_chance_headers(headers: Mapping[str, Word], title: Title, plies: Sequence[Ply]) -> None:
    """Raise BadFile where the list differs from what the turns and the rules say."""
    found = {key: word for key, word in headers.items() if is_chance_header(key)}
    if not found:
        return
    expected = chance_headers(title, plies)
    for key, word in found.items():
        if word.text != expected.get(key):
            word.refuse("contradiction", expected.get(key, ""))
    if len(found) < len(expected):
        last = [*found.values()][-1]
        last.refuse("missing-header", [*expected][len(found)])


def is_chance_header(key: str) -> bool:
    """Return True for a header of the list."""
    return key.partition(" ")[0] == HEADER
