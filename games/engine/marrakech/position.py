"""A position as JSON data, both ways. The keys are those of the API and of ``replay --json``.

Beside what a viewer needs there is what going on needs: whose turn it is while chance is due (``current``), the order
of play and the roll-off for it, in each seat how many rolls and draws it has had (the sealed dice are indexed by them)
and as which it went out (``left``), for each half of a rug where the other lies, and how the last walk began.
"""

from collections.abc import Mapping
from itertools import permutations
from typing import Any, get_args

from ..errors import BadOptions, BadPosition
from . import legality
from .board import FACINGS, INDEX, NAMES, NEIGHBOURS, WALKS
from .notation import QUARTERS, SEAT_LETTERS, notation
from .options import Rules, rules_for
from .rugs import COLOURS, EMPTY_BOARD, NO_OTHERS, UNKNOWN, colour_of, number_of, rug_of
from .scoring import outcome, score_of, visible_squares
from .state import NOBODY, LastTurn, Phase, Seat, State, fresh_next

_QUARTER_LETTERS = {quarter: letter for letter, quarter in QUARTERS.items()}
_REASONS = ("rugs", "survivor", "resigned", "aborted")


def to_json(state: State) -> dict[str, Any]:
    """Return the complete position. Everything is plain data; ``from_json`` gives the same state back."""
    rules, acting = state.rules, legality.acting(state)
    return {
        "title": "marrakech",
        "ruleset": rules.ruleset,
        "options": dict(rules.changes),
        "ply": state.ply,
        "turn": state.turn,
        "phase": state.phase,
        "acting": [SEAT_LETTERS[seat] for seat in acting],
        "current": _letter(state.current),
        "order": [SEAT_LETTERS[seat] for seat in state.order],
        "rolloff": [list(rolls) for rolls in state.rolloff],
        "assam": {"square": NAMES[state.square], "facing": FACINGS[state.facing]},
        "seats": _seats_json(state),
        "board": {
            NAMES[square]: {
                "seat": SEAT_LETTERS[rules.owner(colour_of(rug))],
                "colour": COLOURS[colour_of(rug)],
                "rug": number_of(rug),
                "other": None if state.others[square] == UNKNOWN else NAMES[state.others[square]],
            }
            for square, rug in enumerate(state.board)
            if rug
        },
        "last": _last_json(state.last) if state.last else None,
        "legal": [notation(action) for action in legality.legal_actions(state)] if acting else [],
        "outcome": _outcome_json(state),
    }


def _letter(seat: int) -> str | None:
    return None if seat == NOBODY else SEAT_LETTERS[seat]


def _seats_json(state: State) -> list[dict[str, Any]]:
    squares = visible_squares(state)
    return [
        {
            "seat": SEAT_LETTERS[seat],
            "dirhams": holding.dirhams,
            "rugs": {
                COLOURS[colour]: count
                for colour, count in zip(state.rules.colours_of(seat), holding.piles, strict=True)
            },
            "next": None if holding.next == NOBODY else COLOURS[holding.next],
            "out": holding.out,
            "left": holding.left,
            "squares": squares[seat],
            "score": score_of(state, seat, squares[seat]),
            "rolls": holding.rolls,
            "draws": holding.draws,
        }
        for seat, holding in enumerate(state.seats)
    ]


def _last_json(last: LastTurn) -> dict[str, Any]:
    path = WALKS[last.start][last.heading][last.face].path
    return {
        "seat": SEAT_LETTERS[last.seat],
        "from": NAMES[last.start],
        "heading": FACINGS[last.heading],
        "rotation": None if last.rotation is None else _QUARTER_LETTERS[last.rotation],
        "face": last.face or None,
        "path": [NAMES[square] for square in path[1:]],
        "paid": last.paid,
        "owed": last.owed,
        "to": _letter(last.to),
        "patch": [NAMES[square] for square in last.patch],
        "rug": [NAMES[square] for square in last.rug],
        "out": last.out,
    }


def _outcome_json(state: State) -> dict[str, Any] | None:
    result = outcome(state)
    if result is None:
        return None
    return {
        "reason": result.reason,
        "standings": [
            {
                "seat": SEAT_LETTERS[standing.seat],
                "score": standing.score,
                **standing.details,
                "place": standing.place,
                "out": standing.out,
            }
            for standing in result.standings
        ],
    }


def from_json(data: Mapping[str, Any]) -> State:
    """Return the state of a position.

    What follows from the rest (acting, legal, squares, score, standings, path) is not read. Raises
    BadPosition("malformed") when something is missing or no such thing exists, BadPosition("contradiction") when the
    parts do not fit together.
    """
    try:
        state = _read(data)
    except (KeyError, ValueError, TypeError, IndexError, AttributeError, OverflowError, BadOptions) as error:
        raise BadPosition("malformed", detail=f"{type(error).__name__}: {error}"[:80]) from None
    fault = _contradiction(state)
    if fault:
        raise BadPosition("contradiction", detail=fault)
    return state


def _read(data: Mapping[str, Any]) -> State:
    rules = rules_for(data["ruleset"], data["options"], len(data["seats"]))
    if data["title"] != "marrakech" or data["phase"] not in get_args(Phase):
        raise ValueError("title or phase")
    board, others = bytearray(EMPTY_BOARD), bytearray(NO_OTHERS)
    for name, lying in data["board"].items():
        board[INDEX[name]] = _read_rug(rules, lying)
        others[INDEX[name]] = INDEX[lying["other"]] if lying.get("other") else UNKNOWN
    return State(
        rules=rules,
        seats=tuple(_read_seat(rules, number, seat) for number, seat in enumerate(data["seats"])),
        order=tuple(_index(SEAT_LETTERS, letter) for letter in data["order"]),
        rolloff=tuple(tuple(_count(face) for face in rolls) for rolls in data["rolloff"]),
        facing=_index(FACINGS, data["assam"]["facing"]),
        phase=data["phase"],
        square=INDEX[data["assam"]["square"]],
        board=bytes(board),
        others=bytes(others),
        current=_seat_number(data["current"]),
        turn=_count(data["turn"]),
        ply=_count(data["ply"]),
        last=_read_last(data["last"]) if data["last"] else None,
        reason=data["outcome"]["reason"] if data["outcome"] else "",
    )


def _index(letters: str, letter: str) -> int:
    """Return the place of one letter among these; unlike ``str.index``, no more and no less than one."""
    return list(letters).index(letter)


def _count(value: object) -> int:
    if type(value) is not int or value < 0:
        raise ValueError(f"not a count: {value!r}")
    return value


def _seat_number(letter: str | None) -> int:
    return NOBODY if letter is None else _index(SEAT_LETTERS, letter)


def _read_rug(rules: Rules, lying: Mapping[str, Any]) -> int:
    colour, number = _index(COLOURS, lying["colour"]), _count(lying["rug"])
    if not 1 <= number <= 63 or _index(SEAT_LETTERS, lying["seat"]) != rules.owner(colour):
        raise ValueError("rug")
    return rug_of(colour, number)


def _read_seat(rules: Rules, number: int, data: Mapping[str, Any]) -> Seat:
    if data["seat"] != SEAT_LETTERS[number] or set(data["rugs"]) != {COLOURS[c] for c in rules.colours_of(number)}:
        raise ValueError("seat")
    return Seat(
        dirhams=_count(data["dirhams"]),
        piles=tuple(_count(data["rugs"][COLOURS[colour]]) for colour in rules.colours_of(number)),
        next=NOBODY if data["next"] is None else _index(COLOURS, data["next"]),
        left=_count(data["left"]),
        rolls=_count(data["rolls"]),
        draws=_count(data["draws"]),
    )


def _read_last(data: Mapping[str, Any]) -> LastTurn:
    return LastTurn(
        seat=_index(SEAT_LETTERS, data["seat"]),
        start=INDEX[data["from"]],
        heading=_index(FACINGS, data["heading"]),
        rotation=None if data["rotation"] is None else QUARTERS[data["rotation"]],
        face=("1", "2", "3", "4").index(str(data["face"])) + 1 if data["face"] else 0,
        paid=_count(data["paid"]),
        owed=_count(data["owed"]),
        to=_seat_number(data["to"]),
        patch=tuple(INDEX[name] for name in data["patch"]),
        rug=tuple(INDEX[name] for name in data["rug"]),
        out=bool(data["out"]),
    )


def _contradiction(state: State) -> str | None:
    """Return what does not fit together, so that no function of the title can stumble over the position later."""
    seats = range(len(state.seats))
    if sorted(state.order) != list(seats) or len(state.rolloff) != len(seats):
        return "order"
    if any(not 1 <= face <= 4 for rolls in state.rolloff for face in rolls):
        return "rolloff"
    if state.reason not in (_REASONS if state.phase == "over" else ("",)):
        return "outcome"
    if any(not _pile_fits(state, seat) for seat in seats):
        return "rugs"
    if not _board_fits(state):
        return "board"
    if state.last and not {state.last.seat, state.last.to} <= {NOBODY, *seats}:
        return "last"
    return None if _phase_fits(state) else "phase"


def _pile_fits(state: State, seat: int) -> bool:
    """Tell whether a seat's next rug is one that it has, and its piles are no larger than they began."""
    holding, colours = state.seats[seat], state.rules.colours_of(seat)
    if any(count > most for count, most in zip(holding.piles, state.rules.full_piles(), strict=True)):
        return False
    if holding.next == NOBODY:
        return fresh_next(holding.piles, colours[0]) == NOBODY
    return holding.next in colours and holding.piles[holding.next - colours[0]] > 0


def _board_fits(state: State) -> bool:
    """Tell whether every rug shows at most two squares, and two that touch; and its other half is where it is."""
    shown: dict[int, list[int]] = {}
    for square, rug in enumerate(state.board):
        other = state.others[square]
        if other != UNKNOWN and other not in NEIGHBOURS[square]:
            return False
        if rug:
            shown.setdefault(rug, []).append(square)
    for squares in shown.values():
        if len(squares) > 2:
            return False
        for here, there in permutations(squares, 2):
            if there not in NEIGHBOURS[here] or state.others[here] not in (UNKNOWN, there):
                return False
    return True


def _phase_fits(state: State) -> bool:
    """Tell whether somebody, or chance, can really do what the phase asks for."""
    match state.phase:
        case "over":
            return state.current in {NOBODY, *range(len(state.seats))}
        case "order":
            return legality.roller(state) != NOBODY and not state.turn and state.current == NOBODY
        case "pile":
            waits = legality.drawer(state)
            return waits != NOBODY and state.current == (waits if state.turn else NOBODY)
        case _:
            return state.turn > 0 and state.current in range(len(state.seats)) and _can_go_on(state)


def _can_go_on(state: State) -> bool:
    holding = state.seats[state.current]
    if state.phase == "end":
        return not holding.out and any(seat.rugs for seat in state.seats)
    return not holding.out and holding.next != NOBODY
