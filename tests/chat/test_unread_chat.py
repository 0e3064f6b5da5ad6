import re

import pytest
from django.test import Client

from games.chat.services import mark_read, post_message, remove_message
from games.core.models import Game, Seat
from tests.core.test_speed import PAGE_STATEMENTS, asked, table_statements
from tests.helpers.page_client import HTMX, form_to, signed_in, text_at
from tests.makers import make_user, started_game

pytestmark = [pytest.mark.django_db, pytest.mark.one_database]


@pytest.fixture
def game() -> Game:
    game = started_game(make_user("Ada"), make_user("Bo"))
    post_message(game.pk, make_user("Bo"), "Mint tea?")
    return game


def unread(game: Game, name: str) -> int:
    return Seat.objects.get(game=game, user=make_user(name)).unread_messages


def ada() -> Client:
    return signed_in(make_user("Ada"))


def test_a_message_is_unread_for_everyone_but_its_author(game: Game) -> None:
    post_message(game.pk, make_user("Bo"), "With sugar?")
    assert (unread(game, "Ada"), unread(game, "Bo")) == (2, 0)


def test_the_author_of_a_message_has_read_the_messages_before_it(game: Game) -> None:
    post_message(game.pk, make_user("Ada"), "Yes, please.")
    assert (unread(game, "Ada"), unread(game, "Bo")) == (0, 1)


def test_messages_after_the_last_seen_one_stay_unread(game: Game) -> None:
    first = game.messages.get().pk
    post_message(game.pk, make_user("Bo"), "With sugar?")
    mark_read(game, make_user("Ada"), first)
    assert unread(game, "Ada") == 1


def test_a_late_or_wrong_report_of_seen_messages_changes_nothing(game: Game) -> None:
    first = game.messages.get().pk
    mark_read(game, make_user("Ada"), first + 1000)
    post_message(game.pk, make_user("Bo"), "With sugar?")
    mark_read(game, make_user("Ada"), first)
    assert unread(game, "Ada") == 1
    mark_read(game, make_user("Ada"), first + 1000)
    assert unread(game, "Ada") == 0


def test_a_deleted_message_is_no_longer_unread(game: Game) -> None:
    remove_message(game.messages.get().pk)
    assert unread(game, "Ada") == 0


def test_the_table_marks_unread_messages_in_title_bar_and_chat(game: Game) -> None:
    html = text_at(ada(), f"/t/{game.code}/")
    assert "1 new message ·" in html.split("</title>")[0]
    assert html.count("data-unread") == 2
    assert "chat__line--new" in html
    assert "1 new message" not in text_at(signed_in(make_user("Bo")), f"/t/{game.code}/")


def test_the_dashboard_marks_the_game_until_the_chat_was_seen(game: Game) -> None:
    client = ada()
    assert "1 new message" in text_at(client, "/")
    client.post(f"/t/{game.code}/presence/", {"read": game.messages.get().pk})
    assert "1 new message" not in text_at(client, "/")
    assert "1 new message" not in text_at(client, f"/t/{game.code}/")


def test_showing_the_page_alone_leaves_messages_unread(game: Game) -> None:
    client = ada()
    text_at(client, f"/t/{game.code}/")
    client.post(f"/t/{game.code}/presence/", {"read": "nonsense"})
    assert unread(game, "Ada") == 1


def test_without_scripts_a_button_marks_the_chat_as_read(game: Game) -> None:
    client = ada()
    page = text_at(client, f"/t/{game.code}/")
    form, last = form_to(page, "/chat/"), re.search(r'name="read"\s+value="(\d+)"', page)
    assert last
    client.post(form.action, {**form.values, "read": last[1]})
    assert unread(game, "Ada") == 0


def test_an_open_page_gets_the_unread_marks_with_the_message(game: Game) -> None:
    shown: dict[str, str | int] = {"seen": game.ply, "stage": "running", "v": 0}
    html = ada().get(f"/t/{game.code}/poll/", shown, headers=HTMX).content.decode()
    assert 'id="chat-new"' in html
    assert "1 new message ·" in html


def test_every_unread_message_is_on_the_page(game: Game) -> None:
    for number in range(9):
        post_message(game.pk, make_user("Bo"), f"number {number} " + "x" * 300)
    assert text_at(ada(), f"/t/{game.code}/").count("chat__line--new") == 10


def test_pages_with_unread_marks_take_few_statements(game: Game) -> None:
    client = ada()
    assert table_statements(client, game) <= PAGE_STATEMENTS
    assert len(asked(client, "/")) <= PAGE_STATEMENTS
