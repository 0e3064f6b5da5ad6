"""Texts and names that the engine does not know, in every part that reads them."""

import pytest

from games.engine.drafts import apply_draft
from games.engine.errors import BadNotation, BadPosition, IllegalAction
from games.engine.json_reader import read_json
from games.engine.marram.actions import Place, cell_at
from games.engine.marram.robots import actions_to_come
from games.engine.marram.title import MARRAM
from games.engine.messages import Message, code_of, refusal
from games.engine.registry import get_title
from games.engine.replay import list_plies, points_by_source

from .helpers.marram_positions import ordered_start

MARRAKECH = get_title("marrakech")


def test_a_draft_cannot_leave_the_game() -> None:
    with pytest.raises(BadNotation, match="unreadable"):
        apply_draft(MARRAM, ordered_start("classic-short", 2), 0, ["resigns"])


def test_a_refusal_is_a_message_with_its_parameters_and_a_code() -> None:
    message = refusal(IllegalAction("must-turn", side="left"))
    assert message == Message("refused.must-turn", {"side": "left"})
    assert code_of(message) == "must-turn"
    assert code_of(Message("orders.out")) == "orders-out"


@pytest.mark.parametrize("text", ["[1]", '"a"', "3"])
def test_json_that_is_no_object_is_no_position(text: str) -> None:
    with pytest.raises(BadPosition, match="not-json"):
        read_json(text)


def test_marrakech_asks_in_one_step_and_counts_no_points_by_source() -> None:
    with pytest.raises(BadNotation, match="unreadable"):
        MARRAKECH.prompt(MARRAKECH.start("gigamic", {}, 2), "L")
    plies = list_plies(MARRAKECH, "gigamic", {"two_player_colours": "1"}, 2, [(0, "L"), (None, "2"), (0, "c4d4")])
    assert len(plies) == 3
    assert points_by_source(MARRAKECH, plies, 2) == {}


def test_a_place_without_a_rotation_is_read_out_of_turn_and_refused() -> None:
    state = ordered_start("classic-short", 2)
    (tile, *_rest) = state.seats[1].rack
    action = MARRAM.parse(state, 1, f"{tile} n1")
    assert action == Place(1, tile, cell_at(0, -1), 0)
    with pytest.raises(IllegalAction):
        MARRAM.apply(state, action)


def test_no_action_is_to_come_in_a_game_that_is_over() -> None:
    state = ordered_start("classic-short", 2)
    assert actions_to_come(state) == 48
    assert actions_to_come(MARRAM.apply(state, MARRAM.parse(state, None, "abort"))) == 0
