import pytest
from hypothesis import given
from hypothesis import strategies as st

from games.engine.errors import BadNotation, IllegalAction

from ..helpers.call_counts import count_calls
from ..helpers.random_games import ALL, TITLE, random_game

ENTRIES = ("L", "f", "R", "e6e7", "E7-E6", "a1 a2", "h8h9", "--", "1", "4", "5", "c", "p", "resigns", "abort", "+", "e")
LETTERS = "LFRlfrcyrp1234 -+abgh\n\x00éſKİ²١"
texts = st.sampled_from(ENTRIES) | st.text(LETTERS, max_size=6) | st.text(max_size=8)
seats = st.none() | st.integers(-1, 4)


@given(ruleset=st.sampled_from(ALL), at=st.integers(0, 60), seat=seats, text=texts)
def test_any_text_is_refused_as_notation_or_an_action(ruleset: str, at: int, seat: int | None, text: str) -> None:
    states, _ = random_game(ruleset, 3, 1, {"rugs": "8/6/5"})
    state = states[at % len(states)]
    try:
        action = TITLE.parse(state, seat, text)
    except BadNotation:
        return
    assert TITLE.parse(state, seat, TITLE.notation(action)) == action
    try:
        TITLE.apply(state, action)
    except IllegalAction:
        return
    assert seat is None or 0 <= seat < 3


@pytest.mark.parametrize("seat", [None, 0])
@pytest.mark.parametrize("piece", ["x", "L", " ", "a1", "resigns", "9"])
def test_ten_megabytes_of_notation_are_refused_at_once(seat: int | None, piece: str) -> None:
    state, rubbish = TITLE.start("gigamic", {}, 3), piece * (10_000_000 // len(piece))
    with pytest.raises(BadNotation) as caught:
        TITLE.parse(state, seat, rubbish)
    assert len(str(caught.value)) < 100
    assert count_calls(TITLE.parse, state, seat, rubbish, refusing=BadNotation) < 50
