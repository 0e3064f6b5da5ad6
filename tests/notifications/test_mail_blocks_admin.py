import pytest
from django.test import Client
from django.utils import timezone

from games.notifications.bounces import note_bounce
from games.notifications.models import BlockReason, DeliveryEvent, Kind, MailBlock, Notification
from tests.helpers.admin_pages import act, page, row_page
from tests.makers import make_user, started_game

pytestmark = [pytest.mark.django_db, pytest.mark.slow, pytest.mark.one_database]


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
