"""A position as JSON data: the documented keys, and what is refused."""

import copy
import json
from typing import Any

import pytest

from games.engine.errors import BadPosition

from .play import TITLE, act, random_game
from .positions import position


def turned(state: Any = None) -> Any:
    """Return the JSON of a position in the middle of a turn, with something of everything in it."""
    state = state or act(position("gigamic", phase="roll", rugs="y1:43,44 c1:00,01 r2:22"), "1")
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
    assert data["board"]["e4"] == {"seat": "B", "colour": "y", "rug": 1, "other": None}
    assert (data["last"]["path"], data["last"]["patch"], data["last"]["to"]) == (["e4"], ["e4", "e3"], "B")
    assert (data["seats"][0]["dirhams"], data["seats"][0]["squares"], data["seats"][0]["score"]) == (28, 2, 30)
    assert data["legal"] == sorted(data["legal"])


def test_nothing_is_legal_for_a_seat_while_chance_is_due() -> None:
    data = TITLE.to_json(TITLE.start("gigamic", {}, 2))
    assert (data["acting"], data["legal"], data["phase"]) == ([], [], "pile")


def test_a_finished_game_tells_its_outcome() -> None:
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


def set_in(data: Any, path: tuple[Any, ...], value: Any) -> None:
    *way, last = path
    for key in way:
        data = data[key]
    data[last] = value


MALFORMED = [
    (("ruleset",), "nonesuch"),
    (("title",), "chess"),
    (("phase",), "tea"),
    (("seats",), []),
    (("assam", "square"), "h9"),
    (("assam", "facing"), "Q"),
    (("turn",), -1),
    (("turn",), True),
    (("ply",), "7"),
    (("seats", 0, "dirhams"), -5),
    (("seats", 0, "seat"), "B"),
    (("seats", 0, "rugs"), {"y": 5}),
    (("board", "e4", "colour"), "q"),
    (("board", "e4", "rug"), 64),
    (("board", "e4", "seat"), "A"),
    (("board", "z9"), {"seat": "A", "colour": "c", "rug": 9}),
    (("last", "face"), 5),
    (("last", "rotation"), "X"),
    (("current",), "Z"),
    (("current",), "AB"),
    (("assam", "facing"), ""),
    (("board", "e4", "colour"), "yr"),
    (("board",), None),
]


@pytest.mark.parametrize(("path", "value"), MALFORMED)
def test_it_refuses_what_does_not_exist(path: tuple[Any, ...], value: Any) -> None:
    data = copy.deepcopy(turned())
    set_in(data, path, value)
    with pytest.raises(BadPosition) as caught:
        TITLE.from_json(data)
    assert caught.value.code == "malformed"


@pytest.mark.parametrize("key", ["ruleset", "seats", "board", "current", "last", "outcome"])
def test_it_refuses_a_position_with_something_missing(key: str) -> None:
    data = turned()
    del data[key]
    with pytest.raises(BadPosition, match="malformed"):
        TITLE.from_json(data)


CONTRADICTIONS = [
    (("order",), ["A", "B", "B"], "order"),
    (("rolloff",), [[], []], "order"),
    (("rolloff",), [[], [], [9]], "rolloff"),
    (("outcome",), {"reason": "rugs"}, "outcome"),
    (("phase",), "over", "outcome"),
    (("seats", 0, "next"), "y", "rugs"),
    (("seats", 0, "next"), None, "rugs"),
    (("seats", 0, "rugs"), {"c": 99}, "rugs"),
    (("seats", 1, "rugs"), {"y": 0}, "rugs"),
    (("board", "a1"), {"seat": "A", "colour": "c", "rug": 1}, "board"),
    (("board", "a7", "rug"), 2, None),
    (("board", "a6"), {"seat": "C", "colour": "r", "rug": 2}, "board"),
    (("board", "a7", "other"), "b7", "board"),
    (("board", "a7", "other"), "g1", "board"),
    (("last", "to"), "D", "last"),
    (("current",), None, "phase"),
    (("current",), "D", "phase"),
    (("turn",), 0, "phase"),
    (("phase",), "order", "phase"),
    (("phase",), "pile", "phase"),
]


@pytest.mark.parametrize(("path", "value", "fault"), CONTRADICTIONS)
def test_it_refuses_a_position_that_contradicts_itself(path: tuple[Any, ...], value: Any, fault: str | None) -> None:
    data = turned()
    set_in(data, path, value)
    if fault is None:
        assert TITLE.from_json(data).board[0] == 2
        return
    with pytest.raises(BadPosition) as caught:
        TITLE.from_json(data)
    assert (caught.value.code, caught.value.params["detail"]) == ("contradiction", fault)


def test_it_refuses_a_turn_of_one_who_is_out() -> None:
    data = turned()
    data["seats"][0].update(left=1, rugs={"c": 0}, next=None)
    with pytest.raises(BadPosition, match="phase"):
        TITLE.from_json(data)


def test_it_refuses_a_rotation_at_the_end_when_no_rug_is_left() -> None:
    data = TITLE.to_json(position("gigamic-variant", phase="end"))
    for seat in data["seats"]:
        seat.update(rugs=dict.fromkeys(seat["rugs"], 0), next=None)
    with pytest.raises(BadPosition, match="phase"):
        TITLE.from_json(data)


def test_a_rotation_can_be_made_in_a_position_without_a_turn_before_it() -> None:
    data = TITLE.to_json(position("gigamic-variant", phase="end"))
    data["last"] = None
    state = act(TITLE.from_json(data), "L")
    assert (state.current, state.last, state.facing) == (1, None, 0)


def test_it_refuses_an_end_for_no_known_reason() -> None:
    data = TITLE.to_json(position("gigamic", phase="over", reason="rugs"))
    data["outcome"]["reason"] = "boredom"
    with pytest.raises(BadPosition, match="outcome"):
        TITLE.from_json(data)


def test_it_refuses_a_finished_game_of_a_seat_that_is_not_there() -> None:
    data = TITLE.to_json(position("gigamic", phase="over", reason="rugs"))
    data["current"] = "D"
    with pytest.raises(BadPosition, match="phase"):
        TITLE.from_json(data)


def test_a_lay_can_be_made_in_a_position_without_a_turn_before_it() -> None:
    data = turned()
    data["last"] = None
    state = act(TITLE.from_json(data), "f4g4")
    assert (state.current, state.last) == (1, None)


def test_a_roll_can_be_made_in_a_position_without_a_turn_before_it() -> None:
    data = TITLE.to_json(position("gigamic", phase="roll"))
    data["last"] = None
    assert act(TITLE.from_json(data), "2").last.rotation is None
