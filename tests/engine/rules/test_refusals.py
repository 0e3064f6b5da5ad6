"""Tests of the reasons for squares that cannot be chosen."""

from typing import Any

import pytest

from ..helpers.positions import position
from ..helpers.random_games import TITLE


def why(state: Any) -> dict[str, str]:
    """Return the code of each refused square."""
    prompt = TITLE.prompt(state)
    assert prompt
    return {name: message.key.removeprefix("refused.") for name, message in prompt.refusals.items()}


def test_it_names_the_square_under_assam_and_those_too_far_from_him() -> None:
    reasons = why(position("gigamic"))
    assert (reasons["d4"], reasons["a7"], reasons["d7"]) == ("under-assam", "not-beside-assam", "not-beside-assam")


def test_it_refuses_no_square_of_a_legal_place() -> None:
    state = position("gigamic")
    prompt = TITLE.prompt(state)
    assert prompt
    legal = {cell for choice in prompt.choices for cell in choice.cells}
    assert (len(legal), set(prompt.refusals) & legal) == (12, set())
    assert len(prompt.refusals) == 49 - len(legal)


def test_it_names_the_whole_rug_that_would_be_covered() -> None:
    reasons = why(position("gigamic", at="A00N", rugs="y1:10,20 r1:01,11"))
    assert {name for name, code in reasons.items() if code == "whole-rug"} == {"c7"}


def test_it_names_the_two_halves_where_one_may_not_lie_on_both() -> None:
    reasons = why(position("summary-strict", at="A00N", rugs="y1:10 r1:01,02 y2:11"))
    assert {name for name, code in reasons.items() if code == "two-halves"} == {"b6"}


@pytest.mark.parametrize(
    ("ruleset", "phase", "expected"),
    [
        ("gigamic", "rotate", {"c4": "half-turn"}),
        ("gigamic-variant", "end", {"c4": "half-turn", "e4": "must-turn"}),
    ],
)
def test_it_names_where_assam_may_not_turn(ruleset: str, phase: str, expected: dict[str, str]) -> None:
    reasons = why(position(ruleset, phase=phase))
    assert {name: code for name, code in reasons.items() if code != "no-way"} == expected


def test_it_says_of_every_square_that_is_not_to_a_side_of_assam_what_to_choose() -> None:
    reasons = why(position("gigamic", phase="rotate"))
    assert (reasons["d4"], reasons["a1"], len(reasons)) == ("no-way", "no-way", 46)


def test_it_refuses_no_direction_beyond_the_edge() -> None:
    assert set(why(position("gigamic", at="A03E", phase="rotate")).values()) == {"no-way"}
