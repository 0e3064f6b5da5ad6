"""Tests of the numbered cases 1 to 26 of the rules: Assam's walk, payments, seats that go out."""

from typing import Any

import pytest

from games.engine.errors import IllegalAction
from games.engine.marrakech.actions import Rotate
from games.engine.marrakech.board import walk_from

from ..helpers.positions import assam, place, position
from ..helpers.random_games import ALL, AT_END, ONE_COLOUR, TITLE, all_but, apply_texts

every_ruleset = pytest.mark.parametrize("ruleset", ALL)


def rulesets(*keys: str) -> pytest.MarkDecorator:
    return pytest.mark.parametrize("ruleset", keys)


def rolled(ruleset: str, face: int = 1, at: str = "A33E", **more: Any) -> Any:
    """Return the state after this face, rolled by default by the first seat."""
    return apply_texts(position(ruleset, at=at, phase="roll", **more), str(face))


WALKED = [
    pytest.param("A60N", 1, "A60W", id="case 1"),
    pytest.param("A60E", 1, "A60S", id="case 2"),
    pytest.param("A06S", 1, "A06E", id="case 3 south"),
    pytest.param("A06W", 1, "A06N", id="case 3 west"),
    pytest.param("A00N", 1, "A10S", id="case 4 top left, north"),
    pytest.param("A00W", 1, "A01E", id="case 4 top left, west"),
    pytest.param("A66S", 1, "A56N", id="case 4 bottom right, south"),
    pytest.param("A66E", 1, "A65W", id="case 4 bottom right, east"),
    pytest.param("A61N", 3, "A50W", id="case 5"),
    pytest.param("A25S", 3, "A15N", id="case 6"),
    pytest.param("A30N", 4, "A23S", id="case 7"),
]


@every_ruleset
@pytest.mark.parametrize(("at", "face", "expected"), WALKED)
def test_assam_walks_as_the_mosaics_lead(ruleset: str, at: str, face: int, expected: str) -> None:
    assert assam(rolled(ruleset, face, at)) == expected


@rulesets(*all_but("bga-code-end", "gigamic-variant", "summary-strict"))
def test_case_8_the_next_rotation_starts_from_the_facing_after_the_mosaic(ruleset: str) -> None:
    state = apply_texts(position(ruleset, at="A00W", phase="rotate"), "F", "1")
    state = apply_texts(state, TITLE.notation(TITLE.legal_actions(state)[0]))
    assert {"NESW"[(state.facing + action.quarter) % 4] for action in TITLE.legal_actions(state)} == set("NES")


@every_ruleset
@pytest.mark.parametrize("quarter", [2, -2, 3, 4])
def test_case_9_no_rotation_but_a_quarter_turn(ruleset: str, quarter: int) -> None:
    state = position(ruleset, phase="end" if ruleset in AT_END else "rotate")
    before = TITLE.to_json(state)
    with pytest.raises(IllegalAction) as caught:
        TITLE.apply(state, Rotate(0, quarter))
    assert (caught.value.code, TITLE.to_json(state)) == ("half-turn", before)


@every_ruleset
def test_case_10_no_move_takes_two_mosaics(ruleset: str) -> None:
    for square in range(49):
        for facing in range(4):
            for face in (1, 2, 3, 4):
                at = f"A{square % 7}{square // 7}{'NESW'[facing]}"
                walk = walk_from(square, facing, face)
                assert len(walk.loops) <= 1
                if face == 4:
                    assert rolled(ruleset, face, at).square == walk.square


OWED = [
    pytest.param("y1:43,44 y2:55", 1, 2, id="case 11 corners do not join"),
    pytest.param("y1:43,44 y2:45 c9:54,55", 1, 3, id="case 12 squares are counted, not rugs"),
    pytest.param("y1:43 y2:63 c9:53,54", 1, 1, id="case 13 a covered square breaks a patch"),
    pytest.param("y1:42,52 y2:44,54 y3:43 c9:53,63", 1, 5, id="case 14 patches join around Assam"),
    pytest.param("c1:43,44", 1, 0, id="case 15 own rug"),
    pytest.param("y1:43,44", 2, 0, id="case 17 passing over costs nothing"),
]


@every_ruleset
@pytest.mark.parametrize(("rugs", "face", "owed"), OWED)
def test_what_is_owed(ruleset: str, rugs: str, face: int, owed: int) -> None:
    state = rolled(ruleset, face, rugs=rugs)
    assert (state.last.owed, [seat.dirhams for seat in state.seats]) == (owed, [30 - owed, 30 + owed, 30])


@every_ruleset
def test_case_16_ending_where_he_began_still_costs(ruleset: str) -> None:
    state = rolled(ruleset, 1, "A60N", rugs="y1:60,50")
    assert (assam(state), state.last.owed, state.last.to) == ("A60W", 2, 1)


@rulesets(*all_but(*ONE_COLOUR))
def test_case_18_the_other_colour_of_ones_own_costs_nothing(ruleset: str) -> None:
    assert rolled(ruleset, seats=2, rugs="y1:43,44").last.owed == 0


@rulesets(*all_but(*ONE_COLOUR))
def test_case_19_two_colours_of_one_creditor_are_two_patches(ruleset: str) -> None:
    assert rolled(ruleset, seats=2, rugs="r1:43,53 p1:44,54").last.owed == 2


@rulesets(*all_but("slides"))
def test_case_20_paying_the_last_dirham_keeps_one_in(ruleset: str) -> None:
    state = rolled(ruleset, rugs="y1:43,44", dirhams={0: 2})
    state = apply_texts(state, place("53", "54"))
    assert (state.seats[0].dirhams, state.seats[0].out, state.last.rug) == (0, False, (33, 26))


@rulesets("slides")
def test_case_21_paying_the_last_dirham_puts_one_out(ruleset: str) -> None:
    state = rolled(ruleset, rugs="y1:43,44", dirhams={0: 2})
    assert (state.seats[0].dirhams, state.seats[0].out, state.current) == (0, True, 1)


@every_ruleset
def test_case_22_who_cannot_pay_gives_all_and_is_out(ruleset: str) -> None:
    state = rolled(ruleset, rugs="y1:43,44 y2:53,54", dirhams={0: 3})
    assert [seat.dirhams for seat in state.seats] == [0, 33, 30]
    assert (state.seats[0].out, state.seats[0].rugs, state.last.rug, state.current) == (True, 0, (), 1)


@rulesets(*all_but("slides"))
@pytest.mark.parametrize("rugs", ["", "c1:43,44"], ids=["empty square", "own rug"])
def test_case_23_no_money_and_no_debt_is_no_harm(ruleset: str, rugs: str) -> None:
    state = rolled(ruleset, rugs=rugs, dirhams={0: 0})
    assert (state.seats[0].out, state.phase, state.current) == (False, "lay", 0)


@rulesets(*all_but("slides"))
def test_case_24_no_money_and_any_debt_is_the_end(ruleset: str) -> None:
    state = rolled(ruleset, rugs="y1:43,44", dirhams={0: 0})
    assert (state.seats[0].out, state.last.paid, state.seats[1].dirhams) == (True, 0, 30)


@every_ruleset
def test_case_25_the_rug_of_one_who_is_out_costs_nothing(ruleset: str) -> None:
    state = rolled(ruleset, rugs="y1:43,44", out=(1,))
    assert (state.last.owed, state.seats[0].dirhams) == (0, 30)


@every_ruleset
def test_case_26_a_creditor_without_rugs_is_still_paid(ruleset: str) -> None:
    state = rolled(ruleset, rugs="y1:43,44", current=2, piles={0: 0, 1: 0, 2: 1})
    assert (state.last.owed, state.last.to, state.seats[1].dirhams) == (2, 1, 32)
