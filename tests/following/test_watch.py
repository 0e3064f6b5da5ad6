"""The page of public games to watch: running, finished, and the best of the week."""

import re
from datetime import timedelta
from html import unescape

import pytest
from django.test import Client
from django.utils import timezone

from accounts.models import Household, User
from accounts.services import block
from games.analysis.models import Analysis
from games.core.models import Game, Seat
from games.engine.registry import TITLES
from games.following import views
from games.following.lists import best_games
from games.following.models import RecentGame
from games.following.services import note_recent_games
from games.ratings.models import RatedGame, RatingChange, RatingVersion
from tests.helpers.page_client import signed_in, squeezed, text_at
from tests.makers import finished_game, fresh, make_table, make_user, play_on, started_game
from tests.site.test_home import queries_of

pytestmark = [pytest.mark.django_db, pytest.mark.one_database, pytest.mark.slow]


RATED_ANN = "Ann (1512\N{NO-BREAK SPACE}±\N{NO-BREAK SPACE}60)"  # at the start of a game


def names(html: str) -> list[str]:
    return re.findall(r'<h2 class="card__title"><a [^>]*>([^<]*)</a>', html)


def test_every_running_public_game_is_listed_by_parts(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(views, "WATCHED_PER_PAGE", 3)
    for number in range(7):
        started_game(name=f"Game {number}")
    started_game(name="Private", is_private=True)
    make_table(name="Open")
    finished_game(name="Over")
    client, path, parts = Client(), "/lobby/games/", []
    while path:
        html = text_at(client, path)
        parts.append(names(html))
        found = re.search(r'rel="next" href="(\?before=\d+)"', squeezed(html))
        path = f"/lobby/games/{found[1]}" if found else ""
    assert parts == [["Game 6", "Game 5", "Game 4"], ["Game 3", "Game 2", "Game 1"], ["Game 0"]]


def test_the_games_of_the_viewer_are_listed_too_but_cannot_be_marked() -> None:
    ann = make_user("Ann")
    started_game(ann, make_user(), name="Mine")
    started_game(name="Theirs")
    html = text_at(signed_in(ann), "/lobby/games/")
    assert names(html) == ["Theirs", "Mine"]
    assert "Theirs</span>" in html  # the star names its game
    assert "Mine</span>" not in html


def test_a_part_of_the_list_stays_the_same_while_games_begin(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(views, "WATCHED_PER_PAGE", 2)
    games = [started_game(name=f"Game {number}") for number in range(4)]
    path = f"/lobby/games/?before={games[2].pk}"
    before = names(text_at(Client(), path))
    started_game(name="Newer")
    assert names(text_at(Client(), path)) == before == ["Game 1", "Game 0"]


@pytest.mark.parametrize("before", ["x", "-1", "0", "9" * 30])
def test_a_wrong_place_in_the_list_is_its_beginning(before: str) -> None:
    started_game(name="Game")
    assert names(text_at(Client(), f"/lobby/games/?before={before}")) == ["Game"]


def test_a_running_game_shows_board_title_players_with_ratings_and_turn() -> None:
    ann, bob = make_user("Ann"), make_user("Bob")
    game = play_on(started_game(ann, bob), 3)
    Seat.objects.filter(game=game, user=ann).update(start_rating=1512, start_deviation=60)
    html = squeezed(text_at(Client(), "/lobby/games/"))
    assert f"/t/{game.code}/board.svg?ply={game.ply}" in html
    for text in (TITLES["marrakech"].name, RATED_ANN, "Bob", f"Turn {game.turn}"):
        assert text in html.partition("</h1>")[2]


def test_the_lobby_leads_to_all_running_games() -> None:
    started_game()
    assert 'href="/lobby/games/"' in text_at(Client(), "/lobby/")


def over(*players: User, minutes: int, margin: int = 5, **settings: object) -> Game:
    """Return a game that counts as finished for some minutes, without playing it."""
    game = started_game(*players, **settings)
    at = timezone.now() - timedelta(minutes=minutes)
    Game.objects.filter(pk=game.pk).update(status="finished", finished_at=at, ply=60)
    for seat in game.seats.all():
        score = 30 - margin * (seat.number or 0)
        Seat.objects.filter(pk=seat.pk).update(place=1 + (seat.number or 0), score=score, finished_at=at)
    return fresh(game)


def test_a_finished_game_shows_the_ratings_at_its_start() -> None:
    game = over(make_user("Ann"), make_user("Bob"), minutes=1)
    Seat.objects.filter(game=game, user__username="Ann").update(start_rating=1512, start_deviation=60)
    note()
    for show in ("finished", "best"):
        assert RATED_ANN in text_at(Client(), f"/lobby/games/?show={show}")


def note(hours: int = 1) -> None:
    """Note the games that have ended, as the sweep will do after some time."""
    note_recent_games(timezone.now() + timedelta(hours=hours))


def test_finished_games_are_listed_by_their_end_in_parts(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(views, "WATCHED_PER_PAGE", 2)
    started_game(name="Running")
    for number in (2, 1, 3):
        over(name=f"Game {number}", minutes=number)
    over(name="Private", minutes=1, is_private=True)
    html = squeezed(text_at(Client(), "/lobby/games/?show=finished"))
    assert names(html) == ["Game 1", "Game 2"]
    found = re.search(r'rel="next" href="([^"]*)"', html)
    assert found
    assert names(text_at(Client(), f"/lobby/games/{unescape(found[1])}")) == ["Game 3"]


@pytest.mark.parametrize(("query", "shown"), [("title=marram", ["Dunes"]), ("seats=3", ["Three"]), ("seats=4", [])])
def test_games_to_watch_are_filtered_by_title_and_number_of_players(query: str, shown: list[str]) -> None:
    people = [make_user() for _ in range(3)]
    started_game(*people, name="Three")
    started_game(*people[:2], name="Dunes", title="marram", ruleset="classic-short")
    assert names(text_at(Client(), f"/lobby/games/?{query}")) == shown


def rated(game: Game, number: int, mu: float) -> None:
    """Let the players of a finished game have had this skill before it."""
    now, version = timezone.now(), RatingVersion.objects.get_or_create(number=1, is_current=True)[0]
    about = {"title": game.title, "ruleset": game.ruleset, "pool": "2", "finished_at": now, "inputs": []}
    row = RatedGame.objects.create(game=game, number=number, **about)
    values = {"mu_before": mu, "var_before": 1, "mu_after": mu, "var_after": 1, "place": 1, "weight": 1}
    for seat in game.seats.all():
        RatingChange.objects.create(version=version, rated_game=row, user_id=seat.user_id or 0, pool="all", **values)


def test_the_best_of_the_week_are_by_rating_by_luck_and_by_margin() -> None:
    strong, lucky = over(name="Strong", minutes=1, margin=9), over(name="Lucky", minutes=2, margin=8)
    over(name="Close", minutes=3, margin=1)
    for number, game in enumerate((strong, lucky), start=1):
        rated(game, number, mu=1.0 / number)
    for game, swing in ((strong, 3.2), (lucky, 41.6)):
        Analysis.objects.update_or_create(
            game=game, defaults={"version": 1, "luck_swing": swing, "due_at": timezone.now()}
        )
    long_ago = over(name="Long ago", minutes=60 * 24 * 8, margin=0)
    rated(long_ago, 3, mu=9.0)
    private = over(name="Private", minutes=1, margin=0, is_private=True)
    rated(private, 4, mu=9.0)
    kin = make_user(), make_user()
    Household.objects.create(user=kin[0], other=kin[1], confirmed_at=timezone.now())
    Analysis.objects.update_or_create(
        game=over(*kin, name="Family", minutes=1, margin=0),
        defaults={"version": 1, "luck_swing": 99, "due_at": timezone.now()},
    )
    assert best_games(None, {}, timezone.now()).closest == []  # not noted yet
    note()
    best = best_games(None, {}, timezone.now())
    assert [game.name for game in best.strongest] == ["Strong", "Lucky"]
    assert [game.name for game in best.luckiest] == ["Lucky", "Strong"]
    assert [game.name for game in best.closest] == ["Close", "Lucky", "Strong"]
    html = squeezed(text_at(Client(), "/lobby/games/?show=best"))
    for text in ("Luck: 42 points apart", "Decided by 1 point", "Mean rating: "):
        assert text in html
    assert best_games(None, {"title": "marram"}, timezone.now()).closest == []
    answer = Client().get("/api/v1/best-games/").json()
    assert [(row["game"]["name"], row["value"]) for row in answer["luckiest"]] == [("Lucky", 41.6), ("Strong", 3.2)]
    assert [row["value"] for row in answer["closest"]] == [1, 8, 9]
    assert Client().get("/api/v1/best-games/?seats=4").json()["closest"] == []


@pytest.mark.parametrize("show", ["running", "finished", "best"])
def test_lists_to_watch_leave_out_whom_one_is_kept_apart_from(show: str) -> None:
    pest, user = make_user(), make_user()
    (
        over(pest, make_user(), name="Seen", minutes=1)
        if show != "running"
        else started_game(pest, make_user(), name="Seen")
    )
    note()
    client, path = signed_in(user), f"/lobby/games/?show={show}"
    assert "Seen" in text_at(client, path)
    block(pest, user)
    assert "Seen" not in text_at(client, path)


def test_lists_to_watch_take_as_many_statements_for_three_games_as_for_sixty() -> None:
    client, counts = signed_in(make_user()), []
    for games in (3, 57):
        host, other = make_user(), make_user()
        for _ in range(games):
            started_game(host, other)
        counts.append([queries_of(client, "/lobby/games/")])
        Game.objects.update(status="finished", finished_at=timezone.now(), ply=60)
        RecentGame.objects.all().delete()
        note(games)
        assert RecentGame.objects.count() == (3 if games == 3 else 60)
        counts[-1] += [queries_of(client, f"/lobby/games/?show={show}") for show in ("finished", "best")]
        Game.objects.update(status="running", finished_at=None, ply=0)
    assert counts[0] == counts[1]
    assert max(counts[0]) <= 20


def test_a_site_without_running_games_says_so() -> None:
    assert "No public game is running right now." in text_at(Client(), "/lobby/games/")
