"""Game files (``.mkg``): a whole game as text, for people and programs. ``docs/game-file.md`` describes the format.

``read`` plays every turn and checks all that the file repeats; ``write`` writes the canonical text of a game.
"""

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from datetime import datetime
from typing import Any

from . import dice
from .core import Title, TurnParser
from .errors import BadOptions
from .gamefile_text import Scoresheet, Word, decode, header_line, scoresheets
from .inherited_plies import HEADER as GIVEN
from .inherited_plies import PATTERN as GIVEN_FORM
from .inherited_plies import count_inherited_plies, inherited_header
from .registry import TITLES, alternatives, get_title
from .replay import list_plies
from .values import SEAT_LETTERS, Ply

__all__ = ["FileFault", "GameReader", "Record", "decode", "games", "read", "read_one", "verify", "write"]

_ENTROPY = "Entropy "
_BEFORE, _AFTER = ("Site", "Table"), ("Begun", "Ended", "Commitment")
_CHECKS: dict[str, tuple[re.Pattern[str], str]] = {
    "Seats": (re.compile("[1-9][0-9]?"), "a number"),
    "Commitment": (re.compile("[0-9a-f]{64}"), "64 hexadecimal digits"),
    "Secret": (re.compile("[0-9a-f]{64}"), "64 hexadecimal digits"),
    "Mixed": (re.compile("[0-9a-f]{64}"), "64 hexadecimal digits"),
    "Entropy": (re.compile("(?:[0-9a-f]{2}){1,256}"), "hexadecimal digits, two for each byte"),
    GIVEN: (GIVEN_FORM, "a number of plies, and the results in them"),
}
_CULPRITS = {"unknown-ruleset": "Ruleset", "unknown-option": "Options", "bad-value": "Options", "bad-seats": "Seats"}


@dataclass(frozen=True)
class Record:
    """A game as it was played.

    ``title`` is the title's key, ``options`` are those that differ from the ruleset. ``names`` and ``entropy`` (the
    players' shares of the dice, hexadecimal) go by table seat, "" where unknown, and so does ``log``: the seat (None:
    chance or the table) and the notation of every ply. ``headers`` has all other headers, without those that follow
    from the log (Start, Rolloff, Next, Interrupted, Given, Result). ``inherited_plies`` is how many plies came
    from another game, if this one continues a position of it. ``lines`` is the line of the file of each ply, ``places``
    the line of each header; both are empty in records that were not read from a file, and are not compared.
    """

    title: str
    ruleset: str
    options: Mapping[str, str]
    seats: int
    names: tuple[str, ...]
    log: tuple[tuple[int | None, str], ...]
    headers: Mapping[str, str] = field(default_factory=dict)
    entropy: tuple[str, ...] = ()
    inherited_plies: int = 0
    lines: tuple[int, ...] = field(default=(), compare=False, repr=False)
    places: Mapping[str, int] = field(default_factory=dict, compare=False, repr=False)


@dataclass(frozen=True, slots=True)
class GameReader:
    """A game of a file with its headers read; ``plies`` reads its turns, one after the other."""

    title: Title
    sheet: Scoresheet
    turn_parser: TurnParser

    def plies(self) -> Iterator[tuple[int, Ply]]:
        """Yield the line number and the ply, each as soon as it is read. Raises BadFile, at the end for Result."""
        title, parser = self.title, self.turn_parser
        state = title.start(self.sheet.ruleset, parser.options, self.sheet.seats)
        for line, ply in parser.plies():
            yield line, ply
            state = ply.after
        result = title.turn_format.result(title, state, parser.order)
        played = self.sheet.headers.get("Result")
        if played and sorted(played.text.split(", ")) != sorted(result.split(", ")):
            played.refuse("contradiction", result)

    def record(self) -> Record:
        """Read the turns, all of them, and return the game. Raises BadFile."""
        played = list(self.plies())
        sheet, order, title = self.sheet, self.turn_parser.order, self.title
        values = {key: value.text for key, value in sheet.headers.items()}
        letters = {seat: SEAT_LETTERS[place] for place, seat in enumerate(order)}
        shares = tuple(values.pop(f"{_ENTROPY}{letters[seat]}", "") for seat in range(sheet.seats))
        names = tuple(values.pop(letters[seat], "") for seat in range(sheet.seats))
        own = {"Title", "Ruleset", "Options", "Seats", "Result", GIVEN, *title.turn_format.headers}
        return Record(
            title=title.key,
            ruleset=sheet.ruleset,
            options=dict(self.turn_parser.options),
            seats=sheet.seats,
            names=names,
            log=tuple((ply.action.seat, title.notation(ply.action)) for _, ply in played),
            headers={key: value for key, value in values.items() if key not in own},
            entropy=shares if any(shares) else (),
            inherited_plies=self._count_inherited([ply for _, ply in played]),
            lines=tuple(line for line, _ in played),
            places={key: value.line for key, value in sheet.headers.items()},
        )

    def _count_inherited(self, played: list[Ply]) -> int:
        """Return how many plies were inherited. Raises BadFile if the header and the turns disagree."""
        header = self.sheet.headers.get(GIVEN)
        if header is None:
            return 0
        number = count_inherited_plies(header.text)
        expected = inherited_header(self.title, played[:number], self.turn_parser.order)
        if header.text != expected:
            header.refuse("contradiction", expected)
        return number


@dataclass(frozen=True, slots=True)
class FileFault:
    """A fault that ``verify`` found: the line, the ply (-1: a header), what the dice give and what the file has.

    ``code`` is "commitment", "mixed" or the label of the chance: "roll", "pile", "order".
    """

    line: int
    ply: int
    code: str
    expected: str
    found: str


def games(text: str) -> Iterator[GameReader]:
    """Yield the games of a file with their headers read. Raises BadFile."""
    for sheet in scoresheets(text):
        yield _open(sheet)


def read(text: str) -> list[Record]:
    """Return all games of a file. Raises BadFile at the first fault."""
    return [game.record() for game in games(text)]


def read_one(text: str) -> Record:
    """Return the only game of a file. Raises BadFile, "more-games" where a second one begins."""
    found: list[Record] = []
    for game in games(text):
        if found:
            Word(game.sheet.at.line, 1, "[Title").refuse("more-games", "one game")
        found.append(game.record())
    return found[0]


def _open(sheet: Scoresheet) -> GameReader:
    """Read the headers that are the same for every title."""
    title = next((title for title in TITLES.values() if sheet.at.text in (title.name, title.key)), None)
    if title is None:
        sheet.at.refuse("unknown-title", ", ".join(title.name for title in TITLES.values()))
    for key, value in sheet.headers.items():
        _check_header(key, value)
    sheet.ruleset, sheet.seats = sheet.header("Ruleset").text, int(sheet.header("Seats").text)
    sheet.options = _read_options(sheet.headers.get("Options"))
    try:
        parser = title.turn_format.read(title, sheet)
    except BadOptions as error:
        _refuse_options(title, sheet, error)
    for key, value in sheet.headers.items():
        letter = key.removeprefix(_ENTROPY)
        if letter in set(SEAT_LETTERS[sheet.seats :]):
            value.refuse("no-such-seat", f"A to {SEAT_LETTERS[sheet.seats - 1]}")
    return GameReader(title, sheet, parser)


def _check_header(key: str, value: Word) -> None:
    """Raise BadFile for a known header with a malformed value."""
    pattern, expected = _CHECKS.get(key.split(" ")[0], (None, ""))
    if pattern and not pattern.fullmatch(value.text):
        value.refuse("bad-value", expected)
    if key in ("Begun", "Ended"):
        try:
            datetime.fromisoformat(value.text)
        except ValueError:
            value.refuse("bad-value", "a date and a time as ISO 8601 has them")


def _read_options(value: Word | None) -> dict[str, str]:
    options: dict[str, str] = {}
    for part in value.text.split() if value else ():
        name, equals, chosen = part.partition("=")
        if value and (not equals or name in options):
            value.refuse("unreadable", "every option once, name=value")
        options[name] = chosen
    return options


def _refuse_options(title: Title, sheet: Scoresheet, error: BadOptions) -> Any:
    """Raise BadFile for the header that makes the game impossible, with the values that exist."""
    sheet.headers[_CULPRITS[error.code]].refuse(error.code, alternatives(title, error))


def write(record: Record) -> str:
    """Return the text of the game file of a record; ``read_one`` is the way back.

    Raises CorruptLog or BadOptions where the game cannot be replayed, BadFile("too-long") where a value is too long
    for a line.
    """
    title = get_title(record.title)
    options, seats = record.options, record.seats
    played = list_plies(title, record.ruleset, options, seats, record.log)
    turns = title.turn_format.write(title, seats, title.start(record.ruleset, options, seats), played)
    headers = _headers(record, title, turns.headers, turns.order) | {"Result": turns.result}
    if record.inherited_plies:
        headers[GIVEN] = inherited_header(title, played[: record.inherited_plies], turns.order)
    own = {*headers, *title.turn_format.headers, GIVEN}
    headers |= {key: value for key, value in record.headers.items() if key not in own}
    lines = [header_line(key, value) for key, value in headers.items()]
    return "\n".join([*lines, "", *turns.lines, ""])


def _headers(record: Record, title: Title, own: Mapping[str, str], order: tuple[int, ...]) -> dict[str, str]:
    """Return the headers before the result, in the order of the documentation."""
    usual = title.rulesets[record.ruleset].options
    changes = {name: value for name, value in sorted(record.options.items()) if usual.get(name) != value}
    headers = {"Title": title.name, "Ruleset": record.ruleset}
    if changes:
        headers["Options"] = " ".join(f"{name}={value}" for name, value in changes.items())
    headers["Seats"] = str(record.seats)
    headers |= _by_letter("", record.names, order)
    headers |= {key: record.headers[key] for key in _BEFORE if key in record.headers}
    headers |= own
    headers |= {key: record.headers[key] for key in _AFTER if key in record.headers}
    headers |= _by_letter(_ENTROPY, record.entropy, order)
    return headers | {key: record.headers[key] for key in ("Secret",) if key in record.headers}


def _by_letter(prefix: str, values: tuple[str, ...], order: tuple[int, ...]) -> dict[str, str]:
    """Return the known values by header, with the seats' letters in order of play."""
    lettered = {f"{prefix}{SEAT_LETTERS[place]}": values[seat] for place, seat in enumerate(order) if values}
    return {key: value for key, value in lettered.items() if value}


def verify(record: Record) -> tuple[FileFault, ...]:
    """Check every result of chance against the opened dice; return the faults, () if there are none.

    Inherited results are not checked. Needs the headers Table, Commitment and
    Secret and the shares of all players. Raises BadFile("missing-header") without them, and what ``write`` raises.
    """
    if not record.lines:
        record = read_one(write(record))
    values = dict(record.headers)
    missing = [key for key in ("Table", "Commitment", "Secret") if key not in values]
    if missing or not all(record.entropy) or len(record.entropy) != record.seats:
        Word(record.places["Title"], 1, "").refuse("missing-header", missing[0] if missing else "Entropy")
    parts = [bytes.fromhex(share) for share in record.entropy]
    title = get_title(record.title)
    faults: list[FileFault] = []
    mixed = dice.table_entropy(parts).hex()
    if values.get("Mixed", mixed) != mixed:
        faults.append(FileFault(record.places["Mixed"], -1, "mixed", mixed, values["Mixed"]))
    found = dice.verify(
        title,
        list_plies(title, record.ruleset, record.options, record.seats, record.log),
        table_id=values["Table"],
        published=values["Commitment"],
        secret=bytes.fromhex(values["Secret"]),
        parts=parts,
        first=record.inherited_plies,
    )
    for fault in found:
        line = record.places["Commitment"] if fault.ply < 0 else record.lines[fault.ply]
        faults.append(FileFault(line, fault.ply, fault.code, fault.expected, fault.found))
    return tuple(faults)
