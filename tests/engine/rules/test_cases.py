from collections.abc import Sequence
from typing import Any

import pytest

from games.engine.errors import IllegalAction
from games.engine.marrakech.actions import Rotate
from games.engine.marrakech.board import walk_from

from ..helpers.positions import assam, name, place, position
from ..helpers.random_games import ALL, AT_END, BGA, ONE_COLOUR, TITLE, all_but, apply_texts

# The numbered cases of the rules


every_ruleset = pytest.mark.parametrize("ruleset", ALL)


def rulesets(*keys: str) -> pytest.MarkDecorator:
    return pytest.mark.parametrize("ruleset", keys)


def rolled(ruleset: str, face: int = 1, at: str = "A33E", **more: Any) -> Any:
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
def test_assam_owes_the_patch_he_stands_on(ruleset: str, rugs: str, face: int, owed: int) -> None:
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
def test_an_illegal_rug_is_rejected(
    ruleset: str, situation: dict[str, Any], squares: tuple[str, str], code: str
) -> None:
    state = position(ruleset, **situation)
    before = TITLE.to_json(state)
    with pytest.raises(IllegalAction) as caught:
        apply_texts(state, place(*squares))
    assert (caught.value.code, TITLE.to_json(state)) == (code, before)


@pytest.mark.parametrize(("ruleset", "situation", "squares"), ALLOWED)
def test_a_legal_rug_is_accepted(ruleset: str, situation: dict[str, Any], squares: tuple[str, str]) -> None:
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


TWENTY = " ".join(f"c{row * 3 + i + 1}:{2 * i}{row},{2 * i + 1}{row}" for row in range(4) for i in range(3))


def end_turn(state: Any) -> Any:
    """Return the state when the seat that must lay has laid, and rotated where that comes last."""
    state = apply_texts(state, TITLE.notation(TITLE.legal_actions(state)[0]))
    return apply_texts(state, "R") if state.phase == "end" else state


def standings(state: Any) -> list[tuple[int, int]]:
    return [(standing.seat, standing.place) for standing in TITLE.outcome(state).standings]


@every_ruleset
def test_case_48_who_is_out_is_passed_over(ruleset: str) -> None:
    assert end_turn(position(ruleset, out=(1,))).current == 2


def two_left(ruleset: str) -> Any:
    """Return A with one dirham about to walk on B's rug of two squares."""
    rug = "y" if ruleset in ONE_COLOUR else "r"
    rugs = f"{rug}1:43,44 c1:00,10 c2:20,30 c3:40,50 c4:01,11"
    return position(
        ruleset, seats=2, phase="roll", rugs=rugs, dirhams={0: 1, 1: 59}, piles={1: 4 if ruleset in ONE_COLOUR else 2}
    )


@rulesets(*all_but("anu"))
def test_case_49_the_last_one_in_wins_at_once(ruleset: str) -> None:
    state = apply_texts(two_left(ruleset), "1")
    assert (TITLE.outcome(state).reason, standings(state), state.seats[1].rugs) == ("survivor", [(1, 1), (0, 2)], 4)


@rulesets("anu")
def test_case_50_the_last_one_in_plays_on_alone(ruleset: str) -> None:
    state = position(ruleset, seats=2, phase="roll", rugs="y1:43,44", dirhams={0: 1}, piles={1: 2})
    state = apply_texts(state, "1")
    for _ in range(2):
        assert (state.current, TITLE.outcome(state)) == (1, None)
        state = end_turn(apply_texts(state, "F", "1"))
    assert TITLE.outcome(state).reason == "rugs"


@every_ruleset
def test_case_51_going_out_with_the_last_rug_ends_the_game(ruleset: str) -> None:
    situation: dict[str, Any] = {"rugs": "y1:43,44 y2:53,54", "dirhams": {2: 1}, "piles": {0: 0, 1: 0, 2: 1}}
    state = apply_texts(position(ruleset, phase="roll", current=2, **situation), "1")
    assert (state.seats[2].out, TITLE.outcome(state).reason) == (True, "rugs")


@every_ruleset
def test_case_52_the_last_rug_ends_the_game_without_a_rotation(ruleset: str) -> None:
    state = apply_texts(position(ruleset, current=2, piles={0: 0, 1: 0, 2: 1}), place("43", "44"))
    result = TITLE.outcome(state)
    assert [standing.score for standing in result.standings] == [32, 30, 30]
    assert (result.reason, result.standings[0].seat, state.phase) == ("rugs", 2, "over")


@rulesets(*AT_END)
def test_case_53_who_goes_out_does_not_rotate(ruleset: str) -> None:
    state = apply_texts(position(ruleset, phase="roll", rugs="y1:43,44", dirhams={0: 0}), "1")
    assert (assam(state), state.current, state.phase) == ("A43E", 1, "roll")
    assert assam(apply_texts(state, "1")) == "A53E"


@rulesets("gigamic-variant")
def test_case_54_assam_must_be_turned_at_the_end(ruleset: str) -> None:
    state = position(ruleset, phase="end")
    with pytest.raises(IllegalAction, match="must-turn"):
        apply_texts(state, "F")
    assert state == position(ruleset, phase="end")


@rulesets("bga-code-end")
def test_case_55_assam_may_be_left_as_he_is_at_the_end(ruleset: str) -> None:
    state = apply_texts(position(ruleset, phase="end"), "F")
    assert (assam(state), state.current) == ("A33E", 1)


def ended(ruleset: str, rugs: str, *dirhams: int, out: tuple[int, ...] = ()) -> Any:
    return position(
        ruleset,
        phase="over",
        reason="rugs",
        rugs=rugs,
        dirhams=dict(enumerate(dirhams)),
        piles={0: 0, 1: 0, 2: 0},
        out=out,
    )


@every_ruleset
def test_case_56_dirhams_decide_between_equal_points(ruleset: str) -> None:
    assert standings(ended(ruleset, "c1:00,10 c2:20,30 y1:01,11", 20, 22, 10)) == [(1, 1), (0, 2), (2, 3)]


@every_ruleset
def test_case_57_equal_points_and_dirhams_are_a_draw(ruleset: str) -> None:
    assert sorted(standings(ended(ruleset, "c1:00,10 y1:01,11", 22, 22, 10))) == [(0, 1), (1, 1), (2, 3)]


def twenty_squares_out(ruleset: str) -> Any:
    rugs = " ".join(TWENTY.split()[:10]) + " y1:64,65 r1:54,55"
    return ended(ruleset, rugs, 0, 5, 4, out=(0,))


@every_ruleset
def test_case_58_who_is_out_cannot_win(ruleset: str) -> None:
    assert standings(twenty_squares_out(ruleset)) == [(1, 1), (2, 2), (0, 3)]


@rulesets(*all_but(*BGA))
def test_case_59_squares_of_one_who_is_out_count_for_no_one(ruleset: str) -> None:
    result = TITLE.outcome(twenty_squares_out(ruleset))
    assert [standing.score for standing in result.standings] == [7, 6, None]


@rulesets(*BGA)
def test_case_60_squares_of_one_who_is_out_are_shown_as_a_score(ruleset: str) -> None:
    result = TITLE.outcome(twenty_squares_out(ruleset))
    assert [standing.score for standing in result.standings] == [7, 6, 20]


RUGS = {"bga-help": (24, 12, 12), "slides": (15, 15, 15), "anu": (15, 15, 15)}


@every_ruleset
@pytest.mark.parametrize("seats", [2, 3, 4])
def test_case_61_rugs_for_each_player(ruleset: str, seats: int) -> None:
    state = TITLE.start(ruleset, {}, seats)
    assert {seat.rugs for seat in state.seats} == {RUGS.get(ruleset, (24, 15, 12))[seats - 2]}


@rulesets(*all_but(*ONE_COLOUR))
def test_case_62_twelve_of_each_colour_in_a_pile_that_decides(ruleset: str) -> None:
    state = TITLE.start(ruleset, {}, 2)
    data = TITLE.to_json(state)
    assert [seat["rugs"] for seat in data["seats"]] == [{"c": 12, "y": 12}, {"r": 12, "p": 12}]
    state = apply_texts(state, "y", "p", *([] if ruleset in AT_END else ["L"]), "1")
    state = apply_texts(state, TITLE.notation(TITLE.legal_actions(state)[0]))
    assert {rug["colour"] for rug in TITLE.to_json(state)["board"].values()} == {"y"}


ROLL_OFFS = [pytest.param("321124", (0, 1, 3, 2), id="case 63"), pytest.param("2323331421", (3, 1, 0, 2), id="case 64")]


@pytest.mark.parametrize(("rolls", "order"), ROLL_OFFS)
def test_a_roll_off_decides_only_among_the_tied(rolls: str, order: tuple[int, ...]) -> None:
    state = apply_texts(TITLE.start("slides", {}, 4), *rolls)
    assert (state.order, state.phase, state.current) == (order, "rotate", order[0])
