"""Tests of the choice among valued actions, which robots of all titles share."""

import pytest

from games.engine.robots import TOLERANCE, best_actions, choose_best

VALUED = [(1.0, "a"), (2.0, "b"), (2.0 - TOLERANCE / 2, "c"), (1.9, "d")]


def test_the_best_actions_are_those_with_nearly_the_highest_value() -> None:
    assert best_actions(VALUED) == ("b", "c")
    assert best_actions(iter(VALUED)) == ("b", "c")


def test_the_seed_decides_between_equals_and_always_alike() -> None:
    assert {choose_best(VALUED, seed) for seed in range(20)} == {"b", "c"}
    assert choose_best(VALUED, 7) == choose_best(VALUED, 7)


def test_without_actions_there_is_no_choice() -> None:
    with pytest.raises(ValueError, match="empty"):
        choose_best([], 1)
