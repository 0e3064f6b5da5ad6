import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.urls import reverse

from games.core.choices import Status
from games.core.models import Entry, Game, Seat
from tests.helpers.admin_pages import is_listed, page, row_page, waiting
from tests.makers import make_table, make_user, play_on, started_game

pytestmark = [pytest.mark.django_db, pytest.mark.slow]


def test_the_admin_list_of_games_shows_who_plays_what(admin_client: Client) -> None:
    started_game(make_user("Nadia"), make_user("Omar"), ruleset="summary")
    html = page(admin_client, "game")
    assert "Nadia, Omar" in html
    assert "marrakech · summary" in html


def test_the_admin_list_shows_how_many_seats_of_an_open_table_are_taken(admin_client: Client) -> None:
    make_table(make_user("Nadia"), seat_count=3)
    assert "Nadia (1/3)" in page(admin_client, "game")


def test_a_deleted_player_is_a_dash_in_the_admin_list(admin_client: Client) -> None:
    game = started_game(make_user("Nadia"), make_user("Omar"))
    Seat.objects.filter(game=game, user__username="Nadia").update(user=None)
    assert "–, Omar" in page(admin_client, "game")


@pytest.mark.parametrize("query", ["?status__exact=running", "?pace__exact=1d", "?is_private__exact=1"])
def test_the_admin_list_of_games_is_filtered_by_its_columns(admin_client: Client, query: str) -> None:
    wanted, other = started_game(pace="1d", is_private=True), make_table()
    html = page(admin_client, "game", query)
    assert is_listed(html, wanted)
    assert not is_listed(html, other)


def test_the_admin_list_of_games_is_filtered_by_title(admin_client: Client) -> None:
    wanted, other = make_table(), make_table()
    Game.objects.filter(pk=other.pk).update(title="another")
    html = page(admin_client, "game", "?title=marrakech")
    assert is_listed(html, wanted)
    assert not is_listed(html, other)


@pytest.mark.parametrize("days", [1, 3, 7, 14])
def test_the_admin_list_of_games_is_filtered_by_waiting_time(admin_client: Client, days: int) -> None:
    late, early = waiting(started_game(), days + 0.1), waiting(started_game(), days - 0.1)
    html = page(admin_client, "game", f"?waiting={days}")
    assert is_listed(html, late)
    assert not is_listed(html, early)


def test_an_unknown_filter_value_of_the_admin_list_filters_nothing(admin_client: Client) -> None:
    game = waiting(started_game(), 100)
    assert is_listed(page(admin_client, "game", "?waiting=ages"), game)


@pytest.mark.parametrize("find", ["code", "player", "address"])
def test_a_game_is_found_in_the_admin_list(admin_client: Client, find: str) -> None:
    wanted, other = started_game(make_user("Nadia"), make_user()), started_game()
    text = {"code": wanted.code, "player": "nadia", "address": "Nadia@example.org"}[find]
    html = page(admin_client, "game", f"?q={text}")
    assert is_listed(html, wanted)
    assert not is_listed(html, other)


def test_the_admin_page_of_a_game_shows_the_log_in_words(admin_client: Client) -> None:
    game = play_on(started_game(make_user("Nadia"), make_user("Omar")), 4)
    html = row_page(admin_client, game)
    assert "Nadia" in html
    for entry in Entry.objects.filter(game=game, seat__isnull=False):
        assert entry.notation in html
    last = Entry.objects.filter(game=game).last()
    assert last
    assert last.state_hash in html


def test_the_admin_page_of_a_game_shows_an_illegal_log_as_it_is_stored(admin_client: Client) -> None:
    game = play_on(started_game(), 4)
    Entry.objects.filter(game=game, ply=2).update(notation="nonsense")
    html = row_page(admin_client, game)
    assert "This log cannot be replayed" in html
    assert "<td>nonsense</td>" in html


def test_the_admin_page_of_an_open_table_says_that_no_action_was_played(admin_client: Client) -> None:
    assert "Nothing has been played yet." in row_page(admin_client, make_table())


def test_no_field_of_a_game_can_be_edited_in_the_admin(admin_client: Client) -> None:
    game = started_game()
    url = reverse("admin:games_game_change", args=[game.pk])
    assert 'name="_save"' not in row_page(admin_client, game)
    assert admin_client.post(url, {"name": "Mine now", "status": "finished"}).status_code == 403
    assert Game.objects.values_list("name", "status").get(pk=game.pk) == (game.name, Status.RUNNING)


def test_the_admin_page_of_a_game_takes_as_many_queries_for_a_long_log_as_for_a_short_one(admin_client: Client) -> None:
    short, long = play_on(started_game(), 2), play_on(started_game(), 60)
    row_page(admin_client, short)
    with CaptureQueriesContext(connection) as few:
        row_page(admin_client, short)
    with CaptureQueriesContext(connection) as many:
        row_page(admin_client, long)
    assert len(many) == len(few)
