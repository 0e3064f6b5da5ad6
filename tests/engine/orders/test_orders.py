from typing import Any

import pytest

from games.engine.errors import BadNotation
from games.engine.marrakech.orders import (
    Condition,
    Orders,
    describe_condition,
    is_met,
    next_action,
    read_condition,
    read_orders,
    write_condition,
    write_orders,
)
from games.engine.messages import Message
from games.engine.prompts import OrderFormat

from ..helpers.positions import position
from ..helpers.random_games import TITLE, apply_texts
from ..helpers.title_checks import messages_in
from ..test_every_title import fits

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
def test_orders_that_make_no_sense_are_refused(text: str, code: str) -> None:
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


def test_a_face_without_orders_has_no_actions() -> None:
    assert next_action(read_orders("L; 1: e6e7"), apply_texts(position("gigamic", phase="roll"), "2")) is None
    assert next_action(read_orders("1: e6e7"), position("gigamic", phase="rotate")) is None
    assert next_action(ORDERS, TITLE.start("gigamic", {}, 3)) is not None


def test_orders_for_a_face_may_have_a_rotation_at_the_end_of_the_turn() -> None:
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
def test_conditions_that_make_no_sense_are_refused(text: str, code: str) -> None:
    with pytest.raises(BadNotation) as caught:
        read_condition(text)
    assert caught.value.code == code
    assert TITLE.phrases[f"refused.{code}"] % caught.value.params


FORM: OrderFormat = TITLE.orders


def obstacles(state: Any, text: str, condition: str = "") -> list[str]:
    """Return the keys of the problems."""
    found = FORM.problems(read_condition(condition), read_orders(text), state, state.current)
    return [_reason(message) for message in found]


def impossible(state: Any, seat: int, text: str, condition: str = "") -> str | None:
    found = FORM.why_impossible(read_condition(condition), read_orders(text), state, seat)
    return _reason(found) if found else None


def _reason(message: Message) -> str:
    assert all(map(fits, messages_in(message)))
    why = message.params.get("why")
    return f"{message.params['face']}:{why.key}" if isinstance(why, Message) else message.key


def test_orders_begin_with_the_rotation_or_with_the_roll() -> None:
    assert FORM.seat_to_begin(position("gigamic", phase="rotate", current=1)) == 1
    assert FORM.seat_to_begin(position("gigamic", phase="roll")) is None
    assert FORM.seat_to_begin(position("gigamic-variant", phase="roll", current=2)) == 2
    assert FORM.seat_to_begin(position("gigamic-variant", phase="end")) is None


@pytest.mark.parametrize(("condition", "fits"), [("", True), ("d4", True), ("E", True), ("d4 N", False), ("d5", False)])
def test_a_condition_is_about_where_assam_stands_and_how_he_faces(condition: str, fits: bool) -> None:
    state = position("gigamic", at="A33E", phase="rotate")
    assert is_met(read_condition(condition), state) is fits
    assert FORM.is_met(read_condition(condition), state) is fits
    assert obstacles(state, "L", condition) == ([] if fits else ["orders.elsewhere"])


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("F; 1: d4d5; 2: e4e5; 3: f4f5; 4: g4g5", []),
        ("F; 2: a1a2", ["2:refused.not-beside-assam"]),
        ("F; 1: e4e5; 4: e4e5", ["1:refused.under-assam", "4:refused.not-beside-assam"]),
        ("F; 1: h1h2", ["1:refused.off-board"]),
        ("F; 1: d4e5", ["1:refused.not-a-rug"]),
        ("F; 1: --", ["1:refused.can-lay"]),
        ("1: d4d5", ["orders.no-rotation"]),
        ("F; 1: d4d5 L", ["orders.turned-before"]),
    ],
)
def test_orders_are_checked_for_every_face_before_the_roll(text: str, found: list[str]) -> None:
    assert obstacles(position("gigamic", at="A33E", phase="rotate"), text) == found


def test_orders_are_checked_against_the_rugs_on_the_board() -> None:
    state = position("gigamic", at="A33E", phase="rotate", rugs="y1:42,52")
    assert obstacles(state, "F; 1: e5f5; 2: e5f5; 3: g5g6") == ["1:refused.whole-rug", "2:refused.whole-rug"]


def test_orders_over_two_halves_are_refused_where_the_rules_refuse_them() -> None:
    lying: dict[str, Any] = {"at": "A53N", "phase": "rotate", "rugs": "y1:43,44 r1:42,32"}
    assert obstacles(position("summary", **lying), "L; 2: e4e5") == []
    assert obstacles(position("summary-strict", **lying), "L; 2: e4e5") == ["2:refused.two-halves"]


def test_orders_need_no_rug_for_a_face_that_puts_the_seat_out() -> None:
    state = position("gigamic", at="A33E", phase="rotate", rugs="y1:53,54", dirhams={0: 1})
    assert obstacles(state, "F; 1: d4d5; 2: e4e5") == ["orders.face-out"]
    assert obstacles(state, "F; 1: d4d5; 3: f4f5") == []


def test_orders_under_the_slides_know_that_the_last_dirham_puts_out() -> None:
    playable = position("gigamic", at="A33E", phase="rotate", rugs="y1:53,54", dirhams={0: 2})
    lost = position("slides", at="A33E", phase="rotate", rugs="y1:53,54", dirhams={0: 2})
    assert obstacles(playable, "F; 2: e4e5") == []
    assert obstacles(lost, "F; 2: e4e5") == ["orders.face-out"]


def test_orders_must_turn_assam_where_the_rules_say_so() -> None:
    assert obstacles(position("summary-strict", phase="rotate"), "F") == ["refused.must-turn"]
    assert obstacles(position("gigamic-variant", phase="roll"), "1: d4d5 F") == ["refused.must-turn"]


def test_orders_that_begin_with_the_roll_must_have_a_rug() -> None:
    state = position("gigamic-variant", at="A33E", phase="roll")
    assert obstacles(state, "L") == ["orders.no-rug"]
    assert obstacles(state, "L; 2: e4e5; 3: a1a2 R") == ["3:refused.not-beside-assam"]
    assert obstacles(state, "2: e4e5") == []


@pytest.mark.parametrize(
    ("ruleset", "text", "found"),
    [
        ("gigamic", "1: d3e3", []),
        ("gigamic", "1: d3e3; 2: a1a2", []),
        ("gigamic", "2: d3e3", ["orders.no-face"]),
        ("gigamic", "1: d4d5", ["1:refused.under-assam"]),
        ("gigamic", "L; 1: d3e3", ["orders.turned-already"]),
        ("gigamic", "1: d3e3 L", ["orders.turned-already"]),
        ("gigamic-variant", "L; 1: d3e3", []),
        ("gigamic-variant", "F; 1: d3e3", ["refused.must-turn"]),
    ],
)
def test_orders_are_checked_for_the_rest_of_the_turn_after_the_roll(ruleset: str, text: str, found: list[str]) -> None:
    assert obstacles(position(ruleset, at="A33E", phase="lay"), text) == found


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("L", []),
        ("F", ["refused.must-turn"]),
        ("1: d3e3", ["orders.no-rotation"]),
        ("L; 1: d3e3", ["orders.laid-already"]),
    ],
)
def test_orders_after_the_rug_need_only_a_rotation(text: str, found: list[str]) -> None:
    assert obstacles(position("gigamic-variant", phase="end"), text) == found


@pytest.mark.parametrize(
    ("ruleset", "text", "found"),
    [
        ("gigamic", "R; 1: e4e5; 2: --", "2:refused.can-lay"),
        ("gigamic", "R; 1: h1h2", "1:refused.off-board"),
        ("gigamic", "R; 1: a1b2", "1:refused.not-a-rug"),
        ("gigamic", "1: e4e5", "orders.no-rotation"),
        ("gigamic", "R; 1: e4e5 L", "orders.turned-before"),
        ("summary-strict", "F", "refused.must-turn"),
        ("summary-strict", "L; 2: --", None),
        ("gigamic-variant", "R", "orders.no-rug"),
        ("gigamic", "R; 1: a1a2; 4: g6g7", "orders.never-beside"),
        ("gigamic", "R; 1: d4e4; 2: f4g4", None),
    ],
)
def test_orders_that_no_position_allows_are_refused_at_once(ruleset: str, text: str, found: str | None) -> None:
    phase = "roll" if ruleset == "gigamic-variant" else "rotate"
    assert impossible(position(ruleset, at="A33E", phase=phase), 1, text) == found


def test_a_seat_without_turns_needs_no_orders() -> None:
    assert impossible(position("gigamic", phase="over", reason="rugs"), 0, "L") == "orders.over"
    assert impossible(position("gigamic", phase="rotate", out=(1,)), 1, "L") == "orders.out"
    assert impossible(position("gigamic", phase="rotate", piles={1: 0}), 1, "L") == "orders.no-turn"
    assert impossible(position("gigamic", phase="lay", piles={0: 1}), 0, "L") == "orders.no-turn"
    assert impossible(position("gigamic", phase="rotate", piles={1: 1}), 1, "L") is None


@pytest.mark.parametrize(
    ("at", "text", "found"),
    [
        ("d4 E", "F; 1: d4d5; 4: e4f4", "4:refused.not-beside-assam"),
        ("d4 E", "F; 1: d4e4", "1:refused.under-assam"),
        ("d4 E", "F; 1: d4d5; 2: --", "2:refused.can-lay"),
        ("d4 N", "F", "orders.never-there"),
        ("d5", "F", "orders.never-there"),
        ("", "F; 1: d4d5", None),
    ],
)
def test_orders_before_the_last_rug_know_how_assam_will_face(at: str, text: str, found: str | None) -> None:
    assert impossible(position("gigamic", at="A33E", phase="lay"), 1, text, at) == found


def test_orders_may_ask_to_put_a_rug_away_where_two_halves_are_refused() -> None:
    assert impossible(position("summary-strict", at="A33E", phase="lay"), 1, "L; 1: --", "d4") is None
