"""Tests of positions that are refused because their parts contradict each other."""

from typing import Any

import pytest

from ..helpers.random_games import TITLE
from .test_position_json import turned
from .test_position_refused import fault_of, set_in

CONTRADICTIONS: list[tuple[tuple[Any, ...], Any, str]] = [
    (("order",), ["A", "B", "B"], "order"),
    (("rolloff",), [[1], [2], [3]], "rolloff"),
    (("outcome",), {"reason": "rugs"}, "outcome"),
    (("seats", 0, "seat"), "B", "seats[0].seat"),
    (("seats", 0, "next"), "y", "seats[0].next"),
    (("seats", 0, "next"), None, "seats[0].next"),
    (("seats", 0, "rugs"), {"c": 60}, "seats[0].rugs.c"),
    (("seats", 1, "rugs"), {"y": 0}, "seats[1].next"),
    (("seats", 0, "rugs"), {"c": 15}, "board.a7.rug"),
    (("seats", 0, "out"), True, "seats[0].out"),
    (("seats", 1, "left"), 1, "seats[1].out"),
    (("board", "e4", "seat"), "A", "board.e4.seat"),
    (("board", "e5"), {"seat": "B", "colour": "y", "rug": 1}, "board.e3"),
    (("board", "a3"), {"seat": "A", "colour": "c", "rug": 9}, "board.b1"),
    (("board", "a6"), {"seat": "C", "colour": "r", "rug": 2}, "board.c5"),
    (("board", "a6"), {"seat": "C", "colour": "r", "rug": 11}, "board.a6.rug"),
    (("board", "a6"), {"colour": "p", "rug": 1}, "board.a6.colour"),
    (("board", "a7", "other"), "b7", "board.a7.other"),
    (("board", "a7", "other"), "g1", "board.a7.other"),
    (("board", "c5", "other"), "c4", "board.c5.other"),
    (("last", "to"), "A", "last"),
    (("last", "to"), None, "last"),
    (("last", "paid"), 5, "last"),
    (("last", "face"), 2, "last"),
    (("last", "face"), None, "last"),
    (("last", "seat"), "C", "last"),
    (("last", "rug"), ["a1", "c1"], "last.rug"),
    (("last", "rug"), ["a1"], "last.rug"),
    (("last", "patch"), ["e4", "e4"], "last.patch"),
    (("last", "patch"), ["e4"], "last.patch"),
    (("last", "out"), True, "last"),
    (("assam", "facing"), "N", "last"),
    (("current",), None, "turn"),
    (("turn",), 0, "turn"),
    (("phase",), "order", "phase"),
    (("phase",), "pile", "phase"),
    (("phase",), "end", "phase"),
]


@pytest.mark.parametrize(("path", "value", "place"), CONTRADICTIONS)
def test_it_refuses_a_position_that_contradicts_itself(path: tuple[Any, ...], value: Any, place: str) -> None:
    data = turned()
    data["board"] |= {"b1": {"colour": "c", "rug": 9}}
    set_in(data, path, value)
    assert fault_of(data)[:2] == ("contradiction", place)


def refused(ruleset: str = "gigamic", seats: Any = None, **fields: Any) -> tuple[str, str]:
    """Return code and place of the fault of a position of which only these fields are given."""
    return fault_of({"ruleset": ruleset, "seats": seats or [{}, {}, {}], **fields})[:2]


def test_it_refuses_the_half_of_a_rug_under_an_older_one_of_the_same_seat() -> None:
    board = {"a1": {"colour": "c", "rug": 5, "other": "a2"}, "a2": {"colour": "c", "rug": 4}}
    assert refused(board=board) == ("contradiction", "board.a1.other")


@pytest.mark.parametrize("way", [["a1", "a2"], ["a1", "a2", "b2", "b1"]])
def test_it_refuses_rugs_that_lie_below_each_other_in_a_ring(way: list[str]) -> None:
    ring = zip("cyrp", way, [*way[1:], way[0]], strict=False)
    board: Any = {here: {"colour": colour, "rug": 1, "other": there} for colour, here, there in ring}
    assert refused(board=board, seats=[{}] * 4) == ("contradiction", "board.a2.other")
    board["a1"]["other"] = None
    assert TITLE.from_json({"ruleset": "gigamic", "seats": [{}] * 4, "board": board}).turn == 1


def test_it_refuses_one_who_goes_on_without_having_paid_all() -> None:
    last = {"seat": "C", "face": 2, "paid": 1, "owed": 2, "to": "A"}
    assert refused(last=last) == ("contradiction", "last")
    assert TITLE.from_json({"ruleset": "gigamic", "seats": [{}] * 3, "options": {"out_when": "never"}, "last": last})


def test_it_refuses_squares_that_were_paid_for_when_nothing_was() -> None:
    assert refused(last={"seat": "C", "face": 2, "patch": ["d4"]}) == ("contradiction", "last.patch")


def test_it_refuses_more_rolls_for_the_order_than_there_were_ties() -> None:
    assert refused("slides", rolloff=[[3], [2], [1, 1]]) == ("contradiction", "rolloff[2]")
    assert refused("slides", rolloff=[[3, 2], [3, 1, 4], [1]]) == ("contradiction", "rolloff[1]")


def test_it_refuses_more_rugs_of_a_colour_than_were_laid() -> None:
    board = {square: {"colour": "c", "rug": number} for number, square in enumerate(("a1", "c1", "e1"), 1)}
    seats = [{"rugs": {"c": 11, "y": 1}, "next": "c"}, {"next": "r"}]
    assert refused(board=board, seats=seats) == ("contradiction", "board")


def test_it_refuses_a_turn_of_one_who_is_out() -> None:
    assert refused(seats=[{"out": True}, {}, {}], current="A") == ("contradiction", "current")


def test_it_refuses_a_turn_of_one_without_rugs() -> None:
    assert refused(seats=[{"rugs": {"c": 0}}, {}, {}], current="A") == ("contradiction", "current")


def test_it_refuses_belongings_of_one_who_is_out() -> None:
    assert refused(seats=[{"out": True, "dirhams": 3}, {}, {}]) == ("contradiction", "seats[0]")


def test_it_refuses_two_who_went_out_as_the_same() -> None:
    assert refused(seats=[{"left": 1}, {"left": 1}, {}, {}]) == ("contradiction", "seats")


def test_it_refuses_a_game_that_goes_on_with_one_survivor() -> None:
    assert refused(seats=[{"left": 1}, {"left": 2}, {}]) == ("contradiction", "phase")


def test_a_game_may_go_on_with_one_survivor_who_plays_on() -> None:
    assert TITLE.from_json({"ruleset": "anu", "seats": [{"left": 1}, {}]}).current == 1


def test_it_refuses_a_rotation_at_the_beginning_where_it_comes_at_the_end() -> None:
    assert refused("gigamic-variant", phase="rotate") == ("contradiction", "phase")


def test_it_refuses_a_rotation_at_the_end_when_no_rug_is_left() -> None:
    seats = [{"rugs": {colour: 0}} for colour in "cyr"]
    assert refused("gigamic-variant", phase="end", seats=seats, current="A") == ("contradiction", "phase")


def test_it_refuses_a_seat_that_has_not_drawn_while_another_plays() -> None:
    assert refused(seats=[{"next": "c"}, {}]) == ("contradiction", "seats[1].next")
    seats = [{"next": None}, {"next": None}]
    assert refused(phase="pile", seats=seats, current="A", turn=3) == ("contradiction", "seats[1].next")


@pytest.mark.parametrize("reason", ["survivor", "resigned"])
def test_it_refuses_an_end_by_leaving_when_no_one_left(reason: str) -> None:
    assert refused(phase="over", outcome={"reason": reason}) == ("contradiction", "outcome.reason")


def test_it_refuses_an_end_by_rugs_when_rugs_are_left() -> None:
    assert refused(phase="over", outcome={"reason": "rugs"}) == ("contradiction", "outcome.reason")


def test_it_refuses_an_end_for_no_known_reason() -> None:
    assert refused(phase="over", outcome={"reason": "boredom"}) == ("malformed", "outcome.reason")


SETTLED = [[3], [2], [1]]


def test_it_refuses_a_roll_off_that_is_settled() -> None:
    assert refused("slides", phase="order", rolloff=SETTLED) == ("contradiction", "phase")


def test_it_refuses_a_roll_off_where_the_order_is_given() -> None:
    assert refused(phase="order") == ("contradiction", "phase")


def test_it_refuses_an_order_before_it_is_rolled_for() -> None:
    assert refused("slides", phase="order", order=["B", "A", "C"]) == ("contradiction", "order")


def test_it_refuses_a_turn_before_the_order_is_settled() -> None:
    assert refused("slides", phase="order", turn=3, current="A") == ("contradiction", "turn")


def test_it_refuses_another_order_than_the_rolls_give() -> None:
    assert refused("slides", rolloff=SETTLED, order=["B", "A", "C"]) == ("contradiction", "order")


def test_it_refuses_a_turn_of_a_game_whose_roll_off_is_not_settled() -> None:
    assert refused("slides", rolloff=[[3], [3], []]) == ("contradiction", "rolloff")


def test_it_refuses_a_phase_with_a_turn_that_is_no_ones() -> None:
    assert refused(current=None) == ("contradiction", "current")
