from datetime import timedelta

import pytest
from django.test import Client
from django.utils import timezone

from games.chat.models import ChatMessage
from games.chat.services import post_message, remove_message
from games.common.errors import NotFound
from games.core.models import Game, Heartbeat
from games.lobby.invitations import invite_player
from games.lobby.models import Invitation, InvitationState
from games.notifications.bounces import note_bounce
from games.notifications.models import BlockReason, DeliveryEvent, Kind, MailBlock, Notification, NotificationState
from tests.helpers.admin_pages import act, page, row_page
from tests.makers import acting_user, make_table, make_user, started_game

pytestmark = [pytest.mark.django_db, pytest.mark.slow, pytest.mark.one_database]


def failed(reason: str = "the server said no") -> Notification:
    """Return a mail that was given up."""
    started_game()
    row = Notification.objects.filter(kind=Kind.TURN).get()
    Notification.objects.filter(pk=row.pk).update(
        state=NotificationState.FAILED, attempts=8, reason="error", detail=reason
    )
    return row


def test_the_admin_list_says_why_an_email_failed(admin_client: Client) -> None:
    failed("the server said no")
    assert "the server said no" in page(admin_client, "notification", "?state__exact=failed")


def test_the_admin_list_shows_the_state_of_an_email_before_its_long_key(admin_client: Client) -> None:
    failed()
    listed = page(admin_client, "notification")
    assert listed.index("field-state") < listed.index("field-reason") < listed.index("field-key")


@pytest.mark.parametrize("query", ["?kind=turn", "?late=yes", "?q=nadia"])
def test_the_admin_list_of_notifications_is_filtered(admin_client: Client, query: str) -> None:
    host = make_user("Nadia")
    game = started_game(host, make_user())
    Notification.objects.filter(kind=Kind.STARTED).update(due_at=timezone.now() + timedelta(days=1))
    html = page(admin_client, "notification", query)
    assert f"turn:{game.pk}:{game.ply}:{host.pk}<" in html
    assert "started:" not in html


def test_an_administrator_retries_a_failed_email(admin_client: Client) -> None:
    row = failed()
    act(admin_client, "retry", row)
    again = Notification.objects.get(pk=row.pk)
    assert (again.state, again.attempts, again.reason) == (NotificationState.QUEUED, 0, "")


def test_an_administrator_cannot_resend_a_sent_email(admin_client: Client) -> None:
    row = failed()
    Notification.objects.filter(pk=row.pk).update(state=NotificationState.SENT)
    assert "only failed, bounced or dropped emails" in act(admin_client, "retry", row)
    assert Notification.objects.get(pk=row.pk).state == NotificationState.SENT


def test_the_admin_page_of_a_notification_shows_its_parameters(admin_client: Client) -> None:
    assert "&quot;turn&quot;: 1" in row_page(admin_client, failed())


def test_an_administrator_withdraws_an_invitation(admin_client: Client) -> None:
    table = make_table()
    assert table.host
    invitation = invite_player(table.pk, table.host, make_user().username)
    act(admin_client, "withdraw", invitation)
    assert Invitation.objects.get(pk=invitation.pk).state == InvitationState.WITHDRAWN


def test_an_administrator_cannot_withdraw_an_answered_invitation(admin_client: Client) -> None:
    table = make_table()
    assert table.host
    invitation = invite_player(table.pk, table.host, make_user().username)
    Invitation.objects.update(state=InvitationState.DECLINED)
    assert "answered or withdrawn" in act(admin_client, "withdraw", invitation)
    assert Invitation.objects.get(pk=invitation.pk).state == InvitationState.DECLINED


def test_an_administrator_removes_a_message_and_open_pages_are_updated(admin_client: Client) -> None:
    game = started_game()
    message = post_message(game.pk, acting_user(game), "Something foul.")
    before = Game.objects.get(pk=game.pk).version
    act(admin_client, "remove", message)
    assert not ChatMessage.objects.exists()
    assert Game.objects.get(pk=game.pk).version == before + 1


def test_removing_a_message_twice_is_reported(admin_client: Client) -> None:
    game = started_game()
    message = post_message(game.pk, acting_user(game), "Something foul.")
    act(admin_client, "remove", message)
    act(admin_client, "remove", message)
    assert not ChatMessage.objects.exists()


def test_the_admin_shows_the_heartbeat(admin_client: Client) -> None:
    beat = Heartbeat.objects.create(name="scheduler", at=timezone.now())
    assert "scheduler" in page(admin_client, "heartbeat")
    assert "scheduler" in row_page(admin_client, beat)


def test_a_deleted_message_cannot_be_removed() -> None:
    with pytest.raises(NotFound):
        remove_message(0)


def blocked(email: str = "gone@example.org") -> MailBlock:
    """Return a block of an address."""
    block = note_bounce(email, BlockReason.BOUNCE, "550 no such user", timezone.now())
    assert block
    return block


def test_the_admin_list_of_blocked_addresses_shows_the_answer_of_the_server(admin_client: Client) -> None:
    blocked()
    assert "550 no such user" in page(admin_client, "mailblock", "?over=no")
    assert "550 no such user" not in page(admin_client, "mailblock", "?over=yes")


def test_an_administrator_lifts_a_block_once(admin_client: Client) -> None:
    user = make_user("Nadia")
    block = blocked(user.email)
    assert "unblocked" in act(admin_client, "lift", block)
    user.refresh_from_db()
    assert user.bounced_at is None
    assert "This block has already ended." in act(admin_client, "lift", block)


def test_delivery_events_are_shown_beside_their_email(admin_client: Client) -> None:
    started_game()
    row = Notification.objects.get(kind=Kind.TURN)
    DeliveryEvent.objects.create(notification=row, event="deferred", reason="mailbox is full", at=timezone.now())
    assert "mailbox is full" in row_page(admin_client, row)
    assert "mailbox is full" in page(admin_client, "deliveryevent")
