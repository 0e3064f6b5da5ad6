"""The state of a game, and how it ended."""

from typing import Literal, NamedTuple

from ..values import ABORTED, RESIGNED, Outcome, Standing
from .actions import Cell
from .board import Board
from .options import Rules
from .tiles import START, box

# The immutable state of a game


Phase = Literal["draw", "act", "over"]  # draw: chance is due
TURNS = "turns"  # all turns are taken
NO_SEAT = -1
REASONS = (TURNS, RESIGNED, ABORTED)  # why a game is over


class Holding(NamedTuple):
    """What one seat has.

    ``lost_boots`` and ``lost_forks`` are its pieces that are out of the game, ``draws`` counts the tiles it has drawn.
    ``left`` is 0 while it is in the game, k for the k-th that left; ``out`` is the turn in which it did.
    """

    score: int
    boots: int
    forks: int
    shovels: int
    lost_boots: int = 0
    lost_forks: int = 0
    rack: tuple[int, ...] = ()
    draws: int = 0
    left: int = 0
    out: int = 0


class Scored(NamedTuple):
    """A completed feature.

    ``kind`` is "orange", "worm", "blue", "freak", "tuft" or "mound"; ``value`` is what each of the ``winners`` gets
    (none if nobody had a piece on it); ``returned`` counts the pieces that went back to each seat.
    """

    kind: str
    nodes: tuple[int, ...]
    value: int
    winners: tuple[int, ...]
    returned: tuple[int, ...]


class LastTurn(NamedTuple):
    """The turn in progress or, before its first action, the one before it: cells that changed, features completed."""

    seat: int
    cells: tuple[Cell, ...] = ()
    scored: tuple[Scored, ...] = ()


class State(NamedTuple):
    """A position.

    ``turn`` counts the turns of all seats, 0 before the first racks are full. ``current`` is the seat whose turn it is
    or that draws, NO_SEAT when the game is over; ``actions_left`` is 0 when chance is due and when the game is over.
    ``pile`` has the tiles that are not drawn yet, the top first; None where their order is not known, and then
    ``pile_count`` of the unseen tiles are in it. ``leaving`` are seats that leave at the end of the turn. ``reason``
    says why the game is over.
    """

    rules: Rules
    board: Board
    seats: tuple[Holding, ...]
    turn: int
    current: int
    actions_left: int
    pile_count: int
    pile: tuple[int, ...] | None = None
    discards: tuple[int, ...] = ()
    leaving: tuple[int, ...] = ()
    reason: str = ""
    last: LastTurn | None = None

    @property
    def phase(self) -> Phase:
        if self.reason:
            return "over"
        return "act" if self.actions_left else "draw"

    def unseen(self) -> tuple[int, ...]:
        """Return the tiles that are not on the board, in a rack or out of the game, by number."""
        seen = {START, *self.board.cells, *self.discards}
        for holding in self.seats:
            seen.update(holding.rack)
        return tuple(tile.number for tile in box(self.rules.data).tiles if tile.number not in seen)


# How a game ended


def outcome(state: State) -> Outcome | None:
    if not state.reason:
        return None
    return Outcome(state.reason, () if state.reason == ABORTED else _standings(state))


def _standings(state: State) -> tuple[Standing, ...]:
    """Rank by points, then by shovels; behind them those who left, the later the higher."""

    def rank(seat: int) -> tuple[int, int, int]:
        holding = state.seats[seat]
        return (0, holding.left, 0) if holding.left else (1, holding.score, holding.shovels)

    ranks = [rank(seat) for seat in range(len(state.seats))]
    return tuple(
        Standing(
            seat=seat,
            score=state.seats[seat].score,
            place=1 + sum(other > ranks[seat] for other in ranks),
            out=state.seats[seat].left > 0,
            details={"shovels": state.seats[seat].shovels},
        )
        for seat in sorted(range(len(ranks)), key=ranks.__getitem__, reverse=True)
    )
