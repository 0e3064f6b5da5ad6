import pytest
from hypothesis import given
from hypothesis import strategies as st

from games.engine.errors import BadPosition
from games.engine.marrakech.position_line import MAX_LINE, from_line, to_line

from ..helpers.fuzz import changed_text, edits
from ..helpers.positions import position
from ..helpers.random_games import ALL, TITLE, Options, apply_texts, random_game
from ..rules.test_properties import rulesets, seat_counts, seeds, short_mixes

EMPTY = "," * 48
START = f"gigamic d4N t- A A:30/c15/c/i B:30/y15/y/i C:30/r15/r/i {EMPTY}"
TWO = f"gigamic d4N d- A A:30/c12y12/c/i B:30/r12p12/p/i {EMPTY}"
FULL = (
    "slides d5N l1 C A:0/c0/-/o B:0/y0/-/o C:40/r9/r/i D:20/p8/p/i "
    ",,,,,,,,,,,,,,,,,Dp1,Dp1,,,,,,,Cr2,,,,,,,,,,,,,,,,,,,,,,, "
    "turn=14 ply=51 order=DCAB out=BA rolls=3/4/6/7 rolloff=12/11/3/4 half=e4e5 last=C,d4N,F1,$2/2:D,d5e5,-,i"
)


@given(ruleset=rulesets, seats=seat_counts, seed=seeds, mix=short_mixes)
def test_a_position_survives_its_line(ruleset: str, seats: int, seed: int, mix: Options) -> None:
    states, _ = random_game(ruleset, seats, seed, mix, leaving=0.01)
    for state in (*states[:2], *states[5::11], states[-1]):
        assert from_line(to_line(state)) == state


@given(text=st.sampled_from([START, TWO, FULL]), how=st.lists(edits, min_size=1, max_size=3))
def test_a_damaged_position_line_is_refused_at_its_place_or_another_position(
    text: str, how: list[tuple[int, int, str | None]]
) -> None:
    damaged = changed_text(text, how)
    refusal = refusal_of(damaged)
    assert 1 <= int(refusal.params["column"] if refusal else 1) <= len(damaged) + 1


def refusal_of(text: str) -> BadPosition | None:
    """Read a line. Return why it is refused, or None; what is read can be written and read again."""
    try:
        state = from_line(text)
    except BadPosition as error:
        return error
    assert from_line(to_line(state)) == state
    return None


@pytest.mark.parametrize("ruleset", ALL)
def test_the_line_of_the_start_needs_no_field_of_this_site(ruleset: str) -> None:
    state = TITLE.start(ruleset, {}, 2 if ruleset == "anu" else 3)
    assert to_line(state).count("=") == 0
    assert from_line(to_line(state)) == state


def test_a_position_line_is_written_as_the_rules_say() -> None:
    assert to_line(TITLE.start("gigamic", {}, 3)) == START


def test_a_position_line_with_every_field_is_written_as_it_was_read() -> None:
    assert to_line(from_line(FULL)) == FULL


def test_a_position_line_has_options_behind_the_board() -> None:
    state = TITLE.start("gigamic", {"rugs": "7/5/4", "dirhams": "20"}, 3)
    assert to_line(state).endswith(", options=dirhams=20,rugs=7/5/4")


def test_a_position_line_counts_two_colours_one_by_one() -> None:
    state = from_line(TWO.replace("d-", "t-"))
    assert [seat.piles for seat in state.seats] == [(12, 12), (12, 12)]
    assert [seat.next for seat in state.seats] == [0, 3]


def test_a_face_alone_in_a_position_line_shows_how_assam_came() -> None:
    state = from_line(START.replace("d4N t-", "c7S l4"))
    assert TITLE.to_json(state)["last"]["path"] == ["d5", "d6", "d7", "c7"]


def test_a_position_line_has_the_face_of_the_last_turn() -> None:
    assert to_line(apply_texts(position("gigamic", phase="roll"), "3")).split()[2] == "l3"


@pytest.mark.parametrize(
    ("seats", "reason"),
    [
        ("A:30/c0/-/i B:30/y0/-/i C:30/r0/-/i", "rugs"),
        ("A:0/c0/-/o B:30/y3/y/i C:0/r0/-/o", "survivor"),
        ("A:30/c1/c/i B:30/y0/-/i C:30/r0/-/i", "aborted"),
    ],
)
def test_an_end_without_a_reason_in_a_position_line_gets_the_simplest_one(seats: str, reason: str) -> None:
    assert TITLE.outcome(from_line(f"gigamic d4N o- - {seats} {EMPTY}")).reason == reason


REFUSED = [
    (START.replace("gigamic", "chess"), 1, "malformed"),
    (START.replace("gigamic", "GIGAMIC"), 1, "malformed"),
    (START.replace("d4N", "d8N"), 9, "malformed"),
    (START.replace(" t- ", " x- "), 13, "malformed"),
    (START.replace(" t- ", " t3 "), 13, "malformed"),
    (START.replace(" t- A", " t- E"), 16, "malformed"),
    (START.replace(" t- A", " t- D"), 16, "malformed"),
    (START.replace(" t- A", " t- -"), 16, "contradiction"),
    (START.replace("30/c15", "x/c15"), 18, "malformed"),
    (START.replace("c15/c", "c16/c"), 18, "contradiction"),
    (START.replace("c15/c", "y15/c"), 18, "malformed"),
    (START.replace("B:30", "C:30"), 31, "contradiction"),
    (f"gigamic d4N t- A {EMPTY}", 18, "malformed"),
    ("gigamic d4N t- A", 17, "malformed"),
    ("", 1, "malformed"),
    (START[:-1], 57, "malformed"),
    (START.replace(" ,,", " ,Ac3x,"), 58, "malformed"),
    (START.replace(" ,,", " ,Ac3,"), 58, "contradiction"),
    (START.replace(" ,,", " ,Ay1,"), 58, "contradiction"),
    (START + " turn=3 turn=4", 113, "malformed"),
    (START + " tea=3", 106, "malformed"),
    (START + " turn=x", 106, "malformed"),
    (START + " turn=0", 106, "contradiction"),
    (START + " ply", 106, "malformed"),
    (START + " rolls=1/2", 106, "malformed"),
    (START + " out=A", 106, "malformed"),
    (START + " half=a1a2", 106, "malformed"),
    (START + " options=straight=perhaps", 106, "malformed"),
    (START + " options=straight=no,straight=no", 106, "malformed"),
    (START + " order=AAB", 106, "contradiction"),
    (START + " end=rugs", 106, "contradiction"),
    (START + " last=A,d4N,--,-,-,a1,i", 106, "malformed"),
    (START + " last=A,d5N,--,-,-,-,i", 106, "contradiction"),
    (START.replace("t-", "l2") + " last=A,d3N,F1,-,-,-,i", 13, "malformed"),
    (FULL.replace("half=e4e5", "half=e4e3"), 186, "contradiction"),
    (FULL.replace("half=e4e5", "half=d5d4"), 186, "contradiction"),
    ("x" * 3000, MAX_LINE + 1, "malformed"),
]


@pytest.mark.parametrize(("text", "column", "code"), REFUSED)
def test_the_position_line_reader_says_where_a_line_is_wrong(text: str, column: int, code: str) -> None:
    with pytest.raises(BadPosition) as caught:
        from_line(text)
    assert (caught.value.code, caught.value.params["column"]) == (code, column)
    assert caught.value.params["expected"]
