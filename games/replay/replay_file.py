"""The replay of an uploaded game file, or the fault in it."""

import re
from dataclasses import dataclass, field, replace
from datetime import datetime
from functools import cached_property, partial
from typing import Any

from django.utils import timezone
from django.utils.formats import date_format
from django.utils.text import Truncator
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, gettext_noop

from games.board.log_lines import PointSource, ply_text, point_sources
from games.board.pictures import MAX_FRAMES, frames_with_figures
from games.board.rules import RulesView, rules_view
from games.board.seats import SeatView, departures_in, seats_with_panels
from games.common.errors import Invalid
from games.common.wording import end_text, phrase
from games.engine import gamefile
from games.engine.core import Title
from games.engine.errors import BadFile
from games.engine.gamefile import FileFault, GameReader, Record, missing_header
from games.engine.registry import TITLES, get_title
from games.engine.replay import list_plies
from games.engine.scoresheet import split_lines
from games.engine.values import SEAT_LETTERS, Ply

from .presenters import ReplayTurn, ReplayView

MAX_CHARACTERS = 200_000  # characters: several hundred games
CUT_OFF = "cut-off"
DATE_LENGTH = len("2026-11-21")  # a date without an hour

_FAULTS = {
    "no-game": gettext_lazy("There is no game here: a game file begins with its headers."),
    "too-long": gettext_lazy("This is too long."),
    "not-utf-8": gettext_lazy(
        "This is not a text file in UTF-8 or in UTF-16 with a byte order mark. Save it as UTF-8."
    ),
    "unreadable": gettext_lazy("This cannot be read."),
    "unexpected": gettext_lazy("This is not allowed here."),
    "unfinished": gettext_lazy("Something is missing here."),
    "contradiction": gettext_lazy("This contradicts the rules or an earlier part of the file."),
    CUT_OFF: gettext_lazy(
        "The file says how the game ended, but after its last turn the game is not over: the end of the file may be "
        "missing."
    ),
    "twice": gettext_lazy("This appears twice."),
    "missing-header": gettext_lazy("A header is missing."),
    "missing-roll": gettext_lazy("A roll is missing."),
    "unknown-title": gettext_lazy("This site does not know this game."),
    "unknown-ruleset": gettext_lazy("This site does not know this ruleset."),
    "unknown-option": gettext_lazy("This site does not know this option."),
    "bad-value": gettext_lazy("This value does not exist."),
    "bad-seats": gettext_lazy("This number of players is not possible."),
    "no-such-seat": gettext_lazy("This player is not in the game."),
}

# The headers that tell nothing of later turns, and nothing of the dice
_OF_THE_START = re.compile(r"\[(?:Title|Ruleset|Options|Seats|Given|Start|Rolloff|Racks|Name|Site|Table|Begun|[A-Z]) ")

_LAST_LINE = gettext_lazy("This is the last line: the end of the file may be missing.")

# What was expected in a file, where it is words; all else is notation. "%(number)s" stands for the first number.
_EXPECTED = (
    gettext_noop("%(number)s hexadecimal digits"),
    gettext_noop("at most %(number)s bytes"),
    gettext_noop("at most %(number)s characters"),
    gettext_noop("at most %(number)s lines in a game"),
    gettext_noop("at most %(number)s characters in a line"),
    gettext_noop("at most %(number)s"),
    gettext_noop("another roll in part %(number)s"),
    gettext_noop("rewind:%(number)s or later"),
    gettext_noop("a turn, or [Title for another game"),
    gettext_noop("every header once"),
    gettext_noop("characters that can be printed"),
    gettext_noop("actions, results, and rewind:"),
    gettext_noop("every option once, name=value"),
    gettext_noop("a date and a time as ISO 8601 has them"),
    gettext_noop("a number"),
    gettext_noop("a number of steps, and the results in them"),
    gettext_noop("hexadecimal digits, two for each byte"),
    gettext_noop("letters, each with the steps and results before it"),
    gettext_noop("letters, each with the steps before it"),
    gettext_noop("only players of Acted"),
    gettext_noop("no more rolls than were needed"),
    gettext_noop("only steps at which a seat left while chance was due"),
    gettext_noop("the end of the line"),
    gettext_noop("the number of the turn and a full stop"),
    gettext_noop("the numbers of tiles"),
    gettext_noop("the first racks, as many tiles as each seat draws"),
    gettext_noop("steps at which a seat leaves"),
)


@dataclass(frozen=True, slots=True)
class FaultView:
    """The error in a file: a sentence, its place, and the line in pieces.

    ``before``, ``at`` and ``after`` are the line in three pieces; ``expected`` may be empty.
    ``readable`` is the game up to its first turn that cannot be read, "" if there is none.
    """

    line: int
    column: int
    sentence: str
    before: str
    at: str
    after: str
    expected: str
    readable: str = ""


class BadGameFile(Invalid):
    """A file that cannot be read, and the place of its first error."""

    def __init__(self, fault: FaultView) -> None:
        super().__init__("bad-file", fault.sentence)
        self.fault = fault


@dataclass(frozen=True, slots=True)
class GameInFile:
    """One of several games in a file: its number, players, date and result."""

    number: int
    players: str
    begun: str
    result: str


@dataclass
class FileReplayView(ReplayView):
    """A game of a file at ``ply`` plies. ``text`` is its part of the file."""

    record: Record
    text: str
    ply: int
    log: list[Ply] = field(default_factory=list)

    @cached_property
    def title(self) -> Title:
        return get_title(self.record.title)

    @cached_property
    def names(self) -> list[str]:
        """The players' names, by seat; letters if the file has no names."""
        return [
            name or _("Player %(letter)s") % {"letter": SEAT_LETTERS[at]} for at, name in enumerate(self.record.names)
        ]

    def first_state(self) -> Any:
        return self.title.start(self.record.ruleset, self.record.options, self.record.seats)

    @cached_property
    def rules(self) -> RulesView:
        return rules_view(self.title, self.record.ruleset, self.record.options, self.record.seats)

    @cached_property
    def name(self) -> str:
        """The table's name from the file, or the names of the players."""
        return self.record.headers.get("Name") or ", ".join(self.names)

    @cached_property
    def facts(self) -> list[tuple[str, str]]:
        headers = self.record.headers
        labels = {"Site": _("Site"), "Table": _("Table"), "Begun": _("Started"), "Ended": _("Ended")}
        return [(label, _moment(headers[key], "DATETIME_FORMAT")) for key, label in labels.items() if headers.get(key)]

    @cached_property
    def end(self) -> str:
        if self.is_past or not self.outcome:
            return ""
        return end_text(self.title, self.log[-1] if self.log else None, self.outcome.reason, self.names)

    @property
    def ends_here(self) -> bool:
        """True at the last position of a file whose game is not over."""
        return not self.is_past and not self.outcome

    @property
    def replay_turns(self) -> list[ReplayTurn]:
        return [ReplayTurn(turn, ()) for turn in self.turns]

    @cached_property
    def point_sources(self) -> list[PointSource]:
        return point_sources(self.title, self.log, self.record.seats)

    @cached_property
    def seats(self) -> list[SeatView]:
        departures = departures_in(self.log[: self.ply])
        plain = partial(SeatView, username="", robot="", is_me=False, is_host=False, wants_abort=False)
        people = [plain(number, name, departure=departures.get(number, "")) for number, name in enumerate(self.names)]
        return seats_with_panels(people, self.title, self.state)

    @property
    def is_cut(self) -> bool:
        """Whether the game is not over after the last turn, although the secret is there, which comes after the end."""
        state = self.log[-1].after if self.log else self.first_state()
        return self.is_opened and not self.title.outcome(state)

    @cached_property
    def is_opened(self) -> bool:
        """True if the file has everything that is needed to check its dice."""
        return not missing_header(self.record.headers, self.record.shares, self.record.seats)

    @property
    def fault_texts(self) -> list[tuple[FileFault, str]]:
        """The faults, each with what the file says in words, "" where it is no step."""
        return [
            (fault, " ".join(ply_text(self.title, ply, self.names) for ply in self.log[fault.ply : fault.ply + 1]))
            for fault in self.faults
        ]

    @cached_property
    def faults(self) -> tuple[FileFault, ...]:
        return gamefile.verify(self.record) if self.is_opened else ()


def read_games(text: str) -> list[GameReader]:
    """Return the games of a file with their headers. Raises BadText, Invalid (too-long) beyond ``MAX_CHARACTERS``."""
    if len(text) > MAX_CHARACTERS:
        raise Invalid("too-long", _("This is too long. The limit is %(most)s characters.") % {"most": MAX_CHARACTERS})
    try:
        return list(gamefile.games(text))
    except BadFile as error:
        raise BadGameFile(_fault(text, error)) from error


def list_games(games: list[GameReader]) -> list[GameInFile]:
    def of(game: GameReader, key: str) -> str:
        return game.sheet.headers[key].text if key in game.sheet.headers else ""

    return [
        GameInFile(
            number=number,
            players=", ".join(filter(None, (of(game, letter) for letter in SEAT_LETTERS[: game.sheet.seats]))),
            begun=_moment(of(game, "Begun"), "DATE_FORMAT"),
            result=of(game, "Result"),
        )
        for number, game in enumerate(games)
    ]


def file_replay_view(text: str, games: list[GameReader], number: int, ply: int | None) -> FileReplayView:
    """Return one game of a file, at a ply. Numbers that are too large are reduced. Raises BadText.

    Without a ply, a finished game is shown at its beginning, like any replay, and another one where it stands.
    """
    skipped, chosen = _part(text, games, min(number, len(games) - 1))
    try:
        record = gamefile.read_one(chosen)
    except BadFile as error:
        fault = replace(_fault(text, error, skipped), readable=_readable(split_lines(chosen)))
        raise BadGameFile(fault) from error
    title = get_title(record.title)
    log = list_plies(title, record.ruleset, record.options, record.seats, record.log)
    view = FileReplayView(record, chosen, len(log) if ply is None else min(ply, len(log)), log)
    return replace(view, ply=0) if ply is None and view.outcome else view


def file_frames(view: FileReplayView, first: int, last: int) -> dict[str, Any]:
    """Return ``{"frames"}``: those of some plies of a file, with the figures of the seats, at most 60."""
    return {"frames": frames_with_figures(view.title, view.log, view.names, first, min(last, first + MAX_FRAMES - 1))}


def _part(text: str, games: list[GameReader], number: int) -> tuple[int, str]:
    """Return one game of a file, and the number of lines before it."""
    bounds = [0, *(game.sheet.at.line - 1 for game in games[1:]), None]
    begin, end = bounds[number] or 0, bounds[number + 1]
    return begin, "\n".join(split_lines(text)[begin:end])


def decode_file(data: bytes) -> str:
    """Return the text of an uploaded file. Raises BadText if it is not text."""
    try:
        return gamefile.decode(data)
    except BadFile as error:
        raise BadGameFile(_fault("", error)) from error


def _fault(text: str, error: BadFile, skipped: int = 0) -> FaultView:
    """Return an error for the page; ``skipped`` is the number of lines before the parsed text."""
    line, column, found = int(error.params["line"]) + skipped, int(error.params["column"]), str(error.params["found"])
    lines = split_lines(text)
    whole = lines[line - 1] if line <= len(lines) else ""
    at = column - 1 if len(whole) < 400 else 0
    whole = Truncator(whole).chars(400)
    end = at + (len(found) if whole.startswith(found, at) and found else 1)
    sentence, expected = _sentence(error), _expected(str(error.params["expected"]))
    if "[Title" not in text and expected == "[Title":
        sentence, expected = str(_FAULTS["no-game"]), ""
    if error.code == CUT_OFF:
        expected = ""  # the result of a game that is not over says nothing
    elif whole[:1] in set("0123456789") and not "".join(lines[line:]).strip():  # the last turn
        sentence, expected = f"{sentence} {_LAST_LINE}", ""
    return FaultView(line, column, sentence, whole[:at], whole[at:end], whole[end:], expected)


def _readable(lines: list[str]) -> str:
    """Return a game without dice to check, up to its first turn that cannot be read; "" if that is the first one."""
    kept = [line for line in lines if line[:1] != "[" or _OF_THE_START.match(line)]
    kept = kept[: _first_bad(kept)]
    has_turns = any(line[:1].isdigit() for line in kept)
    return "\n".join(kept) if has_turns and _first_bad(kept) is None else ""


def _first_bad(lines: list[str]) -> int | None:
    """Return the place of the first line that cannot be read, or None."""
    try:
        gamefile.read_one("\n".join(lines))
    except BadFile as error:
        return int(error.params["line"]) - 1
    return None


def _expected(text: str) -> str:
    """Return what was expected in the language of the reader, if it is words."""
    number = re.search(r"[0-9]+", text)
    words = text.replace(number[0], "%(number)s", 1) if number else text
    return _(words) % {"number": number and number[0]} if words in _EXPECTED else text


def _sentence(error: BadFile) -> str:
    if error.code in _FAULTS:
        return str(_FAULTS[error.code])
    refused = (
        phrase(title, f"refused.{error.code}") for title in TITLES.values() if f"refused.{error.code}" in title.phrases
    )
    return next(refused, error.code)


def _moment(text: str, style: str) -> str:
    try:
        at = datetime.fromisoformat(text)
        here = timezone.localtime(at) if timezone.is_aware(at) else at
    except (ValueError, OverflowError):
        return text
    return date_format(here, "DATE_FORMAT" if len(text) == DATE_LENGTH else style)
