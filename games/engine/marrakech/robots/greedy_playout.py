"""Greedy playouts. See ``random_playout`` for their arguments.

Each seat turns Assam where its own rent is lowest on average and lays its rug where most squares are won and lost to
others. The size of every patch is kept up to date, so that rents are lookups.
"""

from collections.abc import Iterable, Iterator, Sequence
from functools import cache
from typing import NamedTuple

from ..rules.board import CANDIDATE_RUGS, MOVE
from ..rules.rugs import PADDED_NEIGHBOURS, flood
from .playout_start import (
    BARE,
    EDGE,
    NO_PLACE,
    SEEN,
    STAY,
    STRAIGHT_ON,
    PlayoutStart,
    bar_shared_places,
    cover_values,
    remove_seat,
)
from .random_playout import Trace

Look = tuple[int, int, int, int, tuple[int, ...]]

# PLACE_ORDERS[square][number 0..15]: the rug places beside Assam, each time beginning with another one.
PLACE_ORDERS = tuple(
    tuple((beside[at:] + beside[:at]) for at in [*range(len(beside))] * 4)[:16] for beside in CANDIDATE_RUGS
)
_ROTATIONS = ((0, 1, 2), (0, 2), (1,))
FACE_COUNTS = (1, 2, 2, 1)
_SIDES = (0, 1, 1, 2, 2, 3) * 6


@cache
def facing_choices(way: int) -> tuple[tuple[Look, ...], ...]:
    """Return the choices of each pose: where the four faces lead, and the pose by the die (0..35)."""
    if way == STAY:
        return tuple(((pose >> 2,) * 4 + ((pose,) * 36,),) for pose in range(196))
    return tuple(tuple(_look(row[rotation * 4 : rotation * 4 + 4]) for rotation in _ROTATIONS[way]) for row in MOVE)


def _look(poses: Sequence[int]) -> Look:
    one, two, three, four = (pose >> 2 for pose in poses)
    return one, two, three, four, tuple(poses[side] for side in _SIDES)


class Leaf(NamedTuple):
    """The end of a playout: the fields of ``PlayoutEnd``, and what the evaluation needs.

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
    """Remove the rents that are paid to this seat."""
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

    A turn whose pick is less than ``wild`` (0..256) is played at random instead. ``trace`` is as in ``random_playout``.
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
    """Count a patch again after a part of it was covered, for those who would pay for it, too."""
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
