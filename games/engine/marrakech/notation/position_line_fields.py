"""Fields behind the board in a position line: ``key=value``, for values that are not the usual ones."""

import re
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from ...values import SEAT_LETTERS
from ..rules.board import FACINGS, NAMES, NEIGHBOURS
from ..rules.rugs import UNKNOWN
from ..rules.state import NO_SEAT, LastTurn, State
from .action_notation import QUARTER_LETTERS

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
    """Return the fields of a position that are not as usual, in the order of ``FIELDS``."""
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
