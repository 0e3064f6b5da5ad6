"""Tests of what administrators do at tables: it is in the record, which the players of the table read."""

import pytest
from django.test import Client

from games.chat.services import post_message
from games.conduct.models import RecordedAct, RecordRole
from tests.helpers.admin_pages import act, row_page
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
    act(admin_client, "remove", message)
    row = RecordedAct.objects.get()
    assert (row.game, row.person, "foul" in row.object) == (game, ada, False)
    assert "removed" in text_at(signed_in(ada), "/settings/conduct/")
