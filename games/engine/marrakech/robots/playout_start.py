"""Starts of playouts: a ``State`` as flat lists of numbers, made once and copied by every playout.

``surface`` has the *top* of each square: a colour 0..3, BARE, or GONE + colour for a rug that counts as bare because
its seat is out. ``whole`` has for each of the 84 places what blocks it: nothing (0), a rug that shows both halves (1 +
its seat), BARRED (two halves that the rules do not allow to cover together). ``under`` is the place of the rug that a
square shows. Square
49 (EDGE) is all that is beyond the edge; its top is SEEN.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from random import Random

from ..options import Rules
from ..rules.board import DIE, MOVE, NEIGHBOURS, PLACE_BETWEEN, PLACE_SQUARES
from ..rules.rugs import patch_sizes
from ..rules.state import NO_NEXT_COLOUR, NO_SEAT, State

BARE, GONE, SEEN = 4, 5, 9
BARRED = 9
NO_PLACE, NOWHERE = 84, 85  # an index of ``whole`` that is always blocked, and an unused one
EDGE = 49  # the square beyond the edge

# MOVE_BY_DIE[pose][rotation * 6 + side]: the pose after the rotation and the walk, 18 equal chances.
_SIDES = [rotation * 4 + face - 1 for rotation in range(3) for face in DIE]
MOVE_BY_DIE = tuple(tuple([poses[side] for side in _SIDES]) for poses in MOVE)

# MOVES_BY_WAY[way][pose][die]: the pose after a number 0..35 with any rotation, a quarter turn, none, or no walk.
ANY_TURN, QUARTER_TURN, STRAIGHT_ON, STAY = range(4)
MOVES_BY_WAY = (
    tuple(row * 2 for row in MOVE_BY_DIE),
    tuple((row[:6] + row[12:]) * 3 for row in MOVE_BY_DIE),
    tuple(row[6:12] * 6 for row in MOVE_BY_DIE),
    tuple((pose,) * 36 for pose in range(196)),
)


@dataclass(frozen=True, slots=True)
class PlayoutStart:
    """A position, ready to be played on many times.

    By square: ``sizes``, the number of squares of its patch (0: it is bare), and ``dues[seat]``, what the seat would
    pay there. ``creditor[seat][top]`` is the seat that is paid (NO_SEAT: none), ``owner[colour]`` the seat of a colour,
    ``left`` the order in which seats went out (0: it is in). ``seats`` are the next seats in order, ``before`` is the
    last one. ``way`` is Assam's choice of moves in the turn that begins (an index of ``MOVES_BY_WAY``), ``usual`` in
    all later ones; ``settled`` is true when this turn's rent is paid. ``half_covered`` is the entry of ``whole`` for a
    rug half covered, ``mine[seat]`` the entry that does not block the seat. ``reserve`` is how many dirhams a seat must
    have left after a payment, ``piles`` each seat's next colour and rugs by colour; for ``cover_values_by_seat`` see
    ``cover_values``.
    """

    rules: Rules
    pose: int
    surface: list[int]
    sizes: list[int]
    dues: list[list[int]]
    whole: list[int]
    under: list[int]
    purses: list[int]
    left: list[int]
    owner: tuple[int, ...]
    creditor: tuple[tuple[int, ...], ...]
    way: int
    usual: int
    settled: bool
    half_covered: int
    mine: tuple[int, ...]
    reserve: int
    before: int
    seats: tuple[int, ...]
    piles: tuple[tuple[int, tuple[int, ...]], ...]
    cover_values_by_seat: list[list[int]]

    @classmethod
    def of(cls, state: State) -> "PlayoutStart":
        """Return the start of playouts from this position. What is still to be drawn or rolled off is left open."""
        rules = state.rules
        owner = tuple(rules.owner(colour) for colour in range(4))
        left = [seat.left for seat in state.seats]
        surface = [_top(rules, left, owner, rug) for rug in state.board] + [SEEN]
        whole, under = barred_places(rules, surface, _pairs(state), owner)
        sizes, creditor = patch_sizes(surface), creditors(owner, left)
        usual = ANY_TURN if rules.straight else QUARTER_TURN
        laid = state.phase in {"end", "pile"} and state.turn > 0
        straight_on = state.phase == "roll" or (rules.rotate_at_end and not laid)
        at = state.order.index(state.current) + laid if state.current != NO_SEAT else 0
        return cls(
            rules=rules,
            pose=state.square << 2 | state.facing,
            surface=surface,
            whole=whole,
            under=under,
            purses=[seat.dirhams for seat in state.seats],
            left=left,
            owner=owner,
            creditor=creditor,
            sizes=sizes,
            dues=rents_by_seat(surface, sizes, creditor),
            way=STAY if state.phase == "lay" else STRAIGHT_ON if straight_on else usual,
            usual=usual,
            settled=state.phase == "lay",
            half_covered=0 if rules.two_halves else BARRED,
            mine=(1, 2, 3, 4) if rules.cover_own else (-1,) * 4,
            reserve=1 if rules.out_when == "zero" else 0,
            before=state.current,
            seats=() if state.phase == "over" else state.order[at:] + state.order[:at],
            piles=tuple((seat.next, seat.piles) for seat in state.seats),
            cover_values_by_seat=cover_values(owner, left),
        )

    def draw(self, chance: Random, most: int = 240) -> tuple[int, ...]:
        """Return the colours of the rugs that are still to be laid, in order of play, not more than ``most``."""
        piles = [self._pile(seat, chance) for seat in range(len(self.purses))]
        rounds = max(len(piles[seat]) for seat in self.seats) if self.seats else 0
        turns = [piles[seat][nth] for nth in range(rounds) for seat in self.seats if nth < len(piles[seat])]
        return tuple(turns[:most])

    def _pile(self, seat: int, chance: Random) -> list[int]:
        """Return the colours of a seat's rugs in the order in which they come off its pile."""
        known, counts = self.piles[seat]
        first = seat * len(counts)
        if len(counts) == 1:
            return [first] * counts[0]
        left, pile = list(counts), []
        if known != NO_NEXT_COLOUR:
            left[known - first] -= 1
            pile.append(known)
        if self.rules.coin:
            while all(left):
                which = chance.getrandbits(1)
                left[which] -= 1
                pile.append(first + which)
        rest = [first] * left[0] + [first + 1] * left[1]
        chance.shuffle(rest)
        return pile + rest


def _top(rules: Rules, left: Sequence[int], owner: Sequence[int], rug: int) -> int:
    if not rug:
        return BARE
    colour = rug >> 6
    return GONE + colour if rules.out_rugs_empty and left[owner[colour]] else colour


def _pairs(state: State) -> list[int]:
    """Return the places of all rugs that show both halves."""
    seen: dict[int, int] = {}
    places = []
    for square, rug in enumerate(state.board):
        if rug and rug in seen:
            places.append(PLACE_BETWEEN[seen[rug]][square])
        seen[rug] = square
    return places


def barred_places(
    rules: Rules, surface: Sequence[int], places: Iterable[int], owner: Sequence[int]
) -> tuple[list[int], list[int]]:
    """Return ``whole`` and ``under`` for a board on which the rugs on these places show both halves."""
    whole, under = [0] * 86, [NOWHERE] * 49
    whole[NO_PLACE] = BARRED
    if not rules.two_halves:
        for place, (first, second) in enumerate(PLACE_SQUARES):
            whole[place] = BARRED if surface[first] < BARE and surface[second] < BARE else 0
    for place in places:
        first, second = PLACE_SQUARES[place]
        if surface[first] < BARE:
            under[first] = under[second] = place
            whole[place] = 1 + owner[surface[first]]
    return whole, under


def creditors(owner: Sequence[int], left: Sequence[int]) -> tuple[tuple[int, ...], ...]:
    """Return the creditors by seat and top."""
    seats = range(len(left))
    return tuple(
        tuple(
            owner[top] if top < BARE and owner[top] in seats and owner[top] != seat and not left[owner[top]] else -1
            for top in range(GONE + 4)
        )
        for seat in seats
    )


def remove_seat(
    start: PlayoutStart, seat: int, surface: list[int], whole: list[int], under: list[int], left: list[int]
) -> tuple[tuple[int, ...], ...]:
    """Remove a seat from these lists, in place, and return the new creditors."""
    left[seat] = 1 + sum(map(bool, left))
    if start.rules.out_rugs_empty:
        surface[:] = [GONE + top if top < BARE and start.owner[top] == seat else top for top in surface]
        places = [place for place in range(NO_PLACE) if 0 < whole[place] < BARRED]
        whole[:], under[:] = barred_places(start.rules, surface, places, start.owner)
    return creditors(start.owner, left)


def bar_shared_places(whole: list[int], surface: list[int], first: int, second: int) -> None:
    """Block all places that a rug just laid on these squares shares with another rug."""
    for here, mate in ((first, second), (second, first)):
        for near in NEIGHBOURS[here]:
            if near != mate and surface[near] < BARE:
                whole[PLACE_BETWEEN[here][near]] = BARRED


def rents_by_seat(surface: Sequence[int], sizes: Sequence[int], creditor: Sequence[Sequence[int]]) -> list[list[int]]:
    """Return what each seat would pay on each square."""
    return [
        [size if size and row[top] >= 0 else 0 for top, size in zip(surface, sizes, strict=True)] for row in creditor
    ]


def cover_values(owner: Sequence[int], left: Sequence[int]) -> list[list[int]]:
    """Return for each seat what covering a square of each top adds to its lead over all the others together."""
    inside = left.count(0)
    table = []
    for seat in range(len(left)):
        worth = [inside - 1] * (GONE + 4)
        for colour, other in enumerate(owner):
            if other < len(left) and not left[other]:
                worth[colour] = 0 if other == seat else inside
        table.append(worth)
    return table
