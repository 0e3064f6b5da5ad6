"""Positions in the words of the rules: ``A33E`` is Assam at column 3, row 3 (from the top left) facing east, and
``y1:43,44`` the visible halves of rug 1 of colour y."""

from typing import Any

from games.engine.marrakech.board import NAMES
from games.engine.marrakech.playouts import GONE, PlayoutStart

from .random_games import TITLE, Options

LETTERS = "ABCD"


def name(column_row: str) -> str:
    """Return the name of a square given as column and row, "33" -> "d4"; also of squares off the board."""
    column, row = int(column_row[0]), int(column_row[1])
    return "abcdefgh"[column] + str(7 - row)


def place(first: str, second: str) -> str:
    """Return the notation of a rug on two squares given as column and row."""
    return name(first) + name(second)


def assam(state: Any) -> str:
    """Return Assam's square and facing, "A33E"."""
    return f"A{state.square % 7}{state.square // 7}{'NESW'[state.facing]}"


def position(
    ruleset: str,
    *,
    seats: int = 3,
    at: str = "A33E",
    rugs: str = "",
    phase: str = "lay",
    current: int = 0,
    dirhams: dict[int, int] | None = None,
    piles: dict[int, int] | None = None,
    out: tuple[int, ...] = (),
    changes: Options | None = None,
    reason: str | None = None,
) -> Any:
    """Return a state. ``dirhams`` and ``piles`` give those of some seats (30 and five of each colour otherwise, as
    far as there are rugs for that); ``out`` are the seats that went out, in that order."""
    data = TITLE.to_json(TITLE.start(ruleset, {"order": "given", **(changes or {})}, seats))
    data["assam"] = {"square": name(at[1:3]), "facing": at[3]}
    data["phase"], data["current"], data["turn"] = phase, LETTERS[current], 5
    data["outcome"] = {"reason": reason} if reason else None
    data["last"] = {"seat": LETTERS[current], "rotation": None if rotates_at_end(data) else "F"}
    if phase in ("lay", "end"):
        data["last"]["face"] = 1
    owner = {colour: seat["seat"] for seat in data["seats"] for colour in seat["rugs"]}
    data["board"] = dict(_lying(spec, owner) for text in rugs.split() for spec in _squares(text))
    for number, seat in enumerate(data["seats"]):
        highest = max((rug["rug"] for rug in data["board"].values() if rug["seat"] == seat["seat"]), default=0)
        count = (piles or {}).get(number, 0 if reason == "rugs" else min(5, min(seat["rugs"].values()) - highest))
        seat["dirhams"] = (dirhams or {}).get(number, 30)
        seat["rugs"] = dict.fromkeys(seat["rugs"], count)
        seat["next"] = next(iter(seat["rugs"])) if count else None
        if number in out:
            seat.update(out=True, left=out.index(number) + 1, dirhams=0, next=None, rugs=dict.fromkeys(seat["rugs"], 0))
    return TITLE.from_json(data)


def rotates_at_end(data: Any) -> bool:
    """Return True if a position is one of the variant."""
    options = {**TITLE.rulesets[data["ruleset"]].options, **data["options"]}
    return bool(options["rotate"] == "end")


def _squares(text: str) -> list[tuple[str, str]]:
    rug, squares = text.split(":")
    return [(rug, square) for square in squares.split(",")]


def _lying(spec: tuple[str, str], owner: dict[str, str]) -> tuple[str, dict[str, Any]]:
    rug, square = spec
    return name(square), {"seat": owner[rug[0]], "colour": rug[0], "rug": int(rug[1:])}


def shown(state: Any) -> dict[str, tuple[str, int]]:
    """Return the visible board as {square: colour and number}."""
    return {NAMES[square]: ("cyrp"[rug >> 6], rug & 63) for square, rug in enumerate(state.board) if rug}


def count_squares(start: PlayoutStart, surface: list[int]) -> list[int]:
    """Return how many squares each seat's rugs show."""
    counts = [0] * len(start.purses)
    for colour in range(len(counts) * len(start.piles[0][1])):
        counts[start.owner[colour]] += surface.count(colour) + surface.count(GONE + colour)
    return counts
