"""Text of game files: games, headers, lines and words, for every title. ``docs/game-file.md`` describes them.

Each title reads and writes its own turns (see ``core.TurnFormat``)."""

import codecs
import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import NamedTuple, NoReturn

from .errors import BadFile

MAX_FILE = 8_000_000  # characters in a file: more than two thousand games
MAX_LINE = 1_000  # characters in a line
MAX_LINES = 1_000  # lines of one game, comments and blank lines included

# What mail programs do to a text: they quote it, wrap long lines, and replace blanks by others.
WRAPPED = 60  # the least width at which a line is wrapped
_BLANKS = re.compile("[\xa0\u1680\u2000-\u200b\u202f\u205f\u3000\ufeff]")
_QUOTED = re.compile("(?:[ \t\xa0]*>)+")
_LINE_END = re.compile("\r?\n|\r")
_OPEN_HEADER = re.compile(r'[ \t]*\[[^"\]]*(?:"(?:[^"\\]|\\.)*(?:"\][ \t]*;.*)?)?')
_NEW_LINE = re.compile(r"[ \t]*(?:[\[;]|\d+\.(?:[ \t]|$)|$)")

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
    """Return the text of a file in UTF-8, or in UTF-16 with a byte order mark.

    Raises BadFile("too-long") and BadFile("not-utf-8").
    """
    if len(data) > MAX_FILE:
        Word(1, 1, "").refuse("too-long", f"at most {MAX_FILE} bytes")
    marked = data.startswith((codecs.BOM_UTF16_LE, codecs.BOM_UTF16_BE))
    encoding = "utf-16" if marked else "utf-8-sig"
    try:
        text = data.decode(encoding)
    except UnicodeDecodeError as error:
        _refuse_bytes(error.object[: error.start].decode(encoding, "ignore"), error.object[error.start])
    if "\0" in text:  # also UTF-16 without its mark
        _refuse_bytes(text.partition("\0")[0], 0)
    return text


def _refuse_bytes(before: str, found: int) -> NoReturn:
    lines = split_lines(before)
    where = {"line": len(lines), "column": len(lines[-1]) + 1}
    raise BadFile("not-utf-8", **where, found=f"{found:02x}", expected="UTF-8")


def split_lines(text: str) -> list[str]:
    """Return the lines of a text, which end with LF, CR LF or CR."""
    return _LINE_END.split(text)


def with_plain_blanks(text: str) -> str:
    """Return the text with spaces for no-break spaces and the like."""
    return _BLANKS.sub(" ", text)


def scoresheets(text: str) -> Iterator[Scoresheet]:
    """Yield the games of a file, one by one. Raises BadFile where a line is neither header, turn nor comment.

    A game begins with its header Title. Beyond the limits of this module the code is "too-long".
    """
    if len(text) > MAX_FILE:
        Word(1, 1, "").refuse("too-long", f"at most {MAX_FILE} characters")
    sheet, first = None, 1
    for number, line, more in _unwrapped(text):
        if sheet and line.lstrip(" \t").startswith("[Title "):
            yield sheet
            sheet, first = None, number
        if number + len(more) - first >= MAX_LINES:
            Word(first + MAX_LINES, 1, "").refuse("too-long", f"at most {MAX_LINES} lines in a game")
        sheet = _read_line(sheet, number, line, more)
    if not sheet:
        Word(1, 1, text[:40]).refuse("no-game", '[Title "')
    yield sheet


def _unwrapped(text: str) -> Iterator[tuple[int, str, list[str]]]:
    """Yield each line with its number, and with the lines into which a mail program has wrapped its end."""
    begun, line, more, last = 0, "", list[str](), ""
    for number, raw in enumerate(split_lines(text.removeprefix("\ufeff")), 1):
        if len(raw) > MAX_LINE:
            Word(number, MAX_LINE + 1, "").refuse("too-long", f"at most {MAX_LINE} characters in a line")
        plain = _plain_line(raw)
        if begun and _continues(line, more, last, plain):
            more.append(plain)
        else:
            if begun:
                yield begun, line, more
            begun, line, more = number, plain, []
        last = plain.strip(" \t")
    yield begun, line, more


def _plain_line(raw: str) -> str:
    """Return a line without marks of quoting, and with plain blanks where it is no value. Columns stay the same."""
    quoted = _QUOTED.match(raw)
    line = " " * quoted.end() + raw[quoted.end() :] if quoted else raw
    before, mark, rest = line.partition('"')
    value, end, after = rest.rpartition('"')
    return "".join([with_plain_blanks(before), mark, value, end, with_plain_blanks(after)])


def _continues(line: str, more: Sequence[str], last: str, plain: str) -> bool:
    """Return True if a line is the rest of a header, turn or comment whose last line so far was too long for a mail."""
    words = plain.split(None, 1)
    if not words or not last or len(last) + 1 + len(words[0]) < WRAPPED:
        return False
    if not line.lstrip(" \t").startswith("["):
        return not _NEW_LINE.match(plain)
    is_open = len(more) < MAX_LINE // WRAPPED and _OPEN_HEADER.fullmatch(_joined(line, more))
    return bool(is_open) and not _NEW_LINE.match(plain)


def _joined(line: str, more: Sequence[str]) -> str:
    return " ".join(_parts(line, more)) if more else line


def _parts(line: str, more: Sequence[str]) -> list[str]:
    return [line.rstrip(" \t"), *(part.strip(" \t") for part in more)]


def _read_line(sheet: Scoresheet | None, number: int, line: str, more: Sequence[str] = ()) -> Scoresheet | None:
    start = len(line) - len(line.lstrip(" \t"))
    if line.startswith("[", start):
        key, value = _read_header(number, start, line, more)
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
    words = _words(number, [line, *more])
    if words and sheet is None:
        words[0].refuse("unexpected", "[Title")
    if words and sheet:
        sheet.lines.append(words)
    return sheet


def _words(number: int, lines: Sequence[str]) -> list[Word]:
    """Return the words before the comment."""
    words: list[Word] = []
    for at, line in enumerate(lines, number):
        text, comment, _ = line.partition(";")
        words += [Word(at, found.start() + 1, found[0]) for found in _WORD.finditer(text)]
        if comment:
            break
    return words


def _read_header(number: int, start: int, first: str, more: Sequence[str]) -> tuple[str, Word]:
    line, parts = _joined(first, more), _parts(first, more)

    def word(at: int, text: str) -> Word:
        row = 0
        while row < len(more) and at > len(parts[row]):
            at -= len(parts[row]) + 1
            row += 1
        return Word(number + row, at + [first, *more][row].index(parts[row]) + 1, text)

    def refuse(at: int, expected: str) -> NoReturn:
        word(at, line[at:]).refuse("unreadable", expected)

    if len(line) > MAX_LINE:
        word(MAX_LINE, "").refuse("too-long", f"at most {MAX_LINE} characters in a line")
    key = _KEY.match(line, start) or refuse(start, '[Key "value"]')
    strange = UNPRINTABLE.search(line)
    if strange:
        refuse(strange.start(), "characters that can be printed")
    value = _VALUE.match(line, key.end()) or refuse(key.end(), '"…"')
    if not _END.fullmatch(line, value.end()):
        refuse(value.end(), "]")
    return key[1], word(key.end(), _ESCAPED.sub(r"\1", value[1]))


def header_line(key: str, value: str) -> str:
    """Return one header. Characters that cannot be printed become U+FFFD. Raises BadFile("too-long")."""
    escaped = UNPRINTABLE.sub("\ufffd", value).replace("\\", "\\\\").replace('"', '\\"')
    line = f'[{key} "{escaped}"]'
    if len(line) > MAX_LINE:
        Word(1, MAX_LINE + 1, key).refuse("too-long", f"at most {MAX_LINE} characters in a line")
    return line
