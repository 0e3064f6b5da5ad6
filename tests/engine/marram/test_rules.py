import pickle
from pathlib import Path
from typing import Any

import pytest

from games.engine.commands import main
from games.engine.errors import BadNotation, BadOptions, IllegalAction
from games.engine.gamefile import read_one
from games.engine.marram.actions import FIRST_PART, Discard, Draw, Flip, Pass, Place, cell_at, cell_named
from games.engine.marram.options import rules_for
from games.engine.marram.rules import apply, first_state, legal_actions
from games.engine.marram.state import State
from games.engine.marram.title import MARRAM
from games.engine.messages import in_english
from games.engine.replay import list_plies, points_by_source
from games.engine.values import RESIGNS, Abort, Leave, Ply

from ..helpers.marram_positions import flip, gained, ordered_start, place, position
from .test_notation import HEADERS, WRITTEN_TURNS, refused

START = "T00@(0,0)r0"


@pytest.mark.parametrize("claim", ["B0", "B1"])
def test_a_snake_with_two_parts_on_one_tile_scores_once(claim: str) -> None:
    before = position("T00@(0,-1)r0", "T09@(1,1)r3", "T11@(0,1)r0", "T07@(1,0)r2")
    after = place(before, "T27@(0,0)r0", claim)
    assert gained(before, after) == (6, 0)
    assert after.last is not None
    assert [(one.kind, len(one.nodes)) for one in after.last.scored] == [("orange", 6)]


def test_a_part_that_the_tile_does_not_have_cannot_be_claimed() -> None:
    state = position(START, rack=(39,))
    with pytest.raises(IllegalAction) as raised:
        MARRAM.apply(state, Place(0, 39, cell_at(1, 0), 0, FIRST_PART + 5))
    assert raised.value.code == "no-such-segment"


def test_the_only_tile_for_the_only_cell_is_asked_for_its_rotation() -> None:
    prompt = MARRAM.prompt(position(START, rack=(1,)))
    assert prompt is not None
    assert prompt.text.key == "prompt.rotation"
    assert len(prompt.choices) == 2


def test_a_claim_may_leave_out_its_piece() -> None:
    state = position(START, "T42@(0,1)r0", claims=("A:boot@(0,1).B0",), rack=(39,))
    data = MARRAM.to_json(state)
    del data["board"]["s1"]["claims"][0]["piece"]
    assert MARRAM.from_json(data) == state


def test_a_file_of_marram_may_list_its_whole_pile() -> None:
    pile = refused(HEADERS.replace('[Result "*"]', '[Pile "16 23"]') + WRITTEN_TURNS).params["expected"]
    assert len(read_one(HEADERS + f'[Pile "{pile}"]\n' + WRITTEN_TURNS).log) == 26


TITLE: Any = MARRAM
FIRST_TURN = "classic-short 1 A/1 A:0/6.0.2/0.0/1.2 B:0/6.0.2/0.0/4.5.6 C:0/6.0.2/0.0/7.8.9 0@0r0 - ?"
LAST_TURN = "classic-short 24 C/1 A:0/6.0.2/0.0/1.2.3 B:0/6.0.2/0.0/4.5.6 C:0/6.0.2/0.0/7.8 0@0r0 - ?"


@pytest.mark.parametrize(
    ("line", "leaving"),
    [(FIRST_TURN, (1, 2, 0)), (LAST_TURN, (0, 1, 2))],  # the third is in its own turn
)
def test_the_last_seat_stays_even_if_it_wanted_to_leave(line: str, leaving: tuple[int, int, int]) -> None:
    state = TITLE.read_position(line)
    for seat in leaving:
        state = TITLE.apply(state, TITLE.parse(state, seat, "resigns"))
    first, last, second = leaving
    stays = TITLE.to_json(state)["seats"][last]
    assert (stays["out"], len(stays["rack"])) == (None, 3)
    places = {one.seat: one.place for one in TITLE.outcome(state).standings}
    assert places[last] == 1
    assert {places[first], places[second]} == {2, 3}


# Nothing of the rack fits beside the only tile, which has no shovel (position 15 of the test list).
STUCK = position("T01@(0,0)r0", rack=(50, 52, 54), ruleset="classic-long")
EMPTY = position("T01@(0,0)r0", ruleset="classic-long")
GONE = position("T38@(0,-1)r3 gone[0]", "T71/B@(0,0)r0 gone[0]", ruleset="pitchfork-long")


def told(state: State, text: str, seat: int | None = 0) -> list[str]:
    action = MARRAM.parse(state, seat, text)
    return [
        in_english(MARRAM.phrases, message)
        for message in MARRAM.describe(Ply(0, state, action, MARRAM.apply(state, action)))
    ]


def code_of(state: State, chosen: str) -> str:
    with pytest.raises((BadNotation, IllegalAction)) as raised:
        MARRAM.prompt(state, chosen)
    return raised.value.code


def test_a_player_who_can_only_discard_is_asked_which_tile() -> None:
    prompt = MARRAM.prompt(STUCK)
    assert prompt
    assert [choice.notation for choice in prompt.choices] == ["d50", "d52", "d54"]
    assert told(STUCK, "d50") == ["None of A’s tiles fits: A discarded tile 50."]


def test_a_player_without_any_action_passes() -> None:
    prompt = MARRAM.prompt(EMPTY)
    assert prompt
    assert [in_english(MARRAM.phrases, choice.label) for choice in prompt.choices] == [MARRAM.phrases["choice.pass"]]
    after = MARRAM.apply(EMPTY, Pass(0))
    assert (MARRAM.notation(Pass(0)), after.actions_left, after.board) == ("pass", 1, EMPTY.board)
    assert told(EMPTY, "pass") == ["A could not do anything."]


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


def test_no_question_follows_the_end_of_marram() -> None:
    over = MARRAM.apply(EMPTY, Abort())
    assert MARRAM.prompt(over) is None
    assert code_of(over, "50") == "not-your-turn"


def test_a_tile_with_one_face_is_flipped_by_no_rotation() -> None:
    assert MARRAM.parse(EMPTY, 0, "f1") == Flip(0, 1, 0)


def test_a_vanished_feature_cannot_be_claimed() -> None:
    with pytest.raises(IllegalAction, match="has-disappeared"):
        flip(
            position("T38@(0,-1)r3 gone[0]", "T71@(0,0)r0 gone[0]", "T41@(1,0)r0 gone[0]", ruleset="pitchfork-long"),
            71,
            0,
            "B0",
        )


def test_the_options_decide_whether_tied_leaders_score() -> None:
    state = position(
        "T77@(0,0)r0", "T19@(0,1)r1", claims=("A:boot@(0,0).L2", "B:boot@(0,1).L1"), ruleset="classic-long", turn=2
    )
    strict = state._replace(rules=state.rules._replace(tied_leaders_score=False))
    assert [seat.score for seat in place(state, "T36@(-1,0)r2").seats] == [26, 26]
    assert [seat.score for seat in place(strict, "T36@(-1,0)r2").seats] == [0, 0]


def test_boards_of_marram_are_values() -> None:
    board = EMPTY.board
    again = pickle.loads(pickle.dumps(board))
    assert again == board
    assert (hash(again), again.views) == (hash(board), board.views)
    assert board != GONE.board
    assert repr(board).startswith("Board(1, {")


def test_a_turn_of_marram_is_written_on_one_line() -> None:
    first, second = STUCK, MARRAM.apply(STUCK, MARRAM.parse(STUCK, 0, "d50"))
    last = MARRAM.apply(second, MARRAM.parse(second, 0, "d52"))
    plies = [Ply(0, first, MARRAM.parse(first, 0, "d50"), second), Ply(1, second, MARRAM.parse(second, 0, "d52"), last)]
    assert MARRAM.turn_line(plies) == "1. A d50, d52"


FIRST_STATE = first_state(rules_for("classic-short", {}, 2))


def begun() -> State:
    """Return the position in which seat 0 has its first turn, with the tiles 1, 2 and 3."""
    state = FIRST_STATE
    while state.phase == "draw":
        state = apply(state, legal_actions(state)[0])
    return state


def refused_code(state: State, action: object) -> str:
    with pytest.raises(IllegalAction) as raised:
        apply(state, action)  # type: ignore[arg-type]
    return raised.value.code


def test_no_seat_plays_while_a_tile_is_due() -> None:
    assert refused_code(FIRST_STATE, Pass(0)) == "chance-due"


def test_no_tile_is_drawn_in_a_turn() -> None:
    assert refused_code(begun(), Draw(9)) == "no-chance-due"


def test_a_tile_is_not_drawn_twice() -> None:
    assert refused_code(apply(FIRST_STATE, Draw(5)), Draw(5)) == "impossible-result"


def test_a_seat_waits_for_its_turn() -> None:
    assert refused_code(begun(), Pass(1)) == "not-your-turn"


def test_a_player_who_can_place_neither_passes_nor_discards() -> None:
    state = begun()
    assert refused_code(state, Pass(0)) == "must-act"
    assert refused_code(state, Discard(0, 1)) == "can-place"


def test_a_tile_is_placed_from_the_rack_on_an_empty_cell_beside_another() -> None:
    state, home, far = begun(), cell_named("0"), cell_named("n9")
    assert home is not None
    assert far is not None
    assert refused_code(state, Place(0, 50, home, 0)) == "not-in-rack"
    assert refused_code(state, Place(0, 1, home, 0)) == "cell-taken"
    assert refused_code(state, Place(0, 1, far, 0)) == "not-beside-tile"


def test_only_a_tile_with_a_shovel_on_the_board_is_flipped() -> None:
    state = begun()
    assert refused_code(state, Flip(0, 57, 0)) == "not-on-board"
    assert refused_code(state, Flip(0, 0, 0)) == "no-shovel-sign"


def test_no_action_follows_the_end_of_marram() -> None:
    over = apply(begun(), Abort())
    for action in (Pass(0), Draw(9), Abort(), Leave(0, RESIGNS)):
        assert refused_code(over, action) == "game-over"


def test_a_seat_that_does_not_exist_or_has_left_cannot_leave() -> None:
    assert refused_code(begun(), Leave(5, RESIGNS)) == "no-such-seat"
    three = first_state(rules_for("classic-short", {}, 3))
    assert refused_code(apply(three, Leave(1, RESIGNS)), Leave(1, RESIGNS)) == "already-out"


@pytest.mark.parametrize(
    ("ruleset", "changes", "seats", "code"),
    [
        ("animals", {}, 2, "unknown-ruleset"),
        ("classic-short", {}, 5, "bad-seats"),
        ("classic-short", {"boots": "9"}, 2, "unknown-option"),
    ],
)
def test_unknown_rules_of_marram_are_refused(ruleset: str, changes: dict[str, str], seats: int, code: str) -> None:
    with pytest.raises(BadOptions, match=code):
        rules_for(ruleset, changes, seats)


FILE = Path(__file__).parent / "playthroughs" / "pitchfork-short.scores-1.mrm"


def test_the_points_by_source_are_the_points_of_the_game() -> None:
    record = read_one(FILE.read_text())
    plies = list_plies(MARRAM, record.ruleset, {}, record.seats, record.log)
    points = points_by_source(MARRAM, plies, record.seats)
    assert {source for source in points if source not in MARRAM.phrases} == set()
    sums = [sum(counts) for counts in zip(*points.values(), strict=True)]
    assert sums == [holding.score for holding in plies[-1].after.seats]


def test_the_analyse_command_writes_the_points_by_source(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["analyse", str(FILE)]) == 0
    assert "Grass tuft" in capsys.readouterr().out
    assert main(["analyse", "--json", str(FILE)]) == 0
    assert '"kind.tuft"' in capsys.readouterr().out
