import pytest

from games.engine.marram.title import MARRAM
from games.engine.match import match

from ..helpers.marram_positions import ordered_start, position, with_holding


@pytest.mark.parametrize("key", ["random", "greedy", "careful"])
def test_a_robot_of_marram_plays_the_same_for_the_same_seed(key: str) -> None:
    state, robot = ordered_start("pitchfork-short", 3), MARRAM.robots[key]
    first = robot.choose(state, 7)
    assert first in MARRAM.legal_actions(state)
    assert robot.choose(state, 7) == first
    assert robot.choose(MARRAM.view(state, 0), 7) == first
    with pytest.raises(ValueError, match="No seat"):
        robot.choose(MARRAM.start("classic-short", {}, 2), 7)


@pytest.mark.parametrize("key", ["greedy", "careful"])
def test_a_robot_of_marram_takes_points(key: str) -> None:
    state = position("T33@(0,0)r2", rack=(53,))._replace(actions_left=1)
    assert MARRAM.apply(state, MARRAM.robots[key].choose(state, 1)).seats[0].score == 18


@pytest.mark.parametrize("key", ["random", "greedy", "careful"])
def test_a_robot_of_marram_discards_where_no_tile_fits(key: str) -> None:
    state = with_holding(position("T01@(0,0)r0", rack=(50, 52, 54)), 0, shovels=0)
    assert MARRAM.notation(MARRAM.robots[key].choose(state, 1)) in ("d50", "d52", "d54")


def test_the_search_of_a_robot_can_be_stopped_and_limited() -> None:
    state, robot = ordered_start("classic-short", 2), MARRAM.robots["careful"]
    assert robot.choose(state, 1, None, lambda: True) == robot.choose(state, 1, 1)


@pytest.mark.full
def test_each_robot_of_marram_is_stronger_than_the_one_before() -> None:
    for stronger, weaker in (("greedy", "random"), ("careful", "greedy")):
        result = match(MARRAM, (stronger, weaker), games=6, seed=5)
        assert result.lines[0].share > 0.6
        assert result.lines[0].margin > 0
