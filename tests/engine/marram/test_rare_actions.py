"""Tests of what seldom happens in a game of Marram: no tile fits, a seat has to pass, switches of the rules."""

import pickle

import pytest

from games.engine.errors import BadNotation, IllegalAction
from games.engine.marram.actions import Abort, Flip, Pass
from games.engine.marram.state import State
from games.engine.marram.title import MARRAM
from games.engine.messages import in_english
from games.engine.values import Ply

from ..helpers.marram_positions import flip, ordered_start, place, position

# Nothing of the rack fits beside the only tile, which has no shovel (position 15 of the test list).
STUCK = position("T01@(0,0)r0", rack=(50, 52, 54), ruleset="classic-long")
EMPTY = position("T01@(0,0)r0", ruleset="classic-long")
GONE = position("T38@(0,-1)r3 gone[0]", "T71/B@(0,0)r0 gone[0]", ruleset="pitchfork-long")


def told(state: State, text: str, seat: int | None = 0) -> list[str]:
    """Return the sentences about an action."""
    action = MARRAM.parse(state, seat, text)
    return [
        in_english(MARRAM.phrases, message)
        for message in MARRAM.describe(Ply(0, state, action, MARRAM.apply(state, action)))
    ]


def code_of(state: State, chosen: str) -> str:
    """Return the code with which a step is refused."""
    with pytest.raises((BadNotation, IllegalAction)) as raised:
        MARRAM.prompt(state, chosen)
    return raised.value.code


def test_who_can_only_discard_is_asked_which_tile() -> None:
    prompt = MARRAM.prompt(STUCK)
    assert prompt
    assert [choice.notation for choice in prompt.choices] == ["d50", "d52", "d54"]
    assert told(STUCK, "d50") == ["None of A’s tiles fits: A discarded tile 50."]


def test_who_can_do_nothing_passes() -> None:
    prompt = MARRAM.prompt(EMPTY)
    assert prompt
    assert [in_english(MARRAM.phrases, choice.label) for choice in prompt.choices] == [MARRAM.phrases["choice.pass"]]
    after = MARRAM.apply(EMPTY, Pass(0))
    assert (MARRAM.notation(Pass(0)), after.actions_left, after.board) == ("pass", 1, EMPTY.board)
    assert told(EMPTY, "pass") == ["A could do nothing."]


def test_an_abort_only_ends_the_game() -> None:
    assert told(EMPTY, "abort", None) == [MARRAM.phrases["end.aborted"]]


@pytest.mark.parametrize(
    ("chosen", "code"),
    [("f1", "no-shovel-sign"), ("f57", "not-on-board"), ("50", "fits-nowhere"), ("57", "not-in-rack")],
)
def test_a_step_that_nothing_follows_is_refused_with_the_reason(chosen: str, code: str) -> None:
    assert code_of(STUCK, chosen) == code


def test_a_place_that_is_no_cell_is_refused() -> None:
    state = ordered_start("classic-long", 2)
    while state.phase == "draw":
        state = MARRAM.apply(state, MARRAM.legal_actions(state)[0])
    assert code_of(state, "1 n") == "unreadable"


def test_nobody_is_asked_after_the_end() -> None:
    over = MARRAM.apply(EMPTY, Abort())
    assert MARRAM.prompt(over) is None
    assert code_of(over, "50") == "not-your-turn"


def test_a_tile_with_one_face_is_flipped_by_no_rotation() -> None:
    assert MARRAM.parse(EMPTY, 0, "f1") == Flip(0, 1, 0)


def test_what_has_disappeared_cannot_be_claimed() -> None:
    with pytest.raises(IllegalAction, match="has-disappeared"):
        flip(
            position("T38@(0,-1)r3 gone[0]", "T71@(0,0)r0 gone[0]", "T41@(1,0)r0 gone[0]", ruleset="pitchfork-long"),
            71,
            0,
            "B0",
        )


def test_tied_leaders_may_get_nothing() -> None:
    state = position(
        "T77@(0,0)r0", "T19@(0,1)r1", claims=("A:boot@(0,0).L2", "B:boot@(0,1).L1"), ruleset="classic-long", turn=2
    )
    strict = state._replace(rules=state.rules._replace(tied_leaders_score=False))
    assert [seat.score for seat in place(state, "T36@(-1,0)r2").seats] == [26, 26]
    assert [seat.score for seat in place(strict, "T36@(-1,0)r2").seats] == [0, 0]


def test_boards_are_values() -> None:
    board = EMPTY.board
    again = pickle.loads(pickle.dumps(board))
    assert again == board
    assert (hash(again), again.views) == (hash(board), board.views)
    assert board != GONE.board
    assert repr(board).startswith("Board(1, {")


def test_a_turn_is_written_on_a_line() -> None:
    first, second = STUCK, MARRAM.apply(STUCK, MARRAM.parse(STUCK, 0, "d50"))
    last = MARRAM.apply(second, MARRAM.parse(second, 0, "d52"))
    plies = [Ply(0, first, MARRAM.parse(first, 0, "d50"), second), Ply(1, second, MARRAM.parse(second, 0, "d52"), last)]
    assert MARRAM.turn_line(plies) == "1. A d50, d52"
