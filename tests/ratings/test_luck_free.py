"""The luck-free list of tables of two, and the sentence about average dice."""

from base64 import b64decode
from typing import Any
from urllib.parse import parse_qs, urlsplit

import pytest
import time_machine
from django.test import Client

from accounts.models import User
from games.analysis import analyses
from games.analysis.presenters import luck_free_text
from games.engine.analysis import Estimate, SeatAnalysis, from_json
from games.notifications.models import Kind
from games.play.endings import resign
from games.ratings import selectors
from games.ratings.ledger import places_of
from games.ratings.models import LUCK_FREE, RatedGame, Rating, RatingChange
from games.ratings.presenters import leader_views
from games.ratings.replays import replay
from games.ratings.selectors import LuckFreePlace, leaderboard_page, player_ratings
from games.ratings.services import rate_waiting
from tests.helpers.notifications import both, latest
from tests.makers import make_user, play_on, started_game

from .rated_games import START, played_rated_game, rating_of, written_rated_game
from .test_rating_pages import text_of

pytestmark = pytest.mark.django_db


def analysed(*order: User, points: list[float], hours: int = 0, version: int = 1) -> RatedGame:
    """Write a rated game with its luck-free points by place."""
    found = {"version": version, "beta": 1.0, "points": points}
    return written_rated_game(*order, hours=hours, luck_free=found)


def listed(*names: str) -> list[User]:
    """Return players who have met each other twice; who is named first is ahead with average dice, not in the game."""
    people = [make_user(name) for name in names]
    pairs = [(one, other) for one in people for other in people if people.index(one) < people.index(other)]
    for hours, (better, worse) in enumerate(pairs * 2):
        analysed(worse, better, points=[-2.5, 2.5], hours=hours)
    rate_waiting()
    return people


def seat(number: int, score: float, luck: float, *, error: float = 3.0, left: float = 0.0) -> SeatAnalysis:
    none, some = Estimate(0.0, 0.0), Estimate(luck, error)
    return SeatAnalysis(number, 0.0, some, 0.0, 6.0, none, none, 0.0, 0.0, left, 0.0, score)


def test_luck_free_points_are_points_less_luck_before_anybody_left() -> None:
    assert seat(0, 5.0, 3.0).luck_free == 2.0
    assert seat(0, 25.0, 3.0, left=20.0).luck_free == 2.0


@pytest.mark.parametrize(
    ("luck", "me", "text"),
    [
        (8.0, 0, "With average dice, you would have come second, 8 times out of 10."),
        (8.0, 1, "With average dice, you would have come first, 8 times out of 10."),
        (8.0, None, "With average dice, Ben would have come first, 8 times out of 10."),
        (-9.0, 0, "With average dice, you would have come first."),
        (5.5, 0, "With average dice, it would have been about even."),
    ],
)
def test_a_sentence_says_where_the_viewer_would_have_come(luck: float, me: int | None, text: str) -> None:
    assert luck_free_text([seat(0, 5.0, luck), seat(1, -5.0, -luck)], ["Ada", "Ben"], me) == text


@pytest.mark.parametrize(
    ("me", "text"),
    [(0, "you would have been behind"), (1, "you would have been ahead"), (None, "Ben would have been ahead")],
)
def test_if_a_player_left_the_sentence_is_about_the_time_before(me: int | None, text: str) -> None:
    two = [seat(0, 5.0, 8.0, left=-1.0), seat(1, -5.0, -8.0, left=1.0)]

    told = luck_free_text(two, ["Ada", "Ben"], me)

    assert told == f"Until a player left the game, {text} with average dice."


def test_who_left_and_would_have_been_ahead_is_named_as_both() -> None:
    two = [seat(0, 5.0, -8.0, left=-1.0), seat(1, -5.0, 8.0, left=1.0)]
    told = luck_free_text(two, ["Ada", "Ben"], None)
    assert told == "Ada left the game, and would have been ahead until then with average dice."


def test_the_email_about_a_resigned_game_leads_to_its_luck() -> None:
    ada, ben = make_user("Ada"), make_user("Ben")
    for steps, is_analysed in ((0, False), (5, True)):
        game = play_on(started_game(ada, ben), steps)
        resign(game.pk, ada)
        parts = both(latest(Kind.OVER, game=game))
        assert ["How would it have ended with average dice?" in part for part in parts] == [is_analysed] * 2


@pytest.mark.parametrize(
    ("error", "me", "text"),
    [
        (0.1, 0, "With average dice, you would have come third."),
        (1.3, 0, "With average dice, you would have come third, 9 times out of 10."),
        (3.0, 0, "With average dice, it would have been close: perhaps you would have come third."),
        (3.0, None, "With average dice, it would have been close: perhaps Cleo would have come first."),
        (1.3, 1, "With average dice, you would have come second, 8 times out of 10."),
    ],
)
def test_the_sentence_says_how_sure_it_is_at_larger_tables(error: float, me: int | None, text: str) -> None:
    luck = [(5.0, 8.0), (0.0, 0.0), (-5.0, -8.0)]
    three = [seat(place, *one, error=error) for place, one in enumerate(luck)]
    assert luck_free_text(three, ["Ada", "Ben", "Cleo"], me) == text


def test_equal_luck_free_points_share_a_place() -> None:
    assert places_of([1.0, -1.0]) == [1, 2]
    assert places_of([0.0, 0.0]) == [1, 1]


def test_the_analysis_of_a_rated_game_of_two_writes_its_luck_free_points(client: Client) -> None:
    game, three = played_rated_game(), played_rated_game(make_user(), make_user(), make_user())
    mail = latest(Kind.OVER, game=game)
    assert "How would it have ended with average dice?" in both(mail)[0]
    for one in (game, three):
        analyses.compute(one.analysis.pk)

    game.analysis.refresh_from_db()
    seats = from_json(game.analysis.result or {}).seats
    row = RatedGame.objects.get(game=game)
    assert row.luck_free == {"version": 1, "beta": 1.0, "points": [round(one.luck_free, 3) for one in seats]}
    assert RatedGame.objects.get(game=three).luck_free is None
    assert "With average dice, " in text_of(client, f"/t/{game.code}/")
    assert "With average dice, " in text_of(client, f"/t/{three.code}/")
    assert all("With average dice, " in part and "How would it" not in part for part in both(mail))


def test_a_game_that_somebody_left_is_not_in_the_list() -> None:
    game = played_rated_game()
    row = RatedGame.objects.get(game=game)
    row.inputs[0]["kind"] = "left"
    row.save()

    analyses.compute(game.analysis.pk)

    row.refresh_from_db()
    assert row.luck_free is None


def test_luck_free_points_move_the_list_and_no_rating() -> None:
    ada, ben = make_user("Ada"), make_user("Ben")
    analysed(ada, ben, points=[-2.5, 2.5])

    rate_waiting()

    assert rating_of(ada).mu > 0 > rating_of(ada, LUCK_FREE).mu
    assert rating_of(ada).mu == rating_of(ada, "2").mu == rating_of(ben, LUCK_FREE).mu
    assert RatingChange.objects.get(user=ben, pool=LUCK_FREE).place == 1


def bits() -> list[tuple[Any, ...]]:
    rows = Rating.objects.filter(version__is_current=True).order_by("user", "pool")
    return [(row.user_id, row.pool, row.mu.hex(), row.var.hex(), row.games, row.opponents, row.at) for row in rows]


def test_a_replay_of_the_list_gives_the_same_bits_whatever_is_analysed_first() -> None:
    people = [make_user(name) for name in ("Ada", "Ben", "Cleo")]
    late = written_rated_game(people[0], people[1])
    for hours in range(1, 7):
        analysed(people[hours % 3], people[(hours + 1) % 3], points=[hours - 3.5, 3.5 - hours], hours=hours)
    rate_waiting()
    late.refresh_from_db()
    late.luck_free = {"version": 1, "beta": 1.0, "points": [1.0, -1.0]}
    late.save()
    rate_waiting()
    before = bits()

    replay(voided=[], excluded=[])

    assert bits() == before
    assert RatedGame.objects.get(pk=late.pk).luck_free_number == 7


def test_a_game_analysed_by_another_method_is_not_in_the_list() -> None:
    ada, ben = make_user("Ada"), make_user("Ben")
    analysed(ada, ben, points=[2.0, -2.0], version=99)

    rate_waiting()

    assert not Rating.objects.filter(pool=LUCK_FREE).exists()


def test_a_voided_game_is_not_in_the_list() -> None:
    rated = analysed(make_user("Ada"), make_user("Ben"), points=[2.0, -2.0])
    rate_waiting()

    replay(voided=[rated.game.code], excluded=[])

    assert not Rating.objects.filter(version__is_current=True, pool=LUCK_FREE).exists()


def test_the_list_shows_places_and_percentages_but_no_points(client: Client) -> None:
    with time_machine.travel(START, tick=False):
        listed("Ada", "Ben", "Cleo", "Dan")

        page, profile = text_of(client, "/ratings/marrakech/?pool=lf"), text_of(client, "/players/Ben/")

    assert [page.index(f">{name}<") for name in ("Ada", "Ben", "Cleo", "Dan")] == sorted(
        page.index(f">{name}<") for name in ("Ada", "Ben", "Cleo", "Dan")
    )
    assert all(share in page for share in ("100\N{NARROW NO-BREAK SPACE}%", "67\N{NARROW NO-BREAK SPACE}%"))
    assert "±" not in page
    assert "2nd of 4, ahead of 67%" in profile


def test_a_long_list_is_not_counted_to_its_end(client: Client, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(selectors, "MAX_RANKED", 3)
    with time_machine.travel(START, tick=False):
        users = listed("Ada", "Ben", "Cleo", "Dan")

        found = [player_ratings(user, START).luck_free for user in users]
        page = leaderboard_page("marrakech", LUCK_FREE, START, None, 2)
        rest = leaderboard_page("marrakech", LUCK_FREE, START, page.next, 2)
        rows = leader_views(rest, "marrakech", LUCK_FREE, START)

    assert found[1:] == [[LuckFreePlace("marrakech", 2, None)], [LuckFreePlace("marrakech", 3, None)], []]
    assert ([(row.rank, row.name, row.text) for row in rows], rest.next) == ([(3, "Cleo", "")], None)


def test_a_player_with_few_games_or_few_opponents_is_not_in_the_list(client: Client) -> None:
    with time_machine.travel(START, tick=False):
        listed("Ada", "Ben", "Cleo")  # four games each, two opponents

        assert "No player has enough rated games yet." in text_of(client, "/ratings/marrakech/?pool=lf")
        assert "?pool=lf" not in text_of(client, "/ratings/marram/")


def test_the_list_in_the_api_has_pages_that_do_not_tell_the_points(client: Client) -> None:
    with time_machine.travel(START, tick=False):
        users = listed("Ada", "Ben", "Cleo", "Dan")

        page = client.get("/api/v1/ratings/marrakech/luck-free/?page_size=3").json()
        rest = client.get(page["next"]).json()

    assert [(row["place"], row["name"]) for row in page["results"]] == [(1, "Ada"), (2, "Ben"), (3, "Cleo")]
    assert [(row["place"], row["name"]) for row in rest["results"]] == [(4, "Dan")]
    assert rest["next"] is None
    cursor = parse_qs(urlsplit(page["next"]).query)["cursor"][0]
    last = Rating.objects.get(user=users[2], pool=LUCK_FREE)
    assert b64decode(cursor) == f"p={last.pk}".encode()


def test_the_list_in_the_api(client: Client) -> None:
    with time_machine.travel(START, tick=False):
        listed("Ada", "Ben", "Cleo", "Dan")

        rows = client.get("/api/v1/ratings/marrakech/luck-free/").json()["results"]
        player = client.get("/api/v1/players/Cleo/").json()
        game = client.get("/api/v1/rated-games/").json()["results"][0]

    assert [(row["place"], row["name"], row["percentile"]) for row in rows] == [
        (1, "Ada", 100), (2, "Ben", 67), (3, "Cleo", 33), (4, "Dan", 0),
    ]  # fmt: skip
    assert rows[0] == {
        "place": 1, "percentile": 100, "name": "Ada", "display_name": "Ada", "games": 6, "opponents": 3,
    }  # fmt: skip
    assert player["luck_free"] == [{"title": "marrakech", "place": 3, "players": 4, "percentile": 33}]
    assert {rating["pool"] for rating in player["ratings"]} == {"all"}
    assert game["luck_free"] == {"number": 1, "version": 1, "beta": 1.0, "points": [-2.5, 2.5]}
