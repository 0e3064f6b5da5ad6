"""Views of a game by the engine and by the plain program of ``tests.naive``, in the same form."""

from typing import Any

from tests.naive import Game
from tests.naive.board import letter, name

from .random_games import TITLE

View = dict[str, Any]
LETTERS = "ABCD"


def engine_view(state: Any) -> View:
    """Return what the engine shows of a position."""
    data, outcome, chance = TITLE.to_json(state), TITLE.outcome(state), TITLE.chance(state)
    return {
        "phase": data["phase"],
        "turn": TITLE.turn(state),
        "acting": data["acting"],
        "order": data["order"] if state.turn else None,
        "assam": data["assam"],
        "seats": [{key: seat[key] for key in SEAT_KEYS} for seat in data["seats"]],
        "board": {
            square: (half["seat"], half["colour"], half["rug"]) for square, half in sorted(data["board"].items())
        },
        "chance": chance and (chance.label, chance.seat, chance.number, dict(chance.outcomes)),
        "legal": sorted(TITLE.notation(action) for action in TITLE.legal_actions(state)),
        "reason": outcome and outcome.reason,
        "places": {standing.seat: standing.place for standing in outcome.standings} if outcome else {},
    }


SEAT_KEYS = ("dirhams", "rugs", "next", "out", "squares", "score")


def naive_view(game: Game) -> View:
    """Return what the plain program shows of a game."""
    acting = game.acting()
    return {
        "phase": game.phase,
        "turn": game.turn,
        "acting": [] if acting is None else [LETTERS[acting]],
        "order": [LETTERS[seat] for seat in game.order()] if game.turn else None,
        "assam": {"square": name(game.assam), "facing": letter(game.facing)},
        "seats": [
            {
                "dirhams": game.players[seat].dirhams,
                "rugs": game.players[seat].rugs,
                "next": game.players[seat].upcoming,
                "out": seat in game.gone,
                "squares": game.shown(seat),
                "score": game.score(seat),
            }
            for seat in game.seats
        ],
        "board": {
            name(square): (LETTERS[rug.seat], rug.colour, rug.number)
            for square, rug in sorted(game.market().items(), key=lambda item: name(item[0]))
        },
        "chance": game.chance(),
        "legal": game.legal(),
        "reason": game.reason,
        "places": game.places(),
    }


def engine_payment(state: Any) -> View:
    """Return the engine's payment for the last roll."""
    last = TITLE.to_json(state)["last"]
    return {"path": last["path"], "owed": last["owed"], "paid": last["paid"], "to": last["to"], "patch": last["patch"]}


def naive_payment(game: Game) -> View:
    """Return the plain program's payment for the last roll."""
    payment = game.payment
    assert payment is not None
    return {
        "path": [name(square) for square in payment.path],
        "owed": payment.owed,
        "paid": payment.paid,
        "to": None if payment.to is None else LETTERS[payment.to],
        "patch": [name(square) for square in sorted(payment.patch, key=lambda square: (square[1], square[0]))],
    }
