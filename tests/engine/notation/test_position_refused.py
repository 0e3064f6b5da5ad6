"""Tests of refused positions: missing, unknown and contradictory values, and their paths."""

import copy
from typing import Any

import pytest

from games.engine.errors import BadPosition

from ..helpers.positions import position
from ..helpers.random_games import TITLE
from .test_position_json import turned


def set_in(data: Any, path: tuple[Any, ...], value: Any) -> None:
    *way, last = path
    for key in way:
        data = data[key]
    data[last] = value


def where(path: tuple[Any, ...]) -> str:
    """Return a path as errors name it."""
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
def test_it_refuses_what_does_not_exist(path: tuple[Any, ...], value: Any) -> None:
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
def test_it_refuses_what_is_no_object_of_the_documented_keys(data: Any) -> None:
    assert fault_of(data)[0] == "malformed"


@pytest.mark.parametrize(
    "path", [("dirham",), ("seats", 1, "dirham"), ("board", "e4", "number"), ("last", "dice"), ("assam", "at")]
)
def test_it_refuses_keys_that_it_does_not_know(path: tuple[Any, ...]) -> None:
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
def test_it_refuses_a_position_without_what_cannot_be_guessed(path: tuple[Any, ...], place: str) -> None:
    data = copy.deepcopy(turned())
    *way, key = path
    inside: Any = data
    for step in way:
        inside = inside[step]
    del inside[key]
    assert fault_of(data)[:2] == ("missing", place)


def test_it_refuses_an_end_without_a_reason() -> None:
    data = TITLE.to_json(position("gigamic", phase="over", reason="rugs"))
    assert fault_of({**data, "outcome": None})[:2] == ("missing", "outcome")
    assert fault_of({**data, "outcome": {}})[:2] == ("missing", "outcome.reason")
