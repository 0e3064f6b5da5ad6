import re
from datetime import UTC, datetime
from functools import partial

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from accounts.models import Profile
from games.board.pictures import EXAMPLES
from games.core import lists
from games.core.lists import history_of
from games.core.models import Game, Seat
from games.people import presenters
from games.people import views as people_views
from games.play.tallies import opponents_of, places_of, record_of
from tests.core.test_speed import PAGE_STATEMENTS
from tests.helpers.page_client import signed_in, squeezed, text_at
from tests.makers import acting_user, finished_game, make_table, make_user, play_on, started_game
from tests.site.test_home import queries_of

pytestmark = [pytest.mark.django_db, pytest.mark.one_database, pytest.mark.slow]

SHORT = {"options": {"rugs": "1/1/1"}}


def names_in(html: str, *names: str) -> set[str]:
    return {name for name in names if f">{name}</a>" in html}


def test_a_profile_shows_the_player() -> None:
    ada = make_user("Ada")
    Profile.objects.filter(user=ada).update(display_name="Ada <L>", about="Rugs & more\n<b>bold</b>")
    html = text_at(Client(), "/players/ada/")
    assert "Ada &lt;L&gt;" in html
    assert "Rugs &amp; more" in html
    assert "<b>bold" not in html
    assert "/avatars/Ada.svg" in html
    assert "Joined <time" in html


def test_a_profile_counts_games_and_wins() -> None:
    ada, bo = make_user("Ada"), make_user("Bo")
    started_game(ada, bo, name="Runner")
    game = play_on(started_game(ada, bo, name="Ender", **SHORT))
    winners = set(game.seats.filter(place=1).values_list("user__username", flat=True))
    html = text_at(Client(), "/players/Ada/")
    assert names_in(html, "Runner", "Ender") == {"Runner", "Ender"}
    assert f'?show=won">{int("Ada" in winners)}</a>' in html


def test_the_own_profile_leads_to_the_settings() -> None:
    ada = make_user("Ada")
    link = '<a class="button" href="/settings/">'
    assert link in squeezed(text_at(signed_in(ada), "/players/Ada/"))
    assert link not in squeezed(text_at(signed_in(make_user()), "/players/Ada/"))


@pytest.mark.parametrize("path", ["/players/Nobody/", "/players/Nobody/games/", "/players/ä/"])
def test_an_unknown_player_has_no_page(path: str) -> None:
    assert Client().get(path).status_code == 404


def test_private_tables_of_a_history_are_shown_to_their_players_alone() -> None:
    ada, bo = make_user("Ada"), make_user("Bo")
    started_game(ada, bo, name="Secret", is_private=True)
    for path in ("/players/Ada/", "/players/Ada/games/"):
        assert names_in(text_at(signed_in(bo), path), "Secret") == {"Secret"}
        for client in (Client(), signed_in(make_user())):
            assert "Secret" not in text_at(client, path)


@pytest.fixture
def games() -> dict[str, Game]:
    """Games of Ada: one runs, one was won by her, one by Bo, one was with Cy by other rules."""
    ada, bo, cy = make_user("Ada"), make_user("Bo"), make_user("Cy")
    running = started_game(ada, bo, name="Runner")
    slides = started_game(ada, cy, name="Slider", ruleset="slides")
    found = {"Runner": running, "Slider": slides}
    for name, place in (("Winner", 1), ("Loser", 2)):
        game = play_on(started_game(ada, bo, name=name, **SHORT))
        game.seats.filter(user=ada).update(place=place)
        found[name] = game
    return found


FILTERS: dict[str, set[str]] = {
    "": {"Runner", "Slider", "Winner", "Loser"},
    "show=running": {"Runner", "Slider"},
    "show=finished": {"Winner", "Loser"},
    "show=won": {"Winner"},
    "opponent=cy": {"Slider"},
    "opponent=Bo&show=running": {"Runner"},
    "ruleset=marrakech:slides": {"Slider"},
    "show=lost": {"Loser"},
    "title=marrakech&show=running": {"Runner", "Slider"},
    "title=marram": set(),
    "since=2001-01-01": {"Runner", "Slider", "Winner", "Loser"},
    "since=2900-01-01": set(),
    "until=2001-01-01": set(),
    "since=nonsense&until=9999-12-31&title=go": {"Runner", "Slider", "Winner", "Loser"},
    "opponent=Nobody": set(),
    "show=nonsense&ruleset=x:y&page=-4": {"Runner", "Slider", "Winner", "Loser"},
    "page=abc": {"Runner", "Slider", "Winner", "Loser"},
}


def test_a_history_is_filtered(games: dict[str, Game]) -> None:
    client = Client()
    found = {query: names_in(text_at(client, f"/players/Ada/games/?{query}"), *games) for query in FILTERS}
    assert found == FILTERS


def test_a_history_says_that_an_opponent_does_not_exist() -> None:
    make_user("Ada")
    html = text_at(Client(), "/players/Ada/games/", data={"opponent": "<b>Nobody"})
    assert "There is no player called &lt;b&gt;Nobody." in html


def test_a_history_has_pages() -> None:
    ada = make_user("Ada")
    for number in range(26):
        make_table(ada, name=f"Number {number}")
    first = text_at(Client(), "/players/Ada/games/")
    assert names_in(first, "Number 0", "Number 25") == {"Number 25"}
    assert 'rel="next" href="?page=2"' in first
    assert names_in(text_at(Client(), "/players/Ada/games/?page=2"), "Number 0", "Number 25") == {"Number 0"}


def test_a_long_history_has_several_parts(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(people_views, "history_of", partial(history_of, limit=3))
    monkeypatch.setattr(people_views, "PER_PAGE", 2)
    ada = make_user("Ada")
    tables = [make_table(ada, name=f"Number {number}") for number in range(5)]
    names = [table.name for table in tables]
    older = f'rel="next" href="?before={tables[2].pk}"'
    parts = {"": {4, 3}, "page=2": {2}, f"before={tables[2].pk}": {1, 0}, f"before={tables[0].pk}": set()}
    for query, shown in parts.items():
        html = " ".join(text_at(Client(), f"/players/Ada/games/?{query}").split())
        assert names_in(html, *names) == {names[number] for number in shown}
        assert (older in html) == (query == "page=2")
        assert ("Newest" in html) == query.startswith("before")


def test_few_games_against_an_opponent_are_found_among_many_in_a_history(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(lists, "MAX_HISTORY", 2)
    ada, bob = make_user("Ada"), make_user("Bob")
    together = [started_game(ada, bob, name="Number 0"), started_game(ada, bob, name="Number 1")]
    others = [started_game(person, make_user(), name="Number 2") for person in (bob, ada, bob, ada, bob)]
    names, query = ("Number 0", "Number 1", "Number 2"), "opponent=Bob"
    seen = []
    while query:
        html = " ".join(text_at(Client(), f"/players/Ada/games/?{query}").split())
        seen.append(names_in(html, *names))
        older = re.search(r'rel="next" href="\?([^"]+)"', html)
        query = older[1].replace("&amp;", "&") if older else ""
    assert seen == [set(), {"Number 0", "Number 1"}]
    assert history_of(ada, None, opponent=bob) == lists.History([], others[1].pk)
    assert history_of(ada, None, opponent=bob, before=others[1].pk).ids == [game.pk for game in reversed(together)]


def test_a_part_of_a_history_has_the_games_between_its_ends_in_which_the_player_was_replaced(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(lists, "MAX_HISTORY", 2)
    ada, bob = make_user("Ada"), make_user("Bob")
    games = [started_game(ada, bob) for _ in range(6)]
    for game in games[1::3]:
        game.seats.filter(user=ada).update(user=make_user(), owner=ada, taken_at=timezone.now())
    ids = [game.pk for game in games]
    assert history_of(ada, None, opponent=bob) == lists.History([ids[5], ids[4], ids[3]], ids[3])
    assert history_of(ada, None, opponent=bob, before=ids[3]) == lists.History([ids[2], ids[1], ids[0]], None)


def test_a_history_has_the_games_in_which_the_player_was_replaced() -> None:
    ada = make_user("Ada")
    first, left, last = (started_game(ada, make_user()) for _ in range(3))
    left.seats.filter(user=ada).update(user=make_user(), owner=ada, taken_at=timezone.now())
    assert history_of(ada, None).ids == [last.pk, left.pk, first.pk]
    assert history_of(ada, None, show="running").ids == [last.pk, first.pk]
    assert history_of(ada, None, before=last.pk, limit=1).ids == [left.pk]


@pytest.mark.parametrize("path", ["/players/Ada/", "/players/Ada/games/"])
def test_a_history_takes_as_many_statements_for_one_game_as_for_six(path: str) -> None:
    ada = make_user("Ada")
    client = signed_in(make_user())
    counts = []
    for games in (1, 5):
        for _ in range(games):
            started_game(ada, make_user())
            play_on(started_game(ada, make_user(), **SHORT))
        counts.append(queries_of(client, path))
    assert counts[0] == counts[1] <= PAGE_STATEMENTS + 2  # session and user


def test_the_rules_pages_say_how_the_rulesets_differ() -> None:
    html = text_at(Client(), "/rules/")
    for name in ("Classic", "Classic, turn last", "15 rugs, out at zero"):
        assert f'<th scope="col">{name}</th>' in html
    assert '<th scope="row">Assam may go straight on</th>' in html
    assert "May cover own rugs" not in html
    assert html.count('<svg class="board"') == len(EXAMPLES) - 1


@pytest.mark.parametrize("name", ["rug-c", "die-4", "coin", "purse"])
def test_small_drawings_are_cached_by_browsers(name: str) -> None:
    response = Client().get(f"/art/marrakech/{name}.svg")
    assert response["Content-Type"] == "image/svg+xml"
    assert "max-age=604800" in response["Cache-Control"]


@pytest.mark.parametrize("name", ["marrakech/die-5", "marrakech/die-x", "marrakech/rug-x", "marrakech/x", "other/coin"])
def test_a_small_drawing_that_does_not_exist_is_not_found(name: str) -> None:
    assert Client().get(f"/art/{name}.svg").status_code == 404


def test_a_profile_has_no_percentages_and_no_favourite_of_few_games(monkeypatch: pytest.MonkeyPatch) -> None:
    ada = make_user("Ada")
    play_on(started_game(ada, make_user("Bo"), **SHORT))
    html = text_at(Client(), "/players/Ada/")
    assert "%</span>" not in html
    assert "Favourite rules" not in html
    monkeypatch.setattr(presenters, "MIN_FOR_SHARES", 1)
    html = squeezed(text_at(Client(), "/players/Ada/"))
    assert html.count(">100%</span>") == 1
    assert ">0%</span>" not in html
    assert "Favourite rules" in html


def test_a_profile_with_more_games_than_it_shows_says_so(monkeypatch: pytest.MonkeyPatch) -> None:
    ada, bo = make_user("Ada"), make_user("Bo")
    for _ in range(2):
        started_game(ada, bo)
        play_on(started_game(ada, bo, **SHORT))
    html = text_at(Client(), "/players/Ada/")
    assert "2 of 2" not in html
    monkeypatch.setattr(presenters, "MAX_SHOWN", 1)
    html = squeezed(text_at(Client(), "/players/Ada/"))
    assert '?show=running">1 of 2 games in progress</a>' in html
    assert '?show=finished">1 of 2 finished games</a>' in html


def test_the_own_profile_says_you() -> None:
    ada = make_user("Ada")
    started_game(ada, make_user("Bo"))
    acting = acting_user(started_game(ada, make_user("Chama")))
    own, others = (
        squeezed(text_at(client, f"/players/{acting.username}/")) for client in (signed_in(acting), Client())
    )
    assert "You have not chosen any hours" in own
    assert "your turn for" in own
    assert f"{acting.username}’s turn" not in own
    assert "This player has not chosen any hours" in others
    assert f"{acting.username}’s turn for" in others
    assert "your turn" not in others


def test_a_history_says_won_lost_or_how_far_and_when_each_game_was_opened() -> None:
    ada, bo = make_user("Ada"), make_user("Bo")
    running, game = started_game(ada, bo), finished_game(ada, bo)
    Seat.objects.filter(game=game).update(place=1)
    Seat.objects.filter(game=game, user=bo).update(place=2)
    html = squeezed(text_at(Client(), "/players/Bo/games/"))
    assert f"in progress, turn {running.turn}" in html
    assert ">lost</span>" in html
    assert "2nd of 2" not in html
    assert re.search(r'<th scope="col" aria-sort="descending">Opened', html)
    assert ">won</span>" in text_at(Client(), "/players/Ada/games/")


def test_a_profile_tells_places_scores_the_longest_patch_and_opponents(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(presenters, "MIN_FOR_SHARES", 2)
    ada, bo = make_user("Ada"), make_user("Bo")
    games = [play_on(started_game(ada, bo, name="Ender", **SHORT), seed=number) for number in range(2)]
    seats = [one.seats.get(user=ada) for one in games]
    html = squeezed(text_at(Client(), "/players/Ada/"))
    assert "Results in Marrakech" in html
    assert re.search(rf"<dd> ?{max(seat.score or 0 for seat in seats)}\b", html)
    assert re.search(rf"<dd> ?{max(seat.highlight or 0 for seat in seats)} squares?\b", html)
    assert re.search(r'\?ruleset=marrakech:gigamic">Classic</a> ?<span', html)
    assert "2 games, 100%" in html
    assert '?opponent=Bo">2</a>' in html


def test_private_games_count_on_the_own_profile_alone() -> None:
    ada, bo = make_user("Ada"), make_user("Bo")
    started_game(ada, bo, is_private=True)
    secret = play_on(started_game(ada, bo, name="Secret", is_private=True, **SHORT))
    won = int(secret.seats.get(user=ada).place == 1)
    own = squeezed(text_at(signed_in(ada), "/players/Ada/"))
    assert "Results in Marrakech" in own
    for show, number in (("running", 1), ("finished", 1), ("won", won)):
        assert f'?show={show}">{number}</a>' in own
    assert '?opponent=Bo">1</a>' in own
    for client in (Client(), signed_in(make_user()), signed_in(bo)):
        html = squeezed(text_at(client, "/players/Ada/"))
        for show in ("running", "finished", "won"):
            assert f'?show={show}">0</a>' in html
        for text in ("Results in Marrakech", "Best score", "Longest patch", "Average score", "?opponent=Bo"):
            assert (text in own, text in html) == (True, False)


@pytest.mark.sqlite  # it reads SQLite's plans
def test_the_numbers_of_a_profile_come_from_few_rows() -> None:
    ada, bo = make_user("Ada"), make_user("Bo")
    play_on(started_game(ada, bo, **SHORT))
    with CaptureQueriesContext(connection) as captured:
        profile_numbers = (record_of(ada, None), places_of(ada, None), opponents_of(ada, None))
    assert profile_numbers
    assert len(captured) <= 8
    for query in captured:
        if "games_seat" in query["sql"]:  # the only rows that grow with the games: here the running ones alone
            with connection.cursor() as cursor:
                cursor.execute(f"EXPLAIN QUERY PLAN {query['sql']}")
                plan = " ".join(row[3] for row in cursor.fetchall())
            assert re.search(r"seat_(unfinished|current)|\(user_id=\? AND finished_at=\?\)", plan), plan


def test_a_day_of_a_history_includes_its_last_minute(games: dict[str, Game]) -> None:
    Game.objects.filter(name="Winner").update(finished_at=datetime(2020, 5, 17, 23, 59, tzinfo=UTC))
    Game.objects.filter(name="Loser").update(finished_at=datetime(2020, 5, 18, 0, 1, tzinfo=UTC))
    html = text_at(Client(), "/players/Ada/games/?since=2020-05-17&until=2020-05-17")
    assert names_in(html, *games) == {"Winner"}
    assert 'value="2020-05-17"' in html


def test_a_profile_leads_to_the_games_of_a_title(games: dict[str, Game]) -> None:
    assert "/players/Ada/games/?title=marrakech" in text_at(Client(), "/players/Ada/")


def test_a_profile_offers_a_challenge_and_invitations_to_own_tables() -> None:
    ada, bo = make_user("Ada"), make_user("Bo")
    mine = make_table(ada, seat_count=3, name="Mine")
    client = signed_in(ada)
    html = text_at(client, "/players/Bo/")
    assert "/tables/new/?player=Bo" in html
    assert "Invite to Marrakech · Mine" in " ".join(html.split())
    client.post(f"/t/{mine.code}/invite/", {"player": "Bo"})
    assert mine.invitations.get().user == bo
    assert "Invite to" not in text_at(client, "/players/Bo/")


@pytest.mark.parametrize(("viewer", "name"), [(None, "Ada"), ("Ada", "Ada")])
def test_strangers_and_players_themselves_see_no_challenge(viewer: str | None, name: str) -> None:
    make_user("Ada")
    client = signed_in(make_user(viewer)) if viewer else Client()
    assert "/tables/new/?player=" not in text_at(client, f"/players/{name}/")


def test_a_challenge_opens_a_table_and_reserves_a_seat() -> None:
    ada, bo = make_user("Ada"), make_user("Bo")
    client = signed_in(ada)
    html = text_at(client, "/tables/new/?player=Bo")
    assert "A seat is reserved for Bo" in " ".join(html.split())
    assert "Against robots" not in html
    form = {"ruleset": "gigamic", "seat_count": "2", "pace": "3d", "seat_order": "random", "player": "Bo"}
    assert client.post("/tables/new/", form).status_code == 302
    assert Game.objects.get(host=ada).invitations.get().user == bo


def test_a_challenge_to_nobody_opens_no_table() -> None:
    form = {"ruleset": "gigamic", "seat_count": "2", "pace": "3d", "seat_order": "random", "player": "Nobody"}
    answer = signed_in(make_user()).post("/tables/new/", form)
    assert "There is no player with this name." in answer.content.decode()
    assert Game.objects.count() == 0
