import copy
import importlib
import json
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given

from games.engine.errors import BadPosition
from games.engine.json_reader import MAX_COUNT
from games.engine.marrakech import position_json as reader
from games.engine.marrakech.options import OPTION_SPECS, RULESETS
from games.engine.marrakech.state import PHASES, REASONS

from ..helpers.positions import position
from ..helpers.random_games import ALL, TITLE, Options, apply_texts, random_game
from ..rules.test_properties import rulesets, seat_counts, seeds, short_mixes


def turned(state: Any = None) -> Any:
    """Return the JSON of a position in the middle of a turn, with a value for every key."""
    state = state or apply_texts(position("gigamic", phase="roll", rugs="y1:43,44 c1:00,01 r2:22"), "1")
    return TITLE.to_json(state)


def test_the_keys_of_json_positions_are_the_documented_ones() -> None:
    data = turned()
    assert {"title", "ruleset", "options", "ply", "turn", "phase", "acting", "assam"} <= set(data)
    assert {"seats", "board", "last", "legal", "outcome"} <= set(data)
    assert {"seat", "dirhams", "rugs", "next", "out", "squares", "score"} <= set(data["seats"][0])
    assert {"seat", "rotation", "face", "path", "paid", "owed", "to", "patch", "rug", "out"} <= set(data["last"])


def test_the_values_of_json_positions_are_the_documented_ones() -> None:
    data = turned()
    assert (data["acting"], data["phase"], data["assam"]) == (["A"], "lay", {"square": "e4", "facing": "E"})
    assert data["board"]["e4"] == {"seat": "B", "colour": "y", "rug": 1, "other": "e3"}
    assert (data["last"]["path"], data["last"]["patch"], data["last"]["to"]) == (["e4"], ["e4", "e3"], "B")
    assert (data["seats"][0]["dirhams"], data["seats"][0]["squares"], data["seats"][0]["score"]) == (28, 2, 30)
    assert data["legal"] == sorted(data["legal"])


def test_no_action_is_legal_for_a_seat_while_chance_is_due() -> None:
    data = TITLE.to_json(TITLE.start("gigamic", {}, 2))
    assert (data["acting"], data["legal"], data["phase"]) == ([], [], "pile")


def test_the_json_position_of_a_finished_game_shows_its_outcome() -> None:
    states, _ = random_game("gigamic", 3, 1)
    outcome = TITLE.to_json(states[-1])["outcome"]
    assert outcome["reason"] == "rugs"
    assert set(outcome["standings"][0]) == {"seat", "score", "dirhams", "squares", "place", "out"}


def test_a_json_position_is_plain_json() -> None:
    data = turned()
    assert json.loads(json.dumps(data)) == data


def test_a_json_position_may_omit_where_the_other_half_of_a_rug_lies() -> None:
    data = turned()
    del data["board"]["c5"]["other"]
    assert TITLE.from_json(data) == TITLE.from_json(turned())


@pytest.mark.parametrize("ruleset", ALL)
def test_a_ruleset_and_seats_are_a_complete_position(ruleset: str) -> None:
    data = {"ruleset": ruleset, "seats": [{}, {}, {}], "options": {"order": "given"}}
    assert TITLE.from_json(data) == TITLE.start(ruleset, {"order": "given"}, 3)


def read(**fields: Any) -> Any:
    """Return the state of a position for two with one colour each, of which only these fields are given."""
    seats = fields.pop("seats", [{}, {}])
    return TITLE.from_json({"ruleset": "gigamic", "options": {"two_player_colours": "1"}, "seats": seats, **fields})


def test_the_board_of_the_notation_rules_is_read() -> None:
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


def test_a_walk_is_reconstructed_from_the_face_alone() -> None:
    state = read(phase="lay", assam={"square": "c7", "facing": "S"}, last={"seat": "A", "face": 4})
    assert TITLE.to_json(state)["last"]["path"] == ["d5", "d6", "d7", "c7"]


def test_a_walk_is_reconstructed_from_before_the_rotation_at_the_end() -> None:
    data = {"ruleset": "gigamic-variant", "seats": [{}, {}, {}], "assam": {"square": "d5", "facing": "W"}}
    state = TITLE.from_json({**data, "current": "B", "last": {"seat": "A", "face": 1, "rotation": "L"}})
    assert (state.last.start, state.last.heading) == (24, 0)


def test_rugs_that_lie_on_the_board_are_missing_from_the_pile() -> None:
    state = read(board={"a1": {"colour": "y", "rug": 4}, "b1": {"colour": "y", "rug": 4}})
    assert [seat.rugs for seat in state.seats] == [24, 20]


def test_two_colours_of_a_seat_are_counted_apart() -> None:
    board = {"a1": {"colour": "y", "rug": 1}, "b1": {"colour": "c", "rug": 2}}
    data = {"ruleset": "gigamic", "seats": [{"next": "c"}, {"next": "r"}], "board": board}
    assert [seat.piles for seat in TITLE.from_json(data).seats] == [(11, 11), (12, 12)]


def test_the_two_visible_halves_of_a_rug_know_each_other() -> None:
    state = read(board={"a1": {"colour": "y", "rug": 4}, "b1": {"colour": "y", "rug": 4}})
    assert (state.others[42], state.others[43]) == (43, 42)


def test_the_first_seat_with_rugs_has_the_turn_at_the_start() -> None:
    assert read(seats=[{"rugs": {"c": 0}}, {}]).current == 1


def test_the_acting_seat_has_the_turn_by_default() -> None:
    assert (read(acting=["B"]).current, read(acting=["B"], current="A").current) == (1, 0)


def test_a_finished_position_may_omit_whose_turn_it_was() -> None:
    seats = [{"rugs": {"c": 0}}, {"rugs": {"y": 0}}]
    state = read(phase="over", current=None, outcome={"reason": "rugs"}, seats=seats)
    assert (state.current, state.turn) == (-1, 1)


def test_no_seat_has_the_turn_before_the_first() -> None:
    state = TITLE.from_json({"ruleset": "gigamic", "phase": "pile", "seats": [{"next": None}, {"next": "r"}]})
    assert (state.current, state.turn, TITLE.chance(state).seat) == (-1, 0, 0)


def test_a_turn_without_a_number_before_the_first_belongs_to_no_seat() -> None:
    data = {"ruleset": "gigamic", "phase": "over", "turn": 0, "outcome": {"reason": "aborted"}}
    assert TITLE.from_json({**data, "seats": [{}, {}], "options": {"two_player_colours": "1"}}).current == -1


def test_seats_out_without_a_number_left_in_the_order_of_seats() -> None:
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


def test_the_order_of_play_is_the_one_that_was_rolled() -> None:
    data = {"ruleset": "slides", "seats": [{}, {}, {}], "rolloff": [[1], [2], [3]], "order": ["C", "B", "A"]}
    assert TITLE.from_json(data).current == 2


def set_in(data: Any, path: tuple[Any, ...], value: Any) -> None:
    *way, last = path
    for key in way:
        data = data[key]
    data[last] = value


def where(path: tuple[Any, ...]) -> str:
    return "".join(f"[{key}]" if isinstance(key, int) else f".{key}" for key in path).removeprefix(".")


def fault_of(data: Any) -> tuple[str, Any, Any, Any]:
    """Return code, place, what was found and what was expected."""
    with pytest.raises(BadPosition) as caught:
        TITLE.from_json(data)
    params = caught.value.params
    return caught.value.code, params["where"], params["found"], params["expected"]


MALFORMED = [
    (("ruleset",), "nonesuch"),
    (("ruleset",), 3),
    (("title",), "chess"),
    (("phase",), "tea"),
    (("seats",), []),
    (("seats",), "AB"),
    (("seats",), [{}] * 5),
    (("options",), {"tea": "yes"}),
    (("options",), {"straight": "perhaps"}),
    (("assam", "square"), "h9"),
    (("assam", "square"), "x" * 10_000),
    (("assam", "facing"), "Q"),
    (("assam", "facing"), "NE"),
    (("turn",), -1),
    (("turn",), True),
    (("turn",), 2**200),
    (("ply",), "7"),
    (("seats", 0, "dirhams"), -5),
    (("seats", 0, "dirhams"), 1.5),
    (("seats", 0, "seat"), "E"),
    (("seats", 0, "left"), 5),
    (("seats", 0, "out"), "no"),
    (("board", "e4", "colour"), "q"),
    (("board", "e4", "rug"), 64),
    (("board", "e4", "rug"), 0),
    (("board", "e4", "seat"), "E"),
    (("board", "z9"), {"seat": "A", "colour": "c", "rug": 9}),
    (("board",), 7),
    (("last", "face"), 5),
    (("last", "rotation"), "X"),
    (("last", "patch"), ["e4"] * 50),
    (("current",), "Z"),
    (("current",), "AB"),
    (("rolloff",), [[], []]),
    (("rolloff",), [[], [], [9]]),
    (("rolloff",), [[], [], [1] * 61]),
    (("acting",), ["A", "B"]),
]


@pytest.mark.parametrize(("path", "value"), MALFORMED)
def test_the_position_reader_refuses_what_does_not_exist(path: tuple[Any, ...], value: Any) -> None:
    data = copy.deepcopy(turned())
    if path == ("acting",):
        del data["current"]
    set_in(data, path, value)
    code, place, found, expected = fault_of(data)
    assert (code, place.startswith(where(path[:2])), len(found) <= 40, bool(expected)) == (
        "malformed",
        True,
        True,
        True,
    )


@pytest.mark.parametrize("data", [None, [], "x", 7, {1: 2}])
def test_the_position_reader_refuses_an_object_with_other_keys_or_types(data: Any) -> None:
    assert fault_of(data)[0] == "malformed"


@pytest.mark.parametrize(
    "path", [("dirham",), ("seats", 1, "dirham"), ("board", "e4", "number"), ("last", "dice"), ("assam", "at")]
)
def test_the_position_reader_refuses_keys_that_it_does_not_know(path: tuple[Any, ...]) -> None:
    data = turned()
    set_in(data, path, 3)
    assert fault_of(data)[:3] == ("malformed", where(path), path[-1])


MISSING = [
    (("ruleset",), "ruleset"),
    (("seats",), "seats"),
    (("board", "e4", "colour"), "board.e4.colour"),
    (("board", "e4", "rug"), "board.e4.rug"),
    (("last", "seat"), "last.seat"),
]


@pytest.mark.parametrize(("path", "place"), MISSING)
def test_an_incomplete_position_is_refused(path: tuple[Any, ...], place: str) -> None:
    data = copy.deepcopy(turned())
    *way, key = path
    inside: Any = data
    for step in way:
        inside = inside[step]
    del inside[key]
    assert fault_of(data)[:2] == ("missing", place)


def test_the_position_reader_refuses_an_end_without_a_reason() -> None:
    data = TITLE.to_json(position("gigamic", phase="over", reason="rugs"))
    assert fault_of({**data, "outcome": None})[:2] == ("missing", "outcome")
    assert fault_of({**data, "outcome": {}})[:2] == ("missing", "outcome.reason")


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
def test_the_position_reader_refuses_contradictions(path: tuple[Any, ...], value: Any, place: str) -> None:
    data = turned()
    data["board"] |= {"b1": {"colour": "c", "rug": 9}}
    set_in(data, path, value)
    assert fault_of(data)[:2] == ("contradiction", place)


def refused(ruleset: str = "gigamic", seats: Any = None, **fields: Any) -> tuple[str, str]:
    """Return code and place of the fault of a position of which only these fields are given."""
    return fault_of({"ruleset": ruleset, "seats": seats or [{}, {}, {}], **fields})[:2]


REFUSED: dict[str, tuple[dict[str, Any], str]] = {
    "paid squares without a payment": ({"last": {"seat": "C", "face": 2, "patch": ["d4"]}}, "last.patch"),
    "a turn of a player who is out": ({"seats": [{"out": True}, {}, {}], "current": "A"}, "current"),
    "a turn of a player without rugs": ({"seats": [{"rugs": {"c": 0}}, {}, {}], "current": "A"}, "current"),
    "belongings of a player who is out": ({"seats": [{"out": True, "dirhams": 3}, {}, {}]}, "seats[0]"),
    "two players out with the same number": ({"seats": [{"left": 1}, {"left": 1}, {}, {}]}, "seats"),
    "a game that goes on with one survivor": ({"seats": [{"left": 1}, {"left": 2}, {}]}, "phase"),
    "a rotation at the beginning where it comes at the end": (
        {"ruleset": "gigamic-variant", "phase": "rotate"},
        "phase",
    ),
    "an end by rugs when rugs are left": ({"phase": "over", "outcome": {"reason": "rugs"}}, "outcome.reason"),
    "a roll off that is settled": ({"ruleset": "slides", "phase": "order", "rolloff": [[3], [2], [1]]}, "phase"),
    "a roll off where the order is given": ({"phase": "order"}, "phase"),
    "an order before it is rolled for": ({"ruleset": "slides", "phase": "order", "order": ["B", "A", "C"]}, "order"),
    "a turn before the order is settled": ({"ruleset": "slides", "phase": "order", "turn": 3, "current": "A"}, "turn"),
    "another order than the rolls give": (
        {"ruleset": "slides", "rolloff": [[3], [2], [1]], "order": ["B", "A", "C"]},
        "order",
    ),
    "a turn of a game whose roll off is not settled": ({"ruleset": "slides", "rolloff": [[3], [3], []]}, "rolloff"),
    "a phase with a turn of no seat": ({"current": None}, "current"),
}


@pytest.mark.parametrize(("fields", "place"), REFUSED.values(), ids=REFUSED)
def test_a_contradiction_between_fields_of_a_position_is_refused(fields: dict[str, Any], place: str) -> None:
    assert refused(**fields) == ("contradiction", place)


def test_the_position_reader_refuses_the_half_of_a_rug_under_an_older_one_of_the_same_seat() -> None:
    board = {"a1": {"colour": "c", "rug": 5, "other": "a2"}, "a2": {"colour": "c", "rug": 4}}
    assert refused(board=board) == ("contradiction", "board.a1.other")


@pytest.mark.parametrize("way", [["a1", "a2"], ["a1", "a2", "b2", "b1"]])
def test_the_position_reader_refuses_rugs_that_lie_below_each_other_in_a_ring(way: list[str]) -> None:
    ring = zip("cyrp", way, [*way[1:], way[0]], strict=False)
    board: Any = {here: {"colour": colour, "rug": 1, "other": there} for colour, here, there in ring}
    assert refused(board=board, seats=[{}] * 4) == ("contradiction", "board.a2.other")
    board["a1"]["other"] = None
    assert TITLE.from_json({"ruleset": "gigamic", "seats": [{}] * 4, "board": board}).turn == 1


def test_the_position_reader_refuses_a_player_who_goes_on_without_having_paid_all() -> None:
    last = {"seat": "C", "face": 2, "paid": 1, "owed": 2, "to": "A"}
    assert refused(last=last) == ("contradiction", "last")
    assert TITLE.from_json({"ruleset": "gigamic", "seats": [{}] * 3, "options": {"out_when": "never"}, "last": last})


def test_the_position_reader_refuses_more_rolls_for_the_order_than_there_were_ties() -> None:
    assert refused("slides", rolloff=[[3], [2], [1, 1]]) == ("contradiction", "rolloff[2]")
    assert refused("slides", rolloff=[[3, 2], [3, 1, 4], [1]]) == ("contradiction", "rolloff[1]")


def test_the_position_reader_refuses_more_rugs_of_a_colour_than_were_laid() -> None:
    board = {square: {"colour": "c", "rug": number} for number, square in enumerate(("a1", "c1", "e1"), 1)}
    seats = [{"rugs": {"c": 11, "y": 1}, "next": "c"}, {"next": "r"}]
    assert refused(board=board, seats=seats) == ("contradiction", "board")


def test_a_game_may_go_on_with_one_survivor_who_plays_on() -> None:
    assert TITLE.from_json({"ruleset": "anu", "seats": [{"left": 1}, {}]}).current == 1


def test_the_position_reader_refuses_a_rotation_at_the_end_when_no_rug_is_left() -> None:
    seats = [{"rugs": {colour: 0}} for colour in "cyr"]
    assert refused("gigamic-variant", phase="end", seats=seats, current="A") == ("contradiction", "phase")


def test_the_position_reader_refuses_a_seat_that_has_not_drawn_while_another_plays() -> None:
    assert refused(seats=[{"next": "c"}, {}]) == ("contradiction", "seats[1].next")
    seats = [{"next": None}, {"next": None}]
    assert refused(phase="pile", seats=seats, current="A", turn=3) == ("contradiction", "seats[1].next")


@pytest.mark.parametrize("reason", ["survivor", "resigned"])
def test_the_position_reader_refuses_an_end_by_leaving_when_no_one_left(reason: str) -> None:
    assert refused(phase="over", outcome={"reason": reason}) == ("contradiction", "outcome.reason")


def test_the_position_reader_refuses_an_end_for_no_known_reason() -> None:
    assert refused(phase="over", outcome={"reason": "boredom"}) == ("malformed", "outcome.reason")


SCHEMA = json.loads((Path(__file__).parents[3] / "docs" / "position.schema.json").read_text(encoding="utf-8"))
PROPERTIES = SCHEMA["properties"]
VALIDATOR: Any = importlib.import_module("jsonschema").Draft202012Validator(SCHEMA)


def test_the_position_schema_is_valid() -> None:
    type(VALIDATOR).check_schema(SCHEMA)


@given(ruleset=rulesets, seats=seat_counts, seed=seeds, mix=short_mixes)
def test_every_position_of_a_game_fits_the_schema_with_all_keys(
    ruleset: str, seats: int, seed: int, mix: Options
) -> None:
    states, _ = random_game(ruleset, seats, seed, mix, leaving=0.01)
    for state in (states[len(states) * (seed % 7) // 6 - 1], states[-1]):
        data = TITLE.to_json(state)
        VALIDATOR.validate(data)
        assert list(data) == list(PROPERTIES)
        assert list(data["seats"][0]) == list(PROPERTIES["seats"]["items"]["properties"])


@pytest.mark.parametrize("ruleset", ALL)
def test_the_smallest_position_fits_the_schema(ruleset: str) -> None:
    assert VALIDATOR.is_valid({"ruleset": ruleset, "seats": [{}, {}]})


@pytest.mark.parametrize(("path", "value"), MALFORMED)
def test_a_position_that_the_reader_refuses_does_not_fit_the_schema(path: tuple[Any, ...], value: Any) -> None:
    data = copy.deepcopy(turned())
    set_in(data, path, value)
    assert not VALIDATOR.is_valid(data) or path == ("rolloff",)


@pytest.mark.parametrize(
    ("schema", "keys"),
    [
        (SCHEMA, reader.KEYS),
        (PROPERTIES["assam"], reader.ASSAM_KEYS),
        (PROPERTIES["seats"]["items"], reader.SEAT_KEYS),
        (PROPERTIES["board"]["patternProperties"]["^[a-g][1-7]$"], reader.RUG_KEYS),
        (PROPERTIES["last"]["anyOf"][1], reader.LAST_KEYS),
        (PROPERTIES["outcome"]["anyOf"][1], reader.OUTCOME_KEYS),
    ],
)
def test_the_position_schema_has_exactly_the_keys_of_the_reader(schema: Any, keys: tuple[str, ...]) -> None:
    assert sorted(schema["properties"]) == sorted(keys)
    assert schema["additionalProperties"] is False


def test_the_position_schema_names_every_value() -> None:
    assert PROPERTIES["ruleset"]["enum"] == list(RULESETS)
    assert PROPERTIES["phase"]["enum"] == list(PHASES)
    assert PROPERTIES["outcome"]["anyOf"][1]["properties"]["reason"]["enum"] == list(REASONS)
    assert PROPERTIES["ply"]["maximum"] == MAX_COUNT
    assert PROPERTIES["rolloff"]["items"]["maxItems"] == reader.MAX_ROLLOFFS


@pytest.mark.parametrize("spec", OPTION_SPECS, ids=lambda spec: spec.name)
def test_the_position_schema_has_the_values_of_every_option(spec: Any) -> None:
    option = PROPERTIES["options"]["properties"][spec.name]
    expected = f"^{spec.pattern}$" if spec.pattern else list(spec.values)
    assert option.get("pattern", option.get("enum")) == expected
