import re

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext

from games.board.viewed_table import table_of
from games.chat.services import post_message
from games.core.log import state_of
from games.core.models import Game
from games.core.selectors import poll_key, title_of
from games.lobby.tables import join_table
from tests.helpers.page_client import HTMX, signed_in, squeezed
from tests.makers import acting_user, make_table, make_user, play_on, started_game

pytestmark = [pytest.mark.django_db, pytest.mark.one_database, pytest.mark.slow]


def ask(client: Client, game: Game, **seen: str | int) -> tuple[int, set[str]]:
    """Return the status and which parts came."""
    values: dict[str, str | int] = {"v": game.version, "seen": game.ply, "stage": game.status, **seen}
    response = client.get(f"/t/{game.code}/poll/", values, headers=HTMX)
    return response.status_code, set(
        re.findall(r'id="(\w+)"[^>]*\shx-swap-oob="(?:true|morph)"', response.content.decode())
    )


def test_a_poll_of_an_unchanged_table_takes_few_statements() -> None:
    game = started_game()
    with CaptureQueriesContext(connection) as queries:
        assert ask(Client(), game) == (204, set())
    assert len(queries) <= 3


def test_a_poll_of_an_unchanged_private_table_takes_few_statements() -> None:
    player = make_user()
    game = started_game(player, make_user(), is_private=True)
    page = signed_in(player).get(f"/t/{game.code}/").content.decode()
    (key,) = re.findall(r'name="k" value="(\w+)"', squeezed(page))
    with CaptureQueriesContext(connection) as queries:
        assert ask(Client(), game, k=key) == (204, set())
    assert len(queries) <= 3


@pytest.mark.parametrize("key", ["", "0" * 20])
def test_polls_of_a_private_table_need_its_key(key: str) -> None:
    assert ask(Client(), started_game(is_private=True), k=key)[0] == 404


def test_the_key_to_poll_a_private_table_opens_nothing_else() -> None:
    game = started_game(is_private=True)
    assert ask(Client(), game, k=poll_key(game.code), v=game.version + 1)[0] == 404


def test_a_poll_after_a_turn_updates_everything_but_what_is_typed() -> None:
    game = started_game()
    player = acting_user(game)
    play_on(game, 2)
    status, parts = ask(signed_in(player), game)
    assert status == 200
    assert {"play", "log", "bar", "poll"} <= parts
    assert "notice" not in parts


def drawing_of(client: Client, game: Game) -> str:
    """Return the mark of the drawing on the page of a table."""
    page = squeezed(client.get(f"/t/{game.code}/").content.decode())
    (mark,) = re.findall(r'name="drawn" value="(\w+)"', page)
    return str(mark)


def test_a_poll_after_a_chat_message_leaves_the_board_alone() -> None:
    game = started_game()
    player = acting_user(game)
    client = signed_in(player)
    drawn = drawing_of(client, game)
    seen: dict[str, str | int] = {"v": game.version, "seen": game.ply, "drawn": drawn}
    post_message(game.pk, player, "Good luck")
    parts = client.get(f"/t/{game.code}/poll/", seen, headers=HTMX).content.decode()
    assert "Good luck" in parts
    assert f'data-drawing="{drawn}"' in parts
    assert '<svg class="board' not in parts


def test_a_poll_after_an_action_sends_the_board() -> None:
    game = started_game()
    client = Client()
    seen: dict[str, str | int] = {"v": game.version, "seen": game.ply, "drawn": drawing_of(client, game)}
    play_on(game, 1)
    parts = client.get(f"/t/{game.code}/poll/", seen, headers=HTMX).content.decode()
    assert '<svg class="board' in parts


def test_an_action_sends_no_definitions_that_the_page_has() -> None:
    game = started_game()
    client = signed_in(acting_user(game))
    page = squeezed(client.get(f"/t/{game.code}/").content.decode())
    (mark,) = re.findall(r'name="defined" value="(\w+)"', page)
    assert f'<defs data-mark="{mark}"><' in page
    turn = {"ply": game.ply, "action": "F"}
    parts = client.post(f"/t/{game.code}/act/", {**turn, "defined": mark}, headers=HTMX).content.decode()
    assert f'<defs data-mark="{mark}"></defs>' in parts
    assert 'id="b-rug-' not in parts
    again = client.get(f"/t/{game.code}/poll/", {"defined": "other"}, headers=HTMX).content.decode()
    assert f'<defs data-mark="{mark}"><' in again


@pytest.mark.parametrize("seats", [2, 3])
def test_who_waits_at_a_table_hears_who_has_joined_it(seats: int) -> None:
    host = make_user("Ada")
    game = make_table(host, seat_count=seats)
    client = signed_in(host)
    (form,) = re.findall(r'name="seat"\s+value="(\d+)"', client.get(f"/t/{game.code}/").content.decode())
    join_table(game.pk, make_user("Ben"))
    values = {"v": game.version, "seen": 0, "stage": "open0", "seat": form}
    parts = client.get(f"/t/{game.code}/poll/", values, headers=HTMX).content.decode()
    said = re.search(r'id="said".*?>(.*?)</p>', parts, re.DOTALL)
    assert said
    assert said[1].strip().startswith("Ben has joined.")
    assert "Ben has joined." not in client.get(f"/t/{game.code}/poll/", {}, headers=HTMX).content.decode()


def test_a_poll_leaves_an_earlier_position() -> None:
    game = play_on(started_game(), 2)
    client = signed_in(acting_user(game))
    later = play_on(game, 2)
    parts = squeezed(client.get(f"/t/{game.code}/poll/", {"v": game.version, "at": 1}, headers=HTMX).content.decode())
    assert "After step 1" in parts
    assert f"step 1 of {later.ply}" in parts


def test_a_poll_leaves_the_whole_log() -> None:
    game = play_on(started_game(), 12)
    page = f"/t/{game.code}/"
    seen: dict[str, str | int] = {"v": game.version, "seen": game.ply}
    whole = Client().get(page, {"log": "all"}).content.decode()
    assert 'name="log" value="all"' in squeezed(whole)
    play_on(game, 1)
    parts = Client().get(f"{page}poll/", {**seen, "log": "all"}, headers=HTMX).content.decode()
    assert 'id="turn-1"' in parts


def test_a_poll_of_an_open_table_shows_who_has_joined() -> None:
    game = make_table(seat_count=3)
    join_table(game.pk, make_user("Newcomer"))
    assert game.host is not None
    response = signed_in(game.host).get(f"/t/{game.code}/poll/?v={game.version}&seen=0&stage=open", headers=HTMX)
    assert "Newcomer" in response.content.decode()


def test_the_title_of_the_window_says_that_it_is_the_viewers_turn() -> None:
    game = started_game()
    response = signed_in(acting_user(game)).get(f"/t/{game.code}/poll/", headers=HTMX)
    assert "<title>Your turn" in response.content.decode()


@pytest.mark.parametrize(
    "seen", [{"v": "x"}, {"v": ""}, {"v": "-3"}, {"at": "abc"}, {"at": "99999"}, {"stage": "x" * 99}]
)
def test_an_invalid_poll_is_answered_with_updates(seen: dict[str, str]) -> None:
    game = started_game()
    assert Client().get(f"/t/{game.code}/poll/", {"v": "0", **seen}, headers=HTMX).status_code == 200


def test_a_poll_of_a_private_table_is_not_found_for_strangers() -> None:
    game = started_game(is_private=True)
    assert ask(Client(), game)[0] == 404
    assert ask(signed_in(make_user()), game, v=0)[0] == 404


def test_a_table_that_changes_while_it_is_read_is_shown_as_of_one_moment() -> None:
    running = started_game()
    game = Game.objects.get(pk=running.pk)
    later = play_on(running, 2)
    table = table_of(game, None)
    assert (table.game.ply, table.game.version) == (later.ply, later.version)
    assert {seat.number for seat in table.rows if seat.is_acting} == set(title_of(game).acting(state_of(table.game)))
