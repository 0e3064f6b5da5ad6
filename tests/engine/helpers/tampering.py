"""Game files with one byte changed that the dice depend on, or with what contradicts itself."""

import re
from collections.abc import Iterator

from games.engine.dice import V1

from .sealed_games import OptionPairs, sealed_file

SHORT: OptionPairs = (("rugs", "6/5/4"),)
ROLLED: OptionPairs = (("rugs", "5/4/4"), ("order", "rolloff"))
FILES = {
    "a pile": sealed_file("gigamic", 2, options=SHORT),
    "coins": sealed_file("bga-code", 2, options=SHORT, leaving=7),
    "a roll-off": sealed_file("slides", 3, options=ROLLED, seed=3),
    "a roll-off for piles": sealed_file("gigamic", 2, options=ROLLED, seed=5),
    "version 1": sealed_file("gigamic", 2, options=SHORT, version=V1),
}
_GIVEN_UP = sealed_file("gigamic", 4)  # C gave up its share after six steps, with its first action
GIVEN_UP_ELSEWHERE = {
    "before the seat acted": _GIVEN_UP.replace('[Given up "C 6 ', '[Given up "C 5 '),
    "after the seat acted": _GIVEN_UP.replace('[Given up "C 6 ', '[Given up "C 16 '),
    "by a seat that did not act": _GIVEN_UP.replace("; C 6; ", "; "),
}
_HEADER = re.compile(r'\[(Table|Dice|Commitment(?: .)?|Secret|Entropy .|Mixed|Rolloff|Next|Seats) "(.*)"\]')
_OPENED = re.compile(r'(?<=[";]) ?([A-D]) (?=\d)')
_TURN = re.compile(r"(\d+)\. ([A-D])(?: [LFR]?([1-4])>\S+)?(?:.* ([cyrp])\+)?")
_INSTEAD = dict(zip("0123456789ABCDcyrpabdefx", "1032547698BADCycprbaefdz", strict=True))
_FACES = dict(zip("1234", "2341", strict=True))


def changes(text: str) -> Iterator[tuple[int, str]]:
    """Yield (line, changed text) for every byte that matters to the dice, each time with that byte alone changed."""
    two_colours, start = '[Seats "2"]' in text and "slides" not in text, 0
    for number, line in enumerate(text.split("\n"), 1):
        header, turn = _HEADER.fullmatch(line), _TURN.match(line)
        places: list[int] = []
        if line.startswith("[Opened "):  # the engine alone knows whether the place of an opening is the true one
            places = [found.start(1) for found in _OPENED.finditer(line)]
        elif header:
            places = [at for at in range(*header.span(2)) if line[at] not in " ;,"]
        elif turn:
            rolled = (2, 3, 4) if two_colours else (2, 3)
            groups = (1, *(rolled if turn[3] else ()))  # the dice do not depend on the seat that leaves
            places = [turn.start(group) for group in groups if turn.start(group) >= 0]
        for at in places:
            other = _FACES if turn and at == turn.start(3) else _INSTEAD
            changed = other.get(line[at], "x")
            yield number, text[: start + at] + changed + text[start + at + 1 :]
        start += len(line) + 1
