"""Tests of the evaluation: exact at the end, fair at the start, and consistent with the board."""

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from games.engine.marrakech.board import PLACE_SQUARES
from games.engine.marrakech.evaluation import evaluation_board, expected_points, rug_effect, with_rug
from games.engine.marrakech.playouts import PlayoutStart

from ..helpers.positions import position
from ..helpers.random_games import ALL, TITLE, random_game

SHORT = {"rugs": "4/3/2", "dirhams": "5"}


@pytest.mark.parametrize("seats", [2, 3, 4])
@pytest.mark.parametrize("ruleset", ALL)
def test_they_are_the_points_at_the_end(ruleset: str, seats: int) -> None:
    states, _ = random_game(ruleset, seats, 5, SHORT)
    outcome = TITLE.outcome(states[-1])
    assert expected_points(states[-1]) == tuple(
        float(standing.score or 0) for standing in sorted(outcome.standings, key=lambda standing: standing.seat)
    )


@pytest.mark.parametrize("ruleset", ALL)
def test_they_are_numbers_in_every_phase(ruleset: str) -> None:
    states, _ = random_game(ruleset, 3, 2, SHORT, leaving=0.02)
    assert all(len(expected_points(state)) == 3 for state in states)


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_no_one_is_far_ahead_at_the_start(seats: int) -> None:
    expected = expected_points(TITLE.start("gigamic", {}, seats))
    assert max(expected) - min(expected) < 3


def test_a_seat_that_is_out_may_expect_nothing() -> None:
    assert expected_points(position("gigamic", rugs="y1:43,44", out=(1,), phase="rotate"))[1] == 0


def test_more_dirhams_are_worth_as_much_more() -> None:
    poor, rich = (expected_points(position("gigamic", phase="rotate", dirhams={0: dirhams})) for dirhams in (20, 30))
    assert rich[0] - poor[0] == pytest.approx(10)


def test_a_large_patch_is_worth_more_than_the_same_squares_apart() -> None:
    joined, apart = (
        expected_points(position("gigamic", at="A66E", rugs=rugs, phase="lay", current=1))[0]
        for rugs in ("c1:00,10 c2:20,30", "c1:00,10 c2:30,40")
    )
    assert joined > apart


def test_a_seat_with_rents_on_all_sides_can_expect_less() -> None:
    near, far = (
        expected_points(position("gigamic", at=at, rugs="y1:43,53 y2:32,31 y3:34,35 y4:23,22", phase="rotate"))[0]
        for at in ("A33E", "A66S")
    )
    assert near < far


@given(st.sampled_from(ALL), st.integers(2, 4), st.integers(0, 2**32), st.integers(0, 200), st.data())
def test_the_effect_of_a_rug_is_what_laying_it_changes(
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
