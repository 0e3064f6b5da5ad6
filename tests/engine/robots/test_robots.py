from random import Random
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from games.engine.marrakech.board import NAMES, NEIGHBOURS, PLACE_SQUARES
from games.engine.marrakech.evaluation import evaluation_board, expected_points, rug_effect, with_rug
from games.engine.marrakech.playouts import PlayoutStart
from games.engine.marrakech.robots import SCORE_WEIGHTS, CarefulPlayer
from games.engine.marrakech.title import MARRAKECH
from games.engine.match import match
from games.engine.robots import TOLERANCE, best_actions, choose_best
from games.engine.values import Robot

from ..helpers.positions import position
from ..helpers.random_games import ALL, AT_END, TITLE, next_action, random_game

ROBOTS = tuple(MARRAKECH.robots)
GREEDY, CAREFUL, MASTER = (MARRAKECH.robots[key] for key in ("greedy", "careful", "master"))
NEAR = {NAMES[square]: {NAMES[near] for near in NEIGHBOURS[square]} for square in range(49)}
SHORT = {"rugs": "3/2/2", "dirhams": "4"}


def after(*plies: str, ruleset: str = "slides", seats: int = 3) -> Any:
    """Return the position after these plies; the seat or chance that is due plays them."""
    state = MARRAKECH.start(ruleset, {"order": "given"}, seats)
    for text in plies:
        seat = next(iter(MARRAKECH.acting(state)), None)
        state = MARRAKECH.apply(state, MARRAKECH.parse(state, seat, text))
    return state


def played_out(key: str, seed: int, ruleset: str, seats: int) -> Any:
    """Return the last position of a whole short game that one kind of robot plays alone."""
    chooser, state = Random(seed), TITLE.start(ruleset, SHORT, seats)
    while not TITLE.outcome(state):
        if TITLE.acting(state):
            action = TITLE.robots[key].choose(state, chooser.getrandbits(32), 12)
            assert action in TITLE.legal_actions(state)
        else:
            action = next_action(state, chooser)
        state = TITLE.apply(state, action)
    return state


@pytest.mark.slow
@pytest.mark.parametrize(
    ("key", "ruleset", "seats"),
    [(key, ruleset, 2 + (i + j) % 3) for i, key in enumerate(ROBOTS) for j, ruleset in enumerate(ALL)],
)
def test_a_robot_plays_a_whole_game_in_every_ruleset(key: str, ruleset: str, seats: int) -> None:
    assert TITLE.outcome(played_out(key, 7, ruleset, seats))


@pytest.mark.parametrize("key", ROBOTS)
def test_a_robot_plays_the_same_game_from_the_same_seed(key: str) -> None:
    assert played_out(key, 3, "gigamic", 2) == played_out(key, 3, "gigamic", 2)


@pytest.mark.parametrize("key", ROBOTS)
def test_a_robot_plays_another_game_from_another_seed(key: str) -> None:
    assert played_out(key, 3, "gigamic", 2) != played_out(key, 4, "gigamic", 2)


@pytest.mark.parametrize("key", ROBOTS)
def test_a_robot_refuses_to_play_for_no_seat(key: str) -> None:
    with pytest.raises(ValueError, match="No seat must act"):
        TITLE.robots[key].choose(TITLE.start("slides", {}, 3), 1)


def test_a_robot_turns_away_from_a_neighbours_rugs() -> None:
    """Assam stands on d5 and looks at A's rug on d6: going straight on, B would pay for a 1."""
    state = after("F", "1", "d6e6")
    here = [MARRAKECH.notation(GREEDY.choose(state, seed)) for seed in range(20)]
    assert "F" not in here


def test_a_robot_covers_a_neighbours_rug_rather_than_bare_ground() -> None:
    state = after("F", "1", "d6e6", "R", "2")
    name = MARRAKECH.notation(GREEDY.choose(state, 1))
    assert {name[:2], name[2:]} & {"d6", "e6"}


@pytest.mark.parametrize("ruleset", AT_END)
def test_a_robot_turns_assam_towards_its_own_rugs_at_the_end(ruleset: str) -> None:
    state = position(ruleset, at="A33N", rugs="c1:43,53 c2:63", phase="end")
    assert {MARRAKECH.notation(GREEDY.choose(state, seed)) for seed in range(5)} == {"R"}


@pytest.mark.parametrize("robot", [CAREFUL, MASTER], ids=lambda robot: robot.key)
def test_a_robot_turns_away_before_it_goes_out(robot: Robot) -> None:
    """Straight on, two faces end on a patch of more than the last two dirhams."""
    state = position("gigamic", at="A33E", rugs="y1:43,53 y2:63,62", phase="rotate", dirhams={0: 2})
    assert MARRAKECH.notation(robot.choose(state, 1, 60)) in {"L", "R"}


@pytest.mark.parametrize("key", ROBOTS)
def test_a_robot_answers_where_every_direction_may_ruin_it(key: str) -> None:
    rugs = "y1:43,53 y2:32,31 y3:34,35 y4:23,13"
    state = position("gigamic", at="A33E", rugs=rugs, phase="rotate", dirhams={0: 0})
    assert TITLE.robots[key].choose(state, 1, 60) in TITLE.legal_actions(state)


@pytest.mark.parametrize("key", ROBOTS)
def test_a_robot_plays_on_alone(key: str) -> None:
    state = position("anu", seats=2, phase="rotate", out=(1,))
    assert TITLE.robots[key].choose(state, 1, 12) in TITLE.legal_actions(state)


@pytest.mark.parametrize("key", ROBOTS)
def test_a_robot_lays_the_very_last_rug(key: str) -> None:
    state = position("slides", phase="lay", piles={0: 1, 1: 0, 2: 0})
    assert TITLE.robots[key].choose(state, 1, 12) in TITLE.legal_actions(state)


def test_a_robot_puts_away_a_rug_that_has_no_place() -> None:
    state = position("summary-strict", at="A00N", rugs="y1:10,20 r1:01,02 y2:11,21", phase="lay")
    assert {MARRAKECH.notation(robot.choose(state, 1, 12)) for robot in TITLE.robots.values()} == {"--"}


def test_a_robot_that_thinks_of_rents_extends_its_own_patch() -> None:
    """All else is bare, so that only later rents distinguish the places."""
    state = position("gigamic", at="A33E", rugs="c1:43,44", phase="lay", seats=2, changes={"two_player_colours": "1"})
    name = MARRAKECH.notation(CAREFUL.choose(state, 1))
    own = {"e4", "e3"}
    beside = {other for square in own for other in NEAR[square]}
    assert {name[:2], name[2:]} & (own | beside)


def test_the_master_robot_answers_at_once_when_stopped() -> None:
    asked = []

    def stop() -> bool:
        asked.append(1)
        return True

    state = after("F", "1", "d6e6")
    assert MASTER.choose(state, 1, 10**9, stop) in MARRAKECH.legal_actions(state)
    assert asked == [1]


def test_the_master_robot_goes_on_while_not_stopped() -> None:
    state = after("F", "1", "d6e6")
    assert MASTER.choose(state, 1, 30, lambda: False) == MASTER.choose(state, 1, 30)


@pytest.mark.slow
@pytest.mark.parametrize("better", ["greedy", "careful", "master"])
def test_a_robot_beats_a_random_player(better: str) -> None:
    """A few games with fixed dice, so that every run is the same."""
    result = match(MARRAKECH, (better, "random"), games=2, seed=1, changes={"rugs": "6/8/6"}, budgets=(24,))
    assert result.lines[0].share > 0.5


def test_a_robot_that_sees_only_the_score_ignores_rents() -> None:
    """All places on bare ground have the same value."""
    state = position("gigamic", at="A33E", phase="lay")
    assert {worth for worth, _ in CarefulPlayer(state, SCORE_WEIGHTS, width=0).action_values()} == {2.0}


VALUED = [(1.0, "a"), (2.0, "b"), (2.0 - TOLERANCE / 2, "c"), (1.9, "d")]


def test_the_best_actions_have_nearly_the_highest_value() -> None:
    assert best_actions(VALUED) == ("b", "c")
    assert best_actions(iter(VALUED)) == ("b", "c")


def test_the_seed_decides_between_equal_actions() -> None:
    assert {choose_best(VALUED, seed) for seed in range(20)} == {"b", "c"}
    assert choose_best(VALUED, 7) == choose_best(VALUED, 7)


def test_no_action_can_be_chosen_among_none() -> None:
    with pytest.raises(ValueError, match="empty"):
        choose_best([], 1)


SHORT_GAME = {"rugs": "4/3/2", "dirhams": "5"}


@pytest.mark.parametrize("seats", [2, 3, 4])
@pytest.mark.parametrize("ruleset", ALL)
def test_expected_points_at_the_end_are_the_points(ruleset: str, seats: int) -> None:
    states, _ = random_game(ruleset, seats, 5, SHORT_GAME)
    outcome = TITLE.outcome(states[-1])
    assert expected_points(states[-1]) == tuple(
        float(standing.score or 0) for standing in sorted(outcome.standings, key=lambda standing: standing.seat)
    )


@pytest.mark.parametrize("ruleset", ALL)
def test_expected_points_are_numbers_in_every_phase(ruleset: str) -> None:
    states, _ = random_game(ruleset, 3, 2, SHORT_GAME, leaving=0.02)
    assert all(len(expected_points(state)) == 3 for state in states)


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_no_seat_is_far_ahead_at_the_start(seats: int) -> None:
    expected = expected_points(TITLE.start("gigamic", {}, seats))
    assert max(expected) - min(expected) < 3


def test_a_seat_that_is_out_expects_no_points() -> None:
    assert expected_points(position("gigamic", rugs="y1:43,44", out=(1,), phase="rotate"))[1] == 0


def test_each_dirham_adds_a_point_to_the_expected_ones() -> None:
    poor, rich = (expected_points(position("gigamic", phase="rotate", dirhams={0: dirhams})) for dirhams in (20, 30))
    assert rich[0] - poor[0] == pytest.approx(10)


def test_a_large_patch_is_worth_more_than_the_same_squares_apart() -> None:
    joined, apart = (
        expected_points(position("gigamic", at="A66E", rugs=rugs, phase="lay", current=1))[0]
        for rugs in ("c1:00,10 c2:20,30", "c1:00,10 c2:30,40")
    )
    assert joined > apart


def test_a_seat_surrounded_by_rents_expects_fewer_points() -> None:
    near, far = (
        expected_points(position("gigamic", at=at, rugs="y1:43,53 y2:32,31 y3:34,35 y4:23,22", phase="rotate"))[0]
        for at in ("A33E", "A66S")
    )
    assert near < far


@given(st.sampled_from(ALL), st.integers(2, 4), st.integers(0, 2**32), st.integers(0, 200), st.data())
def test_the_effect_of_a_rug_is_the_change_by_laying_it(
    ruleset: str, seats: int, seed: int, plies: int, data: Any
) -> None:
    states, _ = random_game(ruleset, seats, seed, {"rugs": "16/12/9", "order": "given", "dirhams": "900"})
    start = PlayoutStart.of(states[min(plies, len(states) - 1)])
    colour = data.draw(st.integers(0, seats * len(start.piles[0][1]) - 1))
    seat = start.owner[colour]
    before = evaluation_board(start)
    first, second = data.draw(st.sampled_from(PLACE_SQUARES))
    effect = rug_effect(start.owner, before, first, second, colour)
    after = with_rug(start, before, first, second, colour)
    lost = sum(rent_sum for other, rent_sum in effect.losses if other == seat)
    covered = sum(other == seat for other, _ in effect.losses)
    assert not any(start.left)
    assert after.squares[seat] - before.squares[seat] == effect.squares - covered
    assert after.rent_sums[seat] - before.rent_sums[seat] == effect.rent_sum - lost
