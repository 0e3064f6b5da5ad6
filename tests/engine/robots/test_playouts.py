"""Tests of the playouts: their decisions are played again through the title, with the same end."""

from collections import Counter
from random import Random
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from games.engine.marrakech.actions import Draw, Lay, PutAway, Roll, Rotate
from games.engine.marrakech.board import DIE, PLACE_NAMES
from games.engine.marrakech.playouts import NO_PLACE, PlayoutStart, Trace, dice_for, play_greedily
from games.engine.marrakech.rules import chance_seat
from games.engine.marrakech.scoring import visible_squares
from games.engine.marrakech.state import next_rug
from games.engine.values import Leave

from ..helpers.positions import count_squares
from ..helpers.random_games import ALL, TITLE, Options, next_action

STRANGE: tuple[Options, ...] = (
    {},
    {"dirhams": "5"},
    {"dirhams": "3", "out_when": "zero", "survivor": "plays_on"},
    {"dirhams": "6", "out_when": "never"},
    {"dirhams": "4", "out_rugs": "empty", "two_halves": "no", "cover_own": "yes"},
    {"dirhams": "4", "out_rugs": "empty", "rotate": "end"},
    {"two_halves": "no", "cover_own": "yes", "rugs": "7/5/3"},
    {"two_player_colours": "1", "straight": "no"},
)


def played_for(ruleset: str, changes: Options, seats: int, plies: int, chooser: Random) -> Any:
    """Return a position some plies into a random game, which seats sometimes leave."""
    state = TITLE.start(ruleset, changes, seats)
    for _ in range(plies):
        if TITLE.outcome(state):
            break
        inside = [seat for seat, holding in enumerate(state.seats) if not holding.out]
        leaves = state.turn and chooser.random() < 0.01
        action = Leave(chooser.choice(inside), "resigns") if leaves else next_action(state, chooser)
        state = TITLE.apply(state, action)
    while state.phase == "order":
        state = TITLE.apply(state, next_action(state, chooser))
    return state


def turned(state: Any, pose: int, die: int) -> Any:
    """Return the state after the rotation and roll that lead to this pose."""
    roll = Roll(DIE[die % 6])
    ways = [state] if state.phase == "roll" else [TITLE.apply(state, action) for action in TITLE.legal_actions(state)]
    rolled = [TITLE.apply(way, roll) for way in ways]
    return next(there for there in rolled if there.square << 2 | there.facing == pose)


def replayed(state: Any, trace: Trace, rugs: tuple[int, ...]) -> Any:
    """Return the position after the turns of a trace, played through the title."""
    piles = [[colour for colour in rugs if state.rules.owner(colour) == seat] for seat in range(len(state.seats))]
    for seat, pose, die, place in trace:
        while state.phase == "pile":
            state = TITLE.apply(state, Draw(piles[chance_seat(state)][0]))
        if state.phase != "lay":
            state = turned(state, pose, die)
        if place < 0:
            assert state.seats[seat].left
            continue
        assert (state.current, next_rug(state) >> 6) == (seat, piles[seat].pop(0))
        name = PLACE_NAMES[place] if place != NO_PLACE else ""
        state = TITLE.apply(state, Lay(seat, name[:2], name[2:]) if name else PutAway(seat))
    return state


def fresh() -> PlayoutStart:
    return PlayoutStart.of(TITLE.start("slides", {"order": "given"}, 3))


def compare(ruleset: str, changes: Options, seats: int, plies: int, seed: int, wild: int) -> None:
    """Play on by a playout, then by the rules, and compare the ends."""
    chooser = Random(seed)
    state = played_for(ruleset, changes, seats, plies, chooser)
    trace: Trace = []
    start = PlayoutStart.of(state)
    rugs = start.draw(chooser)
    dice, picks = dice_for(chooser, len(rugs)), chooser.randbytes(len(rugs))
    end = play_greedily(start, rugs, dice, picks, wild, trace)
    assert end == play_greedily(start, rugs, dice, picks, wild)
    after = replayed(state, trace, rugs)
    assert after.phase == "over"
    assert end.purses == [seat.dirhams for seat in after.seats]
    assert end.left == [seat.left for seat in after.seats]
    assert count_squares(start, end.surface) == list(visible_squares(after))


@given(
    st.sampled_from(ALL),
    st.sampled_from(STRANGE),
    st.integers(2, 4),
    st.integers(0, 120),
    st.integers(0, 2**32),
    st.sampled_from([0, 40, 256]),
)
def test_a_playout_has_the_same_end_by_the_rules(
    ruleset: str, changes: Options, seats: int, plies: int, seed: int, wild: int
) -> None:
    compare(ruleset, changes, seats, plies, seed, wild)


@pytest.mark.parametrize("wild", [0, 256])
@pytest.mark.parametrize("changes", STRANGE)
@pytest.mark.parametrize("ruleset", ["bga-code", "summary-strict", "gigamic-variant"])
def test_a_playout_has_the_same_end_under_unusual_options(ruleset: str, changes: Options, wild: int) -> None:
    seats = 2 + (len(ruleset) + STRANGE.index(changes)) % 3
    compare(ruleset, changes, seats, 0, 1, wild)


def test_a_playout_is_cut_after_as_many_turns_as_it_has_rugs() -> None:
    start, trace = fresh(), list[tuple[int, int, int, int]]()
    play_greedily(start, start.draw(Random(1), 5), dice_for(Random(2), 5), b"12345", trace=trace)
    assert [seat for seat, *_ in trace] == [0, 1, 2, 0, 1]


def test_dice_of_playouts_are_even() -> None:
    counts = Counter(dice_for(Random(1), 36_000))
    assert set(counts) == set(range(36))
    assert max(counts.values()) < 1.15 * min(counts.values()) + 100


def test_a_greedy_playout_begins_after_the_rotation_where_it_is_made() -> None:
    state = TITLE.start("slides", {"order": "given"}, 3)
    start = PlayoutStart.of(TITLE.apply(state, Rotate(0, 1)))
    trace: Trace = []
    play_greedily(start, start.draw(Random(1), 1), b"\0", b"\0", trace=trace)
    assert trace[0][1] == 25 << 2 | 1


def test_a_greedy_playout_begins_with_the_rug_where_assam_stands_already() -> None:
    state = TITLE.start("slides", {"order": "given"}, 3)
    for action in (Rotate(0, 1), Roll(2)):
        state = TITLE.apply(state, action)
    start, trace = PlayoutStart.of(state), list[tuple[int, int, int, int]]()
    play_greedily(start, start.draw(Random(1), 1), b"\0", b"\0", trace=trace)
    assert trace[0][1] == 26 << 2 | 1
