"""What a position in play holds, and the way from and to the immutable ``State``."""

from functools import lru_cache
from typing import Any, Self

from ..options import Rules
from .board import PLACE_BETWEEN, PLACE_BITS
from .market import Market
from .rugs import NO_COLOUR, RUG_TO_COLOUR
from .state import NOBODY, LastTurn, Phase, SeatState, State

_BEYOND = bytes([NO_COLOUR])
_NOTHING_OWED = (NOBODY, 0, 0, 0, 0, NOBODY, (), False)  # what ``Keeping.last_turn`` is where there is less to tell


@lru_cache(maxsize=128)
def _ring(order: tuple[int, ...]) -> tuple[tuple[int, ...], ...]:
    """Return by seat the seats in the order in which they are next, itself last; for NOBODY (-1) the order itself."""
    after = {seat: order[at:] + order[:at] for at, seat in enumerate(order, 1)}
    return (*(after[seat] for seat in range(len(order))), order)


@lru_cache(maxsize=256)
def _seen(board: bytes) -> tuple[bytes, tuple[int, ...], int]:
    """Return what ``Market`` holds as ``colours``, ``bits`` and ``whole`` where these rugs show."""
    bits, whole, seen = [0] * 49, 0, dict[int, int]()
    for square, rug in enumerate(board):
        if rug in seen:
            first = seen[rug]
            bit = bits[first] = bits[square] = PLACE_BITS[PLACE_BETWEEN[first][square]]
            whole |= bit
        elif rug:
            seen[rug] = square
    return board.translate(RUG_TO_COLOUR) + _BEYOND, tuple(bits), whole


class PositionData(Market):
    """The fields of ``Position`` beside the market.

    Lists by seat: ``dirhams``, ``unlaid`` (rugs), ``upcoming`` (the colour of the rug it lays next, NOBODY where there
    is none or it must be drawn), ``left`` (0, or k for the k-th that went out), ``rolls`` and ``draws`` (how many it
    has had). ``piles`` counts unlaid rugs by colour where seats have two of them. What ``State.last`` tells is in
    ``last_turn`` (seat, pose before the walk, face, paid, owed, creditor, patch, out: as many of them as there is to tell),
    ``rotation`` and ``rug``.
    """

    __slots__ = (
        *("order", "next_seats", "rolloff", "turn", "ply", "reason"),
        *("first_phase", "rotates_at_end", "quarters", "two_colours", "simple", "rugs_each"),
        *("dirhams", "unlaid", "upcoming", "rolls", "draws", "piles"),
        *("last_turn", "rotation", "rug"),
        *("frozen_board", "frozen_others"),
    )

    order: tuple[int, ...]
    next_seats: tuple[tuple[int, ...], ...]
    rolloff: tuple[tuple[int, ...], ...]
    turn: int
    ply: int
    reason: str
    first_phase: Phase
    rotates_at_end: bool
    quarters: tuple[int, ...]
    two_colours: bool
    simple: bool
    rugs_each: int
    dirhams: list[int]
    unlaid: list[int]
    upcoming: list[int]
    rolls: list[int]
    draws: list[int]
    piles: list[int]
    last_turn: tuple[Any, ...]
    rotation: int | None
    rug: tuple[int, ...]
    frozen_board: bytes | None
    frozen_others: bytes

    @classmethod
    def of(cls, state: State) -> Self:
        """Return a position to go on from this state."""
        self = cls.__new__(cls)
        self.phase, self.current, self.turn = state.phase, state.current, state.turn
        self.ply, self.reason, self.rolloff = state.ply, state.reason, state.rolloff
        self.pose = state.square << 2 | state.facing
        self._set_rules(state.rules)
        self._set_order(state.order)
        self._set_seats(state.seats)
        self._set_board(state.board, state.others)
        self._set_last_turn(state.last)
        self._update_creditors()
        return self

    def _set_rules(self, rules: Rules) -> None:
        self.rules = rules
        self.rotates_at_end, self.two_colours = rules.rotate_at_end, rules.colours == 2
        self.simple = not (rules.rotate_at_end or self.two_colours)
        self.first_phase = "roll" if rules.rotate_at_end else "rotate"
        self.quarters = (0, -1, 1) if rules.straight else (-1, 1)
        self.rugs_each = rules.rugs

    def _set_order(self, order: tuple[int, ...]) -> None:
        self.order, self.next_seats = order, _ring(order)

    def _set_seats(self, seats: tuple[SeatState, ...]) -> None:
        dirhams, piles, upcoming, left, rolls, draws = map(list, zip(*seats, strict=True))
        self.dirhams, self.upcoming, self.left, self.rolls, self.draws = dirhams, upcoming, left, rolls, draws
        self.unlaid = list(map(sum, piles))
        self.piles = [count for pile in piles for count in pile]

    def _set_board(self, board: bytes, others: bytes) -> None:
        self.board, self.others = list(board), list(others)
        self.frozen_board, self.frozen_others = board, others
        self._index_rugs(board)

    def refresh_board(self) -> None:
        """Find colours and whole rugs anew, after somebody has changed ``board`` and ``others`` by hand."""
        self.frozen_board, self.frozen_others = bytes(self.board), bytes(self.others)
        self._index_rugs(self.frozen_board)

    def _index_rugs(self, board: bytes) -> None:
        colours, bits, self.whole = _seen(board)
        self.colours, self.bits = list(colours), list(bits)

    def _set_last_turn(self, last: LastTurn | None) -> None:
        self.last_turn, self.rotation, self.rug = (), None, ()
        if last:
            walk = (last.seat, last.start << 2 | last.heading)
            self.last_turn = (*walk, last.face, last.paid, last.owed, last.to, last.patch, last.out)
            self.rotation, self.rug = last.rotation, last.rug

    def copy(self) -> Self:
        """Return another position that stands as this one and goes its own way."""
        twin = self.__new__(type(self))
        twin.rules, twin.phase, twin.current, twin.pose = self.rules, self.phase, self.current, self.pose
        twin.board, twin.others, twin.colours = self.board[:], self.others[:], self.colours[:]
        twin.bits, twin.whole = self.bits[:], self.whole
        twin.creditors, twin.left, twin.plain = self.creditors, self.left[:], self.plain
        twin.order, twin.next_seats, twin.rolloff = self.order, self.next_seats, self.rolloff
        twin.turn, twin.ply, twin.reason = self.turn, self.ply, self.reason
        twin.first_phase, twin.rotates_at_end, twin.quarters = self.first_phase, self.rotates_at_end, self.quarters
        twin.two_colours, twin.simple, twin.rugs_each = self.two_colours, self.simple, self.rugs_each
        twin.dirhams, twin.unlaid, twin.upcoming = self.dirhams[:], self.unlaid[:], self.upcoming[:]
        twin.rolls, twin.draws, twin.piles = self.rolls[:], self.draws[:], self.piles[:]
        twin.last_turn, twin.rotation, twin.rug = self.last_turn, self.rotation, self.rug
        twin.frozen_board, twin.frozen_others = self.frozen_board, self.frozen_others
        return twin

    def state(self) -> State:
        """Return the position as it stands now, immutable and complete."""
        board = self.frozen_board
        if board is None:
            board = self.frozen_board = bytes(self.board)
            self.frozen_others = bytes(self.others)
        return State(
            self.rules,
            self._seats(),
            self.order,
            self.rolloff,
            self.pose & 3,
            self.phase,
            self.pose >> 2,
            board,
            self.frozen_others,
            self.current,
            self.turn,
            self.ply,
            self._last(),
            self.reason,
        )

    def _seats(self) -> tuple[SeatState, ...]:
        counts = (self.piles[::2], self.piles[1::2]) if self.two_colours else (self.unlaid,)
        piles = zip(*counts, strict=True)
        rows = zip(self.dirhams, piles, self.upcoming, self.left, self.rolls, self.draws, strict=True)
        return tuple(map(SeatState._make, rows))

    def _last(self) -> LastTurn | None:
        if not self.last_turn:
            return None
        last_turn: tuple[Any, ...] = self.last_turn + _NOTHING_OWED[len(self.last_turn) :]
        seat, start, face, paid, owed, creditor, patch, out = last_turn
        way = (seat, start >> 2, start & 3, self.rotation, face)
        return LastTurn(*way, paid, owed, creditor, tuple(sorted(patch)), self.rug, out)
