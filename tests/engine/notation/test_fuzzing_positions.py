import json
import random
from functools import lru_cache
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from games.engine.errors import BadPosition
from games.engine.replay import state_hash
from tests.naive.positions import game_from_json

from ..helpers.call_counts import count_calls, grows_no_faster_than
from ..helpers.fuzz import changed_tree, changes, trees
from ..helpers.random_games import ALL, TITLE, next_action, random_game
from ..helpers.views import engine_view, naive_view


@lru_cache
def positions() -> list[dict[str, Any]]:
    """Return positions from random games: all rulesets, with seats that are out, from beginning to end."""
    found = []
    for number, ruleset in enumerate(ALL):
        states, _ = random_game(ruleset, 2 + number % 3, number, {"dirhams": "9"}, leaving=0.005)
        found += [TITLE.to_json(state) for state in (*states[:6:2], *states[7::29], states[-1])]
    return found


def show(state: Any) -> None:
    """Show a position in every way there is, and write and read it."""
    assert TITLE.from_json(json.loads(json.dumps(TITLE.to_json(state)))) == state
    assert state_hash(TITLE, state)
    TITLE.scene(state)
    TITLE.prompt(state)
    TITLE.panels(state)


def play_on(state: Any) -> None:
    """Show a position and play on from it for a while; the plain program plays along from the first turn."""
    chooser = random.Random(1)
    game = game_from_json(TITLE.to_json(state)) if state.turn and TITLE.outcome(state) is None else None
    for _ in range(8):
        show(state)
        if game:
            assert engine_view(state) == naive_view(game)
        if TITLE.outcome(state) is not None:
            break
        action = next_action(state, chooser)
        state = TITLE.apply(state, action)
        if game:
            game.do(action.seat, TITLE.notation(action))


def read(data: Any) -> None:
    try:
        state = TITLE.from_json(data)
    except BadPosition:
        return
    play_on(state)


@given(data=trees)
def test_any_json_is_refused_as_a_position_or_can_be_played_on(data: Any) -> None:
    read(data)


@settings(max_examples=settings().max_examples // 4)  # each of them takes long
@given(number=st.integers(0, 1000), how=st.lists(changes, min_size=1, max_size=3))
def test_a_damaged_json_position_is_refused_or_can_be_played_on(number: int, how: list[tuple[int, str, Any]]) -> None:
    read(changed_tree(positions()[number % len(positions())], how))


def long_position(key: str, size: int) -> dict[str, Any]:
    """Return a position with this many items where there should be few."""
    data = TITLE.to_json(random_game("slides", 3, 1)[0][0])
    value = data[key]
    if isinstance(value, dict):
        return {**data, key: {**value, **{f"{number}": "1" for number in range(size)}}}
    return {**data, key: [*value, *([value[0]] * size)]}


@pytest.mark.parametrize("key", ["seats", "order", "rolloff", "board", "options", "assam"])
def test_reading_a_long_position_takes_linear_time(key: str) -> None:
    assert grows_no_faster_than(lambda size: TITLE.from_json(long_position(key, size)), 500, refusing=BadPosition)


@pytest.mark.parametrize("key", ["turn", "ply", "rolloff"])
def test_an_enormous_number_in_a_position_is_refused(key: str) -> None:
    data = TITLE.to_json(TITLE.start("slides", {}, 3))
    with pytest.raises(BadPosition):
        TITLE.from_json({**data, key: [[10**5000]] * 3 if key == "rolloff" else 10**5000})


@pytest.mark.parametrize("rolls", [[1] * 5000, [1, 2] * 5000])
def test_an_endless_roll_off_in_a_position_is_refused(rolls: list[int]) -> None:
    data = TITLE.to_json(TITLE.start("slides", {}, 3))
    with pytest.raises(BadPosition):
        TITLE.from_json({**data, "rolloff": [rolls] * 3})


@pytest.mark.parametrize("key", ["ruleset", "phase", "current", "order", "assam", "seats", "board", "last", "outcome"])
def test_ten_megabytes_of_invalid_positions_are_refused_at_once(key: str) -> None:
    rubbish = {**TITLE.to_json(TITLE.start("gigamic", {}, 2)), key: "x" * 10_000_000}
    with pytest.raises(BadPosition):
        TITLE.from_json(rubbish)
    assert count_calls(TITLE.from_json, rubbish, refusing=BadPosition) < 1000
