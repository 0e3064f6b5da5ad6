"""The formula of ratings: its published examples, and what holds for every game."""

from collections.abc import Sequence
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from games.ratings import formula
from games.ratings.formula import START, Entrant, Skill, odds, rate, scale_of

NOW = datetime(2027, 1, 31, tzinfo=UTC)
DOCUMENT = Path("docs/ratings.md")
ESTABLISHED = (50 / formula.POINTS) ** 2


def first_results(*places: int) -> list[float]:
    """Return the ratings of new players after a game that ended with these places."""
    after = rate([Entrant(START, place) for place in places], scale_of("marrakech", len(places)))
    return [round(formula.points(skill.mu), 1) for skill in after]


@pytest.mark.parametrize(
    ("places", "ratings"),
    [
        ((1, 2), [1583.4, 1416.6]),
        ((1, 1), [1500.0, 1500.0]),
        ((1, 2, 3), [1571.0, 1516.6, 1417.0]),
        ((1, 2, 3, 4), [1563.1, 1533.8, 1493.5, 1415.5]),
        ((1, 1, 3, 4), [1548.2, 1548.2, 1493.5, 1415.5]),
    ],
)
def test_new_players_get_the_published_ratings(places: tuple[int, ...], ratings: list[float]) -> None:
    assert first_results(*places) == ratings
    page = DOCUMENT.read_text(encoding="utf-8")
    assert f"| {', '.join(map(str, places))} | {', '.join(f'{rating:.1f}' for rating in ratings)} |" in page


def test_a_win_between_established_players_moves_both_by_the_published_numbers() -> None:
    winner, loser = Skill(formula.skill_of(1400), ESTABLISHED), Skill(formula.skill_of(1600), ESTABLISHED)

    after = rate([Entrant(winner, 1), Entrant(loser, 2)])

    texts = [f"{formula.points(skill.mu):.2f} ± {formula.deviation(skill.var):.2f}" for skill in after]
    assert texts == ["1410.61 ± 49.63", "1589.39 ± 49.63"]
    assert " and ".join(texts) in DOCUMENT.read_text(encoding="utf-8")


def test_a_rating_is_shown_in_whole_points() -> None:
    assert formula.shown(0.0) == 1500
    assert formula.shown(0.5) == 1587
    assert formula.skill_of(formula.points(0.25)) == pytest.approx(0.25)


def test_a_player_is_new_until_the_deviation_is_110() -> None:
    assert formula.is_new(START.var)
    assert formula.is_new((110.1 / formula.POINTS) ** 2)
    assert not formula.is_new((109.9 / formula.POINTS) ** 2)


def games_until(limit: float, seats: int) -> int:
    """Return after how many games a new player's deviation is at most ``limit``, among established ones."""
    skill, other, games = START, Skill(0.0, (60 / formula.POINTS) ** 2), 0
    while formula.deviation(skill.var) > limit:
        others = [Entrant(other, 2 * seat) for seat in range(1, seats)]
        skill = rate([Entrant(skill, 1 + 2 * (games % seats)), *others], scale_of("marrakech", seats))[0]
        games += 1
    return games


@pytest.mark.parametrize(("seats", "until_known", "until_listed"), [(2, 9, 21), (3, 21, 54), (4, 30, 76)])
def test_a_player_is_known_after_the_published_numbers_of_games(
    seats: int, until_known: int, until_listed: int
) -> None:
    assert games_until(formula.NEW_ABOVE, seats) == until_known
    assert games_until(formula.LISTED_BELOW, seats) == until_listed


skills = st.builds(Skill, st.floats(-3, 3), st.floats(0.01, formula.START_VAR))
games = st.lists(st.tuples(skills, st.integers(1, 4)), min_size=2, max_size=4)


def entrants_of(game: Sequence[tuple[Skill, int]]) -> list[Entrant]:
    return [Entrant(skill, place) for skill, place in game]


@given(games, st.floats(-2, 2))
def test_only_differences_of_skills_count(game: list[tuple[Skill, int]], shift: float) -> None:
    moved = [(Skill(skill.mu + shift, skill.var), place) for skill, place in game]

    for before, after in zip(rate(entrants_of(game)), rate(entrants_of(moved)), strict=True):
        assert after.mu - shift == pytest.approx(before.mu, abs=1e-9)
        assert after.var == pytest.approx(before.var, abs=1e-9)


@given(games, st.randoms())
def test_the_order_of_the_players_is_irrelevant(game: list[tuple[Skill, int]], random: object) -> None:
    backwards = rate(entrants_of(game[::-1]))[::-1]

    for one, other in zip(rate(entrants_of(game)), backwards, strict=True):
        assert one == pytest.approx(other, abs=1e-9)


@given(skills, st.integers(2, 4))
def test_equal_players_in_a_tie_stay_equal(skill: Skill, seats: int) -> None:
    after = rate([Entrant(skill, 1)] * seats)

    for one in after:
        assert one == pytest.approx(after[0], abs=1e-9)
        assert one.mu == pytest.approx(skill.mu, abs=1e-9)


@given(games)
def test_a_game_makes_everyone_more_certain(game: list[tuple[Skill, int]]) -> None:
    for (before, _place), after in zip(game, rate(entrants_of(game)), strict=True):
        assert 0 < after.var < before.var


@given(games)
def test_a_better_place_is_never_worth_less(game: list[tuple[Skill, int]]) -> None:
    last = [(skill, place + (number == 0) * 9) for number, (skill, place) in enumerate(game)]
    first = [(skill, place - (number == 0) * 9) for number, (skill, place) in enumerate(game)]

    assert rate(entrants_of(first))[0].mu >= rate(entrants_of(game))[0].mu >= rate(entrants_of(last))[0].mu


established = st.lists(st.floats(-1, 1), min_size=7, max_size=7)


@given(established, st.integers(2, 4))
def test_the_order_of_two_games_moves_established_players_by_less_than_six_tenths_of_a_point(
    middles: list[float], seats: int
) -> None:
    one, other = list(range(seats)), [seats - 1, 0, *range(seats, 2 * seats - 2)]

    def play(*orders: list[int]) -> list[Skill]:
        known = [Skill(mu, ESTABLISHED) for mu in middles]
        for order in orders:
            after = rate([Entrant(known[player], place) for place, player in enumerate(order)])
            for player, skill in zip(order, after, strict=True):
                known[player] = skill
        return known

    for first, second in zip(play(one, other), play(other, one), strict=True):
        assert abs(formula.points(first.mu) - formula.points(second.mu)) < 0.6  # a search found 0.572


@given(games, st.integers(0, 3))
def test_nobody_gains_from_outliving_a_player_who_left(game: list[tuple[Skill, int]], number: int) -> None:
    number %= len(game)
    with_leaver = entrants_of(game)
    with_leaver[number] = with_leaver[number]._replace(has_left=True)
    after = rate(with_leaver)

    without = [entrant for seat, entrant in enumerate(with_leaver) if seat != number]
    assert [skill for seat, skill in enumerate(after) if seat != number] == rate(without)
    assert after[number] == rate(entrants_of(game))[number]


def test_the_winner_of_a_game_of_two_gains_nothing_if_the_other_leaves() -> None:
    assert rate([Entrant(START, 1), Entrant(START, 2, has_left=True)])[0] == START


def test_an_anchor_is_never_moved_and_moves_the_others() -> None:
    robot = Entrant(Skill(0.0, 0.0), 2, is_fixed=True)

    after = rate([Entrant(START, 1), robot])

    assert after[1] == robot.skill
    assert after[0].mu > 0


def test_games_against_robots_alone_make_nobody_more_certain_than_100_points() -> None:
    robot, skill = Entrant(Skill(0.0, 0.0), 2, is_fixed=True), START
    for _game in range(100):
        skill = rate([Entrant(skill, 1), robot])[0]
    assert formula.deviation(skill.var) == pytest.approx(100)

    certain = Skill(0.2, ESTABLISHED)
    after = rate([Entrant(certain, 2), robot._replace(place=1)])[0]
    assert after.var == certain.var
    assert after.mu < certain.mu


@given(games)
def test_a_game_without_weight_changes_nothing(game: list[tuple[Skill, int]]) -> None:
    for before, after in zip(game, rate([entrant._replace(weight=0.0) for entrant in entrants_of(game)]), strict=True):
        assert after == pytest.approx(before[0])


def test_the_fourth_game_of_two_people_within_90_days_counts_less_and_less() -> None:
    assert [formula.pair_weight(before) for before in range(6)] == [1, 1, 1, 1 / 2, 1 / 3, 1 / 4]


def test_a_rating_becomes_less_certain_in_idle_time_and_no_rating_falls() -> None:
    sixty = Skill(0.7, (60 / formula.POINTS) ** 2)

    after = formula.aged(sixty, NOW - timedelta(days=365), NOW)

    assert after.mu == sixty.mu
    assert formula.deviation(after.var) == pytest.approx(110, abs=1)
    assert formula.aged(sixty, NOW - timedelta(days=20_000), NOW).var == formula.START_VAR
    assert formula.aged(sixty, NOW, NOW) == sixty
    assert formula.aged(START, None, NOW) == START


def test_odds_are_the_chances_to_come_first() -> None:
    certain = [Skill(formula.skill_of(1600), 0.0), Skill(formula.skill_of(1500), 0.0)]

    assert odds(certain)[0] == pytest.approx(0.64, abs=0.001)
    assert [round(odds(certain, scale_of("marrakech", seats))[0], 2) for seats in (3, 4)] == [0.57, 0.55]
    assert sum(odds([START, *certain])) == pytest.approx(1)


def test_the_odds_of_three_established_players_are_the_published_ones() -> None:
    skills = [Skill(formula.skill_of(rating), ESTABLISHED) for rating in (1600, 1500, 1400)]

    texts = [f"{100 * chance:.1f} %" for chance in odds(skills, scale_of("marrakech", 3))]

    assert texts == ["42.7 %", "32.5 %", "24.8 %"]
    assert ", ".join(texts) in DOCUMENT.read_text(encoding="utf-8")


@given(st.lists(st.floats(-2, 2), min_size=2, max_size=4), st.floats(1, 4))
def test_a_game_at_another_scale_is_one_of_skills_divided_by_it(middles: list[float], scale: float) -> None:
    known = [Entrant(Skill(mu, 0.3), place) for place, mu in enumerate(middles)]
    divided = [Entrant(Skill(mu / scale, 0.3 / scale**2), place) for place, mu in enumerate(middles)]

    for one, other in zip(rate(known, scale), rate(divided), strict=True):
        assert one.mu == pytest.approx(other.mu * scale)
        assert one.var == pytest.approx(other.var * scale**2)


def test_a_lead_is_worth_more_the_less_of_the_game_is_left() -> None:
    assert formula.chance_ahead(0, 1.0) == 0.5
    assert formula.chance_ahead(10, 0.1) > formula.chance_ahead(10, 0.9) > 0.5
    assert formula.chance_ahead(-10, 0.5) == pytest.approx(1 - formula.chance_ahead(10, 0.5))


def test_a_substitute_who_does_half_a_place_better_moves_by_the_published_numbers() -> None:
    after = [formula.with_gain(START, 0.5, weight) for weight in (1.0, 0.25)]

    texts = [f"{formula.points(skill.mu):.1f} ± {formula.deviation(skill.var):.1f}" for skill in after]
    assert texts == ["1583.4 ± 186.4", "1524.5 ± 202.2"]
    page = DOCUMENT.read_text(encoding="utf-8")
    assert all(text in page for text in texts)


def test_a_substitute_never_loses_and_twelve_seats_taken_from_one_friend_move_little_in_the_end() -> None:
    assert formula.with_gain(START, -1.0).mu == START.mu
    skill, ratings = START, list[float]()
    for number in range(12):
        skill = formula.with_gain(skill, 1.0, formula.pair_weight(number))
        ratings.append(formula.points(skill.mu))
    assert ratings[-1] - ratings[-2] < 12
    assert ratings[-1] < 2150
