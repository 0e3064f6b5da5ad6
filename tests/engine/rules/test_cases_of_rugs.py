"""Tests of the numbered cases 27 to 47 of the rules: the places for rugs."""

from collections.abc import Sequence
from typing import Any

import pytest

from games.engine.errors import IllegalAction

from ..helpers.positions import name, place, position
from ..helpers.random_games import ALL, BGA, ONE_COLOUR, TITLE, all_but, apply_texts

every_ruleset = pytest.mark.parametrize("ruleset", ALL)
NOT_STRICT = all_but("summary-strict")


def each(number: int, keys: Sequence[str], *values: Any) -> list[Any]:
    """Return one parameter row for every ruleset that the case names."""
    return [pytest.param(ruleset, *values, id=f"case {number} {ruleset}") for ruleset in keys]


REFUSED = [
    *each(27, ALL, {}, ("33", "34"), "under-assam"),
    *each(28, ALL, {}, ("44", "54"), "not-beside-assam"),
    *each(30, ALL, {}, ("34", "43"), "not-a-rug"),
    *each(31, ALL, {"at": "A63E"}, ("64", "74"), "off-board"),
    *each(32, ALL, {"rugs": "y1:43,44"}, ("43", "44"), "whole-rug"),
    *each(33, all_but(*BGA), {"rugs": "c1:43,44"}, ("43", "44"), "whole-rug"),
    *each(36, all_but(*BGA, *ONE_COLOUR), {"rugs": "y1:43,44", "seats": 2}, ("43", "44"), "whole-rug"),
    *each(42, all_but("slides"), {"rugs": "y1:43,44", "out": (1,)}, ("43", "44"), "whole-rug"),
    *each(44, ["summary-strict"], {"rugs": "y1:43,53 r2:44,54"}, ("43", "44"), "two-halves"),
]

ALLOWED = [
    *each(29, ALL, {}, ("34", "35")),
    *each(29, ALL, {}, ("35", "34")),
    *each(29, ALL, {}, ("44", "34")),
    *each(34, BGA, {"rugs": "c1:43,44"}, ("43", "44")),
    *each(35, BGA, {"rugs": "y1:43,44", "seats": 2}, ("43", "44")),
    *each(37, NOT_STRICT, {"rugs": "y1:43 r9:53,52 y2:44,54"}, ("43", "44")),
    *each(38, NOT_STRICT, {"rugs": "y1:42,43 y2:44,45"}, ("43", "44")),
    *each(39, NOT_STRICT, {"rugs": "y7:43,53 r7:44,54"}, ("43", "44")),
    *each(40, NOT_STRICT, {"rugs": "y1:43 r2:44,54"}, ("43", "44")),
    *each(41, ALL, {"rugs": "y1:43,53"}, ("43", "44")),
    *each(43, ["slides"], {"rugs": "y1:43,44", "out": (1,)}, ("43", "44")),
]


@pytest.mark.parametrize(("ruleset", "situation", "squares", "code"), REFUSED)
def test_it_refuses_a_rug(ruleset: str, situation: dict[str, Any], squares: tuple[str, str], code: str) -> None:
    state = position(ruleset, **situation)
    before = TITLE.to_json(state)
    with pytest.raises(IllegalAction) as caught:
        apply_texts(state, place(*squares))
    assert (caught.value.code, TITLE.to_json(state)) == (code, before)


@pytest.mark.parametrize(("ruleset", "situation", "squares"), ALLOWED)
def test_it_allows_a_rug(ruleset: str, situation: dict[str, Any], squares: tuple[str, str]) -> None:
    state = apply_texts(position(ruleset, **situation), place(*squares))
    assert TITLE.to_json(state)["last"]["rug"] == sorted(map(name, squares))


@pytest.mark.parametrize("ruleset", NOT_STRICT)
def test_case_45_two_of_four_places_are_the_fewest(ruleset: str) -> None:
    state = position(ruleset, at="A00E", rugs="y1:10,20 r1:01,02")
    legal = {TITLE.notation(action) for action in TITLE.legal_actions(state)}
    assert legal == {"b6b7", "a6b6"}


def test_case_46_a_rug_without_a_place_is_put_away() -> None:
    state = position("summary-strict", at="A01N", phase="roll", rugs="y1:10,20 r1:01,02 y2:11,21")
    state = apply_texts(state, "1")
    after = apply_texts(state, "--")
    assert [TITLE.notation(action) for action in TITLE.legal_actions(state)] == ["--"]
    assert (after.current, after.seats[0].rugs, after.board) == (1, state.seats[0].rugs - 1, state.board)


@every_ruleset
def test_case_47_twelve_places_are_the_most(ruleset: str) -> None:
    assert len(TITLE.legal_actions(position(ruleset))) == 12
