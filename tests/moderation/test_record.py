"""Tests of what administrators do at tables: it is in the record, which the players of the table read."""

import pytest
from django.test import Client

from games.chat.models import ChatMessage
from games.chat.services import post_message
from games.conduct.models import RecordedAct, RecordRole
from games.notifications.models import Notification, NotificationState
from tests.helpers.admin_pages import act, ask, row_page
from tests.helpers.page_client import signed_in, text_at
from tests.makers import make_user, started_game

pytestmark = [pytest.mark.django_db, pytest.mark.one_database]


def test_an_act_at_a_table_is_recorded_with_its_reason_and_read_by_its_players(admin_client: Client) -> None:
    ada, ben = make_user("Ada"), make_user("Ben")
    game = started_game(ada, ben)
    act(admin_client, "abort", game, confirmed="yes", reason="Both asked for it.")
    row = RecordedAct.objects.get()
    assert (row.role, row.game, row.person) == (RecordRole.ADMIN, game, None)
    assert (row.reason, row.after.partition(":")[0]) == ("Both asked for it.", "End without a result")
    assert "Both asked for it." in text_at(signed_in(ben), f"/t/{game.code}/record/")
    assert signed_in(make_user()).get(f"/t/{game.code}/record/").status_code == 404
    assert "Both asked for it." in row_page(admin_client, row)


def test_a_removed_message_is_in_its_authors_record_without_its_words(admin_client: Client) -> None:
    ada = make_user("Ada")
    game = started_game(ada, make_user())
    message = post_message(game.pk, ada, "Something foul.")
    assert "Something foul." not in row_page(admin_client, message)
    asked = ask(admin_client, "remove", message)
    assert "removed from their tables for everyone" in asked
    assert "Something foul." not in asked
    assert "This field is required" in act(admin_client, "remove", message, reason=" ")
    assert (ChatMessage.objects.count(), RecordedAct.objects.count()) == (1, 0)
    act(admin_client, "remove", message, reason="It insults Ben.")
    row = RecordedAct.objects.get()
    assert (row.game, row.person, "foul" in row.object, row.reason) == (game, ada, False, "It insults Ben.")
    own_page = text_at(signed_in(ada), "/settings/conduct/")
    assert "removed" in own_page
    assert "It insults Ben." in own_page


def test_a_mere_service_needs_no_reason(admin_client: Client) -> None:
    game = started_game()
    Notification.objects.update(state=NotificationState.SENT)
    assert "get the email about it again" in ask(admin_client, "resend", game)
    assert not Notification.objects.filter(state=NotificationState.QUEUED).exists()
    act(admin_client, "resend", game, reason="")
    assert (RecordedAct.objects.get().game, RecordedAct.objects.get().reason) == (game, "")
    assert Notification.objects.filter(state=NotificationState.QUEUED).exists()


def test_an_action_on_all_rows_of_a_list_asks_for_its_reason_once(admin_client: Client) -> None:
    games = [started_game() for _number in range(3)]
    chosen = {"select_across": "1"}
    assert 'name="select_across" value="1"' in ask(admin_client, "replay", games[0], **chosen)
    act(admin_client, "replay", games[0], **chosen)
    assert {row.game for row in RecordedAct.objects.all()} == set(games)
