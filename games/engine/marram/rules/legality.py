"""Questions about a state: who must act, which chance is due, what is legal and why not."""

from collections.abc import Iterator
from functools import lru_cache

from ...errors import IllegalAction
from ...values import Chance
from .actions import FIRST_PART, Action, Discard, Draw, Flip, Pass, Place, SeatAction
from .board import flips, placements
from .cells import Cell
from .state import State
from .tiles import Face, box

NO_CLAIM: tuple[int | None, ...] = (None,)


def acting(state: State) -> tuple[int, ...]:
    """Return the seat that must act, () when chance is due or the game is over."""
    return (state.current,) if state.phase == "act" else ()


def chance(state: State) -> Chance | None:
    """Return the draw of a tile that is due, or None. Where the pile is known it has one outcome."""
    if state.phase != "draw":
        return None
    outcomes = tuple((str(tile), 1) for tile in possible_draws(state))
    return Chance("pile", state.current, state.seats[state.current].draws, outcomes)


def possible_draws(state: State) -> tuple[int, ...]:
    """Return the tiles that chance may give now."""
    return state.pile[:1] if state.pile is not None else state.unseen()


def legal_actions(state: State) -> tuple[Action, ...]:
    """Return every legal action of the acting seat, or every result that chance may give."""
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
