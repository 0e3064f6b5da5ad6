from pathlib import Path
from random import Random

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from games.engine.errors import BadFile, BadNotation
from games.engine.gamefile import Record, read_one, write
from games.engine.marram.actions import HOME, Discard, Flip, Pass, Place, cell_at, cell_name, cell_named
from games.engine.marram.state import TURNS, State
from games.engine.marram.title import MARRAM
from games.engine.marram.turn_format import game_lines
from games.engine.values import ABORTED

from ..helpers.marram_games import RULESETS, random_game
from ..helpers.marram_positions import ordered_start, position

games_of = {"ruleset": st.sampled_from(RULESETS), "seats": st.integers(2, 4), "seed": st.integers(0, 10**6)}


def without_history(state: State) -> State:
    """Return what a position line tells of a state."""
    seats = tuple(holding._replace(draws=0) for holding in state.seats)
    later = range(state.turn, state.rules.last_turn)
    is_last = all(seats[number % len(seats)].left for number in later)
    reason = TURNS if state.reason == ABORTED and is_last else state.reason  # no turn is left that could show it
    return state._replace(last=None, seats=seats, reason=reason)


@pytest.mark.parametrize(
    ("column", "row", "name"), [(0, 0, "0"), (3, -2, "n2e3"), (0, 1, "s1"), (-4, 0, "w4"), (-12, 10, "s10w12")]
)
def test_a_cell_is_written_as_the_way_to_it(column: int, row: int, name: str) -> None:
    assert cell_name(cell_at(column, row)) == name
    assert cell_named(name) == cell_at(column, row)


@pytest.mark.parametrize("name", ["", "n0", "e3n2", "n", "x1", "n2e", "00", "n999"])
def test_malformed_cells_are_refused(name: str) -> None:
    assert cell_named(name) is None


@pytest.mark.parametrize(
    ("text", "action"),
    [
        ("14 n2e3 1 L0", Place(0, 14, cell_at(3, -2), 1, 0)),
        ("  14  N2 E3  1 l0 ", Place(0, 14, cell_at(3, -2), 1, 0)),
        ("14n2e3 1 b1", Place(0, 14, cell_at(3, -2), 1, 5)),
        ("T04 0 2", Place(0, 4, HOME, 2, None)),
        ("f57 2 B0", Flip(0, 57, 2, 4)),
        ("F 57 2", Flip(0, 57, 2, None)),
        ("d14", Discard(0, 14)),
        ("Pass", Pass(0)),
    ],
)
def test_actions_of_marram_may_be_typed_freely(text: str, action: object) -> None:
    assert MARRAM.parse(ordered_start("classic-short", 2), 0, text) == action


@pytest.mark.parametrize("text", ["", "14", "n2e3", "14 n2e3 4", "14 n2e3 1 L4", "14 n2e3 1 1", "f", "114 n1 0"])
def test_malformed_actions_of_marram_are_refused(text: str) -> None:
    with pytest.raises(BadNotation, match="unreadable"):
        MARRAM.parse(ordered_start("classic-short", 2), 0, text)


def test_a_rotation_may_be_omitted_where_only_one_fits() -> None:
    state = position("S00@(0,0)r0", rack=(39,))
    assert MARRAM.parse(state, 0, "39 n1 L0") == Place(0, 39, cell_at(0, -1), 2, 0)
    with pytest.raises(BadNotation, match="rotation-missing") as refused:
        MARRAM.parse(state, 0, "39 e1")
    assert refused.value.params == {"what": "39 e1", "rotations": "0, 1"}
    flipped = position("T38@(0,-1)r3", "T70@(0,0)r0")
    with pytest.raises(BadNotation, match="rotation-missing") as refused:
        MARRAM.parse(flipped, 0, "f70 B0")
    assert refused.value.params["rotations"] == "0, 3"


def test_the_start_of_marram_is_written_as_the_rules_have_it() -> None:
    line = "classic-short 1 A/2 A:0/7.0.3/0.0/4.16.15 B:0/7.0.3/0.0/23.22.52 0@0r0 - ?"
    assert MARRAM.position_line(MARRAM.read_position(line)) == line


@given(**games_of)
@example(ruleset="pitchfork-long", seats=4, seed=34549)  # aborted in its last turn
def test_actions_and_positions_of_marram_survive_their_notation(ruleset: str, seats: int, seed: int) -> None:
    dice = Random(seed)
    for ply in random_game(ruleset, seats, dice, leaving=0.005, known=seed % 2 == 0):
        assert MARRAM.parse(ply.before, ply.action.seat, MARRAM.notation(ply.action)) == ply.action
        if dice.random() < 0.15:
            state = ply.after
            assert MARRAM.from_json(MARRAM.to_json(state)) == state
            line = MARRAM.position_line(state)
            again = MARRAM.read_position(line)
            assert MARRAM.position_line(again) == line
            assert without_history(again) == without_history(state)
            view = MARRAM.view(state, 0)
            assert MARRAM.from_json(MARRAM.to_json(view)) == view


@given(**games_of, leaving=st.sampled_from([0, 0.01, 0.05, 0.3]))
def test_games_of_marram_survive_their_files(ruleset: str, seats: int, seed: int, leaving: float) -> None:
    plies = list(random_game(ruleset, seats, Random(seed), leaving))
    log = tuple((ply.action.seat, MARRAM.notation(ply.action)) for ply in plies[: seed % 300 or None])
    record = Record("marram", ruleset, {}, seats, ("",) * seats, log)
    assert read_one(write(record)) == record


def test_a_whole_turn_of_marram_is_one_line() -> None:
    lines = game_lines(list(random_game("classic-short", 2, Random(4))))
    assert len(lines) == 24
    assert lines[0].startswith("1. A ")
    assert lines[-1].startswith("24. B ")


HEADERS = """\
[Title "Marram"]
[Ruleset "classic-long"]
[Seats "2"]
[A "Ada"]
[B "Ben"]
[Racks "A 4 19 72, B 5 82 74"]
[Result "*"]
"""
WRITTEN_TURNS = """\

1. A 19 s1 3, 4 s1e1 1 | 23 16
2. B 74 n1 0, 82 w1 2 L1 | 54 52
3. A 23 n1w1 3, 72 w2 1 L1 | 66 55
4. B 52 s2 1 L0, 54 s2w1 0 | 40 34
5. A 66 n2w1 3 B1 +2:A, 16 s1w2 0 | 48 71
"""
LEFT = (Path(__file__).parent / "playthroughs" / "classic-short.left-later.mrm").read_text()


def refused(text: str) -> BadFile:
    with pytest.raises(BadFile) as raised:
        read_one(text)
    return raised.value


def test_a_file_of_marram_without_mistakes_is_read() -> None:
    assert len(read_one(HEADERS + WRITTEN_TURNS).log) == 26


@pytest.mark.parametrize(
    ("old", "new", "code", "line", "expected"),
    [
        ("A 4 19 72, B", "A 4 19 72; B", "unreadable", 6, "A 4 16 15, B 23 22 52"),
        ("A 4 19 72, B 5", "A 4 19 72, C 5", "no-such-seat", 6, "A to B, each once"),
        ("A 4 19 72, B 5", "A 4 19 72, A 5", "no-such-seat", 6, "A to B, each once"),
        ("A 4 19 72,", "A 4 19 72 6,", "contradiction", 6, "the first racks, as many tiles as each seat draws"),
        ("B 5 82 74", "B 4 82 74", "impossible-result", 6, ""),
        ('[Result "*"]', '[Interrupted "x"]', "unreadable", 7, "numbers of steps, such as 7, 12"),
        ('[Result "*"]', '[Interrupted "7"]', "contradiction", 7, "steps at which a seat leaves"),
        ('[Result "*"]', '[Interrupted "99"]', "contradiction", 7, "steps at which a seat leaves"),
        ('[Result "*"]', '[Pile "23,16"]', "unreadable", 7, "the numbers of tiles"),
        ('[Result "*"]', '[Pile "16 23"]', "contradiction", 7, "23 16 54 52"),
        ("2. B", "2 B", "unreadable", 10, "the number of the turn and a full stop"),
        ("2. B", "3. B", "contradiction", 10, "2."),
        ("2. B", "2. A", "contradiction", 10, "B"),
        ("2. B", "2. X", "unreadable", 10, "B"),
        ("2. B 74 n1 0, 82 w1 2 L1 | 54 52", "2.", "unreadable", 10, "B"),
        ("2. B 74 n1 0, 82 w1 2 L1 | 54 52", "2. B", "unfinished", 10, ""),
        (" | 54 52", "", "contradiction", 11, "2."),
        (" | 54 52", "\n2. B 5 w2 0", "unfinished", 11, ", "),
        ("| 54 52", "| 54 no", "unexpected", 10, ""),
        ("| 54 52", "| 54 52 66", "unexpected", 10, "the end of the line"),
        ("82 w1 2 L1 |", "82 w1 2 L1, 5 w2 0 |", "unexpected", 10, "the end of the line, or | and the tiles drawn"),
        ("82 w1 2 L1", "82 w1 2 L9", "unreadable", 10, ""),
        ("82 w1 2 L1", "82 n9 2", "not-beside-tile", 10, ", "),
        ("82 w1 2 L1", "82 W1 2 L1", "contradiction", 10, "82 w1 2 L1"),
        (" +2:A", "", "contradiction", 13, "+2:A"),
        (" +2:A", " +3:A", "contradiction", 13, "+2:A"),
        ("4. B 52 s2 1 L0, 54 s2w1 0 | 40 34", "4. abort", "game-over", 13, ""),
    ],
)
def test_a_file_of_marram_with_a_mistake_is_refused(old: str, new: str, code: str, line: int, expected: str) -> None:
    text = HEADERS + WRITTEN_TURNS
    assert text.count(old) == 1
    error = refused(text.replace(old, new))
    assert (error.code, error.params["line"]) == (code, line)
    assert expected in str(error.params.get("expected", ""))


def test_the_line_of_a_seat_that_left_earlier_has_the_number_of_its_turn() -> None:
    line = next(line for line in LEFT.splitlines() if line.endswith(("resigns", "out of time")))
    error = refused(LEFT.replace(line, f"1{line}"))
    assert error.code == "contradiction"
    assert error.params["expected"] == line.split()[0]
