"""The course of a game: the first state, what an action does, and what comes after it."""

from functools import lru_cache
from typing import NamedTuple

from ...errors import IllegalAction
from ...values import ABORTED, RESIGNED
from ..options import Rules
from . import legality
from .actions import FIRST_PART, Abort, Action, Discard, Draw, Flip, Leave, Place
from .board import Claim, LaidTile, first_board
from .cells import Cell
from .scoring import settle
from .state import NO_SEAT, TURNS, Holding, LastTurn, Scored, State
from .tiles import START, box


class Played(NamedTuple):
    """The state after an action, and the features that it completed, in order."""

    state: State
    scored: tuple[Scored, ...] = ()


@lru_cache(maxsize=64)
def first_state(rules: Rules) -> State:
    """Return the state at the very start: the first tile is due."""
    holding = Holding(0, rules.boots, rules.forks, rules.shovels)
    tiles = sum(tile.number != START for tile in box(rules.data).tiles)
    return State(rules, first_board(rules.data), (holding,) * rules.seats, 0, 0, 0, pile_count=tiles)


def apply(state: State, action: Action) -> State:
    """Return the state after the action. Raises IllegalAction; the given state does not change."""
    return play(state, action).state


def play(state: State, action: Action) -> Played:
    """Return the state after the action, with what it completed. Raises IllegalAction."""
    match action:
        case Draw(tile=tile):
            return Played(_draw(state, tile))
        case Leave(seat=seat):
            return Played(_leave(state, seat))
        case Abort():
            if state.reason:
                raise IllegalAction("game-over")
            return Played(_end(state, ABORTED))
    legality.check(state, action)
    if state.actions_left == state.rules.actions_in_turn:
        state = state._replace(last=LastTurn(state.current))
    match action:
        case Place():
            return _place(state, action)
        case Flip():
            return _flip(state, action)
        case Discard(tile=tile):
            return Played(_after_action(_take_from_rack(state, tile)._replace(discards=(*state.discards, tile))))
        case _:  # a pass
            return Played(_after_action(state))


def _with_seat(state: State, seat: int, holding: Holding) -> State:
    return state._replace(seats=(*state.seats[:seat], holding, *state.seats[seat + 1 :]))


# What a seat does


def _take_from_rack(state: State, tile: int) -> State:
    holding = state.seats[state.current]
    rack = tuple(one for one in holding.rack if one != tile)
    return _with_seat(state, state.current, holding._replace(rack=rack))


def _place(state: State, action: Place) -> Played:
    laid = LaidTile(action.tile, 0, action.rotation)
    return _lay(_take_from_rack(state, action.tile), action.cell, laid, action.claim)


def _flip(state: State, action: Flip) -> Played:
    cell = state.board.cells[action.tile]
    before = state.board.laid[cell]
    gone = dict(legality.flips_of(state, action.tile))[action.rotation]
    for claim in before.claims:
        state = _lose_piece(state, claim)
    holding = state.seats[state.current]
    state = _with_seat(state, state.current, holding._replace(shovels=holding.shovels - 1))
    return _lay(state, cell, LaidTile(action.tile, 1 - before.face, action.rotation, gone), action.claim)


def _lose_piece(state: State, claim: Claim) -> State:
    """Count a piece on the board as out of the game."""
    holding = state.seats[claim.seat]
    if state.rules.has_forks and claim.segment >= FIRST_PART:
        return _with_seat(state, claim.seat, holding._replace(lost_forks=holding.lost_forks + 1))
    return _with_seat(state, claim.seat, holding._replace(lost_boots=holding.lost_boots + 1))


def _lay(state: State, cell: Cell, laid: LaidTile, segment: int | None) -> Played:
    """Put a tile down with the piece that claims a segment of it, and settle."""
    seat = state.current
    if segment is not None:
        laid = laid._replace(claims=(Claim(segment, seat),))
        holding = state.seats[seat]
        if state.rules.has_forks and segment >= FIRST_PART:
            state = _with_seat(state, seat, holding._replace(forks=holding.forks - 1))
        else:
            state = _with_seat(state, seat, holding._replace(boots=holding.boots - 1))
    board, seats, scored = settle(state.rules, state.board.replaced({cell: laid}), state.seats, cell)
    last = state.last or LastTurn(seat)
    last = last._replace(cells=(*last.cells, cell), scored=last.scored + scored)
    return Played(_after_action(state._replace(board=board, seats=seats, last=last)), scored)


def _after_action(state: State) -> State:
    """Count an action: after the last one of a turn the rack is filled, then the turn passes on."""
    state = state._replace(actions_left=state.actions_left - 1)
    return state if state.actions_left or is_draw_due(state) else _end_turn(state)


# What chance does


def is_draw_due(state: State) -> bool:
    """Return True if the rack of the seat whose turn it is lacks a tile that the pile has."""
    return state.pile_count > 0 and len(state.seats[state.current].rack) < state.rules.rack


def _draw(state: State, tile: int) -> State:
    if state.phase != "draw":
        raise IllegalAction("game-over" if state.reason else "no-chance-due")
    if tile not in legality.possible_draws(state):
        raise IllegalAction("impossible-result")
    holding = state.seats[state.current]
    state = _with_seat(
        state, state.current, holding._replace(rack=(*holding.rack, tile), draws=holding.draws + 1)
    )._replace(pile_count=state.pile_count - 1, pile=None if state.pile is None else state.pile[1:])
    if is_draw_due(state):
        return state
    return _end_turn(state) if state.turn else next_first_rack(state)


def next_first_rack(state: State) -> State:
    """Return the state in which the next seat fills its first rack, or the first turn begins."""
    for seat, holding in enumerate(state.seats):
        if not holding.left and is_draw_due(state._replace(current=seat)):
            return state._replace(current=seat)
    return _begin_turn(state, 1)


# Turns


def _begin_turn(state: State, turn: int) -> State:
    """Give the turn of this number to its seat, or a later one to the next seat that has not left; or end the game."""
    for number in range(turn, state.rules.last_turn + 1):
        seat = (number - 1) % state.rules.seats
        if not state.seats[seat].left:
            return state._replace(turn=number, current=seat, actions_left=state.rules.actions_in_turn)
    return _end(state, TURNS)


def _end_turn(state: State) -> State:
    """Pass the turn on, then let those leave who wanted to in the meantime. The last of all seats stays."""
    leaving, state = state.leaving, state._replace(leaving=())
    after = _begin_turn(state, state.turn + 1)
    for seat in leaving:
        if sum(not one.left for one in after.seats) > 1:
            after = _remove(after, seat)
    return after


def _end(state: State, reason: str) -> State:
    return state._replace(reason=reason, current=NO_SEAT, actions_left=0, leaving=())


# Leaving


def _leave(state: State, seat: int) -> State:
    """Let a seat leave: at once between turns and in its own turn, otherwise at the end of the turn in progress."""
    if state.reason:
        raise IllegalAction("game-over")
    if not 0 <= seat < len(state.seats):
        raise IllegalAction("no-such-seat")
    if state.seats[seat].left or seat in state.leaving:
        raise IllegalAction("already-out")
    is_between_turns = not state.turn or state.actions_left == state.rules.actions_in_turn
    if is_between_turns or seat == state.current:
        return _remove(state, seat)
    return state._replace(leaving=(*state.leaving, seat))


def _remove(state: State, seat: int) -> State:
    """Take a seat out of the game, with its pieces on the board and its rack."""
    changes = {}
    for cell, laid in state.board.laid.items():
        mine = [claim for claim in laid.claims if claim.seat == seat]
        if mine:
            changes[cell] = laid._replace(claims=tuple(claim for claim in laid.claims if claim not in mine))
        for claim in mine:
            state = _lose_piece(state, claim)
    holding = state.seats[seat]
    gone = 1 + sum(one.left > 0 for one in state.seats)
    state = _with_seat(state, seat, holding._replace(rack=(), left=gone, out=state.turn))
    state = state._replace(
        board=state.board.replaced(changes) if changes else state.board, discards=(*state.discards, *holding.rack)
    )
    if state.reason:
        return state
    if len(state.seats) - gone < 2:
        return _end(state, RESIGNED)
    if not state.turn:
        return next_first_rack(state)
    return _end_turn(state) if seat == state.current else state
