"""A position as JSON data. The keys are those of the API and of ``replay --json``; ``docs/notation.md`` explains them.

Seats are letters, cells names, tiles numbers. Where the order of the pile is not known, ``pile`` is null.
"""

from typing import Any

from ...values import SEAT_LETTERS
from ..rules import legality
from ..rules.actions import FIRST_PART, segment_name
from ..rules.board import NODE_BITS, LaidTile, cells_of
from ..rules.cells import cell_name
from ..rules.outcomes import outcome
from ..rules.state import NO_SEAT, Holding, LastTurn, Scored, State
from .action_notation import notation


def to_json(state: State) -> dict[str, Any]:
    """Return the complete position as plain data; ``position_parser.from_json`` is the way back."""
    rules, acting, result = state.rules, legality.acting(state), outcome(state)
    return {
        "title": "marram",
        "ruleset": rules.ruleset,
        "data": rules.data,
        "variant": rules.variant,
        "length": rules.length,
        "turn": state.turn,
        "last_turn": rules.last_turn,
        "phase": state.phase,
        "acting": [SEAT_LETTERS[seat] for seat in acting],
        "current": None if state.current == NO_SEAT else SEAT_LETTERS[state.current],
        "actions_left": state.actions_left,
        "seats": [_seat_json(state, seat, holding) for seat, holding in enumerate(state.seats)],
        "board": {cell_name(cell): _laid_json(state, state.board.laid[cell]) for cell in sorted(state.board.laid)},
        "discards": list(state.discards),
        "pile": None if state.pile is None else list(state.pile),
        "pile_count": state.pile_count,
        "leaving": [SEAT_LETTERS[seat] for seat in state.leaving],
        "last": _last_json(state.last) if state.last else None,
        "legal": [notation(action) for action in legality.legal_actions(state)] if acting else [],
        "outcome": result and result.to_json(),
    }


def _seat_json(state: State, seat: int, holding: Holding) -> dict[str, Any]:
    return {
        "seat": SEAT_LETTERS[seat],
        "score": holding.score,
        "boots": holding.boots,
        "forks": holding.forks,
        "shovels": holding.shovels,
        "lost": {"boots": holding.lost_boots, "forks": holding.lost_forks},
        "rack": list(holding.rack),
        "draws": holding.draws,
        "left": holding.left,
        "out": holding.out if holding.left else None,
    }


def piece_name(state: State, segment: int) -> str:
    """Return what claims a segment: "boot" or "fork"."""
    return "fork" if state.rules.has_forks and segment >= FIRST_PART else "boot"


def _laid_json(state: State, laid: LaidTile) -> dict[str, Any]:
    return {
        "tile": laid.tile,
        "face": laid.face,
        "rot": laid.rotation,
        "gone": gone_parts(laid.gone),
        "claims": [
            {"piece": piece_name(state, one.segment), "seg": segment_name(one.segment), "seat": SEAT_LETTERS[one.seat]}
            for one in laid.claims
        ],
    }


def gone_parts(gone: int) -> list[int]:
    """Return the indexes of the parts in a set of bits."""
    return [part for part in range(gone.bit_length()) if gone >> part & 1]


def scored_json(scored: Scored) -> dict[str, Any]:
    """Return a completed feature."""
    return {
        "kind": scored.kind,
        "cells": [cell_name(cell) for cell in cells_of(scored.nodes)],
        "segs": [[cell_name(node >> NODE_BITS), segment_name(node & 7)] for node in scored.nodes],
        "value": scored.value,
        "winners": [SEAT_LETTERS[seat] for seat in scored.winners],
        "returned": list(scored.returned),
    }


def _last_json(last: LastTurn) -> dict[str, Any]:
    return {
        "seat": SEAT_LETTERS[last.seat],
        "cells": [cell_name(cell) for cell in last.cells],
        "scored": [scored_json(one) for one in last.scored],
    }
