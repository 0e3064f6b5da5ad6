"""A small year of rated games between players whose skills are known; ``./test --full`` has the long one."""

from random import Random
from xml.etree import ElementTree

import pytest

from benchmarks.rated_year.diagram import diagram
from benchmarks.rated_year.games import Played, Results, drawn_games, drawn_skills, fitted
from benchmarks.rated_year.site import linked_to, newest, rated_year, slope
from games.ratings.calibration import Pair
from games.ratings.formula import Skill

pytestmark = [pytest.mark.django_db, pytest.mark.one_database]

PLAYERS, GAMES = 14, 8
MODEL = {2: Results(0.9, 5.0), 3: Results(0.6, 5.0), 4: Results(0.5, 5.0)}  # of more skill than luck


def test_a_year_orders_players_by_skill_and_a_ban_changes_only_those_whom_games_link() -> None:
    random = Random(4)
    skills = [3 * skill for skill in drawn_skills(PLAYERS, MODEL, random)]
    games = drawn_games(skills, GAMES, MODEL, random)

    year = rated_year(games, skills, "player", "marrakech")

    assert year.games == len(games)
    assert year.order > 0.6
    assert year.ban.left == 0, "a replay gives other bits than the games gave as they ended"
    assert newest(games) in year.ban.changed
    assert year.ban.changed <= year.ban.linked
    assert len(year.ban.linked) < PLAYERS
    assert sum(one.size for one in year.by_chance()) == sum(map(len, year.pairs))
    assert sum(one.size for one in year.by_players()) == sum(map(len, year.pairs))
    assert year.log_loss < 0.693
    value, error = year.slopes()["all"]
    assert value == pytest.approx(1, abs=4 * error)
    assert [panel.text for panel in ElementTree.fromstring(diagram({"players": year})) if panel.text][-1] == "4 players"


def test_the_model_of_results_is_found_again_in_games_drawn_from_it() -> None:
    random, skills = Random(1), [float(skill) for skill in range(-10, 11)]
    games = []
    for _game in range(6000):
        size = random.choice((2, 3, 4))
        players = random.sample(range(len(skills)), size)
        points = [MODEL[size].slope * skills[player] + random.gauss(0, 5) for player in players]
        games.append(Played(players, [one - sum(points) / size for one in points]))

    found = fitted(games)

    # A skill is what brings a point at a table of two: 0.9 times that of MODEL.
    assert found[2].slope == pytest.approx(1, abs=0.1)
    assert found[4].slope / found[2].slope == pytest.approx(0.5 / 0.9, abs=0.1)
    assert found[4].noise == pytest.approx(5 * (3 / 4) ** 0.5, abs=0.2)


def test_forecasts_that_are_too_bold_have_a_slope_below_1() -> None:
    random, true = Random(3), Pair(Skill(0.8, 0.0), Skill(0.0, 0.0), 1.0, "marrakech", 2)
    results = [float(random.random() < true.chance(1.0)) for _game in range(3000)]
    for lead, expected in ((0.8, 1.0), (1.6, 0.5)):
        pairs = [[true._replace(one=Skill(lead, 0.0), result=result)] for result in results]
        assert slope(pairs).value == pytest.approx(expected, abs=0.1)


def test_those_are_linked_who_met_the_player_or_met_one_of_these_later() -> None:
    games = drawn_games([0.0] * 12, 3, MODEL, Random(2))
    player = newest(games)
    linked = linked_to(player, games)

    first = next(number for number, game in enumerate(games) if player in game.players)
    assert set(games[first].players) <= linked
    assert linked == linked_to(player, games[first:])
