"""What a position in play holds, and the way from and to the immutable ``State``."""

from collections.abc import Sequence
from functools import lru_cache
from typing import Self

from .board import PLACE_BETWEEN, PLACE_BITS
from .market import Market
from .rugs import SHOWN_COLOUR
from .state import NOBODY, LastTurn, Phase, Seat, State


@lru_cache(maxsize=128)
def _ring(order: tuple[int, ...]) -> dict[int, tuple[int, ...]]:
    """Return for every seat the seats in the order in which they are next, itself last; for NOBODY the order itself."""
    ring = {seat: order[at:] + order[:at] for at, seat in enumerate(order, 1)}
    return ring | {NOBODY: order}


class Keeping(Market):
    """The fields of ``Position`` beside the market.

    Lists by seat: ``dirhams``, ``unlaid`` (rugs), ``upcoming`` (the colour of the rug it lays next, NOBODY where there
    is none or it must be drawn), ``left`` (0, or k for the k-th that went out), ``rolls`` and ``draws`` (how many it
    has had). ``piles`` counts unlaid rugs by colour where seats have two of them. What ``State.last`` tells is here in
    ``walker`` (NOBODY: nothing to tell), ``start_pose``, ``rotation``, ``face``, ``owed``, ``rug`` and, only where
    something was owed, ``paid``, ``creditor``, ``patch``, ``fell``.
    """

    __slots__ = (
        *("order", "ring", "rolloff", "turn", "ply", "reason", "opening", "quarters", "two_colours"),
        *("dirhams", "unlaid", "upcoming", "rolls", "draws", "piles"),
        *("walker", "start_pose", "rotation", "face", "owed", "paid", "creditor", "patch", "fell", "rug"),
        *("_frozen_board", "_frozen_others", "_frozen_seats", "_keys"),
    )

    order: tuple[int, ...]
    ring: dict[int, tuple[int, ...]]
    rolloff: tuple[tuple[int, ...], ...]
    turn: int
    ply: int
    reason: str
    opening: Phase
    quarters: tuple[int, ...]
    two_colours: bool
    dirhams: list[int]
    unlaid: list[int]
    upcoming: list[int]
    rolls: list[int]
    draws: list[int]
    piles: list[int]
    walker: int
    start_pose: int
    rotation: int | None
    face: int
    owed: int
    paid: int
    creditor: int
    patch: Sequence[int]
    fell: bool
    rug: tuple[int, ...]
    _frozen_board: bytes | None
    _frozen_others: bytes
    _frozen_seats: tuple[Seat, ...]
    _keys: list[tuple[int, ...]]

    @classmethod
    def of(cls, state: State) -> Self:
        """Return a position to go on from this state."""
        self = cls.__new__(cls)
        rules = self.rules = state.rules
        self.phase, self.current, self.turn = state.phase, state.current, state.turn
        self.ply, self.reason, self.rolloff = state.ply, state.reason, state.rolloff
        self.pose = state.square << 2 | state.facing
        self.opening = "roll" if rules.rotate_at_end else "rotate"
        self.quarters = (0, -1, 1) if rules.straight else (-1, 1)
        self.two_colours = rules.colours == 2
        self._sit(state.order)
        self._take_seats(state.seats)
        self._lay_out(state.board, state.others)
        self._remember(state.last or _NOTHING)
        self._judge()
        return self

    def _sit(self, order: tuple[int, ...]) -> None:
        self.order, self.ring = order, _ring(order)

    def _take_seats(self, seats: tuple[Seat, ...]) -> None:
        self._frozen_seats = seats
        self._keys = [(s.dirhams, sum(s.piles), s.next, s.left, s.rolls, s.draws) for s in seats]
        self.dirhams, self.unlaid, self.upcoming, self.left, self.rolls, self.draws = map(
            list, zip(*self._keys, strict=True)
        )
        self.piles = [count for seat in seats for count in seat.piles]

    def _lay_out(self, board: bytes, others: bytes) -> None:
        self._frozen_board, self._frozen_others = board, others
        self.board, self.others, self.colours = list(board), list(others), list(board.translate(SHOWN_COLOUR))
        self.bits, self.whole = [0] * 49, 0
        seen: dict[int, int] = {}
        for square, rug in enumerate(board):
            if rug in seen:
                first = seen[rug]
                bit = self.bits[first] = self.bits[square] = PLACE_BITS[PLACE_BETWEEN[first][square]]
                self.whole |= bit
            elif rug:
                seen[rug] = square

    def _remember(self, last: LastTurn) -> None:
        self.walker, self.start_pose = last.seat, last.start << 2 | last.heading
        self.rotation, self.face, self.rug = last.rotation, last.face, last.rug
        self.owed, self.paid, self.creditor = last.owed, last.paid, last.to
        self.patch, self.fell = last.patch, last.out

    def copy(self) -> Self:
        """Return another position that stands as this one and goes its own way."""
        twin = self.__new__(type(self))
        twin.rules, twin.phase, twin.current, twin.pose = self.rules, self.phase, self.current, self.pose
        twin.board, twin.others, twin.colours = self.board[:], self.others[:], self.colours[:]
        twin.bits, twin.whole = self.bits[:], self.whole
        twin.creditors, twin.left, twin.plain = self.creditors, self.left[:], self.plain
        twin.order, twin.ring, twin.rolloff = self.order, self.ring, self.rolloff
        twin.turn, twin.ply, twin.reason = self.turn, self.ply, self.reason
        twin.opening, twin.quarters, twin.two_colours = self.opening, self.quarters, self.two_colours
        twin.dirhams, twin.unlaid, twin.upcoming = self.dirhams[:], self.unlaid[:], self.upcoming[:]
        twin.rolls, twin.draws, twin.piles = self.rolls[:], self.draws[:], self.piles[:]
        twin.walker, twin.start_pose, twin.rotation = self.walker, self.start_pose, self.rotation
        twin.face, twin.owed, twin.rug = self.face, self.owed, self.rug
        twin.paid, twin.creditor, twin.patch, twin.fell = self.paid, self.creditor, self.patch, self.fell
        twin._frozen_board, twin._frozen_others = self._frozen_board, self._frozen_others
        twin._frozen_seats, twin._keys = self._frozen_seats, self._keys
        return twin

    def state(self) -> State:
        """Return the position as it stands now, immutable and complete."""
        board = self._frozen_board
        if board is None:
            board = self._frozen_board = bytes(self.board)
            self._frozen_others = bytes(self.others)
        return State(
            self.rules,
            self._seats(),
            self.order,
            self.rolloff,
            self.pose & 3,
            self.phase,
            self.pose >> 2,
            board,
            self._frozen_others,
            self.current,
            self.turn,
            self.ply,
            self._last(),
            self.reason,
        )

    def _seats(self) -> tuple[Seat, ...]:
        """Return the seats; those that have not changed since the last time are the same objects."""
        keys = list(zip(self.dirhams, self.unlaid, self.upcoming, self.left, self.rolls, self.draws, strict=True))
        if keys != self._keys:
            counts = (self.piles[::2], self.piles[1::2]) if self.two_colours else (self.unlaid,)
            piles = zip(*counts, strict=True)
            self._frozen_seats = tuple(
                old if key == old_key else Seat(key[0], pile, *key[2:])
                for key, old_key, pile, old in zip(keys, self._keys, piles, self._frozen_seats, strict=True)
            )
            self._keys = keys
        return self._frozen_seats

    def _last(self) -> LastTurn | None:
        if self.walker == NOBODY:
            return None
        square, heading, rug = self.start_pose >> 2, self.start_pose & 3, self.rug
        if not self.owed:
            return LastTurn(self.walker, square, heading, self.rotation, self.face, rug=rug)
        patch = tuple(sorted(self.patch))
        told = (self.rotation, self.face, self.paid, self.owed, self.creditor, patch, rug, self.fell)
        return LastTurn(self.walker, square, heading, *told)


_NOTHING = LastTurn(NOBODY, 0, 0)
