"""What each action changes. The action has been checked: these functions only compute the next state."""

from collections.abc import Callable
from dataclasses import replace
from typing import Any

from . import board, rugs
from .actions import Abort, Action, Draw, Lay, Leave, PutAway, Roll, RollOff, Rotate
from .legality import check, drawer, roller, settled_order
from .options import Rules
from .scoring import goes_out, toll_at
from .state import NOBODY, LastTurn, Phase, Seat, State, changed, fresh_next


def first_state(rules: Rules) -> State:
    """Return the position at the very start, chance being next where there is something to draw."""
    piles = rules.full_piles()
    seats = tuple(
        Seat(rules.dirhams, piles, fresh_next(piles, rules.colours_of(seat)[0])) for seat in range(rules.seats)
    )
    state = State(
        rules=rules,
        seats=seats,
        order=tuple(range(rules.seats)),
        rolloff=((),) * rules.seats,
        facing=rules.start,
        phase="order",
    )
    return _set_up(state)


def apply(state: State, action: Action) -> State:
    """Return the state after the action. Raises IllegalAction; the state given is never changed."""
    check(state, action)
    return _EFFECTS[type(action)](state, action)


def _with_seat(state: State, seat: int, holding: Seat) -> tuple[Seat, ...]:
    return (*state.seats[:seat], holding, *state.seats[seat + 1 :])


def _set_up(state: State) -> State:
    """Find what must be settled before the first turn: the order of play, then the piles."""
    if state.rules.rolloff:
        if roller(state) != NOBODY:
            return changed(state, phase="order")
        state = changed(state, order=settled_order(state))
    if drawer(state) != NOBODY:
        return changed(state, phase="pile")
    return _next_turn(state)


def _next_turn(state: State) -> State:
    """Hand the turn to the next seat that still has rugs, or end the game."""
    order = state.order
    at = order.index(state.current) + 1 if state.current != NOBODY else 0
    for seat in order[at:] + order[:at]:
        if state.seats[seat].rugs:
            phase: Phase = "roll" if state.rules.rotate_at_end else "rotate"
            return changed(state, current=seat, turn=state.turn + 1, phase=phase)
    return changed(state, phase="over", reason="rugs")


def _after_laying(state: State) -> State:
    """Go on when the rug is laid, put away or drawn: draw, rotate at the end, or hand over the turn."""
    if state.seats[state.current].awaits_draw:
        return changed(state, phase="pile")
    if state.rules.rotate_at_end and any(seat.rugs for seat in state.seats):
        return changed(state, phase="end")
    return _next_turn(state)


def _departed(state: State, seat: int, reason: str) -> State:
    """Return the state when this seat has gone out, and tell in ``phase`` whether that ends the game."""
    gone = 1 + sum(holding.out for holding in state.seats)
    holding = changed(state.seats[seat], dirhams=0, piles=(0,) * state.rules.colours, next=NOBODY, left=gone)
    state = changed(state, seats=_with_seat(state, seat, holding))
    inside = len(state.seats) - gone
    if inside == 0 or (inside == 1 and not state.rules.plays_on):
        return changed(state, phase="over", reason=reason)
    return state


def _rotate(state: State, action: Rotate) -> State:
    facing = (state.facing + action.quarter) % 4
    if state.phase == "rotate":
        last = LastTurn(action.seat, state.square, facing, action.quarter)
        return changed(state, ply=state.ply + 1, facing=facing, phase="roll", last=last)
    assert state.last is not None
    last = replace(state.last, rotation=action.quarter)
    return _next_turn(changed(state, ply=state.ply + 1, facing=facing, last=last))


def _roll(state: State, action: Roll) -> State:
    seat, holding = state.current, state.seats[state.current]
    walk = board.WALKS[state.square][state.facing][action.face]
    toll = toll_at(state, seat, walk.square)
    out = goes_out(state, seat, toll.owed)
    paid = min(toll.owed, holding.dirhams)
    last = LastTurn(
        seat=seat,
        start=state.square,
        heading=state.facing,
        rotation=None if state.rules.rotate_at_end or state.last is None else state.last.rotation,
        face=action.face,
        paid=paid,
        owed=toll.owed,
        to=toll.to,
        patch=toll.patch,
        out=out,
    )
    seats = _with_seat(state, seat, changed(holding, dirhams=holding.dirhams - paid, rolls=holding.rolls + 1))
    state = changed(
        state, seats=seats, square=walk.square, facing=walk.facing, phase="lay", ply=state.ply + 1, last=last
    )
    if paid:
        creditor = state.seats[toll.to]
        state = changed(state, seats=_with_seat(state, toll.to, changed(creditor, dirhams=creditor.dirhams + paid)))
    if not out:
        return state
    state = _departed(state, seat, "survivor")
    return state if state.phase == "over" else _next_turn(state)


def _use_rug(state: State) -> tuple[State, int]:
    """Take the next rug off the pile of the seat whose turn it is; return the state and the rug."""
    seat, holding = state.current, state.seats[state.current]
    first = state.rules.colours_of(seat)[0]
    which = holding.next - first
    number = state.rules.rugs - holding.rugs + 1
    piles = tuple(count - (i == which) for i, count in enumerate(holding.piles))
    seats = _with_seat(state, seat, changed(holding, piles=piles, next=fresh_next(piles, first)))
    return changed(state, seats=seats, ply=state.ply + 1), rugs.rug_of(holding.next, number)


def _lay(state: State, action: Lay) -> State:
    state, rug = _use_rug(state)
    first, second = board.INDEX[action.first], board.INDEX[action.second]
    return _after_laying(
        changed(
            state,
            board=rugs.with_two(state.board, first, rug, second, rug),
            others=rugs.with_two(state.others, first, second, second, first),
            last=replace(state.last, rug=(first, second)) if state.last else None,
        )
    )


def _put_away(state: State, action: PutAway) -> State:
    return _after_laying(_use_rug(state)[0])


def _draw(state: State, action: Draw) -> State:
    seat = drawer(state)
    holding = state.seats[seat]
    drawn = changed(holding, next=action.colour, draws=holding.draws + 1)
    state = changed(state, seats=_with_seat(state, seat, drawn), ply=state.ply + 1)
    return _after_laying(state) if state.turn else _set_up(state)


def _roll_off(state: State, action: RollOff) -> State:
    seat = roller(state)
    rolls = tuple((*old, action.face) if i == seat else old for i, old in enumerate(state.rolloff))
    return _set_up(changed(state, rolloff=rolls, ply=state.ply + 1))


def _leave(state: State, action: Leave) -> State:
    """Take a seat out. It takes a turn's number for itself, so that whoever is in the middle of a turn counts on."""
    state = _departed(changed(state, ply=state.ply + 1), action.seat, "resigned")
    if state.phase == "over":
        return state
    if not state.turn:
        return _set_up(state)
    if action.seat == state.current or not any(seat.rugs for seat in state.seats):
        return _next_turn(state)
    return changed(state, turn=state.turn + 1)


def _abort(state: State, action: Abort) -> State:
    return changed(state, phase="over", reason="aborted", ply=state.ply + 1)


_EFFECTS: dict[type, Callable[[State, Any], State]] = {
    Rotate: _rotate,
    Lay: _lay,
    PutAway: _put_away,
    Roll: _roll,
    Draw: _draw,
    RollOff: _roll_off,
    Leave: _leave,
    Abort: _abort,
}
