from collections.abc import Callable

import pytest
from hypothesis import given
from hypothesis import strategies as st

from games.engine.errors import BadPosition
from games.engine.marrakech.position_line import MAX_LINE, from_line, to_line

from ..helpers.call_counts import count_calls, grows_no_faster_than
from ..helpers.fuzz import changed_text
from ..helpers.random_games import TITLE
from .test_fuzzing_positions import play_on, positions

PIECES = (
    *(
        " ",
        ",",
        "/",
        ":",
        "=",
        "-",
        "A",
        "B",
        "D",
        "E",
        "c",
        "y",
        "p",
        "Ac1",
        "Bp63",
        "a7",
        "h8",
        "d4N",
        "t-",
        "l3",
        "o-",
    ),
    *(
        "0",
        "1",
        "9",
        "64",
        "99999",
        "i",
        "o",
        "gigamic",
        "slides",
        "turn=3 ",
        "out=BA",
        " end=rugs",
        " half=a7b7",
        "\n",
    ),
    *("²", "١", "\x00", " options=rugs=1/1/1", " options=dirhams=1.1,straight=no", " last=A,d4N,L-,-,-,-,i"),
)
edits = st.tuples(st.integers(0, 700), st.sampled_from((0, 0, 1, 1, 2, 4)), st.sampled_from(PIECES) | st.none())


def read(line: str) -> None:
    """Read a line, check that a refusal names a place in it, and play on from what is read."""
    try:
        state = from_line(line)
    except BadPosition as error:
        refusal = error
    else:
        assert from_line(to_line(state)) == state
        play_on(state)
        return
    assert {"where", "column", "found", "expected"} == set(refusal.params)
    assert 1 <= int(refusal.params["column"]) <= min(len(line), MAX_LINE) + 1


@given(line=st.text(max_size=60) | st.lists(st.sampled_from(PIECES), max_size=40).map("".join))
def test_any_text_is_refused_as_a_position_or_can_be_played_on(line: str) -> None:
    read(line)


@given(number=st.integers(0, 1000), how=st.lists(edits, min_size=1, max_size=3))
def test_a_damaged_position_line_is_refused_at_its_place_or_can_be_played_on(
    number: int, how: list[tuple[int, int, str | None]]
) -> None:
    data = positions()[number % len(positions())]
    read(changed_text(to_line(TITLE.from_json(data)), how))


@given(number=st.integers(0, 1000))
def test_a_position_survives_its_line(number: int) -> None:
    state = TITLE.from_json(positions()[number % len(positions())])
    assert from_line(to_line(state)) == state


START = "gigamic d4N t- A A:30/c15/c/i B:30/y15/y/i C:30/r15/r/i " + "," * 48
LONG: dict[str, Callable[[int], str]] = {
    "nothing": lambda size: " " * size,
    "letters": lambda size: "x" * size,
    "words": lambda size: "x " * (size // 2),
    "seats": lambda size: "gigamic d4N t- A " + "A:30/c15/c/i " * (size // 13),
    "a pile": lambda size: "gigamic d4N t- A A:30/" + "c15" * (size // 3),
    "commas": lambda size: START + "," * size,
    "fields": lambda size: START + " turn=1" * (size // 7),
    "options": lambda size: START + " options=" + "a=b," * (size // 4),
    "dots": lambda size: START + " options=" + "a=b.,." * (size // 6),
    "rolls": lambda size: START + " rolloff=" + "1" * (size // 2) + "/" + "1" * (size // 2),
    "halves": lambda size: START + " half=" + "a7b7," * (size // 5),
    "a patch": lambda size: START + " last=A,d4N,L3,$1/1:B," + "a7" * (size // 2),
}


@pytest.mark.parametrize("kind", LONG)
def test_reading_a_position_line_takes_linear_time(kind: str) -> None:
    assert grows_no_faster_than(lambda size: from_line(LONG[kind](size)), 400, refusing=BadPosition)


@pytest.mark.parametrize("kind", LONG)
def test_ten_megabytes_of_a_position_line_are_refused_at_once(kind: str) -> None:
    rubbish = LONG[kind](10_000_000)
    with pytest.raises(BadPosition):
        from_line(rubbish)
    assert count_calls(from_line, rubbish, refusing=BadPosition) < 50
