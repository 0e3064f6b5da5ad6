"""Game files: read, written and verified."""

import re
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from typing import Any
from urllib.parse import unquote

from . import dice
from .core import Title, TurnParser
from .course import Course, Result, Rewind, course_of
from .dice import GIVEN_UP_BY, SOURCES, GivenUp, Opening, SeatShare, Shares, written_label
from .errors import BadOptions, CorruptLog
from .json_reader import read_json
from .registry import TITLES, alternatives, get_title
from .replay import list_plies
from .scoresheet import Scoresheet, Word, decode, header_line, scoresheets, with_plain_blanks
from .values import SEAT_LETTERS, Chance, Ply

# The header of game files for inherited plies: those of the game whose position this one continues.
#
# ``[Given "24: A 3, B 3, pile A 4"]`` means: the first 24 plies, with three results each of A and B with the label
# "roll", which is left out, and four of A with the label "pile". The game's own dice made all results but these.


INHERITED = "Given"
PATTERN = re.compile(r"[1-9]\d{0,3}(?:: (?:\w+ )?[-A-Z] \d{1,4}(?:, (?:\w+ )?[-A-Z] \d{1,4})*)?")
_NO_SEAT = "-"  # stands for the letter where a result concerns no seat


def inherited_header(title: Title, plies: Sequence[Ply], order: Sequence[int], length: int | None = None) -> str:
    """Return the value of the header for these plies; ``order`` has the table seat of each letter.

    ``length`` is the number of entries before that place, by default that of the plies.
    """
    letters = {None: _NO_SEAT} | {seat: SEAT_LETTERS[place] for place, seat in enumerate(order)}
    found: Counter[tuple[str, str]] = Counter()
    for ply in plies:
        chance = title.chance(ply.before)
        if chance is not None and ply.action in title.legal_actions(ply.before):
            found[written_label(chance.label), letters[chance.seat]] += 1
    counts = (f"{label} {letter} {count}".lstrip() for (label, letter), count in sorted(found.items()))
    results, number = ", ".join(counts), len(plies) if length is None else length
    return f"{number}: {results}" if results else f"{number}"


def count_inherited_plies(text: str) -> int:
    """Return the number of plies in a well-formed header, 0 for an empty text."""
    return int(text.partition(":")[0] or 0)


# The headers of game files for the players' shares of the dice.
#
# ``[Opened "B 0; A 4: A 1, pile A 1"]`` means: first the share of B was opened, before the first ply, then that of A,
# after four plies, with one roll of A and one draw from the pile of A among them. K changes with each opening.


PROTOCOL, OPENED = "Dice", "Opened"
# ``[Dice "marrakech-dice-v2.1+rewinds"]`` stands in files with Rewound: a checker that does not know about these cannot
# read the file, and accuses nobody.
WITH_REWINDS = "+rewinds"
# In version 2.1, ``[Acted "A 0; B 4"]`` says after how many plies each seat acted for the first time, and
# ``[Given up "B 4 player"]`` which of them did not open their share before, and who acted for them.
ACTED, GIVEN_UP = "Acted", "Given up"
BY_LETTER = ("Entropy", "Commitment", "Drawn")
_COUNTS = r"(?:: (?:\w+ )?[-A-Z] \d{1,4}(?:, (?:\w+ )?[-A-Z] \d{1,4})*)?"
_OPENING = rf"[A-Z] (?:0|[1-9]\d{{0,3}}){_COUNTS}"
_ACTED, _BY = r"[A-Z] (?:0|[1-9]\d{0,3})", "|".join(GIVEN_UP_BY)
_HEXADECIMAL = (re.compile("[0-9a-f]{64}"), "64 hexadecimal digits")
CHECKS: Mapping[str, tuple[re.Pattern[str], str]] = {
    "Commitment": _HEXADECIMAL,
    "Secret": _HEXADECIMAL,
    "Mixed": _HEXADECIMAL,
    "Entropy": (re.compile("(?:[0-9a-f]{2}){1,256}"), "hexadecimal digits, two for each byte"),
    "Drawn": (re.compile("|".join(SOURCES)), ", ".join(SOURCES)),
    PROTOCOL: (
        re.compile(rf"(?:{'|'.join(dice.PROTOCOLS.values())})(?:{re.escape(WITH_REWINDS)})?"),
        ", ".join(dice.PROTOCOLS.values()),
    ),
    OPENED: (
        re.compile(rf"{_OPENING}(?:; {_OPENING})*"),
        "letters, each with the steps and results before it",
    ),
    ACTED: (re.compile(rf"(?:{_ACTED}(?:; {_ACTED})*)?"), "letters, each with the steps before it"),
    GIVEN_UP: (
        re.compile(rf"{_ACTED} (?:{_BY})(?:; {_ACTED} (?:{_BY}))*"),
        f"letters, each with the steps before it and one of {', '.join(GIVEN_UP_BY)}",
    ),
}


def version_of(headers: Mapping[str, str]) -> int:
    """Return the version of the dice that a file or record names; files without the header have the first one."""
    named = headers.get(PROTOCOL)
    return next((version for version, name in dice.PROTOCOLS.items() if name == named), dice.V1)


def _without_mark(values: dict[str, str]) -> dict[str, str]:
    """Return the texts of headers, the version of the dice without the mark of a game that was taken back."""
    if values.get(PROTOCOL, "").endswith(WITH_REWINDS):
        values[PROTOCOL] = values[PROTOCOL].removesuffix(WITH_REWINDS)
        if version_of(values) == dice.V1:  # which has no name in other files
            del values[PROTOCOL]
    return values


def take_by_letter(values: dict[str, str], order: Sequence[int]) -> dict[str, tuple[str, ...]]:
    """Remove the headers of each seat from ``values``; return their texts by key, in the order of seats."""
    letters = {seat: SEAT_LETTERS[place] for place, seat in enumerate(order)}
    taken = {key: tuple(values.pop(f"{key} {letters[seat]}", "") for seat in sorted(order)) for key in BY_LETTER}
    return {key: texts if any(texts) else () for key, texts in taken.items()}


def write_by_letter(texts: Mapping[str, Sequence[str]], order: Sequence[int]) -> dict[str, str]:
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


def read_openings(word: Word | None, course: Course, order: Sequence[int]) -> tuple[Opening, ...]:
    """Return the openings of a file. Raises BadFile if the header and the turns disagree."""
    if word is None:
        return ()
    found = []
    for entry in word.text.split("; "):
        letter, place = entry[0], re.match(r"\d+", entry[2:])
        if letter not in SEAT_LETTERS[: len(order)]:
            word.refuse("no-such-seat", f"A to {SEAT_LETTERS[len(order) - 1]}")
        found.append(Opening(order[SEAT_LETTERS.index(letter)], int(place[0]) if place else 0))
    expected = write_openings(found, course, order)
    if word.text != expected or len({opening.seat for opening in found}) < len(found):
        word.refuse("contradiction", expected)
    return tuple(found)


def write_openings(openings: Iterable[Opening], course: Course, order: Sequence[int]) -> str:
    def entry(opening: Opening) -> str:
        places = inherited_header(course.title, course.before(opening.ply), order, opening.ply)
        return f"{SEAT_LETTERS[order.index(opening.seat)]} {places}"

    return "; ".join(map(entry, openings))


def write_acted(course: Course, order: Sequence[int], first: int) -> str:
    acted = dice.first_actions(course.title, course.plies, first)
    return "; ".join(f"{SEAT_LETTERS[place]} {acted[seat]}" for place, seat in enumerate(order) if seat in acted)


def read_given_up(
    word: Word | None, openings: Sequence[Opening], acted: str, order: Sequence[int]
) -> tuple[GivenUp, ...]:
    """Return the shares that were given up. ``acted`` is the text of that header.

    Raises BadFile if a share was opened or given up twice, or elsewhere than with the first action of its seat.
    """
    found: list[GivenUp] = []
    firsts = dict(entry.split(" ") for entry in acted.split("; ") if entry)
    for entry in word.text.split("; ") if word else ():
        letter, ply, by = entry.split(" ")
        if word and letter not in SEAT_LETTERS[: len(order)]:
            word.refuse("no-such-seat", f"A to {SEAT_LETTERS[len(order) - 1]}")
        seat = order[SEAT_LETTERS.index(letter)]
        if word and seat in [*(one.seat for one in openings), *(one.seat for one in found)]:
            word.refuse("contradiction", f"{letter} only once, in {OPENED} or here")
        if word and (first := firsts.get(letter)) != ply:
            word.refuse("contradiction", f"{letter} {first} {by}" if first else f"only players of {ACTED}")
        found.append(GivenUp(seat, int(ply), by))
    return tuple(sorted(found, key=lambda one: one.seat))


def write_given_up(given_up: Iterable[GivenUp], order: Sequence[int]) -> str:
    found = sorted((SEAT_LETTERS[order.index(one.seat)], one.ply, one.by) for one in given_up if one.ply is not None)
    return "; ".join(f"{letter} {ply} {by}" for letter, ply, by in found)


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


# The headers of game files that list the results of chance, for programs that check dice without knowing the rules.
#
# ``[Chance 1 "draw:A:0:fjord*2,quartz*3=quartz;draw:B:0:-quartz=fjord;"]`` means: the first draw of A had two chances
# in five for a fjord, three for a quartz, and was a quartz; the first one of B had what the draw before it left.
# Further headers (``Chance 2`` ...) continue the text.


RESULTS = "Chance"
_WIDTH = 100  # characters of a header's value, about
_PLAIN = re.compile(r"[A-Za-z0-9_.>+$#/]*")


def chance_headers(title: Title, results: Iterable[Result]) -> dict[str, str]:
    return _numbered(RESULTS, _entries(title, results, tuple(SEAT_LETTERS)))


def _numbered(key: str, entries: Iterable[str]) -> dict[str, str]:
    """Return the entries as one text, in as many headers as it needs."""
    values: list[str] = []
    for part in (part for entry in entries for part in re.findall(r"[^,]+,?", f"{entry};")):
        if values and len(values[-1]) + len(part) <= _WIDTH:
            values[-1] += part
        else:
            values.append(part)
    return {f"{key} {number}": value for number, value in enumerate(values, 1)}


def _entries(
    title: Title, results: Iterable[Result], letters: Sequence[str], known: dict[str, Mapping[str, int]] | None = None
) -> Iterator[str]:
    """Yield the results as text; ``letters`` has that of each seat, ``known`` the faces of the last one by label."""
    before = {} if known is None else known
    for ply, chance, earlier in results:
        letter = _NO_SEAT if chance.seat is None else letters[chance.seat]
        outcomes = _since(before.get(chance.label), chance)
        result = title.notation(ply.action)
        yield f"{quote(chance.label)}:{letter}:{earlier}:{outcomes}={quote(result)}"
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


def kept_results(course: Course) -> Iterator[Result]:
    """Yield the results that count."""
    kept = set(course.kept)
    return (result for result in course.results() if result.ply.number in kept)


def check_chance_headers(headers: Mapping[str, Word], course: Course) -> None:
    """Raise BadFile where the list differs from what the turns and the rules say."""
    _check_numbered(headers, RESULTS, chance_headers(course.title, kept_results(course)))


def _check_numbered(headers: Mapping[str, Word], kind: str, expected: Mapping[str, str]) -> None:
    found = {key: word for key, word in headers.items() if key.partition(" ")[0] == kind}
    if not found:
        return
    for key, word in found.items():
        if word.text != expected.get(key):
            word.refuse("contradiction", expected.get(key, ""))
    if len(found) < len(expected):
        last = [*found.values()][-1]
        last.refuse("missing-header", [*expected][len(found)])


def is_list_header(key: str) -> bool:
    """Return True for a header whose text goes on in the next one of its kind."""
    return key.partition(" ")[0] in _LISTS


# The headers of game files for what was taken back, also for programs that check dice without knowing the rules.
#
# ``[Rewound 1 "A:R;roll:A:1:1,2*2,3*2,4=3;rewind:8;"]`` means: A turned right and rolled a 3, and then the game was
# taken back to its first 8 plies. Results are written as in the list of results. ``lost:2:roll/A/3,roll/B/2;`` before a
# rewind means: two more results were taken back that cannot be replayed, when A had rolled three times and B twice.
# From then on the numbers of results are greater by two: of seats and labels that are not named, from the first on.


REWOUND = "Rewound"
_LOST = re.compile(r"lost:([1-9]\d{0,4}):((?:[\w%]+/[-A-Z]/\d+(?:,|$))*)")
_TAKEN_ACTION = re.compile(r"([-A-Z]):([A-Za-z0-9_.>+$#/%]+)")
_TAKEN_RESULT = re.compile(r"[^:=]+:[-A-Z]:\d+:[^:=]+=([^:=]+)")
_REWIND = re.compile(r"rewind:(\d{1,5})")
_TAKEN = tuple[list[tuple[int | None, str]], Rewind]


def rewound_headers(course: Course, order: Sequence[int]) -> dict[str, str]:
    """Return what was taken back; ``order`` has the table seat of each letter."""
    return _numbered(REWOUND, _rewound_entries(course, order))


def _rewound_entries(course: Course, order: Sequence[int]) -> Iterator[str]:
    letters = {seat: SEAT_LETTERS[place] for place, seat in enumerate(order)}
    by_seat = tuple(letters[seat] for seat in sorted(letters))
    results, plies = {one.ply.number: one for one in course.results()}, {ply.number: ply for ply in course.plies}
    kept: list[int] = []
    for place in range(max(course.rewinds, default=-1) + 1):
        if place not in course.rewinds:
            kept.append(place)
            continue
        rewind = course.rewinds[place]
        known: dict[str, Mapping[str, int]] = {}
        for gone in kept[rewind.ply :]:
            if gone in results:
                yield from _entries(course.title, [results[gone]], by_seat, known)
            else:
                action = plies[gone].action
                letter = _NO_SEAT if action.seat is None else letters[action.seat]
                yield f"{letter}:{quote(course.title.notation(action))}"
        if rewind.lost:
            yield f"lost:{rewind.lost}:{','.join(_counts_before(results.values(), place, letters))}"
        yield f"rewind:{rewind.ply}"
        del kept[rewind.ply :]


def _counts_before(results: Iterable[Result], place: int, letters: Mapping[int, str]) -> Iterator[str]:
    counts = Counter((one.chance.label, one.chance.seat) for one in results if one.ply.number < place)
    for (label, seat), count in sorted(counts.items(), key=str):
        yield f"{quote(label)}/{_NO_SEAT if seat is None else letters[seat]}/{count}"


def read_rewound(headers: Mapping[str, Word], order: Sequence[int]) -> list[_TAKEN]:
    """Return what was taken back each time, and how far. Raises BadFile."""
    found: list[_TAKEN] = []
    entries: list[tuple[int | None, str]] = []
    lost, rest = 0, ""
    for key, word in headers.items():
        if key.partition(" ")[0] != REWOUND:
            continue
        *texts, rest = (rest + word.text).split(";")
        for text in texts:
            if rewind := _REWIND.fullmatch(text):
                found.append((entries, Rewind(int(rewind[1]), lost)))
                entries, lost = [], 0
            elif read := _LOST.fullmatch(text):
                lost = int(read[1])
            elif read := _TAKEN_RESULT.fullmatch(text):
                entries.append((None, unquote(read[1])))
            elif (read := _TAKEN_ACTION.fullmatch(text)) and read[1] in ("-", *SEAT_LETTERS[: len(order)]):
                seat = None if read[1] == _NO_SEAT else order[SEAT_LETTERS.index(read[1])]
                entries.append((seat, unquote(read[2])))
            else:
                word.refuse("unreadable", "actions, results, and rewind:")
    if rest or entries or lost:
        [*headers.values()][-1].refuse("unfinished", "rewind:")
    return found


def woven(
    line: Sequence[tuple[int | None, str]], taken: Sequence[_TAKEN], lines: Sequence[int], at: Word | None
) -> tuple[list[tuple[int | None, str]], list[int]]:
    """Return the whole log of a game, and the line of the file of each entry. Raises BadFile.

    ``line`` has what counts, ``lines`` the line of each of these entries; what was taken back stands ``at`` its header.
    """
    after, pieces = [*zip(line, lines, strict=True)], list[list[tuple[tuple[int | None, str], int]]]()
    for entries, rewind in reversed(taken):
        assert at is not None
        if rewind.ply > len(after):
            at.refuse("contradiction", f"at most {len(after)}")
        pieces += [after[rewind.ply :], [((None, rewind.notation), at.line)]]
        after = [*after[: rewind.ply], *((entry, at.line) for entry in entries)]
    whole = [one for piece in reversed([*pieces, after]) for one in piece]
    return [entry for entry, _ in whole], [number for _, number in whole]


# Positions as text: which title a position is of, and its state


def title_of_position(text: str, default: str) -> Title:
    """Return the title that a position names: its JSON by ``title``, a line by the ruleset with which it begins.

    If it names none, that is the title with the key ``default``. Raises BadOptions("unknown-title"), BadPosition.
    """
    if text.startswith("{"):
        named = read_json(text).get("title")
        return get_title(named if isinstance(named, str) else default)
    word = text.partition(" ")[0]
    titles = [get_title(default), *TITLES.values()]
    return next((title for title in titles if word in title.rulesets), titles[0])


def read_position(text: str, default: str) -> tuple[Title, Any]:
    """Return the title and the state of a position line or JSON. Raises BadOptions, BadPosition."""
    title = title_of_position(text, default)
    return title, title.from_json(read_json(text)) if text.startswith("{") else title.read_position(text)


# Game files (``.mkg``): a whole game as text, for people and programs. ``docs/game-file.md`` describes the format.
#
# ``read`` plays every turn and checks all that the file repeats; ``write`` writes the canonical text of a game.


__all__ = ["FileFault", "GameReader", "Record", "decode", "games", "read", "read_one", "verify", "write"]

_FOLLOWING = frozenset({INHERITED, OPENED, ACTED, GIVEN_UP})
_LISTS = frozenset({RESULTS, REWOUND})
_BEFORE, _AFTER = ("Site", "Table"), ("Begun", "Ended", PROTOCOL, "Commitment")
_CHECKS: dict[str, tuple[re.Pattern[str], str]] = {
    "Seats": (re.compile("[1-9][0-9]?"), "a number"),
    INHERITED: (PATTERN, "a number of steps, and the results in them"),
    **CHECKS,
}
_CULPRITS = {"unknown-ruleset": "Ruleset", "unknown-option": "Options", "bad-value": "Options", "bad-seats": "Seats"}


@dataclass(frozen=True)
class Record:
    """A game as it was played.

    ``title`` is the title's key, ``options`` are those that differ from the ruleset. ``names``, ``entropy`` (the
    players' shares of the dice, hexadecimal), ``commitments`` to them and ``sources`` (who drew them) go by table seat,
    "" where unknown, and so does ``log``: the seat (None: chance or the table) and the notation of every ply.
    The log has rewinds, and what they took back, too (see ``course``).
    ``headers`` has all other headers, without those that follow from the log (Start, Rolloff, Next, Interrupted, Given,
    Opened, Acted, Given up, Chance, Rewound, Result). ``inherited_plies`` is how many plies came from another game, if
    this one continues one. ``lines`` is the line of the file of each entry of the log, ``places`` the line of each
    header, ``share_lines`` that of each seat's commitment, ``order`` the seat of each letter. They are empty in records
    that were not read from a file, and are not compared.
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
    given_up: tuple[GivenUp, ...] = ()
    lines: tuple[int, ...] = field(default=(), compare=False, repr=False)
    places: Mapping[str, int] = field(default_factory=dict, compare=False, repr=False)
    share_lines: tuple[int, ...] = field(default=(), compare=False, repr=False)
    order: tuple[int, ...] = field(default=(), compare=False, repr=False)

    @property
    def shares(self) -> Shares:
        shares = self.entropy or ("",) * self.seats
        table = self.headers.get("Table", "")
        told = (self.commitments, self.sources, self.openings, table, self.given_up)
        return Shares(version_of(self.headers), shares, *told)


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
            played.refuse("contradiction" if title.outcome(state) else "cut-off", result)

    def record(self) -> Record:
        """Read the turns, all of them, and return the game. Raises BadFile."""
        played = list(self.plies())
        sheet, order, title = self.sheet, self.turn_parser.order, self.title
        values = _without_mark({key: value.text for key, value in sheet.headers.items()})
        letters = {seat: SEAT_LETTERS[place] for place, seat in enumerate(order)}
        taken = take_by_letter(values, order)
        names = tuple(values.pop(letters[seat], "") for seat in range(sheet.seats))
        own = {"Title", "Ruleset", "Options", "Seats", "Result", *_FOLLOWING, *title.turn_format.headers}
        line = [(ply.action.seat, title.notation(ply.action)) for _, ply in played]
        at = sheet.headers.get(f"{REWOUND} 1")
        log, lines = woven(line, read_rewound(sheet.headers, order), [number for number, _ in played], at)
        course = self._course(log, at)
        _check_numbered(sheet.headers, REWOUND, rewound_headers(course, order))
        check_chance_headers(sheet.headers, course)
        openings = read_openings(sheet.headers.get(OPENED), course, order)
        inherited = self._count_inherited([ply for _, ply in played])
        if at and min(rewind.ply for rewind in course.rewinds.values()) < inherited:
            at.refuse("contradiction", f"rewind:{inherited} or later")
        acted = sheet.headers.get(ACTED)
        if acted and acted.text != (expected := write_acted(course, order, inherited)):
            acted.refuse("contradiction", expected)
        return Record(
            title=title.key,
            ruleset=sheet.ruleset,
            options=dict(self.turn_parser.options),
            seats=sheet.seats,
            names=names,
            log=tuple(log),
            headers={key: value for key, value in values.items() if key not in own and not is_list_header(key)},
            entropy=taken["Entropy"],
            commitments=taken["Commitment"],
            sources=taken["Drawn"],
            openings=openings,
            inherited_plies=inherited,
            given_up=read_given_up(sheet.headers.get(GIVEN_UP), openings, acted.text if acted else "", order),
            lines=tuple(lines),
            places={key: value.line for key, value in sheet.headers.items()},
            share_lines=commitment_lines(sheet.headers, order),
            order=tuple(order),
        )

    def _course(self, log: Sequence[tuple[int | None, str]], at: Word | None) -> Course:
        """Return the course of the game. Raises BadFile where what was taken back is against the rules."""
        options = self.turn_parser.options
        try:
            return course_of(self.title, self.sheet.ruleset, options, self.sheet.seats, log)
        except CorruptLog as error:
            (at or self.sheet.at).refuse(error.code, str(error.params["entry"]))

    def _count_inherited(self, played: list[Ply]) -> int:
        header = self.sheet.headers.get(INHERITED)
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
    title = next((title for title in TITLES.values() if sheet.at.text in (title.name, title.key)), None)
    if title is None:
        sheet.at.refuse("unknown-title", ", ".join(title.name for title in TITLES.values()))
    own = {"Title", "Ruleset", "Options", "Seats", "Result", INHERITED, *CHECKS, *title.turn_format.headers}
    for key, value in sheet.headers.items():
        if key.partition(" ")[0] in own or is_list_header(key):
            value = sheet.headers[key] = value._replace(text=with_plain_blanks(value.text))
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
    pattern, expected = _CHECKS.get(key) or _CHECKS.get(key.split(" ")[0]) or (None, "")
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
    played, course = list_plies(title, record.ruleset, options, seats, record.log), _course(record)
    turns = title.turn_format.write(title, seats, title.start(record.ruleset, options, seats), played)
    opened = _opening_headers(record, course, turns.order)
    headers = _headers(record, title, turns.headers, turns.order, opened) | {"Result": turns.result}
    if record.inherited_plies:
        headers[INHERITED] = inherited_header(title, played[: record.inherited_plies], turns.order)
    if title.turn_format.lists_results and "Secret" in record.headers:
        headers |= chance_headers(title, kept_results(course))
    if rewound := rewound_headers(course, turns.order):
        headers |= rewound | {PROTOCOL: f"{dice.PROTOCOLS[version_of(record.headers)]}{WITH_REWINDS}"}
    own = {*headers, *title.turn_format.headers, *_FOLLOWING}
    headers |= {key: value for key, value in record.headers.items() if key not in own}
    lines = [header_line(key, value) for key, value in headers.items()]
    return "\n".join([*lines, "", *turns.lines, ""])


def _course(record: Record) -> Course:
    return course_of(get_title(record.title), record.ruleset, record.options, record.seats, record.log)


def _opening_headers(record: Record, course: Course, order: Sequence[int]) -> dict[str, str]:
    """Return the headers that say when shares were opened or given up, and when each seat first acted."""
    found = {OPENED: write_openings(record.openings, course, order)}
    found[GIVEN_UP] = write_given_up(record.given_up, order)
    found = {key: value for key, value in found.items() if value}
    if version_of(record.headers) > dice.V2:
        found[ACTED] = write_acted(course, order, record.inherited_plies)
    return found


def _headers(
    record: Record, title: Title, own: Mapping[str, str], order: tuple[int, ...], opened: Mapping[str, str]
) -> dict[str, str]:
    """Return the headers before the result, with those about ``opened`` shares, in the order of the documentation."""
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
    headers |= {**write_by_letter(lettered, order), **opened}
    return headers | {key: record.headers[key] for key in ("Secret",) if key in record.headers}


def shares_in_time(record: Record) -> tuple[SeatShare, ...]:
    """Return how each seat's share came into the dice, () in version 1. Raises what ``write`` raises."""
    course, first = _course(record), record.inherited_plies
    acted = dice.first_actions(course.title, course.plies, first)
    return dice.seat_shares(record.shares, acted, dice.result_plies(course, first))


def verify(record: Record) -> tuple[FileFault, ...]:
    """Check every result of chance against the opened dice; return the faults, () if there are none.

    Inherited results are not checked. Needs the headers Table, Commitment and Secret, and all shares in version 1, all
    commitments in version 2. Raises BadFile("missing-header") without them, and what ``write`` raises.
    """
    if not record.lines:
        record = read_one(write(record))
    values, shares = dict(record.headers), record.shares
    missing = missing_header(values, shares, record.seats)
    if not missing and shares.version > dice.V2 and ACTED not in record.places:
        missing = ACTED
    if missing:
        Word(record.places["Title"], 1, "").refuse("missing-header", missing)
    found = dice.verify(
        _course(record),
        table_id=values["Table"],
        published=values["Commitment"],
        secret=bytes.fromhex(values["Secret"]),
        mixes=shares.mixes,
        version=shares.version,
        first=record.inherited_plies,
    )
    faults = [  # a seat without a line of its own should have it beside that of the site
        FileFault(record.share_lines[seat] or record.places["Commitment"], -1, "share", found, shares.commitments[seat])
        for seat, found in shares.wrong.items()
    ]
    if (mixed := values.get("Mixed", shares.mixed)) != shares.mixed:
        faults.append(FileFault(record.places["Mixed"], -1, "mixed", shares.mixed, mixed))
    for fault in found:
        line = record.places["Commitment"] if fault.ply < 0 else record.lines[fault.ply]
        faults.append(FileFault(line, fault.ply, fault.code, fault.expected, fault.found))
    return tuple(faults)
