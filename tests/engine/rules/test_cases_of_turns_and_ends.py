"""Tests of the numbered cases 48 to 64 of the rules: turns, ends and beginnings."""

from typing import Any

import pytest

from games.engine.errors import IllegalAction

from ..helpers.positions import assam, place, position
from ..helpers.random_games import ALL, AT_END, BGA, ONE_COLOUR, TITLE, all_but, apply_texts

every_ruleset = pytest.mark.parametrize("ruleset", ALL)
TWENTY = " ".join(f"c{row * 3 + i + 1}:{2 * i}{row},{2 * i + 1}{row}" for row in range(4) for i in range(3))


def rulesets(*keys: str) -> pytest.MarkDecorator:
    return pytest.mark.parametrize("ruleset", keys)


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
    state = ended(ruleset, "c1:00,10 c2:20,30 y1:01,11", 20, 22, 10)
    assert standings(state) == [(1, 1), (0, 2), (2, 3)]


@every_ruleset
def test_case_57_equal_points_and_dirhams_are_a_draw(ruleset: str) -> None:
    state = ended(ruleset, "c1:00,10 y1:01,11", 22, 22, 10)
    assert sorted(standings(state)) == [(0, 1), (1, 1), (2, 3)]


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


ROLL_OFFS = [
    pytest.param("321124", (0, 1, 3, 2), id="case 63"),
    pytest.param("2323331421", (3, 1, 0, 2), id="case 64"),
]


@pytest.mark.parametrize(("rolls", "order"), ROLL_OFFS)
def test_a_roll_off_decides_only_among_the_tied(rolls: str, order: tuple[int, ...]) -> None:
    state = apply_texts(TITLE.start("slides", {}, 4), *rolls)
    assert (state.order, state.phase, state.current) == (order, "rotate", order[0])
