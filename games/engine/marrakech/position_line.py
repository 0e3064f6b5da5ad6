"""Positions as lines of text: written and read."""

import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any, NoReturn

from ..errors import BadPosition
from ..json_reader import shorten
from ..values import ABORTED, SEAT_LETTERS
from . import position_json
from .actions import QUARTER_LETTERS
from .board import COLOURS, FACINGS, NAMES, NEIGHBOURS, UNKNOWN, colour_of, number_of
from .state import NO_NEXT_COLOUR, NO_SEAT, RUGS, SURVIVOR, LastTurn, Phase, State

# Fields behind the board in a position line: ``key=value``, for values that are not the usual ones


Data = dict[str, Any]


@dataclass(frozen=True, slots=True)
class LineField:
    """One field: the form of its value, and what it adds to the data of a position.

    ``read`` returns the paths of the field's values, none where it does not fit the seats or the board of the line.
    """

    pattern: re.Pattern[str]
    example: str
    read: Callable[[re.Match[str], Data], list[str]]


# Reading


def _number(key: str) -> Callable[[re.Match[str], Data], list[str]]:
    def read(found: re.Match[str], data: Data) -> list[str]:
        data[key] = int(found[0])
        return [key]

    return read


def _counts(key: str) -> Callable[[re.Match[str], Data], list[str]]:
    def read(found: re.Match[str], data: Data) -> list[str]:
        counts = [int(count) for count in found[0].split("/")]
        if len(counts) != len(data["seats"]):
            return []
        for seat, count in zip(data["seats"], counts, strict=True):
            seat[key] = count
        return [f"seats[{number}].{key}" for number in range(len(counts))]

    return read


def _options(found: re.Match[str], data: Data) -> list[str]:
    pairs = [part.partition("=") for part in found[0].split(",")]
    data["options"] = {name: value for name, _, value in pairs}
    return ["options"] if len(data["options"]) == len(pairs) else []


def _order(found: re.Match[str], data: Data) -> list[str]:
    data["order"] = list(found[0])
    return ["order"]


def _out(found: re.Match[str], data: Data) -> list[str]:
    gone = {seat["seat"]: number for number, seat in enumerate(data["seats"]) if seat["out"]}
    if sorted(found[0]) != sorted(gone):
        return []
    for left, letter in enumerate(found[0], 1):
        data["seats"][gone[letter]]["left"] = left
    return [f"seats[{number}].left" for number in gone.values()]


def _rolloff(found: re.Match[str], data: Data) -> list[str]:
    data["rolloff"] = [[int(face) for face in rolls] for rolls in found[0].split("/")]
    return ["rolloff"]


def _halves(found: re.Match[str], data: Data) -> list[str]:
    paths = []
    for pair in found[0].split(","):
        here, there = pair[:2], pair[2:]
        if here not in data["board"]:
            return []
        data["board"][here]["other"] = there
        paths.append(f"board.{here}.other")
    return paths


def _last(found: re.Match[str], data: Data) -> list[str]:
    def squares(text: str) -> list[str]:
        return re.findall("[a-g][1-7]", text)

    groups = found.groupdict()
    data["last"] = {
        "seat": groups["seat"],
        "from": groups["start"],
        "heading": groups["heading"],
        "rotation": None if groups["rotation"] == "-" else groups["rotation"],
        "face": None if groups["face"] == "-" else int(groups["face"]),
        "paid": int(groups["paid"] or 0),
        "owed": int(groups["owed"] or 0),
        "to": groups["to"],
        "patch": squares(groups["patch"]),
        "rug": squares(groups["rug"]),
        "out": groups["out"] == "o",
    }
    return ["last"]


def _end(found: re.Match[str], data: Data) -> list[str]:
    data["outcome"] = {"reason": found[0]}
    return ["outcome"]


_COUNT = "(?:0|[1-9][0-9]{0,3})"
_LAST = re.compile(
    r"(?P<seat>[A-D]),(?P<start>[a-g][1-7])(?P<heading>[NESW]),(?P<rotation>[LFR-])(?P<face>[1-4-]),"
    rf"(?:-|\$(?P<paid>{_COUNT})/(?P<owed>{_COUNT}):(?P<to>[A-D])),"
    r"(?P<patch>-|(?:[a-g][1-7])+),(?P<rug>-|(?:[a-g][1-7]){2}),(?P<out>[io])"
)
FIELDS = {
    "options": LineField(re.compile("[a-z_]+=[^,=]+(?:,[a-z_]+=[^,=]+)*"), "rugs=12/8/6,straight=no", _options),
    "turn": LineField(re.compile(_COUNT), "12", _number("turn")),
    "ply": LineField(re.compile(_COUNT), "31", _number("ply")),
    "order": LineField(re.compile("[A-D]{2,4}"), "CAB", _order),
    "out": LineField(re.compile("[A-D]{1,4}"), "CA", _out),
    "rolls": LineField(re.compile(f"{_COUNT}(?:/{_COUNT})+"), "4/4/3", _counts("rolls")),
    "draws": LineField(re.compile(f"{_COUNT}(?:/{_COUNT})+"), "5/4", _counts("draws")),
    "rolloff": LineField(re.compile("[1-4]*(?:/[1-4]*)+"), "2/31/32", _rolloff),
    "half": LineField(re.compile("[a-g][1-7][a-g][1-7](?:,[a-g][1-7][a-g][1-7])*"), "e6e7,a1b1", _halves),
    "last": LineField(_LAST, "C,c4S,L3,$4/5:A,e6e7f7g7g6,-,o", _last),
    "end": LineField(re.compile("rugs|survivor|resigned|aborted"), "rugs", _end),
}


# Writing


def line_fields(state: State) -> dict[str, str]:
    gone = sorted((seat.left, letter) for seat, letter in zip(state.seats, SEAT_LETTERS, strict=False) if seat.left)
    before = state.current == NO_SEAT and state.phase != "over"
    fields = {
        "options": ",".join(f"{name}={value}" for name, value in state.rules.changes),
        "turn": str(state.turn) if state.turn != (0 if before else 1) else "",
        "ply": str(state.ply) if state.ply else "",
        "order": "".join(SEAT_LETTERS[seat] for seat in state.order)
        if list(state.order) != sorted(state.order)
        else "",
        "out": "".join(letter for _, letter in gone) if gone != sorted(gone, key=lambda pair: pair[1]) else "",
        "rolls": _joined([seat.rolls for seat in state.seats]),
        "draws": _joined([seat.draws for seat in state.seats]),
        "rolloff": "/".join("".join(map(str, rolls)) for rolls in state.rolloff) if any(state.rolloff) else "",
        "half": ",".join(f"{NAMES[square]}{NAMES[other]}" for square, other in _covered_halves(state)),
        "last": _last_text(state.last) if state.last else "",
        "end": state.reason,
    }
    return {key: value for key, value in fields.items() if value}


def _joined(counts: list[int]) -> str:
    return "/".join(map(str, counts)) if any(counts) else ""


def _covered_halves(state: State) -> list[tuple[int, int]]:
    """Return the squares whose rug shows only this half, with the square where the other one is known to lie."""
    return [
        (square, state.others[square])
        for square, rug in enumerate(state.board)
        if rug and state.others[square] != UNKNOWN and not any(state.board[near] == rug for near in NEIGHBOURS[square])
    ]


def _last_text(last: LastTurn) -> str:
    rotation = "-" if last.rotation is None else QUARTER_LETTERS[last.rotation]
    parts = [
        SEAT_LETTERS[last.seat],
        f"{NAMES[last.start]}{FACINGS[last.heading]}",
        f"{rotation}{last.face or '-'}",
        "-" if last.to == NO_SEAT else f"${last.paid}/{last.owed}:{SEAT_LETTERS[last.to]}",
        "".join(NAMES[square] for square in last.patch) or "-",
        "".join(NAMES[square] for square in last.rug) or "-",
        "o" if last.out else "i",
    ]
    return ",".join(parts)


# A position as one line of text, both ways. ``docs/notation.md`` describes it field by field.
#
# ``gigamic d4N t- A A:30/c15/c/i B:30/y15/y/i C:30/r15/r/i ,,,`` ... and after the board what else is needed to go on,
# as ``key=value``; usual values are left out.


MAX_LINE = 2_000  # characters; a full board with everything there is takes fewer than 1,000
PHASE_LETTERS: dict[str, Phase] = {
    "s": "order",
    "p": "pile",
    "t": "rotate",
    "d": "roll",
    "l": "lay",
    "e": "end",
    "o": "over",
}
_LETTERS_BY_PHASE = {phase: letter for letter, phase in PHASE_LETTERS.items()}
_SEAT = re.compile(r"([A-D]):(0|[1-9][0-9]{0,3})/((?:[cyrp][0-9]{1,2})+)/([cyrp-])/([io])")
_RUG = re.compile(r"([A-D])([cyrp])([1-9][0-9]?)")
_WORD = re.compile(r"\S+")


def to_line(state: State) -> str:
    shows_face = state.phase in {"lay", "end"} and state.last is not None and state.last.face
    face = str(state.last.face) if state.last and shows_face else "-"
    words = [
        state.rules.ruleset,
        f"{NAMES[state.square]}{FACINGS[state.facing]}",
        f"{_LETTERS_BY_PHASE[state.phase]}{face}",
        _letter(state.current),
        *(_seat_word(state, seat) for seat in range(len(state.seats))),
        ",".join(_rug_word(state, rug) for rug in state.board),
        *(f"{key}={value}" for key, value in line_fields(state).items()),
    ]
    return " ".join(words)


def _letter(seat: int) -> str:
    return "-" if seat == NO_SEAT else SEAT_LETTERS[seat]


def _seat_word(state: State, seat: int) -> str:
    holding = state.seats[seat]
    rugs = "".join(f"{COLOURS[c]}{n}" for c, n in zip(state.rules.colours_of(seat), holding.piles, strict=True))
    upcoming = "-" if holding.next == NO_NEXT_COLOUR else COLOURS[holding.next]
    return f"{SEAT_LETTERS[seat]}:{holding.dirhams}/{rugs}/{upcoming}/{'o' if holding.out else 'i'}"


def _rug_word(state: State, rug: int) -> str:
    if not rug:
        return ""
    return f"{SEAT_LETTERS[state.rules.owner(colour_of(rug))]}{COLOURS[colour_of(rug)]}{number_of(rug)}"


def from_line(text: str) -> State:
    """Return the state of a position line.

    The fields behind the board may be missing, as in section 7 of the rules. Raises
    BadPosition as ``from_json`` does, with ``column`` (from 1) beside ``where``.
    """
    reader = _LineReader(text)
    data = reader.read()
    try:
        return position_json.from_json(data)
    except BadPosition as error:
        reader.refuse(reader.column_of(str(error.params["where"])), error)


class _LineReader:
    def __init__(self, text: str) -> None:
        if len(text) > MAX_LINE:
            self._malformed(MAX_LINE + 1, "", f"at most {MAX_LINE} characters")
        self._words = [(found.start() + 1, found[0]) for found in _WORD.finditer(text)]
        self._end = len(text) + 1
        self._columns: dict[str, int] = {}

    def refuse(self, column: int, error: BadPosition) -> NoReturn:
        raise BadPosition(error.code, **{**error.params, "column": column}) from None

    def _malformed(self, column: int, found: str, expected: str, where: str = "line") -> NoReturn:
        raise BadPosition("malformed", where=where, column=column, found=shorten(found), expected=expected)

    def column_of(self, where: str) -> int:
        """Return the column of a path, or of the longest beginning of it that the line has."""
        while where not in self._columns and re.search(r"[.\[]", where):
            where = re.split(r"[.\[](?=[^.\[]*$)", where)[0]
        return self._columns.get(where, 1)

    def _next(self) -> tuple[int, str]:
        return self._words.pop(0) if self._words else (self._end, "")

    def _match(self, pattern: str, expected: str, *paths: str) -> re.Match[str]:
        column, word = self._next()
        for path in paths:
            self._columns[path] = column
        return re.fullmatch(pattern, word) or self._malformed(column, word, expected, paths[0])

    def read(self) -> dict[str, Any]:
        data: dict[str, Any] = {"ruleset": self._match("[a-z-]+", "a ruleset", "ruleset", "options")[0]}
        square, facing = self._match("([a-g][1-7])([NESW])", "a square and a facing, d4N", "assam").groups()
        phase, face = self._match("([sptdleo])([1-4]|-)", "a phase and a face or -", "phase", "outcome").groups()
        seat = self._match("[A-D]|-", "a seat or -", "current", "turn", "last")[0]
        data |= {"assam": {"square": square, "facing": facing}, "phase": PHASE_LETTERS[phase]}
        data |= {"current": None if seat == "-" else seat, "seats": self._read_seats()}
        data["board"] = self._read_board()
        for column, word in self._words:
            self._read_field(column, word, data)
        self._read_face(data, face)
        self._read_end(data)
        return data

    def _read_seats(self) -> list[dict[str, Any]]:
        seats: list[dict[str, Any]] = []
        self._columns["seats"] = self._words[0][0] if self._words else self._end
        while self._words and self._words[0][1][1:2] == ":":
            column, word = self._next()
            path = f"seats[{len(seats)}]"
            self._columns[path] = column
            found = _SEAT.fullmatch(word) or self._malformed(column, word, "a seat as A:30/c15/c/i", path)
            rugs = re.findall("([cyrp])([0-9]+)", found[3])
            seats.append(
                {
                    "seat": found[1],
                    "dirhams": int(found[2]),
                    "rugs": {colour: int(count) for colour, count in rugs},
                    "next": None if found[4] == "-" else found[4],
                    "out": found[5] == "o",
                }
            )
        return seats

    def _read_board(self) -> dict[str, Any]:
        column, word = self._next()
        self._columns["board"] = column
        fields = word.split(",")
        if len(fields) != len(NAMES):
            self._malformed(column, word, f"{len(NAMES)} squares separated by commas", "board")
        board: dict[str, Any] = {}
        for name, field in zip(NAMES, fields, strict=True):
            if field:
                self._columns[f"board.{name}"] = column
                found = _RUG.fullmatch(field) or self._malformed(column, field, "a rug as Ac3", f"board.{name}")
                board[name] = {"seat": found[1], "colour": found[2], "rug": int(found[3])}
            column += len(field) + 1
        return board

    def _read_field(self, column: int, word: str, data: dict[str, Any]) -> None:
        key, _, value = word.partition("=")
        field = FIELDS.get(key)
        if not field or f"{key}=" in self._columns:
            self._malformed(column, word, f"each of {', '.join(FIELDS)} once, key=value")
        self._columns[f"{key}="] = column
        found = field.pattern.fullmatch(value) or self._malformed(column, word, f"{key}={field.example}", key)
        paths = field.read(found, data)
        if not paths:
            self._malformed(column, word, f"{key}={field.example}", key)
        for path in paths:
            self._columns[path] = column

    def _read_face(self, data: dict[str, Any], face: str) -> None:
        """Add the face of the last turn; alone it gives Assam's walk."""
        last: Mapping[str, Any] | None = data.get("last")
        turning = data["phase"] in {"lay", "end"}
        expected = str(last["face"] or "-") if last and turning else "-"
        if turning and not last and face != "-":
            data["last"] = {"seat": data["current"], "face": int(face)}
        elif face != expected:
            phase = _LETTERS_BY_PHASE[data["phase"]]
            self._malformed(self._columns["phase"], f"{phase}{face}", f"{phase}{expected}", "phase")

    def _read_end(self, data: dict[str, Any]) -> None:
        """Add the end; without a reason it is the simplest possible one."""
        if data["phase"] == "over" and "outcome" not in data:
            inside = [seat for seat in data["seats"] if not seat["out"]]
            rugs = any(count for seat in inside for count in seat["rugs"].values())
            reason = (SURVIVOR if len(inside) < 2 else ABORTED) if rugs else RUGS
            data["outcome"] = {"reason": reason}
