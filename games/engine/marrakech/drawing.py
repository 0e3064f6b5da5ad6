"""The position as drawing data: board, rugs, Assam, his walk, the changes of the last turn."""

from collections.abc import Sequence

from ..messages import Message
from ..scene import Cell, Loop, Piece, Scene, Token, Trail
from ..values import SEAT_LETTERS
from .rules.board import FACINGS, LOOPS, NAMES, SIZE, walk_from
from .rules.rugs import COLOURS, NO_COLOUR, RUG_TO_COLOUR, UNKNOWN, colour_of, number_of, patch_sizes
from .rules.state import LastTurn, State

_LOOPS = tuple(Loop(start, end) for start, end in LOOPS)


def colour_name(index: int) -> Message:
    """Return the name of a rug colour."""
    return Message(f"colour.{COLOURS[index]}")


def dirhams(count: int) -> Message:
    """Return a sum of money."""
    return Message("amount.dirhams", {"count": count})


def facing_name(index: int) -> Message:
    """Return the name of a direction."""
    return Message(f"facing.{FACINGS[index]}")


def scene(state: State) -> Scene:
    """Return the drawing of the position."""
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
    """Return the squares on which each rug shows."""
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
    """Return what lies on a square: nothing, or half of a rug, with its other half and the size of its patch."""
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
