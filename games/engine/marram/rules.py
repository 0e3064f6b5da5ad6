"""The rules: what is legal, what an action does, and where points came from."""

from collections.abc import Iterator
from functools import lru_cache
from typing import Any, NamedTuple

from ..errors import IllegalAction
from ..values import ABORTED, RESIGNED, Abort, Chance, Gain, Leave, Ply
from .actions import FIRST_PART, Action, Cell, Discard, Draw, Flip, Pass, Place, SeatAction, cell_name
from .board import Claim, LaidTile, cells_of, first_board, flips, placements
from .options import Rules
from .scoring import settle
from .state import NO_SEAT, TURNS, Holding, LastTurn, Scored, State
from .tiles import START, Face, box

# Questions about a state: who must act, which chance is due, what is legal and why not


NO_CLAIM: tuple[int | None, ...] = (None,)


def acting(state: State) -> tuple[int, ...]:
    return (state.current,) if state.phase == "act" else ()


def chance(state: State) -> Chance | None:
    """Return the draw of a tile that is due, or None. Where the pile is known it has one outcome."""
    if state.phase != "draw":
        return None
    outcomes = tuple((str(tile), 1) for tile in possible_draws(state))
    return Chance("pile", state.current, state.seats[state.current].draws, outcomes)


def possible_draws(state: State) -> tuple[int, ...]:
    return state.pile[:1] if state.pile is not None else state.unseen()


def legal_actions(state: State) -> tuple[Action, ...]:
    match state.phase:
        case "over":
            return ()
        case "draw":
            return tuple(Draw(tile) for tile in possible_draws(state))
    return tuple(_seat_actions(state))


def _seat_actions(state: State) -> Iterator[SeatAction]:
    """Yield places by rack, cell and rotation, flips by cell and rotation, discards by rack; each by claim."""
    seat, can_place = state.current, False
    for tile, cell, rotation in places(state):
        can_place = True
        for claim in claims(state, tile, 0, 0):
            yield Place(seat, tile, cell, rotation, claim)
    found = list(flip_choices(state))
    for tile, rotation, gone in found:
        for claim in claims(state, tile, 1 - state.board.laid[state.board.cells[tile]].face, gone):
            yield Flip(seat, tile, rotation, claim)
    if not can_place:
        yield from other_actions(state, bool(found))


def other_actions(state: State, can_flip: bool) -> tuple[Discard | Pass, ...]:
    """Return what a seat may do that can place no tile: discard one or, without any and without a flip, pass."""
    discards = tuple(Discard(state.current, tile) for tile in state.seats[state.current].rack)
    return discards if discards or can_flip else (Pass(state.current),)


def places(state: State) -> Iterator[tuple[int, Cell, int]]:
    """Yield tile, cell and rotation of every legal placement, in order."""
    tiles, frontier = box(state.rules.data).tiles, state.board.frontier
    for tile in state.seats[state.current].rack:
        face = tiles[tile].faces[0]
        for cell, around in frontier.items():
            for rotation in placements(face, around):
                yield tile, cell, rotation


def flip_choices(state: State) -> Iterator[tuple[int, int, int]]:
    """Yield tile, rotation and the parts that disappear at once of every legal flip, in order."""
    if state.seats[state.current].shovels:
        tiles = box(state.rules.data).tiles
        for tile in state.board.cells:
            if tiles[tile].has_shovel and not is_flip_barred(state, tile):
                for rotation, gone in flips_of(state, tile):
                    yield tile, rotation, gone


def is_flip_barred(state: State, tile: int) -> bool:
    """Return True if a tile on the board belongs to a completed feature, so that it stays as it is."""
    rules = state.rules
    return rules.completed_tiles_stay and state.board.is_settled(state.board.cells[tile], rules.creatures_block_land)


def flips_of(state: State, tile: int) -> tuple[tuple[int, int], ...]:
    """Return the rotations in which the other face of a shovel tile on the board fits, each with the parts gone."""
    cell = state.board.cells[tile]
    face = box(state.rules.data).tiles[tile].faces[1 - state.board.laid[cell].face]
    return flips(face, state.board.edges_around(cell))


def claims(state: State, tile: int, face: int, gone: int) -> tuple[int | None, ...]:
    """Return what the seat whose turn it is may claim on this face: nothing first, then the segments."""
    holding, rules = state.seats[state.current], state.rules
    on_parts = holding.forks if rules.has_forks else holding.boots
    return _claims(box(rules.data).tiles[tile].faces[face], gone, holding.boots > 0, on_parts > 0)


@lru_cache(maxsize=2048)
def _claims(face: Face, gone: int, on_land: bool, on_parts: bool) -> tuple[int | None, ...]:
    lands = range(len(face.lands)) if on_land else ()
    parts = [FIRST_PART + part for part in range(len(face.parts)) if not gone >> part & 1] if on_parts else []
    return (*NO_CLAIM, *lands, *parts)


def check(state: State, action: SeatAction) -> None:
    """Raise IllegalAction with the reason if the rules do not allow what a seat wants to do."""
    if state.phase == "over":
        raise IllegalAction("game-over")
    if state.phase == "draw":
        raise IllegalAction("chance-due")
    if action.seat != state.current:
        raise IllegalAction("not-your-turn")
    match action:
        case Place():
            code = _place_refusal(state, action)
        case Flip():
            code = _flip_refusal(state, action)
        case Discard(tile=tile):
            in_rack = tile in state.seats[state.current].rack
            code = "can-place" if next(places(state), None) else "" if in_rack else "not-in-rack"
        case _:  # a pass
            code = "" if action in legal_actions(state) else "must-act"
    if code:
        raise IllegalAction(code)


def _place_refusal(state: State, action: Place) -> str:
    if action.tile not in state.seats[state.current].rack:
        return "not-in-rack"
    if action.cell in state.board.laid:
        return "cell-taken"
    around = state.board.frontier.get(action.cell)
    if around is None:
        return "not-beside-tile"
    if action.rotation not in placements(box(state.rules.data).tiles[action.tile].faces[0], around):
        return "edges-differ"
    return _claim_refusal(state, action.tile, 0, 0, action.claim)


def _flip_refusal(state: State, action: Flip) -> str:
    cell = state.board.cells.get(action.tile)
    if cell is None:
        return "not-on-board"
    if not box(state.rules.data).tiles[action.tile].has_shovel:
        return "no-shovel-sign"
    if not state.seats[state.current].shovels:
        return "no-shovel-left"
    if is_flip_barred(state, action.tile):
        return "completed"
    gone = dict(flips_of(state, action.tile)).get(action.rotation)
    if gone is None:
        return "edges-differ"
    return _claim_refusal(state, action.tile, 1 - state.board.laid[cell].face, gone, action.claim)


def _claim_refusal(state: State, tile: int, face: int, gone: int, claim: int | None) -> str:
    if claim in claims(state, tile, face, gone):
        return ""
    printed = box(state.rules.data).tiles[tile].faces[face]
    assert claim is not None
    if claim not in _claims(printed, 0, True, True):
        return "no-such-segment"
    if claim not in _claims(printed, gone, True, True):
        return "has-disappeared"
    return "no-fork-left" if state.rules.has_forks and claim >= FIRST_PART else "no-boot-left"


# The course of a game: the first state, what an action does, and what comes after it


class Played(NamedTuple):
    """The state after an action, and the features that it completed, in order."""

    state: State
    scored: tuple[Scored, ...] = ()


@lru_cache(maxsize=64)
def first_state(rules: Rules) -> State:
    holding = Holding(0, rules.boots, rules.forks, rules.shovels)
    tiles = sum(tile.number != START for tile in box(rules.data).tiles)
    return State(rules, first_board(rules.data), (holding,) * rules.seats, 0, 0, 0, pile_count=tiles)


def apply(state: State, action: Action) -> State:
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
    check(state, action)
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
    gone = dict(flips_of(state, action.tile))[action.rotation]
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
    if tile not in possible_draws(state):
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


# Where points came from: the features that an action completed


def gains(ply: Ply) -> tuple[Gain, ...]:
    action: Any = ply.action
    if not isinstance(action, Place | Flip):
        return ()
    scored = play(ply.before, action).scored
    return tuple(
        Gain(seat, f"kind.{one.kind}", one.value, tuple(map(cell_name, cells_of(one.nodes))))
        for one in scored
        for seat in one.winners
    )
