"""Game files (``.mkg``): a whole game as text, for people and programs. ``docs/game-file.md`` describes the format.

``read`` plays every turn and checks all that the file repeats; ``write`` writes the canonical text of a game.
"""

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from datetime import datetime
from typing import Any

from .. import dice
from ..core import Title, TurnParser
from ..errors import BadOptions
from ..registry import TITLES, alternatives, get_title
from ..replay import list_plies
from ..shares import Opening, Shares
from ..values import SEAT_LETTERS, Ply
from .dice_headers import (
    BY_LETTER,
    CHECKS,
    OPENED,
    PROTOCOL,
    commitment_lines,
    missing_header,
    read_openings,
    take_by_letter,
    version_of,
    write_by_letter,
    write_openings,
)
from .inherited_plies import HEADER as GIVEN
from .inherited_plies import PATTERN as GIVEN_FORM
from .inherited_plies import count_inherited_plies, inherited_header
from .result_headers import chance_headers, check_chance_headers, is_chance_header
from .text import Scoresheet, Word, decode, header_line, scoresheets

__all__ = ["FileFault", "GameReader", "Record", "decode", "games", "read", "read_one", "verify", "write"]

_BEFORE, _AFTER = ("Site", "Table"), ("Begun", "Ended", PROTOCOL, "Commitment")
_CHECKS: dict[str, tuple[re.Pattern[str], str]] = {
    "Seats": (re.compile("[1-9][0-9]?"), "a number"),
    GIVEN: (GIVEN_FORM, "a number of plies, and the results in them"),
    **CHECKS,
}
_CULPRITS = {"unknown-ruleset": "Ruleset", "unknown-option": "Options", "bad-value": "Options", "bad-seats": "Seats"}


@dataclass(frozen=True)
class Record:
    """A game as it was played.

    ``title`` is the title's key, ``options`` are those that differ from the ruleset. ``names``, ``entropy`` (the
    players' shares of the dice, hexadecimal), ``commitments`` to them and ``sources`` (who drew them) go by table seat,
    "" where unknown, and so does ``log``: the seat (None: chance or the table) and the notation of every ply.
    ``headers`` has all other headers, without those that follow from the log (Start, Rolloff, Next, Interrupted, Given,
    Opened, Chance, Result). ``inherited_plies`` is how many plies came from another game, if this one continues one.
    ``lines`` is the line of the file of each ply, ``places`` the line of each header, ``share_lines`` that of each
    seat's commitment. They are empty in records that were not read from a file, and are not compared.
    """

    title: str
    ruleset: str
    options: Mapping[str, str]
    seats: int
    names: tuple[str, ...]
    log: tuple[tuple[int | None, str], ...]
    headers: Mapping[str, str] = field(default_factory=dict)
    entropy: tuple[str, ...] = ()
    commitments: tuple[str, ...] = ()
    sources: tuple[str, ...] = ()
    openings: tuple[Opening, ...] = ()
    inherited_plies: int = 0
    lines: tuple[int, ...] = field(default=(), compare=False, repr=False)
    places: Mapping[str, int] = field(default_factory=dict, compare=False, repr=False)
    share_lines: tuple[int, ...] = field(default=(), compare=False, repr=False)

    @property
    def shares(self) -> Shares:
        """The players' shares of the dice."""
        shares = self.entropy or ("",) * self.seats
        return Shares(version_of(self.headers), shares, self.commitments, self.sources, self.openings)


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
        taken = take_by_letter(values, order)
        names = tuple(values.pop(letters[seat], "") for seat in range(sheet.seats))
        own = {"Title", "Ruleset", "Options", "Seats", "Result", GIVEN, OPENED, *title.turn_format.headers}
        check_chance_headers(sheet.headers, title, plies := [ply for _, ply in played])
        return Record(
            title=title.key,
            ruleset=sheet.ruleset,
            options=dict(self.turn_parser.options),
            seats=sheet.seats,
            names=names,
            log=tuple((ply.action.seat, title.notation(ply.action)) for _, ply in played),
            headers={key: value for key, value in values.items() if key not in own and not is_chance_header(key)},
            entropy=taken["Entropy"],
            commitments=taken["Commitment"],
            sources=taken["Drawn"],
            openings=read_openings(sheet.headers.get(OPENED), title, plies, order),
            inherited_plies=self._count_inherited(plies),
            lines=tuple(line for line, _ in played),
            places={key: value.line for key, value in sheet.headers.items()},
            share_lines=commitment_lines(sheet.headers, order),
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

    ``code`` is "commitment", "share", "mixed" or the label of the chance: "roll", "pile", "order".
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
        kind, _, letter = key.rpartition(" ")
        if kind in {"", *BY_LETTER} and letter in set(SEAT_LETTERS[sheet.seats :]):
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
    opened = write_openings(record.openings, title, played, turns.order)
    headers = _headers(record, title, turns.headers, turns.order, opened) | {"Result": turns.result}
    if record.inherited_plies:
        headers[GIVEN] = inherited_header(title, played[: record.inherited_plies], turns.order)
    if title.turn_format.lists_results and "Secret" in record.headers:
        headers |= chance_headers(title, played)
    own = {*headers, *title.turn_format.headers, GIVEN, OPENED}
    headers |= {key: value for key, value in record.headers.items() if key not in own}
    lines = [header_line(key, value) for key, value in headers.items()]
    return "\n".join([*lines, "", *turns.lines, ""])


def _headers(
    record: Record, title: Title, own: Mapping[str, str], order: tuple[int, ...], opened: str
) -> dict[str, str]:
    """Return the headers before the result and ``opened``, in the order of the documentation."""
    usual = title.rulesets[record.ruleset].options
    changes = {name: value for name, value in sorted(record.options.items()) if usual.get(name) != value}
    headers = {"Title": title.name, "Ruleset": record.ruleset}
    if changes:
        headers["Options"] = " ".join(f"{name}={value}" for name, value in changes.items())
    headers["Seats"] = str(record.seats)
    names = {SEAT_LETTERS[place]: record.names[seat] for place, seat in enumerate(order) if record.names}
    headers |= {letter: name for letter, name in names.items() if name}
    headers |= {key: record.headers[key] for key in _BEFORE if key in record.headers}
    headers |= own
    headers |= {key: record.headers[key] for key in _AFTER if key in record.headers}
    lettered = {"Commitment": record.commitments, "Drawn": record.sources, "Entropy": record.entropy}
    headers |= write_by_letter(lettered, order) | ({OPENED: opened} if opened else {})
    return headers | {key: record.headers[key] for key in ("Secret",) if key in record.headers}


def verify(record: Record) -> tuple[FileFault, ...]:
    """Check every result of chance against the opened dice; return the faults, () if there are none.

    Inherited results are not checked. Needs the headers Table, Commitment and Secret, and all shares in version 1, all
    commitments in version 2. Raises BadFile("missing-header") without them, and what ``write`` raises.
    """
    if not record.lines:
        record = read_one(write(record))
    values, shares, title = dict(record.headers), record.shares, get_title(record.title)
    if missing := missing_header(values, shares, record.seats):
        Word(record.places["Title"], 1, "").refuse("missing-header", missing)
    found = dice.verify(
        title,
        list_plies(title, record.ruleset, record.options, record.seats, record.log),
        table_id=values["Table"],
        published=values["Commitment"],
        secret=bytes.fromhex(values["Secret"]),
        mixes=shares.mixes,
        version=shares.version,
        first=record.inherited_plies,
    )
    faults = [
        FileFault(record.share_lines[seat], -1, "share", found, shares.commitments[seat])
        for seat, found in shares.wrong.items()
    ]
    if (mixed := values.get("Mixed", shares.mixed)) != shares.mixed:
        faults.append(FileFault(record.places["Mixed"], -1, "mixed", shares.mixed, mixed))
    for fault in found:
        line = record.places["Commitment"] if fault.ply < 0 else record.lines[fault.ply]
        faults.append(FileFault(line, fault.ply, fault.code, fault.expected, fault.found))
    return tuple(faults)
