"""The state of a game, and the roll-off for the order of play."""

from collections.abc import Sequence
from functools import lru_cache
from typing import Literal, NamedTuple, Protocol, get_args

from ..values import ABORTED, RESIGNED
from .board import CENTRE, EMPTY_BOARD, NO_OTHER_HALVES, rug_of
from .options import Rules

# The immutable state of a game: what can be seen, and the counters by which the sealed dice are indexed.
#
# The values are named tuples because one of each is made for every ply of a log, and a frozen dataclass takes four
# times as long to make.


# order: roll-off for the order of play; pile: the next rug of a pile is drawn; end: rotation at the end of the turn
Phase = Literal["order", "pile", "rotate", "roll", "lay", "end", "over"]
PHASES: tuple[Phase, ...] = get_args(Phase)
RUGS, SURVIVOR = "rugs", "survivor"  # all rugs are laid; one seat is left
REASONS = (RUGS, SURVIVOR, RESIGNED, ABORTED)  # why a game is over
NO_SEAT = -1
NO_NEXT_COLOUR = -1  # a seat's next rug is not drawn yet, or it has none left


class SeatState(NamedTuple):
    """The holdings of one seat.

    ``piles`` counts its unlaid rugs by colour; ``next`` is the colour of the rug it must lay next, or NO_NEXT_COLOUR;
    ``left`` is 0 while it is in the game, k for the k-th that went out; ``rolls`` and ``draws`` count the die rolls and
    pile draws it has had.
    """

    dirhams: int
    piles: tuple[int, ...]
    next: int
    left: int = 0
    rolls: int = 0
    draws: int = 0

    @property
    def out(self) -> bool:
        return self.left > 0

    @property
    def rugs(self) -> int:
        return sum(self.piles)

    @property
    def awaits_draw(self) -> bool:
        """True if chance decides which of two colours comes next."""
        return self.next == NO_NEXT_COLOUR and any(self.piles)


class LastTurn(NamedTuple):
    """The turn in progress, or the one before if the next has not begun.

    ``rotation`` is None when there was none (yet); ``face`` 0 before the roll; the walk began on ``start`` facing
    ``heading``; ``to`` is the creditor or NO_SEAT; ``patch`` the squares that were paid for; ``rug`` the two squares of
    the rug, or () while there is none.
    """

    seat: int
    start: int
    heading: int
    rotation: int | None = None
    face: int = 0
    paid: int = 0
    owed: int = 0
    to: int = NO_SEAT
    patch: tuple[int, ...] = ()
    rug: tuple[int, ...] = ()
    out: bool = False


class State(NamedTuple):
    """A position. ``current`` is the seat whose turn it is (NO_SEAT before the first turn).

    ``order`` is the order of play; ``rolloff`` holds each seat's rolls for it; ``reason`` says why the game is over.
    ``board`` is the rug that each square shows, ``others`` the square on which that rug's other half lies.
    """

    rules: Rules
    seats: tuple[SeatState, ...]
    order: tuple[int, ...]
    rolloff: tuple[tuple[int, ...], ...]
    facing: int
    phase: Phase
    square: int = CENTRE
    board: bytes = EMPTY_BOARD
    others: bytes = NO_OTHER_HALVES
    current: int = NO_SEAT
    turn: int = 0
    ply: int = 0
    last: LastTurn | None = None
    reason: str = ""

    def owner_at(self, square: int) -> int:
        """Return the seat whose rug shows on this square, or NO_SEAT."""
        rug = self.board[square]
        return self.rules.owner(rug >> 6) if rug else NO_SEAT


class HasPhase(Protocol):
    """A state or a position in play."""

    @property
    def phase(self) -> Phase: ...


def next_colour(piles: Sequence[int], first_colour: int) -> int:
    """Return the only colour left in a pile, or NO_NEXT_COLOUR when it is empty or chance decides."""
    left = [first_colour + i for i, count in enumerate(piles) if count]
    return left[0] if len(left) == 1 else NO_NEXT_COLOUR


def next_rug(state: State) -> int:
    holding = state.seats[state.current]
    return rug_of(holding.next, state.rules.rugs - holding.rugs + 1)


# The order of play: the roll-off for it, in which tied seats roll again, and the seats that follow each other


def resolve_rolloff(rolls: Sequence[tuple[int, ...]], left: Sequence[int]) -> tuple[int, tuple[int, ...]]:
    """Return the seat that must roll next (NO_SEAT when all is settled) and the order of play as far as it is known.

    ``rolls`` are each seat's rolls so far, ``left`` is 0 for the seats that are in. Seats that left come last.
    """
    order: list[int] = []
    due = NO_SEAT
    # Tied groups, the best last, each with the number of rolls that it shares.
    tied = [([seat for seat, gone in enumerate(left) if not gone], 0)]
    while tied:
        group, shared = tied.pop()
        must_roll = [seat for seat in group if len(rolls[seat]) == shared]
        if len(group) < 2 or must_roll:
            order += group
            due = must_roll[0] if len(group) > 1 and due == NO_SEAT else due
            continue
        by_face: dict[int, list[int]] = {}
        for seat in group:
            by_face.setdefault(rolls[seat][shared], []).append(seat)
        tied += [(by_face[face], shared + 1) for face in sorted(by_face)]
    return due, (*order, *(seat for seat, gone in enumerate(left) if gone))


@lru_cache(maxsize=128)
def seats_after(order: tuple[int, ...]) -> tuple[tuple[int, ...], ...]:
    """Return by seat those that follow it in turn, itself last; and for NO_SEAT (-1), before the first turn, all."""
    after = {seat: order[turn:] + order[:turn] for turn, seat in enumerate(order, 1)}
    return (*(after[seat] for seat in range(len(order))), order)
