"""The words of an email that the site has sent, found again in a reply that repeats them.

Mail programs wrap, mark, indent and link a repeated text in many ways, so words are compared and not lines. A run of
words counts if it is long and spans several lines of the email, or if it lies between two such runs. So a player may
copy one line of the email, or write a word that stands in it.
"""

import re
import unicodedata
from collections import defaultdict
from collections.abc import Sequence, Set
from dataclasses import dataclass
from functools import cached_property
from itertools import pairwise

from .quotations import heading_length, is_marked

LEAST = 4  # words of a run
ANCHOR = 12  # words of a run that can stand alone
WHOLE = 7  # words of a line that is copied alone
MAX_CHANGED = 6  # words that may differ between two runs, such as the time that is left
SHORT = 3  # words of a line that a player may have written below or above a repeated text that was cut there
MAX_WORDS = 6000  # of a reply that are compared
MAX_PLACES = 30  # of the same words in an email that are compared
MAX_BELOW = 300  # lines below the name of the site
MIN_PIECE = 10  # letters of a part of a long word
MARK = ">"  # what stands for a repeated line

_LINK = re.compile(
    r"<?\b(?:https?://|mailto:)[^\s<>]*>?|\[(?:image|cid|bild|imagen|immagine|afbeelding|imagem)\b[^\]]{0,300}\]", re.I
)
_WORD = re.compile(r"\w+")
_LONG = re.compile(r"\S{30,}")
_AROUND = " \t<>|*"
_PIECE = re.compile(r"[\w:/?=&%.~+-]+")


@dataclass(frozen=True, slots=True)
class SentWord:
    text: str
    line: int


@dataclass(slots=True)
class RepeatedRun:
    """Words ``begin`` to ``end`` of a reply, which are those from ``at`` on in the sent text."""

    begin: int
    end: int
    at: int

    @property
    def at_end(self) -> int:
        return self.at + self.end - self.begin

    @property
    def length(self) -> int:
        return self.end - self.begin


class SentText:
    """The words of one sent text, with the places of each ``LEAST`` words in a row."""

    def __init__(self, text: str) -> None:
        self._text = text

    @cached_property
    def words(self) -> list[SentWord]:
        return _words_of(self._text.split("\n"))

    @cached_property
    def places(self) -> dict[tuple[str, ...], list[int]]:
        places = defaultdict[tuple[str, ...], list[int]](list)
        texts = [word.text for word in self.words]
        for number in range(len(texts) - LEAST + 1):
            places[tuple(texts[number : number + LEAST])].append(number)
        return places

    @cached_property
    def long_words(self) -> str:
        """Everything that a program may break: addresses, seals."""
        return " ".join(_LONG.findall(self._text))

    @cached_property
    def links(self) -> str:
        return " ".join(_LINK.findall(self._text))

    def runs_in(self, words: Sequence[SentWord]) -> list[RepeatedRun]:
        """Return the runs of words that stand in this text, from the first anchor to the last."""
        runs, number, after = list[RepeatedRun](), 0, -1
        while number + LEAST <= len(words):
            places = self.places.get(tuple(word.text for word in words[number : number + LEAST]), ())
            found = [RepeatedRun(number, self._end(words, number, place), place) for place in [*places[:MAX_PLACES]]]
            if not found:
                number += 1
                continue
            longest = max(found, key=lambda run: (run.length, run.at == after))
            runs.append(longest)
            number, after = longest.end, longest.at_end
        anchors = [number for number, run in enumerate(runs) if self._is_anchor(run)]
        return runs[anchors[0] : anchors[-1] + 1] if anchors else []

    def has(self, words: Sequence[SentWord]) -> bool:
        """Return True if the words stand in this text in a row."""
        places = self.places.get(tuple(word.text for word in words[:LEAST]), ())
        return any(self._end(words, 0, place) == len(words) for place in places[:MAX_PLACES])

    def _end(self, words: Sequence[SentWord], number: int, place: int) -> int:
        own = self.words
        while number < len(words) and place < len(own) and words[number].text == own[place].text:
            number, place = number + 1, place + 1
        return number

    def _is_anchor(self, run: RepeatedRun) -> bool:
        return run.length >= ANCHOR and self.words[run.at].line != self.words[run.at_end - 1].line


def _words_of(lines: Sequence[str]) -> list[SentWord]:
    """Return the words of lines, without addresses and pictures, in small letters."""
    found: list[SentWord] = []
    for number, line in enumerate(lines):
        plain = unicodedata.normalize("NFKC", _LINK.sub(" ", line)).casefold()
        found += [SentWord(word, number) for word in _WORD.findall(plain)]
        if len(found) >= MAX_WORDS:
            break
    return found[:MAX_WORDS]


def without_sent(lines: Sequence[str], sent: Sequence[SentText]) -> list[str]:
    """Return the lines of a reply with ``MARK`` in place of each that repeats one of the sent texts."""
    repeated = {number for text in sent for number in _repeated(lines, text)}
    repeated |= _below_heading(lines, sent, repeated)
    return [MARK if number in repeated else line for number, line in enumerate(lines)]


def _below_heading(lines: Sequence[str], sent: Sequence[SentText], repeated: Set[int]) -> set[int]:
    """Return the numbers of the lines between a heading without marks below it and the last that the site has sent.

    Short lines of a sent text count, too. Only where something is written above: otherwise one may be the answer.
    """
    heading, length = next(
        ((at, span) for at in range(len(lines)) if (span := heading_length(lines, at))), (len(lines), 0)
    )
    above = range(heading)
    if not any(lines[at].strip() and not is_marked(lines[at]) and at not in repeated for at in above):
        return set()
    following = lines[heading + length : heading + MAX_BELOW]
    if is_marked(next((line for line in following if line.strip()), MARK)):
        return set()
    texts = [f" {' '.join(word.text for word in text.words)} " for text in sent]
    last = max(repeated, default=0)
    for number, line in enumerate(following, heading + length):
        words = " ".join(word.text for word in _words_of([line]))
        if words and any(f" {words} " in text for text in texts):
            last = max(last, number)
    return {number for number in range(heading + length, last + 1) if lines[number].strip()}


def _repeated(lines: Sequence[str], text: SentText) -> list[int]:
    """Return the numbers of the lines that repeat a sent text."""
    of_links = {number for number in range(1, len(lines)) if _is_piece(lines, number, text.links)}
    words = _words_of(["" if number in of_links else line for number, line in enumerate(lines)])
    runs = text.runs_in(words)
    copied = _copied(words, text)
    if not runs:
        return copied
    covered = _covered(words, runs)
    count, known = [0] * len(lines), [0] * len(lines)
    for number, word in enumerate(words):
        count[word.line] += 1
        known[word.line] += number in covered
    for number in _said_twice(words, runs):
        known[words[number].line] = 0
    first, last = words[runs[0].begin].line, words[runs[-1].end - 1].line
    if 0 < known[first] == count[first] <= SHORT and runs[0].at > 0:
        first += 1
    if 0 < known[last] == count[last] <= SHORT and runs[-1].at_end < len(text.words):
        last -= 1
    inside = [number for number in range(first, last + 1) if known[number] == count[number]]
    return (
        copied
        + [number for number in inside if count[number] or not _is_sign(lines[number])]
        + [number for number in range(first, len(lines)) if _is_piece(lines, number, text.long_words)]
    )


def _copied(words: Sequence[SentWord], text: SentText) -> list[int]:
    """Return the numbers of the lines whose words, ``WHOLE`` or more, stand in the sent text, beside another such line.

    A line that stands alone may be a turn that the email has suggested.
    """
    lines = defaultdict[int, list[SentWord]](list)
    for word in words:
        lines[word.line].append(word)
    copied = {number for number, line in lines.items() if len(line) >= WHOLE and text.has(line)}
    return [number for number in copied if not copied.isdisjoint((number - 1, number + 1))]


def _covered(words: Sequence[SentWord], runs: Sequence[RepeatedRun]) -> set[int]:
    """Return the numbers of all words in runs, and of the few between two runs where the sent text has others."""
    covered = {number for run in runs for number in range(run.begin, run.end)}
    lines = {words[number].line for number in covered}
    for before, after in pairwise(runs):
        changed = range(before.end, after.begin)
        is_small = len(changed) <= MAX_CHANGED and 0 < after.at - before.at_end <= MAX_CHANGED
        if is_small and all(words[number].line in lines for number in changed):
            covered.update(changed)
    return covered


def _said_twice(words: Sequence[SentWord], runs: Sequence[RepeatedRun]) -> set[int]:
    """Return the numbers of words that fill lines where two runs meet, and stand once in the sent text.

    A player who answers "Left" between "3 days left." and the next line has written a word that both runs can claim.
    """
    found: set[int] = set()
    for before, after in pairwise(runs):
        shared = before.at_end - after.at
        if 0 < shared <= SHORT:
            last, first = range(before.end - shared, before.end), range(after.begin, after.begin + shared)
            for numbers in (last, first):
                around = {word.line for word in words[max(0, numbers.start - 1) : numbers.start]}
                around.update(word.line for word in words[numbers.stop : numbers.stop + 1])
                if not any(words[number].line in around for number in numbers):
                    found.update(numbers)
    return found


def _is_sign(line: str) -> bool:
    """Return True for a line of pictures such as a thumb."""
    return any(unicodedata.category(letter) == "So" for letter in line)


def _is_piece(lines: Sequence[str], number: int, known: str) -> bool:
    """Return True for a part of a link or seal that a program has broken, alone or with the end of the line above."""
    piece, above = lines[number].strip(_AROUND), lines[number - 1].strip(_AROUND) if number else ""
    last = above.split()[-1] if above else ""
    whole = piece if len(piece) >= MIN_PIECE else f"{last.strip(_AROUND)}{piece}"
    return len(whole) >= MIN_PIECE and bool(_PIECE.fullmatch(piece)) and whole in known
