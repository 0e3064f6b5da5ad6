"""The kernels play by the same rules as everybody: what they decided is played again through the title."""

from random import Random
from typing import Any

from hypothesis import given
from hypothesis import strategies as st

from games.engine.marrakech.actions import Draw, Lay, Leave, PutAway, Roll
from games.engine.marrakech.board import DIE, PLACE_NAMES
from games.engine.marrakech.kernel import Trace, dice_for, play_randomly
from games.engine.marrakech.legality import drawer
from games.engine.marrakech.rollout import play_greedily
from games.engine.marrakech.scoring import visible_squares
from games.engine.marrakech.start import NO_PLACE, Start, squares_of
from games.engine.marrakech.state import next_rug

from .play import ALL, TITLE, Options, next_action

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
    """Return a position some plies into a random game, now and then left by somebody."""
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
            state = TITLE.apply(state, Draw(piles[drawer(state)][0]))
        if state.phase != "lay":
            state = turned(state, pose, die)
        if place < 0:
            assert state.seats[seat].left
            continue
        assert (state.current, next_rug(state) >> 6) == (seat, piles[seat].pop(0))
        name = PLACE_NAMES[place] if place != NO_PLACE else ""
        state = TITLE.apply(state, Lay(seat, name[:2], name[2:]) if name else PutAway(seat))
    return state


@given(
    st.sampled_from(ALL),
    st.sampled_from(STRANGE),
    st.integers(2, 4),
    st.integers(0, 120),
    st.integers(0, 2**32),
    st.sampled_from([None, 0, 40, 256]),
)
def test_what_a_kernel_decides_has_the_same_end_by_the_rules(
    ruleset: str, changes: Options, seats: int, plies: int, seed: int, wild: int | None
) -> None:
    chooser = Random(seed)
    state = played_for(ruleset, changes, seats, plies, chooser)
    start, trace = Start.of(state), []
    rugs = start.draw(chooser)
    dice, picks = dice_for(chooser, len(rugs)), chooser.randbytes(len(rugs))
    if wild is None:
        end = play_randomly(start, rugs, dice, picks, trace)
    else:
        end = play_greedily(start, rugs, dice, picks, wild, trace)
    after = replayed(state, trace, rugs)
    assert after.phase == "over"
    assert end.purses == [seat.dirhams for seat in after.seats]
    assert end.left == [seat.left for seat in after.seats]
    assert squares_of(start, end.tints) == list(visible_squares(after))
