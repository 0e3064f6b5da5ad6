"""Tests of the text of orders."""

import pytest

from games.engine.errors import BadNotation
from games.engine.marrakech.orders import (
    Condition,
    Orders,
    describe_condition,
    next_action,
    read_condition,
    read_orders,
    write_condition,
    write_orders,
)

from ..helpers.positions import position
from ..helpers.random_games import TITLE, apply_texts

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
        ("r\n4 = A1-A2\n\n1) b2 b1,3.c3+c4;", "R; 1: b1b2; 3: c3c4; 4: a1a2"),
        ("L1:e6e7 2:d4d5", "L; 1: e6e7; 2: d4d5"),
        ("2: --", "2: --"),
        ("1: e6e7 l; 2: d4d5; r", "R; 1: e6e7 L; 2: d4d5"),
        ("1: e6e7; R", "R; 1: e6e7"),
        ("f, 1: f1f2", "F; 1: f1f2"),
    ],
)
def test_orders_may_be_short_and_in_any_order(text: str, canonical: str) -> None:
    assert write_orders(read_orders(text)) == canonical
    assert read_orders(canonical) == read_orders(text)


@pytest.mark.parametrize(
    ("text", "code"),
    [
        ("", "orders-empty"),
        (" \n", "orders-empty"),
        ("; 1: e6e7", "orders-unreadable"),
        ("Lx", "orders-unreadable"),
        ("L; e6e7", "orders-unreadable"),
        ("1: e6", "orders-unreadable"),
        ("L; " * 5000, "orders-unreadable"),
        ("5: e6e7", "orders-no-face"),
        ("12: e6e7", "orders-no-face"),
        ("1: e6e7; 1: d4d5", "orders-twice"),
        ("L; R", "orders-two-rotations"),
    ],
)
def test_it_refuses_orders_that_mean_nothing(text: str, code: str) -> None:
    with pytest.raises(BadNotation) as caught:
        read_orders(text)
    assert caught.value.code == code
    assert TITLE.phrases[f"refused.{code}"] % caught.value.params


def test_orders_are_carried_out_in_their_phase_and_for_their_face() -> None:
    state = position("gigamic", phase="rotate")
    turned = apply_texts(state, "L")
    assert TITLE.notation(next_action(ORDERS, state)) == "L"
    assert next_action(ORDERS, turned) is None
    assert TITLE.notation(next_action(ORDERS, apply_texts(turned, "1"))) == "e6e7"
    assert TITLE.notation(next_action(ORDERS, apply_texts(turned, "4"))) == "c3c4"


def test_a_face_without_orders_has_none() -> None:
    assert next_action(read_orders("L; 1: e6e7"), apply_texts(position("gigamic", phase="roll"), "2")) is None
    assert next_action(read_orders("1: e6e7"), position("gigamic", phase="rotate")) is None
    assert next_action(ORDERS, TITLE.start("gigamic", {}, 3)) is not None


def test_a_face_may_have_a_rotation_of_its_own_at_the_end_of_the_turn() -> None:
    orders = read_orders("R; 1: d4d5 L")
    state = position("gigamic-variant", phase="roll")
    ended = {face: apply_texts(state, face, "f5f6" if face == "2" else "e5e6") for face in ("1", "2")}
    assert {face: TITLE.notation(next_action(orders, end)) for face, end in ended.items()} == {"1": "L", "2": "R"}


@pytest.mark.parametrize(
    ("text", "condition", "key"),
    [
        ("", Condition(), "condition.always"),
        (" D4 ", Condition("d4"), "condition.square"),
        ("s", Condition("", "S"), "condition.facing"),
        ("d4n", Condition("d4", "N"), "condition.pose"),
        ("d4, N", Condition("d4", "N"), "condition.pose"),
    ],
)
def test_conditions_are_read_written_and_said(text: str, condition: Condition, key: str) -> None:
    assert read_condition(text) == condition
    assert read_condition(write_condition(condition)) == condition
    assert describe_condition(condition).key == key


@pytest.mark.parametrize(
    ("text", "code"),
    [
        ("h4", "condition-off-board"),
        ("d9 N", "condition-off-board"),
        ("dd", "condition-unreadable"),
        ("N d4", "condition-unreadable"),
        ("d4 " * 40, "condition-unreadable"),
    ],
)
def test_it_refuses_conditions_that_mean_nothing(text: str, code: str) -> None:
    with pytest.raises(BadNotation) as caught:
        read_condition(text)
    assert caught.value.code == code
    assert TITLE.phrases[f"refused.{code}"] % caught.value.params
