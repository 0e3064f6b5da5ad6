"""Tests of actions at the wrong time or by the wrong seat: each is refused with its reason."""

import pytest

from games.engine.errors import BadOptions, IllegalAction
from games.engine.marram.actions import Abort, Discard, Draw, Flip, Leave, Pass, Place, cell_named
from games.engine.marram.options import rules_for
from games.engine.marram.rules import apply, first_state, legal_actions
from games.engine.marram.state import State
from games.engine.values import RESIGNS

START = first_state(rules_for("classic-short", {}, 2))


def begun() -> State:
    """Return the position in which seat 0 has its first turn, with the tiles 1, 2 and 3."""
    state = START
    while state.phase == "draw":
        state = apply(state, legal_actions(state)[0])
    return state


def code_of(state: State, action: object) -> str:
    """Return the code with which an action is refused."""
    with pytest.raises(IllegalAction) as raised:
        apply(state, action)  # type: ignore[arg-type]
    return raised.value.code


def test_no_seat_plays_while_a_tile_is_due() -> None:
    assert code_of(START, Pass(0)) == "chance-due"


def test_no_tile_is_drawn_in_a_turn() -> None:
    assert code_of(begun(), Draw(9)) == "no-chance-due"


def test_a_tile_is_not_drawn_twice() -> None:
    assert code_of(apply(START, Draw(5)), Draw(5)) == "impossible-result"


def test_a_seat_waits_for_its_turn() -> None:
    assert code_of(begun(), Pass(1)) == "not-your-turn"


def test_nobody_passes_or_discards_who_can_place() -> None:
    state = begun()
    assert code_of(state, Pass(0)) == "must-act"
    assert code_of(state, Discard(0, 1)) == "can-place"


def test_a_tile_is_placed_from_the_rack_on_an_empty_cell_beside_another() -> None:
    state, home, far = begun(), cell_named("0"), cell_named("n9")
    assert home is not None
    assert far is not None
    assert code_of(state, Place(0, 50, home, 0)) == "not-in-rack"
    assert code_of(state, Place(0, 1, home, 0)) == "cell-taken"
    assert code_of(state, Place(0, 1, far, 0)) == "not-beside-tile"


def test_only_a_tile_with_a_shovel_on_the_board_is_flipped() -> None:
    state = begun()
    assert code_of(state, Flip(0, 57, 0)) == "not-on-board"
    assert code_of(state, Flip(0, 0, 0)) == "no-shovel-sign"


def test_nothing_happens_after_the_end() -> None:
    over = apply(begun(), Abort())
    for action in (Pass(0), Draw(9), Abort(), Leave(0, RESIGNS)):
        assert code_of(over, action) == "game-over"


def test_a_seat_that_does_not_exist_or_has_left_cannot_leave() -> None:
    state = begun()
    assert code_of(state, Leave(5, RESIGNS)) == "no-such-seat"
    three = first_state(rules_for("classic-short", {}, 3))
    assert code_of(apply(three, Leave(1, RESIGNS)), Leave(1, RESIGNS)) == "already-out"


@pytest.mark.parametrize(
    ("ruleset", "changes", "seats", "code"),
    [
        ("animals", {}, 2, "unknown-ruleset"),
        ("classic-short", {}, 5, "bad-seats"),
        ("classic-short", {"boots": "9"}, 2, "unknown-option"),
    ],
)
def test_rules_that_do_not_exist_are_refused(ruleset: str, changes: dict[str, str], seats: int, code: str) -> None:
    with pytest.raises(BadOptions, match=code):
        rules_for(ruleset, changes, seats)
