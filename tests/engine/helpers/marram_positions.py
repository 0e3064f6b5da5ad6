"""Positions of Marram in the words of the test list: ``T38@(0,1)r1``, ``A:boot@(0,1).B0``."""

import re
from collections.abc import Iterator, Sequence
from typing import Any

from games.engine.marram import rules as turns
from games.engine.marram.actions import Action, Flip, Place, cell_at, segment_named
from games.engine.marram.board import Board, Claim, LaidTile
from games.engine.marram.options import rules_for
from games.engine.marram.rules import legal_actions
from games.engine.marram.state import Holding, State

_TILE = re.compile(r"[ST](\d\d)(/B)?@\((-?\d+),(-?\d+)\)r(\d)(?: gone\[([\d,]+)\])?")
_CLAIM = re.compile(r"([A-D]):(boot|fork)@\((-?\d+),(-?\d+)\)\.([LB]\d)")


def position(
    *tiles: str,
    claims: Sequence[str] = (),
    rack: Sequence[int] = (),
    ruleset: str = "classic-long",
    seats: int = 2,
    turn: int = 1,
) -> State:
    """Return the position with these tiles and pieces, in which the seat of this turn has this rack."""
    rules = rules_for(ruleset, {}, seats)
    laid = {}
    for text in tiles:
        found = _TILE.fullmatch(text)
        assert found, text
        gone = sum(1 << int(part) for part in found[6].split(",")) if found[6] else 0
        laid[cell_at(int(found[3]), int(found[4]))] = LaidTile(int(found[1]), int(bool(found[2])), int(found[5]), gone)
    holdings = [Holding(0, rules.boots, rules.forks, rules.shovels) for _ in range(seats)]
    for text in claims:
        found = _CLAIM.fullmatch(text)
        assert found, text
        seat, cell = "ABCD".index(found[1]), cell_at(int(found[3]), int(found[4]))
        laid[cell] = laid[cell]._replace(claims=(*laid[cell].claims, Claim(segment_named(found[5]), seat)))
        one = holdings[seat]
        is_fork = found[2] == "fork"
        holdings[seat] = one._replace(boots=one.boots - (not is_fork), forks=one.forks - is_fork)
    current = (turn - 1) % seats
    holdings[current] = holdings[current]._replace(rack=tuple(rack))
    state = State(rules, Board(rules.data, laid), tuple(holdings), turn, current, 2, 0)
    return state._replace(pile_count=len(state.unseen()))


def with_holding(state: State, seat: int, **fields: Any) -> State:
    """Return the state in which a seat has something else."""
    holding = state.seats[seat]._replace(**fields)
    return state._replace(seats=(*state.seats[:seat], holding, *state.seats[seat + 1 :]))


def place(state: State, text: str, claim: str = "") -> State:
    """Return the state after the acting seat has placed a tile, which its rack is given: ``T38@(0,1)r1``."""
    found = _TILE.fullmatch(text)
    assert found, text
    tile, cell = int(found[1]), cell_at(int(found[3]), int(found[4]))
    holding = state.seats[state.current]
    state = state._replace(
        seats=tuple(
            holding._replace(rack=(*holding.rack, tile)) if seat == state.current else one
            for seat, one in enumerate(state.seats)
        )
    )
    return turns.apply(state, Place(state.current, tile, cell, int(found[5]), segment_named(claim) if claim else None))


def flip(state: State, tile: int, rotation: int, claim: str = "") -> State:
    """Return the state after the acting seat has flipped a tile."""
    return turns.apply(state, Flip(state.current, tile, rotation, segment_named(claim) if claim else None))


def gained(before: State, after: State) -> tuple[int, ...]:
    """Return the points that each seat got."""
    return tuple(late.score - early.score for early, late in zip(before.seats, after.seats, strict=True))


def rotations(state: State, tile: int, column: int, row: int) -> list[int]:
    """Return the legal rotations of a tile of the rack on a cell."""
    wanted = tile, cell_at(column, row)
    return [
        a.rotation
        for a in legal_actions(state)
        if isinstance(a, Place) and (a.tile, a.cell, a.claim) == (*wanted, None)
    ]


def flip_rotations(state: State, tile: int) -> list[int]:
    """Return the legal rotations for flipping a tile."""
    return [a.rotation for a in legal_actions(state) if isinstance(a, Flip) and (a.tile, a.claim) == (tile, None)]


def ordered_start(ruleset: str, seats: int) -> State:
    """Return the first turn of a game whose pile is T01, T02 ... from the top."""
    state = turns.first_state(rules_for(ruleset, {}, seats))._replace(pile=tuple(range(1, 85)))
    return drawn(state)


def drawn(state: State) -> State:
    """Return the state after all draws that are due, from a known pile."""
    while state.phase == "draw":
        state = turns.apply(state, legal_actions(state)[0])
    return state


def counted_game(state: State) -> Iterator[tuple[State, tuple[Action, ...], State]]:
    """Yield state, legal actions and state after of each action k, which is number 8 k^2 of the legal ones."""
    number = 0
    while state.phase != "over":
        number += 1
        actions = legal_actions(state)
        after = drawn(turns.apply(state, actions[8 * number * number % len(actions)]))
        yield state, actions, after
        state = after
