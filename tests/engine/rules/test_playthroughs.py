import re
from typing import Any

import pytest

from games.engine.replay import group_by_turn, list_plies
from games.engine.values import Ply

from ..helpers.positions import position
from ..helpers.random_games import TITLE, Log, Options, apply_texts, random_game
from ..helpers.records import SHORTEST

LINES = SHORTEST.splitlines()
TURN = re.compile(r"\d+\. [AB] ([LFR])(\d)>\S+(?: \$\S+)? (?:([cyrp])\+(\S+)|#)")


def record(lines: list[str]) -> tuple[Any, Log]:
    """Play turn lines of a game for two; the colour that each turn lays was drawn from that seat's pile before."""
    state, log, upcoming = TITLE.start("gigamic", {}, 2), [], [TURN.findall(line)[0] for line in lines]

    def play(text: str) -> None:
        nonlocal state
        log.append((None if TITLE.chance(state) else state.current, text))
        state = apply_texts(state, text)

    def draw() -> None:
        while TITLE.outcome(state) is None and state.phase == "pile":
            seat = TITLE.chance(state).seat
            coming = [turn[2] for i, turn in enumerate(lines_left) if (i + first) % 2 == seat and turn[2]]
            play(coming[0] if coming else "cr"[seat])

    lines_left, first = upcoming, 0
    draw()
    for number, (rotation, face, _, rug) in enumerate(upcoming, 1):
        lines_left, first = upcoming[number:], number
        play(rotation)
        play(face)
        if rug:
            play(rug)
        draw()
    return state, log


def written(log: Log, ruleset: str = "gigamic", seats: int = 2, changes: Options | None = None) -> list[str]:
    groups = group_by_turn(TITLE, list_plies(TITLE, ruleset, changes or {}, seats, log))
    return [line for line in map(TITLE.turn_line, groups) if line]


def test_the_shortest_game_for_two_takes_twelve_turns() -> None:
    state, _ = record(LINES)
    result = TITLE.outcome(state)
    assert (result.reason, result.standings[0].seat, state.turn) == ("survivor", 0, 12)
    assert [seat.dirhams for seat in state.seats] == [60, 0]


def test_the_shortest_game_is_written_as_it_was_read() -> None:
    _, log = record(LINES)
    assert written(log) == LINES


def test_lines_of_the_variant_end_with_the_rotation() -> None:
    log = [(None, "c"), (None, "r"), (None, "1"), (0, "c4d4"), (None, "c"), (0, "R"), (None, "2")]
    assert written(log, "gigamic-variant") == ["1. A 1>d5N c+c4d4 R", "2. B 2>f5E"]


def test_a_rug_put_away_is_written_with_dashes() -> None:
    games = (random_game("summary-strict", 3, seed) for seed in range(20))
    log = next(log for _, log in games if (2, "--") in log)
    assert any(line.endswith(" +--") for line in written(log, "summary-strict", 3))


LEAVING = [
    pytest.param([(0, "resigns")], ["1. A resigns"], id="on one's own turn"),
    pytest.param([(1, "out of time")], ["1. B out of time"], id="on another's turn"),
    pytest.param([(0, "L"), (2, "resigns")], ["1. A L C resigns"], id="in the middle of another's turn"),
    pytest.param([(0, "F"), (None, "1"), (0, "resigns")], ["1. A F1>d5N A resigns"], id="in the middle of one's own"),
    pytest.param([(0, "F"), (None, "abort")], ["1. A F abort"], id="the table, in the middle of a turn"),
    pytest.param([(None, "abort")], ["1. abort"], id="the table, between turns"),
]


@pytest.mark.parametrize(("log", "lines"), LEAVING)
def test_a_resignation_has_its_place_in_the_lines(log: Log, lines: list[str]) -> None:
    assert written(log, seats=3) == lines


def test_an_interrupted_turn_goes_on_in_the_next_line() -> None:
    log = [(0, "F"), (None, "1"), (2, "resigns"), (0, "c5c6")]
    assert written(log, seats=3) == ["1. A F1>d5N C resigns", "2. A c+c5c6"]


def test_paying_with_the_last_dirham_is_written_with_a_hash_in_the_slides() -> None:
    state = position("slides", phase="roll", rugs="y1:43,44", dirhams={0: 2})
    (ply,) = make_plies(state, "1")
    assert TITLE.turn_line([ply]) == "5. A 1>e4E $2:B #"


def test_paying_less_than_is_owed_without_going_out_goes_on_with_a_rug() -> None:
    state = position("gigamic", changes={"out_when": "never"}, phase="roll", rugs="y1:43,44", dirhams={0: 1})
    assert TITLE.turn_line(make_plies(state, "1", "d4d5")) == "5. A 1>e4E $1/2:B c+d4d5"


def make_plies(state: Any, *texts: str) -> list[Ply]:
    made = []
    for text in texts:
        after = apply_texts(state, text)
        seat = None if TITLE.chance(state) else state.current
        made.append(Ply(state.ply, state, TITLE.parse(state, seat, text), after))
        state = after
    return made


@pytest.mark.parametrize("ways", [("resigns", "resigns"), ("out of time", "resigns")])
def test_the_last_one_in_wins_when_the_others_leave(ways: tuple[str, ...]) -> None:
    state = TITLE.start("gigamic", {}, 3)
    for seat, how in enumerate(ways):
        state = TITLE.apply(state, TITLE.parse(state, seat, how))
    result = TITLE.outcome(state)
    assert (result.reason, [standing.seat for standing in result.standings]) == ("resigned", [2, 1, 0])


def test_a_survivor_who_plays_on_can_still_resign() -> None:
    state = position("anu", seats=2, out=(0,), current=1, phase="rotate")
    state = TITLE.apply(state, TITLE.parse(state, 1, "resigns"))
    assert TITLE.outcome(state).reason == "resigned"


def test_an_aborted_game_has_no_standings() -> None:
    state = TITLE.start("gigamic", {}, 3)
    abort = TITLE.parse(state, None, "abort")
    result = TITLE.outcome(TITLE.apply(state, abort))
    assert TITLE.notation(abort) == "abort"
    assert (result.reason, result.standings) == ("aborted", ())


def test_no_action_is_legal_in_a_finished_game() -> None:
    state = position("gigamic", phase="over", reason="rugs")
    assert (TITLE.legal_actions(state), TITLE.acting(state), TITLE.chance(state)) == ((), (), None)


def test_leaving_before_the_first_turn_leaves_the_piles_of_the_others() -> None:
    state = TITLE.start("gigamic", {"survivor": "plays_on"}, 2)
    state = TITLE.apply(state, TITLE.parse(state, 0, "resigns"))
    assert TITLE.chance(state).seat == 1
    state = apply_texts(state, "p")
    assert (state.current, state.turn) == (1, 1)


def test_leaving_during_a_roll_off_unties_the_tied() -> None:
    state = apply_texts(TITLE.start("slides", {}, 3), "4", "2", "2")
    state = TITLE.apply(state, TITLE.parse(state, 1, "resigns"))
    assert (state.order, state.phase) == ((0, 2, 1), "rotate")


def test_the_game_ends_at_once_when_the_last_with_rugs_leaves_during_a_rotation() -> None:
    state = position("gigamic-variant", phase="end", piles={0: 0, 1: 0, 2: 1})
    state = TITLE.apply(state, TITLE.parse(state, 2, "resigns"))
    assert TITLE.outcome(state).reason == "rugs"


def test_a_shorter_game_has_the_rugs_that_were_agreed() -> None:
    states, _ = random_game("gigamic", 2, 5, {"rugs": "3/2/1", "dirhams": "99"})
    assert [seat.rugs for seat in states[0].seats] == [3, 3]
    assert TITLE.to_json(states[0])["seats"][0]["rugs"] == {"c": 2, "y": 1}
    assert states[-1].turn == 6
