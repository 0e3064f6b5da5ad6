"""What players see: the drawing of a position, and sentences about plies."""

from collections.abc import Sequence
from itertools import pairwise

from ..messages import Message, Params, ending
from ..scene import Cell, Loop, Piece, Scene, Token, Trail
from ..values import SEAT_LETTERS, Leave, Ply, Standing
from .actions import Draw, Lay, PutAway, Roll, RollOff, Rotate, notation
from .board import (
    COLOURS,
    FACINGS,
    LOOPS,
    NAMES,
    NO_COLOUR,
    RUG_TO_COLOUR,
    SIZE,
    UNKNOWN,
    colour_of,
    number_of,
    patch_sizes,
    walk_from,
)
from .rules import chance_seat
from .scoring import goes_out, landing_at, outcome
from .state import LastTurn, State

# The position as drawing data: board, rugs, Assam, his walk, the changes of the last turn


_LOOPS = tuple(Loop(start, end) for start, end in LOOPS)


def colour_name(index: int) -> Message:
    return Message(f"colour.{COLOURS[index]}")


def dirhams(count: int) -> Message:
    return Message("amount.dirhams", {"count": count})


def facing_name(index: int) -> Message:
    return Message(f"facing.{FACINGS[index]}")


def scene(state: State) -> Scene:
    last, visible, sizes = (
        state.last,
        _visible_squares(state.board),
        patch_sizes([*state.board.translate(RUG_TO_COLOUR), NO_COLOUR]),
    )
    return Scene(
        title="marrakech",
        columns=SIZE,
        rows=SIZE,
        cells=tuple(_cell(state, square, visible, sizes) for square in range(len(NAMES))),
        loops=_LOOPS,
        pieces=_pieces(state, visible),
        tokens=(Token("assam", NAMES[state.square], FACINGS[state.facing]),),
        trails=_trails(last) if last else (),
        marks=_marks(last) if last else {},
    )


def _names(squares: tuple[int, ...]) -> tuple[str, ...]:
    return tuple(NAMES[square] for square in squares)


def _visible_squares(board: bytes) -> dict[int, list[int]]:
    visible: dict[int, list[int]] = {}
    for square, rug in enumerate(board):
        if rug:
            visible.setdefault(rug, []).append(square)
    return visible


def _pieces(state: State, visible: dict[int, list[int]]) -> tuple[Piece, ...]:
    """Return the rugs in the order in which they were laid, lowest first."""

    def laid(rug: int) -> tuple[int, int]:
        return number_of(rug), state.order.index(state.rules.owner(colour_of(rug)))

    return tuple(piece(state, rug, tuple(visible[rug])) for rug in sorted(visible, key=laid))


def piece(state: State, rug: int, squares: tuple[int, ...]) -> Piece:
    """Return a rug that shows on these squares (one or two) as a piece of the drawing."""
    style, owner = COLOURS[colour_of(rug)], state.rules.owner(colour_of(rug))
    whole = len(squares) == 2
    other = state.others[squares[0]]
    return Piece(
        key=f"{SEAT_LETTERS[owner]}{style}{number_of(rug)}",
        kind="rug",
        style=style,
        cells=_names(squares),
        letter=style.upper(),
        whole=whole,
        out=state.seats[owner].out,
        hidden=() if whole or other == UNKNOWN else (NAMES[other],),
    )


def _cell(state: State, square: int, visible: dict[int, list[int]], sizes: Sequence[int]) -> Cell:
    text = _lying(state, square, visible, sizes)
    if square == state.square:
        text = Message("cell.assam", {"lying": text, "facing": facing_name(state.facing)})
    return Cell(NAMES[square], square % SIZE, square // SIZE, text)


def _lying(state: State, square: int, visible: dict[int, list[int]], sizes: Sequence[int]) -> Message:
    rug = state.board[square]
    if not rug:
        return Message("cell.empty", {"square": NAMES[square]})
    owner = state.owner_at(square)
    params: dict[str, str | int | Message] = {
        "square": NAMES[square],
        "colour": colour_name(colour_of(rug)),
        "seat": owner,
    }
    others = [NAMES[there] for there in visible[rug] if there != square]
    kind = "whole" if others else "half"
    if others:
        params["other"] = others[0]
    if state.seats[owner].out:
        return Message(f"cell.out.{kind}", params)
    return Message(f"cell.{kind}", {**params, "size": sizes[square]})


def _trails(last: LastTurn) -> tuple[Trail, ...]:
    if not last.face:
        return ()
    walk = walk_from(last.start, last.heading, last.face)
    return (Trail("walk", _names(walk.path), walk.loops),)


def _marks(last: LastTurn) -> dict[str, tuple[str, ...]]:
    marks = {"last": _names(last.rug), "paid": _names(last.patch)}
    return {kind: squares for kind, squares in marks.items() if squares}


# The events of a ply, as messages in order


def describe(ply: Ply) -> tuple[Message, ...]:
    ended = outcome(ply.after)
    return _happened(ply) + (ending(ended, _winner) if ended else ())


def _happened(ply: Ply) -> tuple[Message, ...]:
    before, action = ply.before, ply.action
    match action:
        case Rotate(seat=seat):
            return (Message(f"told.{notation(action)}", {"seat": seat, "facing": facing_name(ply.after.facing)}),)
        case Roll(face=face):
            return _rolled(before, face)
        case Lay() | PutAway():
            return _laid(before, action)
        case Draw(colour=drawn):
            return (Message("told.drew", {"seat": chance_seat(before), "colour": colour_name(drawn)}),)
        case RollOff(face=face):
            return _rolled_off(ply, face)
        case Leave(seat=seat, how=how):
            return (Message(f"told.{how}", {"seat": seat}),)
        case _:
            return ()  # what ends the game says so


def _rolled(before: State, face: int) -> tuple[Message, ...]:
    seat = before.current
    walk = walk_from(before.square, before.facing, face)
    params: Params = {"seat": seat, "face": face, "square": NAMES[walk.square], "facing": facing_name(walk.facing)}
    key = "told.roll_mosaic" if walk.loops else "told.roll"
    if way := tuple(NAMES[square] for square, following in pairwise(walk.path[1:]) if square != following):
        message = Message(f"{key}_via", {**params, "way": way})
    else:
        message = Message(key, params)
    return (message, *_paid(before, seat, walk.square))


def _paid(before: State, seat: int, square: int) -> tuple[Message, ...]:
    landing = landing_at(before, seat, square)
    if landing.kind != "rent":
        return (Message(f"told.{landing.kind}", {"seat": seat}),)
    paid = min(landing.owed, before.seats[seat].dirhams)
    params: Params = {"seat": seat, "to_seat": landing.to}
    if paid == landing.owed:
        messages = Message("told.paid", {**params, "paid_amount": dirhams(paid)})
    else:
        messages = Message("told.paid_part", {**params, "paid": paid, "owed_amount": dirhams(landing.owed)})
    if goes_out(before, seat, landing.owed):
        return (messages, Message("told.out", {"seat": seat}))
    return (messages,)


def _laid(before: State, action: Lay | PutAway) -> tuple[Message, ...]:
    seat = action.seat
    kind = colour_name(before.seats[seat].next)
    if isinstance(action, PutAway):
        return (Message("told.unlaid", {"seat": seat, "colour": kind}),)
    return (Message("told.laid", {"seat": seat, "colour": kind, "first": action.first, "second": action.second}),)


def _rolled_off(ply: Ply, face: int) -> tuple[Message, ...]:
    messages = [Message("told.rolloff", {"seat": chance_seat(ply.before), "face": face})]
    if ply.after.phase != "order":
        messages += [Message("told.place", {"seat": seat, "place": i}) for i, seat in enumerate(ply.after.order, 1)]
    return tuple(messages)


def _winner(standing: Standing) -> Params:
    return {
        "score_amount": Message("amount.points", {"count": standing.score or 0}),
        "dirhams_amount": dirhams(standing.details["dirhams"]),
        "squares_amount": Message("amount.squares", {"count": standing.details["squares"]}),
    }
