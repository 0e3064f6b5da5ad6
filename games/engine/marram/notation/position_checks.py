"""Checks for contradictions in a position from outside, which need not come from a game or be connected."""

from collections.abc import Iterator, Mapping
from typing import NoReturn

from ...files.json_reader import raise_bad_position
from ...values import SEAT_LETTERS
from ..options import Rules
from ..rules.actions import segment_name
from ..rules.board import LaidTile
from ..rules.cells import LIMIT, STEPS, Cell, cell_name, column_and_row
from ..rules.state import State
from ..rules.tiles import SIDES
from ..rules.turns import is_draw_due


def _contradict(where: str, found: object, expected: str) -> NoReturn:
    raise_bad_position("contradiction", where, found, expected)


def check_faces(rules: Rules, laid: Mapping[Cell, LaidTile]) -> None:
    """Raise BadPosition unless these tiles can lie on a board: each has the face, parts and segments that it shows."""
    for cell, one in laid.items():
        where = f"board.{cell_name(cell)}"
        if any(abs(way) > LIMIT for way in column_and_row(cell)):
            _contradict(where, cell_name(cell), f"a cell within {LIMIT} rows and columns of the start")
        faces = rules.tiles[one.tile].faces
        if one.face >= len(faces):
            _contradict(f"{where}.face", one.face, f"0: tile {one.tile} has one face")
        face = faces[one.face]
        if one.gone >> len(face.parts) or (one.gone and not rules.has_forks):
            expected = (
                f"parts below {len(face.parts)}" if rules.has_forks else "none: no creature disappears in Classic"
            )
            _contradict(f"{where}.gone", bin(one.gone), expected)
        there = {segment_name(segment) for segment in range(len(face.lands))}
        there |= {f"B{part}" for part in range(len(face.parts)) if not one.gone >> part & 1}
        for claim in one.claims:
            if segment_name(claim.segment) not in there:
                _contradict(f"{where}.claims", segment_name(claim.segment), f"one of {', '.join(sorted(there))}")


def check_position(state: State) -> None:
    """Raise BadPosition("contradiction") with ``where``, ``found`` and ``expected`` for the first contradiction."""
    _check_tiles(state)
    _check_edges(state)
    _check_those_who_left(state)
    _check_turn(state)
    for cell, one in state.board.laid.items():
        for claim in one.claims:
            if state.seats[claim.seat].left:
                where = f"board.{cell_name(cell)}.claims"
                _contradict(where, SEAT_LETTERS[claim.seat], "no piece of a seat that has left")


def _places_of_tiles(state: State) -> Iterator[tuple[str, int]]:
    for cell, one in state.board.laid.items():
        yield f"board.{cell_name(cell)}.tile", one.tile
    for seat, holding in enumerate(state.seats):
        yield from ((f"seats[{seat}].rack", tile) for tile in holding.rack)
    yield from (("discards", tile) for tile in state.discards)
    yield from (("pile", tile) for tile in state.pile or ())


def _check_tiles(state: State) -> None:
    """Check that no tile is in two places, and that the pile has as many as it says."""
    seen: dict[int, str] = {}
    for where, tile in _places_of_tiles(state):
        if tile >= len(state.rules.tiles):
            _contradict(where, tile, f"a tile, 0 to {len(state.rules.tiles) - 1}")
        if tile in seen:
            _contradict(where, tile, f"every tile once: this one is in {seen[tile]}")
        seen[tile] = where
    most = len(state.unseen()) if state.pile is None else len(state.pile)
    if state.pile_count > most or (state.pile is not None and state.pile_count != most):
        _contradict("pile_count", state.pile_count, str(most))


def _check_edges(state: State) -> None:
    views = state.board.views
    for cell, view in views.items():
        for direction, step in enumerate(STEPS):
            beside = views.get(cell + step)
            if beside and beside.edges[direction ^ 2].lower() != view.edges[direction].lower():
                found = f"{view.edges[direction].lower()} in the {SIDES[direction]}"
                expected = f"{beside.edges[direction ^ 2].lower()}, as on {cell_name(cell + step)}"
                _contradict(f"board.{cell_name(cell)}", found, expected)


def _check_those_who_left(state: State) -> None:
    left = sorted(holding.left for holding in state.seats if holding.left)
    if left != list(range(1, len(left) + 1)):
        _contradict("seats", f"left: {left}", "the seats that have left numbered 1, 2, 3 as they went")
    for seat, holding in enumerate(state.seats):
        if holding.left and holding.rack:
            _contradict(f"seats[{seat}].rack", len(holding.rack), "none, for one who has left")
        if seat in state.leaving and (holding.left or seat == state.current):
            _contradict("leaving", SEAT_LETTERS[seat], "seats that are in the game and wait for the end of this turn")
    if len(set(state.leaving)) < len(state.leaving) or (state.leaving and not _is_amid_turn(state)):
        _contradict("leaving", len(state.leaving), "none between turns, and each seat once")
    if len(state.seats) - len(left) < 2 and not state.reason:
        _contradict("phase", state.phase, "over: one seat is left")


def _is_amid_turn(state: State) -> bool:
    return bool(state.turn) and not state.reason and state.actions_left < state.rules.actions_in_turn


def _check_turn(state: State) -> None:
    """Check that it is the turn of a seat that has the turn of this number, and that a draw is due where it says so."""
    if state.reason:
        return
    letters, current = SEAT_LETTERS, state.current
    if state.turn and current != (state.turn - 1) % state.rules.seats:
        _contradict(
            "current", letters[current], f"{letters[(state.turn - 1) % state.rules.seats]} in turn {state.turn}"
        )
    if state.seats[current].left:
        _contradict("current", letters[current], "a seat that has not left")
    if state.phase == "draw" and not is_draw_due(state):
        _contradict("phase", "draw", "act: the rack is full, or the pile empty")
    if state.phase == "act" and not state.turn:
        _contradict("turn", 0, "1 or more: the racks are full")
