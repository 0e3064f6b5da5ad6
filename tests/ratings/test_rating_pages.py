"""Ratings beside names, on profiles, after a game and in leaderboards."""

import re
from collections.abc import Callable
from datetime import timedelta
from itertools import permutations
from math import exp, pi, sqrt

import pytest
import time_machine
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext

from accounts.models import User
from games.core.choices import Status
from games.core.models import Game
from games.lobby.tables import join_table
from games.pictures.graphs import rating_graph
from games.ratings import formula
from games.ratings.models import Pool, Rating, RatingVersion
from games.ratings.replays import replay
from games.ratings.services import rate_waiting
from tests.makers import fresh, make_table, make_user, play_on, started_game

from .rated_games import START, played_rated_game, written_rated_game

pytestmark = [pytest.mark.django_db, pytest.mark.one_database]

BOUND = 20


def version() -> RatingVersion:
    return RatingVersion.objects.get_or_create(number=1, defaults={"is_current": True})[0]


def rated_user(
    name: str, rating: int, deviation: int = 60, *, games: int = 30, pool: str = Pool.ALL, title: str = "marrakech"
) -> User:
    """Return a player with a rating as after so many games, the last of which ended just now."""
    user = make_user(name)
    Rating.objects.create(
        version=version(),
        user=user,
        title=title,
        pool=pool,
        mu=formula.skill_of(rating),
        var=(deviation / formula.POINTS) ** 2,
        games=games,
        opponents=9,
        at=START,
        listed_until=START + timedelta(days=30) if deviation <= 75 else None,
    )
    return user


@pytest.fixture(autouse=True)
def at_the_start() -> object:
    with time_machine.travel(START, tick=False):
        yield


def text_of(client: Client, address: str) -> str:
    response = client.get(address)
    assert response.status_code == 200
    return response.content.decode().replace("\N{NO-BREAK SPACE}", " ")


def test_a_profile_shows_the_rating_with_its_deviation(client: Client) -> None:
    rated_user("Ada", 1512, 60)
    rated_user("Ben", 1640, 180, games=2)

    ada, ben = text_of(client, "/players/Ada/"), text_of(client, "/players/Ben/")

    assert "1512 ± 60" in ada
    assert "1640 ± 180" in ben
    assert (">new</span>" in ada, ">new</span>" in ben) == (False, True)
    assert "Rating in Marrakech" not in text_of(client, f"/players/{make_user('Cleo').username}/")


def test_a_profile_has_its_ratings_at_the_top_and_explains_them_once(client: Client) -> None:
    ada = rated_user("Ada", 1512, 60)
    rated_user("Ada", 1403, 70, title="marram")
    started_game(ada, make_user("Ben"))

    page = text_of(client, "/players/Ada/")

    top, _games, below = page.partition('id="running"')
    assert ("1512 ± 60" in top, "1403 ± 70" in top) == (True, True)
    assert 'id="rating-of-marram"' in below
    assert below.count("How ratings work") == page.count("How ratings work") == 1


def test_a_profile_shows_idle_time_as_uncertainty(client: Client) -> None:
    rated_user("Ada", 1512, 60)

    with time_machine.travel(START + timedelta(days=365), tick=False):
        assert "1512 ± 110" in text_of(client, "/players/Ada/")


def test_a_profile_shows_the_rating_of_a_table_size_from_ten_games_on(client: Client) -> None:
    rated_user("Ada", 1512)
    rated_user("Ada", 1544, pool=Pool.TWO, games=10)
    rated_user("Ada", 1577, pool=Pool.FOUR, games=9)

    page = text_of(client, "/players/Ada/")

    assert "1544 ± 60" in page
    assert "1577 ± 60" not in page


def test_a_profile_draws_the_rating_after_each_game(client: Client) -> None:
    ada, ben = make_user("Ada"), make_user("Ben")
    written_rated_game(ada, ben)
    rate_waiting()
    assert text_of(client, "/players/Ada/").count("graph__tip") == 1

    written_rated_game(ben, ada, hours=1)
    rate_waiting()

    page = text_of(client, "/players/Ada/")
    assert 'id="rating-marrakech-title"' in page
    assert page.count("graph__tip") == 2
    assert "1583 ±" in page


def test_a_profile_with_graphs_takes_few_statements(client: Client) -> None:
    ada, ben = make_user("Ada"), make_user("Ben")
    for number in range(4):
        title = ["marrakech", "marram"][number % 2]
        written_rated_game(ada, ben, hours=number, title=title)
    rate_waiting()
    play_on(started_game(ada, ben, options={"rugs": "2/2/2"}), in_steps=True)
    started_game(ada, ben)
    client.force_login(ben)

    assert text_of(client, "/players/Ada/").count('class="graph"') == 2
    assert statements(client, "/players/Ada/") <= BOUND + 3  # session, user and what forbids to write


def test_the_graph_has_a_band_of_one_deviation() -> None:
    drawn = rating_graph([1500, 1600], [100, 50], title="T", desc="D", tips=["one"], ident="r")

    assert drawn.count("graph__band") == 1
    assert drawn.count("graph__tip") == 1
    assert ">1500<" in drawn


def test_ratings_stand_beside_the_names_at_a_rated_table_and_stay_those_of_the_start(client: Client) -> None:
    ada, ben = rated_user("Ada", 1512), rated_user("Ben", 1640, 180)
    table = make_table(ada, seat_count=3, is_rated=True)
    join_table(table.pk, ben)

    page = text_of(client, f"/t/{table.code}/")
    assert page.count("1512 ± 60") == 1
    assert page.count(">1640 ± 180, new<") == 1

    join_table(table.pk, make_user("Cleo"))
    Rating.objects.update(mu=formula.skill_of(1530))

    page = text_of(client, f"/t/{table.code}/")
    assert page.count('title="Rating at the start"') == 2
    assert page.count("1512 ± 60") == 1
    assert page.count(">1640 ± 180, new<") == 1


def test_the_rating_of_another_title_is_not_shown(client: Client) -> None:
    ada = rated_user("Ada", 1512, title="marram")

    assert "1512 ± 60" not in text_of(client, f"/t/{make_table(ada).code}/")


def test_ratings_stand_beside_the_names_in_the_lobby(client: Client) -> None:
    make_table(rated_user("Ada", 1512))
    make_table(rated_user("Ben", 1640, 180))
    make_table()

    page = text_of(client, "/lobby/")

    assert page.count("1512 ± 60") == 1
    assert page.count("1640 ± 180, new</span>") == 1
    assert "±" not in page.replace("1512 ± 60", "").replace("1640 ± 180, new", "")


def test_a_finished_game_says_what_it_did_to_the_ratings(client: Client) -> None:
    ada, ben = make_user("Ada"), make_user("Ben")
    game = played_rated_game(ada, ben)
    assert 'id="rating-changes"' not in text_of(client, f"/t/{game.code}/")

    rate_waiting()

    page = text_of(client, f"/t/{game.code}/")
    is_tie = game.seats.filter(place=1).count() == 2
    expected = ["±0"] if is_tie else ["1583", "1417", "+83", "\N{MINUS SIGN}83"]
    assert 'id="rating-changes"' in page
    assert all(text in page for text in expected)
    assert 'id="rating-changes"' not in text_of(client, f"/t/{game.code}/?ply=2")
    changes = client.get(f"/api/v1/games/{game.code}/").json()["rating_changes"]
    assert [sorted(change) for change in changes] == [["after", "before", "player", "reason"]] * 2
    assert sum(change["after"] - change["before"] for change in changes) == 0


def test_a_game_that_is_not_rated_says_nothing_of_ratings(client: Client) -> None:
    game = fresh(played_rated_game(make_user("Ada"), make_user("Ben"), is_private=False))
    Game.objects.filter(pk=game.pk).update(is_rated=False)
    rate_waiting()

    assert 'id="rating-changes"' not in text_of(client, f"/t/{game.code}/")


def cached(client: Client, address: str) -> Callable[[], int]:
    """Open a page, and return a function that opens it again as a browser with its copy does."""
    client.get(address)
    tag = client.get(address).headers["ETag"]
    return lambda: client.get(address, headers={"If-None-Match": tag}).status_code


def test_a_copy_of_a_page_is_out_of_date_when_its_game_is_rated(client: Client) -> None:
    ada, ben = make_user("Ada"), make_user("Ben")
    client.force_login(make_user("Cleo"))
    finished = cached(client, f"/t/{played_rated_game(ada, ben).code}/")
    assert finished() == 304

    rate_waiting()

    assert finished() == 200


def test_a_copy_of_a_page_is_out_of_date_after_a_correction(client: Client) -> None:
    ada, ben = make_user("Ada"), make_user("Ben")
    game = played_rated_game(ada, ben)
    rate_waiting()
    client.force_login(make_user("Cleo"))
    finished = cached(client, f"/t/{game.code}/")
    assert finished() == 304

    replay(voided=[game.code], excluded=[])

    assert finished() == 200


def test_a_leaderboard_lists_certain_ratings_best_first(client: Client) -> None:
    rated_user("Ada", 1512)
    rated_user("Ben", 1640, 75)
    rated_user("Cleo", 1900, 76)
    rated_user("Dan", 1800, title="marram")
    rated_user("Eve", 1544, pool=Pool.TWO)
    rated_user("Fay", 1700).delete()
    closed = rated_user("Gus", 1750)
    closed.is_active = False
    closed.save()

    page = text_of(client, "/ratings/marrakech/")

    assert page.index("1640 ± 75") < page.index("1512 ± 60")
    assert not any(name in page for name in ("Cleo", "Dan", "Eve", "Gus"))
    assert "Eve" in text_of(client, "/ratings/marrakech/?pool=2")
    assert "Dan" in text_of(client, "/ratings/marram/")


def test_a_player_without_games_for_90_days_is_not_in_the_leaderboard(client: Client) -> None:
    rated_user("Ada", 1512)

    with time_machine.travel(START + timedelta(days=31), tick=False):
        assert "Ada" not in text_of(client, "/ratings/marrakech/")


def test_a_long_leaderboard_has_pages_with_ranks(client: Client) -> None:
    for number in range(120):
        rated_user(f"p{number:03}", 2000 - number // 2)

    first = client.get("/ratings/marrakech/")
    found, following = [row.username for row in first.context["rows"]], first.context["page"].next
    ranks = [row.rank for row in first.context["rows"]]
    while following:
        page = client.get(f"/ratings/marrakech/?after={following}")
        found += [row.username for row in page.context["rows"]]
        ranks += [row.rank for row in page.context["rows"]]
        following = page.context["page"].next

    assert found == [f"p{number:03}" for number in range(120)]
    assert ranks == list(range(1, 121))


def test_robots_are_in_a_list_of_their_own(client: Client) -> None:
    client.force_login(rated_user("Ada", 1495, 191))

    page = " ".join(text_of(client, "/ratings/marrakech/").split())

    assert ">1500<" in page
    assert "1686 ± 31" in page
    assert "No player has enough rated games yet." in page
    assert "whose rating is within ± 75" in page
    assert "Your rating is 1495 ± 191." in page


def test_the_page_of_ratings_explains_them_and_links_the_leaderboards(client: Client) -> None:
    page = text_of(client, "/ratings/")

    assert 'href="/ratings/marrakech/"' in page
    assert 'href="/ratings/marram/"' in page
    assert "1563, 1534, 1493 and 1416" in page
    assert 'href="/ratings/"' in text_of(client, "/")


def published_step(before: list[tuple[float, float]], places: list[int], scale: float) -> list[tuple[float, float]]:
    """Compute a game as the page says: mean and variance of each player after it."""
    everyone = range(len(before))
    orders = [order for order in permutations(everyone) if [places[number] for number in order] == sorted(places)]
    d = 1 / sqrt(scale**2 + 3 * sum(variance for _mean, variance in before) / len(before) / pi**2)
    g, h = [0.0 for _ in everyone], [0.0 for _ in everyone]
    for order in orders:
        for first in range(len(order) - 1):
            total = sum(exp(d * before[number][0]) for number in order[first:])
            for number in order[first:]:
                p = exp(d * before[number][0]) / total
                g[number] += d * ((number == order[first]) - p) / len(orders)
                h[number] += d**2 * p * (1 - p) / len(orders)
    after = [variance / (1 + h[number] * variance) for number, (_mean, variance) in enumerate(before)]
    return [(before[number][0] + g[number] * after[number], after[number]) for number in everyone]


def test_the_page_of_ratings_has_the_formula_and_examples_that_it_gives(client: Client) -> None:
    page = " ".join(text_of(client, "/ratings/").split())
    folded = page[page.index('<details class="stack" id="formula-in-full">') :]
    assert "The rating is 1500 + 173.7 μ" in folded
    assert "grows by 23.3 a day" in folded
    numbers = r"([0-9.]+)\s±\s([0-9.]+)"
    row = re.compile(rf"<td[^>]*>{numbers}</td> <td[^>]*>(\d)</td> <td[^>]*>{numbers}</td>")
    scales = {"Marrakech": [1.0, 2.1, 2.8], "Marram": [1.0, 1.3, 1.7]}
    games = [part for part in folded.split("<tbody>")[2:] if row.search(part)]
    assert len(games) == 12
    for game in games:
        rows = row.findall(game)
        before = [((float(mean) - 1500) / 173.7, (float(error) / 173.7) ** 2) for mean, error, *_rest in rows]
        title = "Marrakech" if "Marrakech" in game else "Marram"
        found = published_step(before, [int(one[2]) for one in rows], scales[title][len(rows) - 2])
        for (mean, variance), one in zip(found, rows, strict=True):
            assert 1500 + 173.7 * mean == pytest.approx(float(one[3]), abs=0.02)
            assert 173.7 * sqrt(variance) == pytest.approx(float(one[4]), abs=0.02)


def statements(client: Client, address: str) -> int:
    client.get(address)
    with CaptureQueriesContext(connection) as found:
        assert client.get(address).status_code == 200
    return len(found)


def test_the_page_of_a_rated_game_takes_few_statements(client: Client) -> None:
    ada, ben = make_user("Ada"), make_user("Ben")
    running, finished = started_game(ada, ben, is_rated=True), played_rated_game(ada, ben)
    rate_waiting()
    client.force_login(ada)

    for game in (running, finished):
        assert statements(client, f"/t/{game.code}/") <= BOUND + 3  # session, user and what forbids to write


def test_lists_with_ratings_need_the_same_statements_for_3_and_for_60_rows(client: Client) -> None:
    def with_rows(count: int) -> list[int]:
        for number in range(Game.objects.filter(status=Status.OPEN).count(), count):
            make_table(rated_user(f"q{number:02}", 1500 + number))
        return [statements(client, address) for address in ("/lobby/", "/ratings/marrakech/", "/players/q01/")]

    few, many = with_rows(3), with_rows(25)

    assert few == many
    assert max(many) <= BOUND
    assert statements(client, "/ratings/") <= BOUND
