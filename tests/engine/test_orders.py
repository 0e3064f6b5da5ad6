"""Orders across the die, as the rules write them."""

import pytest

from games.engine.errors import BadNotation
from games.engine.marrakech.orders import Orders, ordered, read_orders, write_orders

from .play import TITLE, act
from .positions import position

TEXT = "L; 1: e6e7; 2: d4d5; 3: d4d5; 4: c3c4"
ORDERS = Orders("L", {1: "e6e7", 2: "d4d5", 3: "d4d5", 4: "c3c4"})


def test_orders_are_read_and_written_as_the_rules_say() -> None:
    assert read_orders(TEXT) == ORDERS
    assert write_orders(ORDERS) == TEXT


@pytest.mark.parametrize(
    ("text", "canonical"),
    [
        ("F", "F"),
        ("1: e6e7", "1: e6e7"),
        (" R;2:e7e6;1:a1a2 ", "R; 1: a1a2; 2: e6e7"),
        ("4: a1a2; 3: b1b2", "3: b1b2; 4: a1a2"),
    ],
)
def test_orders_may_be_short_and_in_any_order(text: str, canonical: str) -> None:
    assert write_orders(read_orders(text)) == canonical


@pytest.mark.parametrize(
    ("text", "code"),
    [
        ("", "unreadable"),
        ("L 1: e6e7", "unreadable"),
        ("L;", "unreadable"),
        ("; 1: e6e7", "unreadable"),
        ("5: e6e7", "unreadable"),
        ("1: e6h7", "unreadable"),
        ("L; " * 5000, "unreadable"),
        ("1: e6e7; 1: d4d5", "twice"),
    ],
)
def test_it_refuses_orders_that_mean_nothing(text: str, code: str) -> None:
    with pytest.raises(BadNotation) as caught:
        read_orders(text)
    assert caught.value.code == code


def test_orders_are_carried_out_in_their_phase_and_for_their_face() -> None:
    state = position("gigamic", phase="rotate")
    turned = act(state, "L")
    assert TITLE.notation(ordered(ORDERS, state)) == "L"
    assert ordered(ORDERS, turned) is None
    assert TITLE.notation(ordered(ORDERS, act(turned, "1"))) == "e6e7"
    assert TITLE.notation(ordered(ORDERS, act(turned, "4"))) == "c3c4"


def test_a_face_without_orders_has_none() -> None:
    assert ordered(read_orders("L; 1: e6e7"), act(position("gigamic", phase="roll"), "2")) is None
    assert ordered(read_orders("1: e6e7"), position("gigamic", phase="rotate")) is None
    assert ordered(ORDERS, TITLE.start("gigamic", {}, 3)) is not None
