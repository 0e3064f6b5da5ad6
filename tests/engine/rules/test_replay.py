import subprocess
import sys

import pytest

from games.engine.errors import BadNotation, BadOptions, CorruptLog, EngineError
from games.engine.marrakech.actions import Draw, Roll, RollOff
from games.engine.registry import TITLES, get_title
from games.engine.replay import group_by_turn, list_plies, replay, state_hash

from ..helpers.positions import position
from ..helpers.random_games import TITLE, random_game

BEGINNING = [(None, "c"), (None, "r"), (0, "L"), (None, "2"), (0, "a5b5"), (None, "y"), (1, "F")]


def test_replay_gives_the_last_state() -> None:
    states, log = random_game("gigamic", 2, 3)
    assert replay(TITLE, "gigamic", {}, 2, log) == states[-1]


def test_plies_have_the_states_around_them() -> None:
    states, log = random_game("slides", 4, 3)
    made = list_plies(TITLE, "slides", {}, 4, log)
    assert [ply.before for ply in made] == states[:-1]
    assert [ply.after for ply in made] == states[1:]
    assert [ply.number for ply in made] == list(range(len(log)))


def test_turns_put_what_comes_before_the_first_into_a_group_of_its_own() -> None:
    groups = group_by_turn(TITLE, list_plies(TITLE, "gigamic", {}, 2, BEGINNING))
    assert [len(group) for group in groups] == [2, 4, 1]
    assert TITLE.turn_line(groups[0]) == ""


CORRUPT = [
    ((0, "L"), 0, "chance-due"),
    ((None, "x"), 0, "unreadable"),
    ((None, "5"), 0, "unreadable"),
    ((None, ""), 0, "unreadable"),
    ((None, "r"), 0, "impossible-result"),
    ((None, "1"), 0, "other-chance-due"),
    ((1, "L"), 2, "not-your-turn"),
    ((0, "a4b4"), 2, "wrong-phase"),
    ((0, "--"), 2, "wrong-phase"),
    ((None, "1"), 2, "no-chance-due"),
    ((0, "--"), 4, "can-lay"),
    ((0, "L"), 4, "wrong-phase"),
    ((0, "hello"), 4, "unreadable"),
    ((7, "resigns"), 4, "no-such-seat"),
]


@pytest.mark.parametrize(("entry", "ply", "code"), CORRUPT)
def test_a_corrupt_log_names_its_first_bad_entry(entry: tuple[int | None, str], ply: int, code: str) -> None:
    with pytest.raises(CorruptLog) as caught:
        replay(TITLE, "gigamic", {}, 2, [*BEGINNING[:ply], entry, *BEGINNING[ply:]])
    assert (caught.value.code, caught.value.params["ply"]) == (code, ply)


def test_a_log_that_goes_on_after_the_end_is_corrupt() -> None:
    with pytest.raises(CorruptLog, match="game-over"):
        replay(TITLE, "gigamic", {}, 2, [(0, "resigns"), (None, "c")])


def test_a_log_with_a_second_resignation_of_a_seat_is_corrupt() -> None:
    with pytest.raises(CorruptLog, match="already-out"):
        replay(TITLE, "gigamic", {}, 3, [(1, "resigns"), (1, "out of time")])


def test_a_seat_leaves_by_resigning_or_by_time_out_only() -> None:
    with pytest.raises(CorruptLog, match="unreadable"):
        replay(TITLE, "gigamic", {}, 2, [(0, "sulks")])


def test_results_of_different_chances_are_different() -> None:
    assert len({Roll(1), RollOff(1), Draw(1)}) == 3


def test_a_log_of_a_game_that_cannot_start_is_refused() -> None:
    with pytest.raises(BadOptions):
        replay(TITLE, "gigamic", {}, 9, [])


@pytest.mark.parametrize("text", ["e4e5", "E4E5", "e5e4", "e5-e4", "e4 e5", "e4+e5", " e4e5 "])
def test_a_rug_may_be_typed_in_many_ways(text: str) -> None:
    assert TITLE.notation(TITLE.parse(position("gigamic"), 0, text)) == "e4e5"


@pytest.mark.parametrize("text", ["", "e4", "e4e5e6", "LL", "1", "c", "abort", "e4/e5", "resign", "e44e5"])
def test_text_that_is_no_notation_is_refused(text: str) -> None:
    with pytest.raises(BadNotation) as caught:
        TITLE.parse(position("gigamic"), 0, text)
    assert caught.value.code == "unreadable"


def test_a_rotation_may_be_typed_small() -> None:
    assert TITLE.notation(TITLE.parse(position("gigamic"), 0, "l")) == "L"


def test_equal_positions_have_equal_hashes_and_others_not() -> None:
    states, _ = random_game("gigamic", 3, 8)
    hashes = [state_hash(TITLE, state) for state in states]
    assert len(set(hashes)) == len(states)
    assert all(len(value) == 16 for value in hashes)


def test_the_hash_of_a_position_never_changes() -> None:
    assert state_hash(TITLE, TITLE.start("gigamic", {}, 4)) == "df0a3ccbc3dcfb57"


def test_the_registry_knows_marrakech() -> None:
    assert get_title("marrakech") is TITLES["marrakech"] is TITLE


def test_the_registry_refuses_an_unknown_title() -> None:
    with pytest.raises(BadOptions) as caught:
        get_title("checkers")
    assert caught.value.code == "unknown-title"


def test_an_engine_error_has_its_code_and_parameters() -> None:
    assert str(EngineError("code")) == str(EngineError("code", ply=3)) == "Code (code)."
    assert EngineError("code", ply=3).params == {"ply": 3}


def test_the_engine_needs_nothing_but_the_standard_library() -> None:
    program = (
        "import sys, games.engine.registry, games.engine.replay, games.engine.dice;"
        "print(sorted({m.split('.')[0] for m in sys.modules} - sys.stdlib_module_names - {'games', '__main__'}))"
    )
    done = subprocess.run([sys.executable, "-S", "-c", program], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "[]"
