"""Text of game files: games, headers, lines and words, for every title. ``docs/game-file.md`` describes them.

Each title reads and writes its own turns (see ``core.TurnFormat``)."""

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import NamedTuple, NoReturn

from .errors import BadFile

MAX_FILE = 8_000_000  # characters in a file: more than two thousand games
MAX_LINE = 1_000  # characters in a line
MAX_LINES = 1_000  # lines of one game, comments and blank lines included

UNPRINTABLE = re.compile("[\x00-\x1f\x7f-\x9f\u2028\u2029\ud800-\udfff]")
_KEY = re.compile(r"\[([A-Za-z][A-Za-z0-9 _-]{0,39}) ")
_VALUE = re.compile(r'"((?:[^"\\]|\\["\\])*)"')
_END = re.compile(r"\][ \t]*(?:;.*)?")
_WORD = re.compile(r"[^ \t]+")
_ESCAPED = re.compile(r"\\(.)")


class Word(NamedTuple):
    """A piece of the text and where it begins (line and column count from 1)."""

    line: int
    column: int
    text: str

    def refuse(self, code: str, expected: str = "") -> NoReturn:
        raise BadFile(code, line=self.line, column=self.column, found=self.text[:40], expected=expected)


@dataclass(slots=True)
class Scoresheet:
    """One game of a file: its headers and the words of its turn lines.

    ``headers`` holds the values, each at its line and at the column of its opening quotation mark; ``ruleset``,
    ``options`` and ``seats`` are the values of the headers of that name.
    """

    at: Word
    headers: dict[str, Word] = field(default_factory=dict)
    lines: list[list[Word]] = field(default_factory=list)
    ruleset: str = ""
    options: dict[str, str] = field(default_factory=dict)
    seats: int = 0

    def header(self, key: str) -> Word:
        """Return this header's value. Raises BadFile("missing-header")."""
        if key not in self.headers:
            Word(self.at.line, 1, "").refuse("missing-header", key)
        return self.headers[key]


@dataclass(frozen=True, slots=True)
class TurnText:
    """The turns of a game as a file has them.

    ``order`` has the table seat of each letter, ``headers`` what else the title needs to read them, ``lines``
    the turn lines, ``result`` the value of the header Result.
    """

    order: tuple[int, ...]
    headers: Mapping[str, str]
    lines: Sequence[str]
    result: str


def decode(data: bytes) -> str:
    """Return the text of a file. Raises BadFile("too-long") and BadFile("not-utf-8")."""
    if len(data) > MAX_FILE:
        Word(1, 1, "").refuse("too-long", f"at most {MAX_FILE} bytes")
    try:
        return data.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        before = data[: error.start].removeprefix(b"\xef\xbb\xbf").decode()
        line, column = before.count("\n") + 1, len(before) - before.rfind("\n")
        found = data[error.start : error.start + 1].hex()
        raise BadFile("not-utf-8", line=line, column=column, found=found, expected="UTF-8") from None


def scoresheets(text: str) -> Iterator[Scoresheet]:
    """Yield the games of a file, one by one. Raises BadFile where a line is neither header, turn nor comment.

    A game begins with its header Title. Beyond the limits of this module the code is "too-long".
    """
    if len(text) > MAX_FILE:
        Word(1, 1, "").refuse("too-long", f"at most {MAX_FILE} characters")
    sheet, first = None, 1
    for number, raw in enumerate(text.removeprefix("\ufeff").split("\n"), 1):
        line = raw.removesuffix("\r")
        if len(line) > MAX_LINE:
            Word(number, MAX_LINE + 1, "").refuse("too-long", f"at most {MAX_LINE} characters in a line")
        if sheet and line.lstrip(" \t").startswith("[Title "):
            yield sheet
            sheet, first = None, number
        if number - first >= MAX_LINES:
            Word(number, 1, "").refuse("too-long", f"at most {MAX_LINES} lines in a game")
        sheet = _read_line(sheet, number, line)
    if not sheet:
        Word(1, 1, text[:40]).refuse("no-game", '[Title "')
    yield sheet


def _read_line(sheet: Scoresheet | None, number: int, line: str) -> Scoresheet | None:
    start = len(line) - len(line.lstrip(" \t"))
    if line.startswith("[", start):
        key, value = _read_header(number, start, line)
        if sheet is None:
            if key != "Title":
                Word(number, start + 1, f"[{key}").refuse("unexpected", "[Title")
            sheet = Scoresheet(value)
        elif sheet.lines:
            Word(number, start + 1, f"[{key}").refuse("unexpected", "a turn, or [Title for another game")
        elif key in sheet.headers:
            Word(number, start + 1, f"[{key}").refuse("twice", "every header once")
        sheet.headers[key] = value
        return sheet
    words = [Word(number, found.start() + 1, found[0]) for found in _WORD.finditer(line.partition(";")[0])]
    if words and sheet is None:
        words[0].refuse("unexpected", "[Title")
    if words and sheet:
        sheet.lines.append(words)
    return sheet


def _read_header(number: int, start: int, line: str) -> tuple[str, Word]:
    def refuse(at: int, expected: str) -> NoReturn:
        Word(number, at + 1, line[at:]).refuse("unreadable", expected)

    key = _KEY.match(line, start) or refuse(start, '[Key "value"]')
    strange = UNPRINTABLE.search(line)
    if strange:
        refuse(strange.start(), "characters that can be printed")
    value = _VALUE.match(line, key.end()) or refuse(key.end(), '"a value", with \\" and \\\\ in it for " and \\')
    if not _END.fullmatch(line, value.end()):
        refuse(value.end(), "]")
    return key[1], Word(number, key.end() + 1, _ESCAPED.sub(r"\1", value[1]))


def header_line(key: str, value: str) -> str:
    """Return one header. Characters that cannot be printed become U+FFFD. Raises BadFile("too-long")."""
    escaped = UNPRINTABLE.sub("\ufffd", value).replace("\\", "\\\\").replace('"', '\\"')
    line = f'[{key} "{escaped}"]'
    if len(line) > MAX_LINE:
        Word(1, MAX_LINE + 1, key).refuse("too-long", f"at most {MAX_LINE} characters in a line")
    return line
