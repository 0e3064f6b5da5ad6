import random
from typing import Any

import pytest

from games.engine.defaults import Defaults
from games.engine.errors import BadNotation, IllegalAction
from games.engine.marrakech.orders import Condition, reachable_poses, read_condition, suggest_place, turns_left
from games.engine.messages import Message, message_from_json, message_to_json
from games.engine.prompts import OrderFormat

from ..helpers.positions import position
from ..helpers.random_games import ALL, AT_END, TITLE, apply_texts, chance_result, random_game

FORM: OrderFormat = TITLE.orders
ANY = Condition()
SHORT = {"rugs": "4/2/2"}


def starting_states(ruleset: str, seats: int, seed: int, **settings: Any) -> list[Any]:
    """Return the states of a random game in which a turn begins."""
    states, _log = random_game(ruleset, seats, seed, SHORT, **settings)
    return [state for state in states if FORM.seat_to_begin(state) is not None]


def orders_for(state: Any, chooser: random.Random) -> tuple[str, dict[str, str]]:
    """Return a rotation and legal places for some of the faces, "" where there is none to choose."""
    offered = FORM.rotations(state, state.current)
    rotation = chooser.choice(offered).notation if offered else ""
    plan = FORM.plan(state, state.current, rotation)
    return rotation, {
        face.label: chooser.choice(face.choices).notation for face in plan if face.choices and chooser.random() < 0.8
    }


@pytest.mark.parametrize("ruleset", ALL)
def test_orders_that_fit_are_played_to_the_last_action_whatever_is_rolled(ruleset: str) -> None:
    chooser = random.Random(ruleset)
    for state in starting_states(ruleset, 2, 1)[:4] + starting_states(ruleset, 3, 2, leaving=0.03):
        rotation, places = orders_for(state, chooser)
        if not places and ruleset in AT_END:
            continue
        text = "; ".join([rotation, *(f"{face}: {place}" for face, place in places.items())]).removeprefix("; ")
        orders = FORM.read(text)
        assert FORM.problems(ANY, orders, state, state.current) == ()
        played = [TITLE.notation(action) for action in _carried_out(state, orders, chooser)]
        face = next(text for text in played if text in "1234")
        seat = [text for text in played if text not in "1234cyrp"]
        wanted = ([] if ruleset in AT_END else [rotation]) + ([places[face]] if face in places else [])
        assert seat[: len(wanted)] == wanted
        assert seat[len(wanted) :] in ([], [rotation] if ruleset in AT_END else [])


def _carried_out(state: Any, orders: Any, chooser: random.Random) -> list[Any]:
    turn, done = TITLE.turn(state), []
    while TITLE.turn(state) == turn and TITLE.outcome(state) is None:
        action = chance_result(state, chooser) if TITLE.chance(state) else FORM.next_action(orders, state)
        if action is None:
            break
        state = TITLE.apply(state, action)
        done.append(action)
    return done


@pytest.mark.parametrize("ruleset", ALL)
def test_every_pose_of_a_game_was_reachable(ruleset: str) -> None:
    states, _log = random_game(ruleset, 3, 7, SHORT, leaving=0.04)
    expected: dict[int, list[frozenset[int]]] = {seat: [] for seat in range(3)}
    for state in states:
        seat = FORM.seat_to_begin(state)
        if seat is not None:
            pose = state.square << 2 | state.facing
            assert all(pose in poses for poses in expected[seat])
            expected[seat] = []
        for other in range(3):
            if state.phase != "over" and not state.seats[other].out and turns_left(state, other) > 0:
                expected[other].append(reachable_poses(state, other))


@pytest.mark.parametrize(
    ("ruleset", "phase", "seats", "seat", "count"),
    [
        ("gigamic", "lay", 2, 1, 1),
        ("gigamic", "rotate", 2, 1, 12),
        ("gigamic", "roll", 2, 1, 4),
        ("gigamic", "roll", 3, 1, 5),
        ("summary-strict", "rotate", 2, 1, 8),
        ("gigamic-variant", "end", 2, 1, 2),
        ("gigamic-variant", "end", 3, 1, 3),
        ("gigamic-variant", "roll", 2, 1, 8),
        ("bga-code-end", "lay", 2, 1, 3),
    ],
)
def test_reachable_poses_are_counted(ruleset: str, phase: str, seats: int, seat: int, count: int) -> None:
    assert len(reachable_poses(position(ruleset, seats=seats, at="A33E", phase=phase), seat)) == count


def test_every_pose_is_reachable_before_the_order_of_play_is_rolled() -> None:
    assert len(reachable_poses(TITLE.start("slides", {}, 3), 1)) == 196


def test_the_last_player_in_comes_after_themselves() -> None:
    alone = position("anu", seats=2, at="A33E", phase="lay", out=(1,))
    assert reachable_poses(alone, 0) == {alone.square << 2 | alone.facing}


@pytest.mark.parametrize("ruleset", ALL)
def test_a_plan_shows_what_each_face_would_bring(ruleset: str) -> None:
    for state in starting_states(ruleset, 3, 3)[-2:]:
        rotation = next((choice.notation for choice in FORM.rotations(state, state.current)), "")
        plan = FORM.plan(state, state.current, rotation)
        assert [(face.label, face.weight) for face in plan] == [("1", 1), ("2", 2), ("3", 2), ("4", 1)]
        for face in plan:
            turned = state if ruleset in AT_END else apply_texts(state, rotation)
            assert face.state == apply_texts(turned, face.label)
            legal = [TITLE.notation(action) for action in TITLE.legal_actions(face.state)]
            assert [choice.notation for choice in face.choices] == (legal if face.state.phase == "lay" else [])
            assert face.suggested in {choice.notation for choice in face.choices} or not face.choices
            assert face.branch.label == face.label


def test_a_plan_after_the_roll_has_the_rolled_face_only() -> None:
    (face,) = FORM.plan(apply_texts(position("gigamic", at="A33E", phase="rotate"), "L", "2"), 0, "R")
    assert (face.label, face.branch.path, face.suggested) == ("2", ("d4", "d5", "d6"), suggest_place(face.state))


def test_a_turn_without_a_rug_has_no_plan() -> None:
    assert FORM.plan(position("gigamic-variant", phase="end"), 0, "L") == ()
    assert FORM.plan(position("gigamic", phase="rotate", piles={1: 0}), 1, "L") == ()


def test_a_face_that_puts_the_seat_out_has_no_places_in_a_plan() -> None:
    state = position("gigamic", at="A33E", phase="rotate", rugs="y1:53,54", dirhams={0: 1})
    plan = FORM.plan(state, 0, "F")
    assert [bool(face.choices) for face in plan] == [True, False, True, True]
    assert plan[1].suggested == ""
    assert [message.key for message in plan[1].branch.messages] == ["toll.part", "toll.out"]


def test_an_impossible_rotation_has_no_plan() -> None:
    with pytest.raises(IllegalAction, match="must-turn"):
        FORM.plan(position("summary-strict", phase="rotate"), 0, "F")
    with pytest.raises(BadNotation):
        FORM.plan(position("gigamic", phase="rotate"), 0, "?")


def test_the_suggested_place_is_always_the_same() -> None:
    state = apply_texts(position("gigamic", at="A33E", phase="rotate", rugs="y1:42,52 c1:31,41"), "F", "1")
    assert len({suggest_place(state) for _ in range(3)}) == 1


@pytest.mark.parametrize(
    ("ruleset", "phase", "piles", "rotations"),
    [
        ("gigamic", "rotate", None, "FLR"),
        ("summary-strict", "rotate", None, "LR"),
        ("gigamic", "lay", None, ""),
        ("gigamic", "roll", None, ""),
        ("gigamic-variant", "roll", None, "LR"),
        ("bga-code-end", "lay", None, "FLR"),
        ("gigamic-variant", "lay", {0: 1, 1: 0, 2: 0}, ""),
        ("gigamic-variant", "end", None, "LR"),
        ("gigamic-variant", "over", None, ""),
    ],
)
def test_orders_know_the_rotations_of_a_turn(
    ruleset: str, phase: str, piles: dict[int, int] | None, rotations: str
) -> None:
    state = position(ruleset, phase=phase, piles=piles, reason="rugs" if phase == "over" else None)
    assert "".join(choice.notation for choice in FORM.rotations(state, 0)) == rotations


@pytest.mark.parametrize(
    ("ruleset", "condition", "phase", "pose"),
    [
        ("gigamic", "", "rotate", "d4E"),
        ("gigamic", "a1 S", "rotate", "a1S"),
        ("gigamic-variant", "a1", "roll", "a1E"),
        ("gigamic", "W", "rotate", "d4W"),
    ],
)
def test_a_position_for_orders_can_be_supposed(ruleset: str, condition: str, phase: str, pose: str) -> None:
    state = FORM.suppose(read_condition(condition), position(ruleset, at="A33E", phase="lay"), 2)
    assert (state.current, state.phase) == (2, phase)
    assert FORM.seat_to_begin(state) == 2
    token = TITLE.scene(state).tokens[0]
    assert token.cell + token.facing == pose


def test_a_title_without_orders_needs_none() -> None:
    assert Defaults.orders is None


def test_messages_of_orders_survive_json() -> None:
    message = Message("orders.face", {"face": 3, "why": Message("refused.off-board"), "way": ("a1", "a2")})
    data = message_to_json(message)
    assert message_from_json({**data, "params": {**data["params"], "way": ["a1", "a2"]}}) == message


def test_written_orders_and_conditions_are_read_again() -> None:
    orders, condition = FORM.read("l; 2: d4-d5"), FORM.read_condition("D4 s")
    assert (FORM.write(orders), FORM.write_condition(condition)) == ("L; 2: d4d5", "d4 S")
    assert FORM.describe_condition(condition).key == "condition.pose"
