"""What each action changes. The action has been checked: these functions only compute the next state."""

from collections.abc import Callable
from typing import Any

from . import board, rugs
from .actions import Abort, Action, Draw, Lay, Leave, PutAway, Roll, RollOff, Rotate
from .legality import check, drawer, roller, settled_order
from .options import Rules
from .scoring import goes_out, toll_at
from .state import NOBODY, LastTurn, Phase, Seat, State, changed, fresh_next, next_rug


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


def _with_seat(seats: tuple[Seat, ...], seat: int, **changes: Any) -> tuple[Seat, ...]:
    return (*seats[:seat], changed(seats[seat], **changes), *seats[seat + 1 :])


def _set_up(state: State) -> State:
    """Find what must be settled before the first turn: the order of play, then the piles."""
    if state.rules.rolloff:
        if roller(state) != NOBODY:
            return changed(state, phase="order")
        state = changed(state, order=settled_order(state))
    if drawer(state) != NOBODY:
        return changed(state, phase="pile")
    return _next_turn(state, state.seats)


# The three functions below take the new ``seats`` and whatever else a ply changes, so that one copy is made at the end.


def _next_turn(state: State, seats: tuple[Seat, ...], **more: Any) -> State:
    """Hand the turn to the next seat that still has rugs, or end the game."""
    order = state.order
    at = order.index(state.current) + 1 if state.current != NOBODY else 0
    for seat in order[at:] + order[:at]:
        if seats[seat].rugs:
            phase: Phase = "roll" if state.rules.rotate_at_end else "rotate"
            return changed(state, seats=seats, current=seat, turn=state.turn + 1, phase=phase, **more)
    return changed(state, seats=seats, phase="over", reason="rugs", **more)


def _after_laying(state: State, seats: tuple[Seat, ...], **more: Any) -> State:
    """Go on when the rug is laid, put away or drawn: draw, rotate at the end, or hand over the turn."""
    if seats[state.current].awaits_draw:
        return changed(state, seats=seats, phase="pile", **more)
    if state.rules.rotate_at_end and any(seat.rugs for seat in seats):
        return changed(state, seats=seats, phase="end", **more)
    return _next_turn(state, seats, **more)


def _departed(state: State, seats: tuple[Seat, ...], seat: int, reason: str, **more: Any) -> State:
    """Return the state when this seat has gone out, and tell in ``phase`` whether that ends the game."""
    gone = 1 + sum(holding.out for holding in seats)
    seats = _with_seat(seats, seat, dirhams=0, piles=(0,) * state.rules.colours, next=NOBODY, left=gone)
    inside = len(seats) - gone
    if inside == 0 or (inside == 1 and not state.rules.plays_on):
        more |= {"phase": "over", "reason": reason}
    return changed(state, seats=seats, **more)


def _rotate(state: State, action: Rotate) -> State:
    facing = (state.facing + action.quarter) % 4
    if state.phase == "rotate":
        last = LastTurn(action.seat, state.square, facing, action.quarter)
        return changed(state, ply=state.ply + 1, facing=facing, phase="roll", last=last)
    told = state.last and changed(state.last, rotation=action.quarter)
    return _next_turn(state, state.seats, ply=state.ply + 1, facing=facing, last=told)


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
    more = {"square": walk.square, "facing": walk.facing, "ply": state.ply + 1, "last": last}
    seats = _with_seat(state.seats, seat, dirhams=holding.dirhams - paid, rolls=holding.rolls + 1)
    if paid:
        seats = _with_seat(seats, toll.to, dirhams=seats[toll.to].dirhams + paid)
    if not out:
        return changed(state, seats=seats, phase="lay", **more)
    state = _departed(state, seats, seat, "survivor", **more)
    return state if state.phase == "over" else _next_turn(state, state.seats)


def _pile_used(state: State) -> tuple[Seat, ...]:
    """Return the seats when the next rug is off the pile of the seat whose turn it is."""
    holding, first = state.seats[state.current], state.rules.colours_of(state.current)[0]
    which = holding.next - first
    piles = tuple(count - (i == which) for i, count in enumerate(holding.piles))
    return _with_seat(state.seats, state.current, piles=piles, next=fresh_next(piles, first))


def _lay(state: State, action: Lay) -> State:
    first, second, rug = board.INDEX[action.first], board.INDEX[action.second], next_rug(state)
    return _after_laying(
        state,
        _pile_used(state),
        ply=state.ply + 1,
        board=rugs.with_two(state.board, first, rug, second, rug),
        others=rugs.with_two(state.others, first, second, second, first),
        last=state.last and changed(state.last, rug=(first, second)),
    )


def _put_away(state: State, action: PutAway) -> State:
    return _after_laying(state, _pile_used(state), ply=state.ply + 1)


def _draw(state: State, action: Draw) -> State:
    seat = drawer(state)
    seats = _with_seat(state.seats, seat, next=action.colour, draws=state.seats[seat].draws + 1)
    if state.turn:
        return _after_laying(state, seats, ply=state.ply + 1)
    return _set_up(changed(state, seats=seats, ply=state.ply + 1))


def _roll_off(state: State, action: RollOff) -> State:
    seat = roller(state)
    rolls = tuple((*old, action.face) if i == seat else old for i, old in enumerate(state.rolloff))
    return _set_up(changed(state, rolloff=rolls, ply=state.ply + 1))


def _leave(state: State, action: Leave) -> State:
    """Take a seat out. It takes a turn's number for itself, so that whoever is in the middle of a turn counts on."""
    state = _departed(state, state.seats, action.seat, "resigned", ply=state.ply + 1)
    if state.phase == "over":
        return state
    if not state.turn:
        return _set_up(state)
    if action.seat == state.current or not any(seat.rugs for seat in state.seats):
        return _next_turn(state, state.seats)
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
