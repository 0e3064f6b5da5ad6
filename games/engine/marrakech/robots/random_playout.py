"""Random playouts: a position played on to its end, fast and unchecked, for robots.

The rules are inlined over the flat lists of ``PlayoutStart``; ``rules/position.py`` has them in readable form, and a
property test compares the two. A playout takes its chances as arguments, so that several choices can be tried with the
same dice:

* ``rugs``: the colours of the rugs to lay, in order of play (``PlayoutStart.draw``); fewer of them cut the playout;
* ``dice``: one number 0..35 for each of them (``dice_for``), for the rotation and the side of the die;
* ``picks``: bytes that decide the rest.
"""

from collections.abc import Iterable, Iterator, Sequence
from itertools import chain
from random import Random
from typing import NamedTuple

from ..rules.board import CANDIDATE_RUGS
from ..rules.rugs import PADDED_NEIGHBOURS
from .playout_start import (
    MOVES_BY_WAY,
    NO_PLACE,
    SEEN,
    STRAIGHT_ON,
    PlayoutStart,
    bar_shared_places,
    remove_seat,
)

Trace = list[tuple[int, int, int, int]]
ALL_BYTES = bytes(range(256))
SPARE_BYTES = ALL_BYTES * 240  # read on after the last pick: enough for every rug of the longest game

_TO_DICE = bytes(byte % 36 for byte in ALL_BYTES)
_NO_DICE = ALL_BYTES[252:]

# PLACE_BY_BYTE[square][byte]: a place beside Assam as (place, first, second), each equally often, or a blocked one.
_RETRY = (NO_PLACE, 0, 0)
PLACE_BY_BYTE = tuple(beside * (256 // len(beside)) + (_RETRY,) * (256 % len(beside)) for beside in CANDIDATE_RUGS)


class PlayoutEnd(NamedTuple):
    """The end of a playout, in the fields of ``PlayoutStart``."""

    purses: list[int]
    surface: list[int]
    left: list[int]


def dice_for(chance: Random, turns: int) -> bytes:
    """Return at least this many numbers 0..35, each equally likely."""
    dice = b""
    while len(dice) < turns:
        dice += chance.randbytes(turns + turns // 16 + 4).translate(_TO_DICE, _NO_DICE)
    return dice


def play_randomly(  # noqa: C901
    start: PlayoutStart, rugs: Sequence[int], dice: Sequence[int], picks: Iterable[int], trace: Trace | None = None
) -> PlayoutEnd:
    """Play these rugs from the start, every choice at random, and return the end.

    Each turn is appended to ``trace``: the seat, the pose it left Assam in, the side of the die, and the place of
    its rug (-1 where it went out, NO_PLACE where there was none).
    """
    rules, owner = start.rules, start.owner
    surface, whole, under, purses, left = start.surface[:], start.whole[:], start.under[:], start.purses[:], start.left
    creditor, walks, usual, pose = start.creditor, MOVES_BY_WAY[start.way], MOVES_BY_WAY[start.usual], start.pose
    half_covered, mine, reserve, around, settled = (
        start.half_covered,
        start.mine,
        start.reserve,
        PADDED_NEIGHBOURS,
        start.settled,
    )
    picks = chain(picks, SPARE_BYTES)
    pick_again = picks.__next__
    turns: Iterator[tuple[int, int, int]] = zip(rugs, dice, picks, strict=False)
    while True:
        for colour, die, pick in turns:
            player = owner[colour]
            pose = walks[pose][die]
            walks = usual
            square = pose >> 2
            top = surface[square]
            to = creditor[player][top]
            if to >= 0 and not settled:
                surface[square] = SEEN
                patch = [square]
                for here in patch:
                    north, west, east, south = around[here]
                    if surface[north] == top:
                        surface[north] = SEEN
                        patch.append(north)
                    if surface[west] == top:
                        surface[west] = SEEN
                        patch.append(west)
                    if surface[east] == top:
                        surface[east] = SEEN
                        patch.append(east)
                    if surface[south] == top:
                        surface[south] = SEEN
                        patch.append(south)
                for here in patch:
                    surface[here] = top
                owed, purse = len(patch), purses[player]
                if owed + reserve > purse:
                    owed = min(owed, purse)
                    purses[player] = purse - owed
                    purses[to] += owed
                    if rules.out_when != "never":
                        break
                else:
                    purses[player] = purse - owed
                    purses[to] += owed
            settled = False
            if half_covered and all(whole[place] not in (0, mine[player]) for place, _, _ in CANDIDATE_RUGS[square]):
                if trace is not None:
                    trace.append((player, pose, die, NO_PLACE))
                continue
            row = PLACE_BY_BYTE[square]
            place, first, second = row[pick]
            while whole[place] and whole[place] != mine[player]:
                place, first, second = row[pick_again()]
            whole[under[first]] = whole[under[second]] = half_covered
            under[first] = under[second] = place
            whole[place] = player + 1
            surface[first] = surface[second] = colour
            if half_covered:
                bar_shared_places(whole, surface, first, second)
            if trace is not None:
                trace.append((player, pose, die, place))
        else:
            return PlayoutEnd(purses, surface, left)
        if trace is not None:
            trace.append((player, pose, die, -1))
        left = left[:]
        creditor = remove_seat(start, player, surface, whole, under, left)
        inside = left.count(0)
        if not inside or (inside == 1 and not rules.plays_on):
            return PlayoutEnd(purses, surface, left)
        walks = MOVES_BY_WAY[STRAIGHT_ON] if rules.rotate_at_end else usual
        turns = iter([turn for turn in turns if owner[turn[0]] != player])
