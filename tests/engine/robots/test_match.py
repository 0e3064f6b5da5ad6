import pytest

from games.engine.errors import BadOptions
from games.engine.marrakech.title import MARRAKECH
from games.engine.match import EntrantResult, MatchPlan, MatchResult, draw_chance, match, play_round, result_table
from games.engine.values import Chance

SHORT = {"rugs": "2/2/2"}
DIE = (("1", 1), ("2", 2), ("3", 2), ("4", 1))


def results(result: MatchResult) -> list[tuple[float, float]]:
    """Return the parts that do not depend on the machine."""
    return [(line.share, line.margin) for line in result.lines]


def test_a_match_with_the_same_seed_has_the_same_result() -> None:
    one, two = (match(MARRAKECH, ("greedy", "random"), games=4, seed=3, changes=SHORT) for _ in range(2))
    assert results(one) == results(two)


def test_a_match_with_another_seed_has_another_result() -> None:
    one, two = (match(MARRAKECH, ("greedy", "random"), games=4, seed=seed, changes=SHORT) for seed in (3, 4))
    assert results(one) != results(two)


def test_the_number_of_processes_does_not_change_a_match() -> None:
    one, two = (match(MARRAKECH, ("greedy", "random"), games=4, seed=3, changes=SHORT, jobs=jobs) for jobs in (1, 2))
    assert results(one) == results(two)


def test_a_match_plays_whole_rounds() -> None:
    assert match(MARRAKECH, ("random",) * 3, games=4, seed=1, changes=SHORT).games == 6


def test_a_match_shows_its_progress_after_every_round() -> None:
    calls: list[tuple[int, int]] = []
    match(
        MARRAKECH,
        ("random",) * 2,
        games=4,
        seed=1,
        changes=SHORT,
        progress=lambda done, whole: calls.append((done, whole)),
    )
    assert calls == [(2, 4), (4, 4)]


def test_shares_of_all_players_in_a_match_add_up_to_one() -> None:
    result = match(MARRAKECH, ("random",) * 4, games=8, seed=1, changes=SHORT)
    assert sum(line.share for line in result.lines) == pytest.approx(1)


def test_margins_of_all_players_in_a_match_add_up_to_zero() -> None:
    result = match(MARRAKECH, ("random",) * 4, games=8, seed=1, changes=SHORT)
    assert sum(line.margin for line in result.lines) == pytest.approx(0)
    assert sum(line.behind for line in result.lines) == pytest.approx(len(result.lines) / 2)


def test_every_player_sits_on_every_seat_in_a_round() -> None:
    plan = MatchPlan("marrakech", ("random",) * 3, (None,) * 3, 1, "gigamic", {"rugs": "2/1/1"})
    assert [len(tally.shares) for tally in play_round(plan, 0)] == [3, 3, 3]


def test_a_match_of_one_round_has_no_error() -> None:
    assert match(MARRAKECH, ("random",) * 2, games=2, seed=1, changes=SHORT).lines[0].share_error == 0


def test_a_match_of_two_rounds_has_an_error() -> None:
    assert match(MARRAKECH, ("greedy", "random"), games=4, seed=1, changes=SHORT).lines[0].margin_error > 0


def test_a_match_refuses_an_unknown_robot() -> None:
    with pytest.raises(BadOptions, match="unknown-robot"):
        match(MARRAKECH, ("greedy", "gready"), games=2, seed=1)


def test_a_match_refuses_a_single_player() -> None:
    with pytest.raises(BadOptions, match="bad-seats"):
        match(MARRAKECH, ("greedy",), games=2, seed=1)


def test_a_seat_rolls_the_same_in_all_games_of_a_round() -> None:
    assert [draw_chance(Chance("roll", 1, 4, DIE), "7:0") for _ in range(3)] == [
        draw_chance(Chance("roll", 1, 4, DIE), "7:0")
    ] * 3


def test_rounds_of_a_match_have_different_dice() -> None:
    rolls = [[draw_chance(Chance("roll", 1, nth, DIE), dice) for nth in range(20)] for dice in ("7:0", "7:1")]
    assert rolls[0] != rolls[1]


def test_the_table_of_a_match_shows_share_margin_and_time() -> None:
    plan = MatchPlan("marrakech", ("master", "random"), (600, None), 1, "gigamic", {})
    lines = (
        EntrantResult("master", 600, 0.75, 0.05, 0.8, 0.04, 12.34, 1.5, 100, 0.0215),
        EntrantResult("random", None, 0.25, 0.05, 0.2, 0.04, -12.34, 1.5, 9, 0),
    )
    assert result_table(MatchResult(plan, 20, lines)) == [
        "20 games, gigamic, seed 1",
        "robot       budget  wins %     ± behind %     ±  margin     ±  ms/decision",
        "master         600    75.0   5.0     80.0   4.0    12.3   1.5        21.50",
        "random           -    25.0   5.0     20.0   4.0   -12.3   1.5         0.00",
    ]


def test_the_table_of_one_round_has_no_errors() -> None:
    result = match(MARRAKECH, ("random",) * 2, games=2, seed=1, changes=SHORT)
    assert [line.split()[3:8:2] for line in result_table(result)[2:]] == [["-"] * 3] * 2
