"""Tests of positions as JSON data: the documented keys, and the values for missing ones."""

import json
from typing import Any

import pytest

from ..helpers.positions import position
from ..helpers.random_games import ALL, TITLE, apply_texts, random_game


def turned(state: Any = None) -> Any:
    """Return the JSON of a position in the middle of a turn, with a value for every key."""
    state = state or apply_texts(position("gigamic", phase="roll", rugs="y1:43,44 c1:00,01 r2:22"), "1")
    return TITLE.to_json(state)


def test_the_keys_are_the_documented_ones() -> None:
    data = turned()
    assert {"title", "ruleset", "options", "ply", "turn", "phase", "acting", "assam"} <= set(data)
    assert {"seats", "board", "last", "legal", "outcome"} <= set(data)
    assert {"seat", "dirhams", "rugs", "next", "out", "squares", "score"} <= set(data["seats"][0])
    assert {"seat", "rotation", "face", "path", "paid", "owed", "to", "patch", "rug", "out"} <= set(data["last"])


def test_the_values_are_the_documented_ones() -> None:
    data = turned()
    assert (data["acting"], data["phase"], data["assam"]) == (["A"], "lay", {"square": "e4", "facing": "E"})
    assert data["board"]["e4"] == {"seat": "B", "colour": "y", "rug": 1, "other": "e3"}
    assert (data["last"]["path"], data["last"]["patch"], data["last"]["to"]) == (["e4"], ["e4", "e3"], "B")
    assert (data["seats"][0]["dirhams"], data["seats"][0]["squares"], data["seats"][0]["score"]) == (28, 2, 30)
    assert data["legal"] == sorted(data["legal"])


def test_nothing_is_legal_for_a_seat_while_chance_is_due() -> None:
    data = TITLE.to_json(TITLE.start("gigamic", {}, 2))
    assert (data["acting"], data["legal"], data["phase"]) == ([], [], "pile")


def test_a_finished_game_shows_its_outcome() -> None:
    states, _ = random_game("gigamic", 3, 1)
    outcome = TITLE.to_json(states[-1])["outcome"]
    assert outcome["reason"] == "rugs"
    assert set(outcome["standings"][0]) == {"seat", "score", "dirhams", "squares", "place", "out"}


def test_it_is_plain_json() -> None:
    data = turned()
    assert json.loads(json.dumps(data)) == data


def test_a_rug_may_leave_open_where_its_other_half_lies() -> None:
    data = turned()
    del data["board"]["c5"]["other"]
    assert TITLE.from_json(data) == TITLE.from_json(turned())


@pytest.mark.parametrize("ruleset", ALL)
def test_a_ruleset_and_seats_are_a_position_already(ruleset: str) -> None:
    data = {"ruleset": ruleset, "seats": [{}, {}, {}], "options": {"order": "given"}}
    assert TITLE.from_json(data) == TITLE.start(ruleset, {"order": "given"}, 3)


def read(**fields: Any) -> Any:
    """Return the state of a position for two with one colour each, of which only these fields are given."""
    seats = fields.pop("seats", [{}, {}])
    return TITLE.from_json({"ruleset": "gigamic", "options": {"two_player_colours": "1"}, "seats": seats, **fields})


def test_the_board_of_the_rules_is_read_as_it_stands_there() -> None:
    state = read(
        ply=31,
        turn=12,
        phase="lay",
        acting=["B"],
        assam={"square": "d7", "facing": "S"},
        seats=[
            {"seat": "A", "dirhams": 34, "rugs": {"c": 9}, "next": "c", "out": False, "squares": 5, "score": 39},
            {"seat": "B", "dirhams": 26, "rugs": {"y": 9}, "next": "y", "out": False, "squares": 0, "score": 26},
        ],
        board={"e6": {"seat": "A", "colour": "c", "rug": 3}},
        last={
            "seat": "B",
            "rotation": "L",
            "face": 3,
            "path": ["c6", "c7", "d7"],
            "paid": 1,
            "owed": 1,
            "to": "A",
            "patch": ["d7"],
            "rug": [],
            "out": False,
        },
        legal=["c6d6"],
        outcome=None,
    )
    assert (state.current, state.turn, state.ply, state.seats[0].dirhams) == (1, 12, 31, 34)
    assert (state.last.start, state.last.heading) == (16, 0)


def test_a_walk_with_only_the_face_given_is_walked_back() -> None:
    state = read(phase="lay", assam={"square": "c7", "facing": "S"}, last={"seat": "A", "face": 4})
    assert TITLE.to_json(state)["last"]["path"] == ["d5", "d6", "d7", "c7"]


def test_a_walk_is_walked_back_from_before_the_rotation_at_the_end() -> None:
    data = {"ruleset": "gigamic-variant", "seats": [{}, {}, {}], "assam": {"square": "d5", "facing": "W"}}
    state = TITLE.from_json({**data, "current": "B", "last": {"seat": "A", "face": 1, "rotation": "L"}})
    assert (state.last.start, state.last.heading) == (24, 0)


def test_rugs_that_lie_on_the_board_are_missing_from_the_pile() -> None:
    state = read(board={"a1": {"colour": "y", "rug": 4}, "b1": {"colour": "y", "rug": 4}})
    assert [seat.rugs for seat in state.seats] == [24, 20]


def test_two_colours_are_counted_apart() -> None:
    board = {"a1": {"colour": "y", "rug": 1}, "b1": {"colour": "c", "rug": 2}}
    data = {"ruleset": "gigamic", "seats": [{"next": "c"}, {"next": "r"}], "board": board}
    assert [seat.piles for seat in TITLE.from_json(data).seats] == [(11, 11), (12, 12)]


def test_the_two_visible_halves_of_a_rug_know_each_other() -> None:
    state = read(board={"a1": {"colour": "y", "rug": 4}, "b1": {"colour": "y", "rug": 4}})
    assert (state.others[42], state.others[43]) == (43, 42)


def test_it_is_the_turn_of_the_first_who_has_rugs() -> None:
    assert read(seats=[{"rugs": {"c": 0}}, {}]).current == 1


def test_it_is_the_turn_of_the_acting_seat_by_default() -> None:
    assert (read(acting=["B"]).current, read(acting=["B"], current="A").current) == (1, 0)


def test_a_game_that_is_over_may_leave_open_whose_turn_it_was() -> None:
    seats = [{"rugs": {"c": 0}}, {"rugs": {"y": 0}}]
    state = read(phase="over", current=None, outcome={"reason": "rugs"}, seats=seats)
    assert (state.current, state.turn) == (-1, 1)


def test_before_the_first_turn_it_is_no_ones() -> None:
    state = TITLE.from_json({"ruleset": "gigamic", "phase": "pile", "seats": [{"next": None}, {"next": "r"}]})
    assert (state.current, state.turn, TITLE.chance(state).seat) == (-1, 0, 0)


def test_a_turn_without_a_number_before_the_first_is_no_ones() -> None:
    data = {"ruleset": "gigamic", "phase": "over", "turn": 0, "outcome": {"reason": "aborted"}}
    assert TITLE.from_json({**data, "seats": [{}, {}], "options": {"two_player_colours": "1"}}).current == -1


def test_seats_out_without_a_number_went_in_the_order_of_seats() -> None:
    seats = [{"out": True}, {"out": True, "left": 1}, {"out": True}, {}]
    state = TITLE.from_json({"ruleset": "anu", "seats": seats})
    assert [(seat.left, seat.dirhams, seat.rugs) for seat in state.seats[:3]] == [(2, 0, 0), (1, 0, 0), (3, 0, 0)]


def test_a_rotation_can_be_made_in_a_position_without_a_turn_before_it() -> None:
    data = TITLE.to_json(position("gigamic-variant", phase="end"))
    data["last"] = None
    state = apply_texts(TITLE.from_json(data), "L")
    assert (state.current, state.last, state.facing) == (1, None, 0)


def test_a_lay_can_be_made_in_a_position_without_a_turn_before_it() -> None:
    data = turned()
    data["last"] = None
    state = apply_texts(TITLE.from_json(data), "f4g4")
    assert (state.current, state.last) == (1, None)


def test_a_roll_can_be_made_in_a_position_without_a_turn_before_it() -> None:
    data = TITLE.to_json(position("gigamic", phase="roll"))
    data["last"] = None
    assert apply_texts(TITLE.from_json(data), "2").last.rotation is None


def test_the_order_of_play_is_the_one_that_was_rolled_for() -> None:
    data = {"ruleset": "slides", "seats": [{}, {}, {}], "rolloff": [[1], [2], [3]], "order": ["C", "B", "A"]}
    assert TITLE.from_json(data).current == 2
