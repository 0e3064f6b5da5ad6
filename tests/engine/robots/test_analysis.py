import json
from collections.abc import Sequence
from functools import cache
from math import sqrt
from typing import Any

import pytest

from games.engine.analysis import (
    Analysis,
    Estimate,
    SeatAnalysis,
    TurnAnalysis,
    from_json,
    sum_estimates,
    summarise,
    to_json,
)
from games.engine.marrakech.analysis import ANALYST, analyse_with, baseline_actions
from games.engine.marrakech.evaluation import expected_points
from games.engine.marrakech.robots import ROBOTS
from games.engine.marrakech.scoring import visible_squares
from games.engine.replay import group_by_turn, list_plies
from games.engine.values import Ply

from ..helpers.positions import place, position
from ..helpers.random_games import ALL, TITLE, apply_texts, random_game
from ..helpers.toy import STONES

SHORT = {"rugs": "4/2/3"}
TINY = {"rugs": "2/2/2"}


def dirhams(state: Any) -> tuple[float, ...]:
    return tuple(float(seat.dirhams) for seat in state.seats)


def points(state: Any) -> tuple[float, ...]:
    """Value a position by purses and visible squares."""
    squares = visible_squares(state)
    return tuple(float(seat.dirhams + squares[number]) for number, seat in enumerate(state.seats))


def game(ruleset: str, seats: int, seed: int, changes: dict[str, str] | None = None, leaving: float = 0.0) -> list[Ply]:
    _, log = random_game(ruleset, seats, seed, changes, leaving)
    return list_plies(TITLE, ruleset, changes or {}, seats, log)


def played(state: Any, *texts: str) -> list[Ply]:
    found: list[Ply] = []
    for text in texts:
        after = apply_texts(state, text)
        seat = None if TITLE.chance(state) else state.current
        found.append(Ply(len(found), state, TITLE.parse(state, seat, text), after))
        state = after
    return found


def first(steps: Sequence[Ply], measure: Any = dirhams) -> TurnAnalysis:
    return next(analyse_with(steps, measure))


@pytest.mark.slow
@pytest.mark.parametrize(("ruleset", "seats"), [*((key, 3) for key in ALL), ("gigamic", 2), ("bga-code-end", 2)])
def test_every_analysed_turn_begins_with_what_the_one_before_left(ruleset: str, seats: int) -> None:
    steps = game(ruleset, seats, 5, SHORT, leaving=0.02)
    found = list(ANALYST.analyse(steps))
    assert [turn.before for turn in found[1:]] == [pytest.approx(turn.after) for turn in found[:-1]]


@pytest.mark.slow
@pytest.mark.parametrize("ruleset", ALL)
def test_an_analysis_ends_with_the_points_above_the_mean(ruleset: str) -> None:
    steps = game(ruleset, 3, 8, TINY)
    scores = {standing.seat: standing.score or 0 for standing in TITLE.outcome(steps[-1].after).standings}
    mean = sum(scores.values()) / 3
    analysis = summarise(list(ANALYST.analyse(steps)))
    assert [seat.score for seat in analysis.seats] == [pytest.approx(scores[n] - mean) for n in range(3)]


def test_the_analysis_of_a_seat_adds_up() -> None:
    analysis = summarise(list(ANALYST.analyse(game("gigamic", 3, 4, SHORT, leaving=0.02))))
    for one in analysis.seats:
        parts = one.start + one.luck.value - one.lost.value + one.gifts + one.left + one.rest
        assert parts == pytest.approx(one.score)


def test_the_luck_of_one_seat_is_the_bad_luck_of_the_others() -> None:
    found = ANALYST.analyse(game("gigamic", 3, 2, SHORT))
    assert [sum(one.value for one in turn.luck) for turn in found] == [pytest.approx(0)] * 6


def test_turns_of_an_analysis_are_those_of_the_log() -> None:
    steps = game("gigamic", 2, 6, SHORT, leaving=0.03)
    groups = group_by_turn(TITLE, steps)
    assert [turn.ply for turn in ANALYST.analyse(steps)] == [group[-1].number + 1 for group in groups]


def test_an_analysis_of_the_same_game_gives_the_same_numbers() -> None:
    steps = game("slides", 3, 9, TINY)
    assert list(ANALYST.analyse(steps)) == list(ANALYST.analyse(steps))


@pytest.mark.parametrize("ruleset", ["gigamic", "gigamic-variant", "summary-strict"])
def test_the_luck_of_all_faces_adds_up_to_zero(ruleset: str) -> None:
    begun = position(ruleset, at="A33N", rugs="y1:32,42 r1:23,13 r2:34,44", phase="roll")
    lucks = [first(played(begun, face), points).luck for face in "1234"]
    means = [
        sum(weight * luck[seat].value for weight, luck in zip((1, 2, 2, 1), lucks, strict=True)) for seat in range(3)
    ]
    assert means == [pytest.approx(0)] * 3


@cache
def lucks() -> tuple[SeatAnalysis, ...]:
    """Return the first seat of many short games."""
    games = (game("gigamic", 2, seed, TINY) for seed in range(30))
    return tuple(summarise(list(analyse_with(steps, points))).seats[0] for steps in games)


def test_luck_over_many_games_averages_zero() -> None:
    mean = sum(one.luck.value for one in lucks()) / len(lucks())
    assert abs(mean) < 2 * sqrt(sum(one.usual**2 for one in lucks())) / len(lucks())


def test_the_variance_of_luck_is_that_of_the_chances() -> None:
    expected = sum(one.usual**2 for one in lucks())
    assert 0.5 < sum(one.luck.value**2 for one in lucks()) / expected < 2


# To the west of Assam lie two squares of y; straight on and to the right there is nothing to pay.
def paying(rugs: str = "y1:23,13") -> Any:
    """Return a position in which only going left costs something, by default."""
    return position("gigamic", at="A33N", rugs=rugs, phase="rotate")


def test_a_rotation_loses_what_it_costs_on_average_against_the_best() -> None:
    turn = first(played(paying(), "L"))
    # three of the six sides, the 1 and both 2s, cost two dirhams
    assert turn.decisions[0].lost.value == pytest.approx(2 * 3 / 6)


def test_the_best_rotation_is_named() -> None:
    decision = first(played(paying(), "L")).decisions[0]
    assert (decision.played, decision.best) in {("L", "F"), ("L", "R")}


def test_the_best_rotation_loses_nothing() -> None:
    assert first(played(paying(), "R")).decisions[0].lost == Estimate(0.0, 0.0)


def test_a_played_choice_among_equals_is_the_best() -> None:
    assert first(played(paying(), "R")).decisions[0].best == "R"


def test_a_par_choice_has_no_skill_and_no_error() -> None:
    assert first(played(paying("y1:23,13 y2:43,53"), "F")).decisions[0].skill == Estimate(0.0, 0.0)


def test_a_choice_worse_than_par_has_negative_skill() -> None:
    assert first(played(paying(), "L")).decisions[0].skill.value == pytest.approx(-1.0)


def test_the_loss_of_a_choice_goes_to_the_others() -> None:
    assert first(played(paying(), "L")).given == pytest.approx((-1.0, 1.0, 0.0))


def test_a_payment_by_bad_luck_is_no_loss_of_skill() -> None:
    assert first(played(paying(), "L", "1")).luck[0].value == pytest.approx(-2 + 1)


def test_a_rug_loses_what_a_better_one_would_have_won() -> None:
    begun = position("gigamic", at="A33N", rugs="y1:43,53 r1:23,22")
    decision = first(played(begun, place("34", "35")), points).decisions[0]
    # above the mean of three: two free squares are worth 2 - 2/3; two of which one was y's or r's, 2 - 1/3
    assert decision.lost.value == pytest.approx((2 - 1 / 3) - (2 - 2 / 3))


def test_a_rug_without_a_place_is_no_loss() -> None:
    begun = position("summary-strict", at="A00N", rugs="y1:10,20 r1:01,02 y2:11,21")
    decision = first(played(begun, "--")).decisions[0]
    assert (decision.lost, decision.par) == (Estimate(0.0, 0.0), (decision.played,))


def test_a_resignation_is_neither_luck_nor_skill() -> None:
    begun = position("gigamic", phase="rotate", dirhams={0: 20, 1: 35, 2: 35})
    after = TITLE.apply(begun, TITLE.parse(begun, 2, "resigns"))
    turn = first([Ply(0, begun, TITLE.parse(begun, 2, "resigns"), after)])
    assert (turn.left[2] < -20, turn.luck[2].value, turn.given[2]) == (True, 0.0, 0.0)
    assert (begun.current, turn.seat) == (0, 2)


def test_a_roll_off_gives_everyone_the_same_to_begin_with() -> None:
    turn = first(game("slides", 3, 1, TINY), expected_points)
    assert turn.number == 0
    assert turn.before == pytest.approx((0.0, 0.0, 0.0))


def test_the_place_that_a_roll_off_gives_is_luck() -> None:
    assert max(one.value for one in first(game("slides", 3, 1, TINY), expected_points).luck) > 0.1


def test_a_game_that_ends_before_its_order_is_settled_has_one_turn() -> None:
    begun = TITLE.start("slides", {}, 2)
    action = TITLE.parse(begun, 0, "resigns")
    found = list(analyse_with([Ply(0, begun, action, TITLE.apply(begun, action))], expected_points))
    assert [(turn.number, turn.seat) for turn in found] == [(0, None)]


def test_a_drawn_colour_is_worth_as_much_as_the_other() -> None:
    steps = [ply for ply in game("gigamic", 2, 3, SHORT) if ply.before.phase == "pile" and ply.before.turn]
    assert [expected_points(ply.before) for ply in steps] == [
        pytest.approx(expected_points(ply.after)) for ply in steps
    ]


@pytest.mark.parametrize("ruleset", ["gigamic", "bga-code-end"])
def test_par_is_the_choice_of_the_greedy_robot(ruleset: str) -> None:
    greedy = ROBOTS["greedy"].choose
    states = [ply.before for ply in game(ruleset, 3, 7, SHORT) if TITLE.acting(ply.before)]
    assert all(greedy(state, seed) in baseline_actions(state) for state in states for seed in (1, 2))


def test_an_analysis_survives_as_json() -> None:
    analysis = summarise(list(ANALYST.analyse(game("gigamic", 2, 4, TINY))))
    data = to_json(analysis)
    assert to_json(from_json(json.loads(json.dumps(data)))) == data


def test_errors_of_estimates_add_by_their_squares() -> None:
    assert sum_estimates([Estimate(1.0, 3.0), Estimate(2.0, 4.0)]) == Estimate(3.0, 5.0)


def test_the_sum_of_an_analysis_over_its_turns_is_that_of_the_game() -> None:
    found = list(ANALYST.analyse(game("gigamic", 2, 4, TINY)))
    analysis: Analysis = summarise(found)
    assert analysis.seats[1].luck.value == pytest.approx(sum(turn.luck[1].value for turn in found))


def test_a_title_need_not_have_an_analyst() -> None:
    assert STONES.analyst is None
