"""Games played on from a position without checks, for robots."""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import cache
from random import Random
from typing import NamedTuple

from .board import (
    CANDIDATE_RUGS,
    MOVE,
    NEIGHBOURS,
    PADDED_NEIGHBOURS,
    PLACE_BETWEEN,
    PLACE_SQUARES,
    flood,
    patch_sizes,
)
from .options import Rules
from .state import NO_NEXT_COLOUR, NO_SEAT, State

# Starts of playouts: a ``State`` as flat lists of numbers, made once and copied by every playout.
#
# ``surface`` has the *top* of each square: a colour 0..3, BARE, or GONE + colour for a rug that counts as bare because
# its seat is out. ``whole`` has for each of the 84 places what blocks it: nothing (0), a rug that shows both halves (1
# + its seat), BARRED (two halves that the rules do not allow to cover together). ``under`` is the place of the rug that
# a square shows. Square 49 (EDGE) is all that is beyond the edge; its top is SEEN.


BARE, GONE, SEEN = 4, 5, 9
BARRED = 9
NO_PLACE, NOWHERE = 84, 85  # an index of ``whole`` that is always blocked, and an unused one
EDGE = 49  # the square beyond the edge

# How Assam may be turned before a walk: any way, a quarter, not at all; or there is no walk.
ANY_TURN, QUARTER_TURN, STRAIGHT_ON, STAY = range(4)


@dataclass(frozen=True, slots=True)
class PlayoutStart:
    """A position, ready to be played on many times.

    By square: ``sizes``, the number of squares of its patch (0: it is bare), and ``dues[seat]``, what the seat would
    pay there. ``creditor[seat][top]`` is the seat that is paid (NO_SEAT: none), ``owner[colour]`` the seat of a colour,
    ``left`` the order in which seats went out (0: it is in). ``seats`` are the next seats in order, ``before`` is the
    last one. ``way`` is how Assam may be turned in the turn that begins (ANY_TURN ...), ``usual`` in all later ones;
    ``settled`` is true when this turn's rent is paid. ``half_covered`` is the entry of ``whole`` for a
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
) -> None:
    left[seat] = 1 + sum(map(bool, left))
    if start.rules.out_rugs_empty:
        surface[:] = [GONE + top if top < BARE and start.owner[top] == seat else top for top in surface]
        places = [place for place in range(NO_PLACE) if 0 < whole[place] < BARRED]
        whole[:], under[:] = barred_places(start.rules, surface, places, start.owner)


def bar_shared_places(whole: list[int], surface: list[int], first: int, second: int) -> None:
    """Block all places that a rug just laid on these squares shares with another rug."""
    for here, mate in ((first, second), (second, first)):
        for near in NEIGHBOURS[here]:
            if near != mate and surface[near] < BARE:
                whole[PLACE_BETWEEN[here][near]] = BARRED


def rents_by_seat(surface: Sequence[int], sizes: Sequence[int], creditor: Sequence[Sequence[int]]) -> list[list[int]]:
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


# Greedy playouts: a position played on, fast and unchecked, for the robot ``master``.
#
# The rules are inlined over the flat lists of ``PlayoutStart``; ``position.py`` has them in readable form, and a
# property test compares the two. With ``Position``, the same turn of ``master`` takes three times as long (2.6 s of CPU
# instead of 0.86, all choices the same).
#
# A playout takes its chances as arguments, so that several choices can be tried with the same dice:
#
# * ``rugs``: the colours of the rugs to lay, in order of play (``PlayoutStart.draw``); fewer of them cut the playout;
# * ``dice``: one number 0..35 for each of them (``dice_for``), for a rotation at random and the side of the die;
# * ``picks``: one byte for each of them, which decides between equals and what is played at random.
#
# Each seat turns Assam where its own rent is lowest on average and lays its rug where most squares are won and lost to
# others. The size of every patch is kept up to date, so that rents are lookups.


Trace = list[tuple[int, int, int, int]]
Look = tuple[int, int, int, int, tuple[int, ...]]

_TO_DICE = bytes(byte % 36 for byte in range(256))
_NO_DICE = bytes(range(252, 256))

# PLACE_ORDERS[square][number 0..15]: the rug places beside Assam, each time beginning with another one.
PLACE_ORDERS = tuple(
    tuple((beside[at:] + beside[:at]) for at in [*range(len(beside))] * 4)[:16] for beside in CANDIDATE_RUGS
)
_ROTATIONS = ((0, 1, 2), (0, 2), (1,))
FACE_COUNTS = (1, 2, 2, 1)
_BESIDE = (0, 1, 1, 2, 2, 3) * 6


@cache
def facing_choices(way: int) -> tuple[tuple[Look, ...], ...]:
    """Return the choices of each pose: where the four faces lead, and the pose by the die (0..35)."""
    if way == STAY:
        return tuple(((pose >> 2,) * 4 + ((pose,) * 36,),) for pose in range(196))
    return tuple(tuple(_look(row[rotation * 4 : rotation * 4 + 4]) for rotation in _ROTATIONS[way]) for row in MOVE)


def _look(poses: Sequence[int]) -> Look:
    one, two, three, four = (pose >> 2 for pose in poses)
    return one, two, three, four, tuple(poses[side] for side in _BESIDE)


def dice_for(chance: Random, turns: int) -> bytes:
    """Return at least this many numbers 0..35, each equally likely."""
    dice = b""
    while len(dice) < turns:
        dice += chance.randbytes(turns + turns // 16 + 4).translate(_TO_DICE, _NO_DICE)
    return dice


class Leaf(NamedTuple):
    """The end of a playout, in the fields of ``PlayoutStart``.

    ``dues[seat][square]`` is what the seat would pay there, ``sizes`` the patches by square, ``pose`` Assam's. ``luck``
    is what each seat got, six times the dirhams, beyond the mean of the faces of all rolls.
    """

    purses: list[int]
    surface: list[int]
    left: list[int]
    dues: list[list[int]]
    sizes: list[int]
    pose: int
    luck: list[int]


def rival_rents(dues: Sequence[list[int]], left: Sequence[int]) -> list[list[list[int]]]:
    """Return for each seat the lists of what others would pay to it."""
    return [[due for other, due in enumerate(dues) if other != seat and not out] for seat, out in enumerate(left)]


def drop_rents(
    owner: Sequence[int], seat: int, surface: Sequence[int], sizes: list[int], rivals: Iterable[list[int]]
) -> None:
    for square, top in enumerate(surface[:EDGE]):
        if top >= BARE:
            sizes[square] = 0
        if top >= BARE or owner[top] == seat:
            for rival in rivals:
                rival[square] = 0


def play_greedily(  # noqa: C901
    start: PlayoutStart,
    rugs: Sequence[int],
    dice: Sequence[int],
    picks: Iterable[int],
    wild: int = 0,
    trace: Trace | None = None,
) -> Leaf:
    """Play these rugs greedily from the start, and return the end.

    A turn whose pick is less than ``wild`` (0..256) is played at random instead. Each turn is appended to ``trace``:
    the seat, the pose it left Assam in, the side of the die, and the place of its rug (-1 where it went out, NO_PLACE
    where there was none).
    """
    rules, owner, at_end = start.rules, start.owner, start.rules.rotate_at_end
    surface, whole, under, purses, left = start.surface[:], start.whole[:], start.under[:], start.purses[:], start.left
    views, usual, pose, before = facing_choices(start.way), facing_choices(start.usual), start.pose, start.before
    half_covered, mine, reserve, around, settled = (
        start.half_covered,
        start.mine,
        start.reserve,
        PADDED_NEIGHBOURS,
        start.settled,
    )
    sizes, dues, cover_values_by_seat = start.sizes[:], [row[:] for row in start.dues], start.cover_values_by_seat
    luck, rivals, inside = [0] * len(left), rival_rents(dues, left), left.count(0)
    turns: Iterator[tuple[int, int, int]] = zip(rugs, dice, picks, strict=False)
    while True:
        for colour, die, pick in turns:
            player = owner[colour]
            due, view = dues[player], views[pose]
            if pick < wild:
                look = view[pick % len(view)]
                least = due[look[0]] + due[look[3]] + 2 * (due[look[1]] + due[look[2]])
            elif at_end and views is usual:
                look = max(view, key=lambda look: income_from(look, due, surface, owner, before))
                least = due[look[0]] + due[look[3]] + 2 * (due[look[1]] + due[look[2]])
            else:
                least = 1000
                for way in view:
                    one, two, three, four, _ = way
                    price = due[one] + due[four] + 2 * (due[two] + due[three])
                    if price < least:
                        least, look = price, way
            pose = look[4][die]
            views, before = usual, player
            square = pose >> 2
            if least and not settled:
                luck[player] += least
                for here, times in zip(look[:4], FACE_COUNTS, strict=True):
                    if due[here]:
                        luck[owner[surface[here]]] -= times * due[here]
                owed = due[square]
                if owed:
                    to, purse = owner[surface[square]], purses[player]
                    out = owed + reserve > purse and rules.out_when != "never"
                    owed = min(owed, purse)
                    luck[player] -= 6 * owed
                    luck[to] += 6 * owed
                    purses[player] = purse - owed
                    purses[to] += owed
                    if out:
                        break
            settled = False
            worth, own, best, enough = cover_values_by_seat[player], mine[player], -1, 2 * inside
            if pick < wild:
                enough = 0
            for option in PLACE_ORDERS[square][pick & 15]:
                place, first, second = option
                if not whole[place] or whole[place] == own:
                    gain = worth[surface[first]] + worth[surface[second]]
                    if gain > best:
                        best, laid = gain, option
                        if gain >= enough:
                            break
            if best < 0:
                if trace is not None:
                    trace.append((player, pose, die, NO_PLACE))
                continue
            place, first, second = laid
            whole[under[first]] = whole[under[second]] = half_covered
            under[first] = under[second] = place
            whole[place] = player + 1
            covered = ((first, surface[first], sizes[first]), (second, surface[second], sizes[second]))
            surface[first] = SEEN
            surface[second] = colour
            due[first] = due[second] = 0
            patch = [first]
            for here in patch:
                north, west, east, south = around[here]
                if surface[north] == colour:
                    surface[north] = SEEN
                    patch.append(north)
                if surface[west] == colour:
                    surface[west] = SEEN
                    patch.append(west)
                if surface[east] == colour:
                    surface[east] = SEEN
                    patch.append(east)
                if surface[south] == colour:
                    surface[south] = SEEN
                    patch.append(south)
            size = len(patch)
            for here in patch:
                surface[here] = colour
                sizes[here] = size
            for rival in rivals[player]:
                for here in patch:
                    rival[here] = size
            for here, top, size in covered:
                if size > 1 and top != colour:
                    for near in around[here]:
                        if surface[near] == top and sizes[near] == size:
                            if size == 2:
                                sizes[near] = 1
                                for rival in rivals[owner[top]]:
                                    rival[near] = 1
                            else:
                                _update_rents(surface, sizes, near, rivals[owner[top]])
            if half_covered:
                bar_shared_places(whole, surface, first, second)
            if trace is not None:
                trace.append((player, pose, die, place))
        else:
            return Leaf(purses, surface, left, dues, sizes, pose, luck)
        if trace is not None:
            trace.append((player, pose, die, -1))
        left = left[:]
        remove_seat(start, player, surface, whole, under, left)
        inside = left.count(0)
        if not inside or (inside == 1 and not rules.plays_on):
            return Leaf(purses, surface, left, dues, sizes, pose, luck)
        drop_rents(owner, player, surface, sizes, rivals[player])
        rivals, cover_values_by_seat = rival_rents(dues, left), cover_values(owner, left)
        views = facing_choices(STRAIGHT_ON) if at_end else usual
        turns = iter([turn for turn in turns if owner[turn[0]] != player])


def _update_rents(surface: list[int], sizes: list[int], square: int, rivals: Iterable[list[int]]) -> None:
    found = flood(surface, square)
    for rents in (sizes, *rivals):
        for here in found:
            rents[here] = len(found)


def income_from(look: Look, due: Sequence[int], surface: Sequence[int], owner: Sequence[int], seat: int) -> int:
    """Return what a seat gets, six times the mean, from one who owes these dues and rolls with this look."""
    return sum(
        weight * due[square]
        for square, weight in zip(look[:4], FACE_COUNTS, strict=True)
        if surface[square] < BARE and owner[surface[square]] == seat
    )
