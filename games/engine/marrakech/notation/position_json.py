"""A position as JSON data. The keys are those of the API and of ``replay --json``.

It has what a viewer needs, and what is needed to play on: whose turn it is while chance is due (``current``), the order
of play and the roll-off for it, in each seat how many rolls and draws it has had (the sealed dice are indexed by them)
and as which it went out (``left``), for each half of a rug where the other lies, and how the last walk began.
``docs/notation.md`` and ``docs/position.schema.json`` describe all of it.
"""

from typing import Any

from ...values import SEAT_LETTERS
from ..rules import legality
from ..rules.board import FACINGS, NAMES, walk_from
from ..rules.rugs import COLOURS, UNKNOWN, colour_of, number_of
from ..rules.scoring import outcome, score_of, visible_squares
from ..rules.state import NO_NEXT_COLOUR, NO_SEAT, LastTurn, State
from .action_notation import QUARTER_LETTERS, notation


def to_json(state: State) -> dict[str, Any]:
    """Return the complete position as plain data; ``position_parser.from_json`` is the way back."""
    rules, acting, result = state.rules, legality.acting(state), outcome(state)
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
        "outcome": result and result.to_json(),
    }


def _letter(seat: int) -> str | None:
    return None if seat == NO_SEAT else SEAT_LETTERS[seat]


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
            "next": None if holding.next == NO_NEXT_COLOUR else COLOURS[holding.next],
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
    path = walk_from(last.start, last.heading, last.face).path
    return {
        "seat": SEAT_LETTERS[last.seat],
        "from": NAMES[last.start],
        "heading": FACINGS[last.heading],
        "rotation": None if last.rotation is None else QUARTER_LETTERS[last.rotation],
        "face": last.face or None,
        "path": [NAMES[square] for square in path[1:]],
        "paid": last.paid,
        "owed": last.owed,
        "to": _letter(last.to),
        "patch": [NAMES[square] for square in last.patch],
        "rug": [NAMES[square] for square in last.rug],
        "out": last.out,
    }
