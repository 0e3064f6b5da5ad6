from datetime import UTC, datetime

import pytest
from django.test import Client
from django.utils import timezone
from pytest_django.fixtures import Settings

from accounts.models import User
from accounts.services import verify_address
from games import tasks
from games.common.errors import Conflict, Invalid, TooMany
from games.common.rate_limits import RATES
from games.core.models import Game
from games.lobby.invitations import invite_address
from games.notifications import bounces, outbox
from games.notifications.models import BlockReason, Kind, MailBlock, Notification, NotificationReason, NotificationState
from games.notifications.selectors import block_of, is_blocked
from tests.delivery.smtp_servers import smtp_sink
from tests.helpers.notifications import latest
from tests.makers import make_table, make_user, started_game

pytestmark = pytest.mark.django_db
NOW = datetime(2031, 5, 1, 12, 0, tzinfo=UTC)


def bounced_game() -> Game:
    """Return a game of Amina, whose emails bounce, against Bob."""
    game = started_game(make_user("Amina"), make_user("Bob"), name="The Blue Table")
    bounces.note_bounce("amina@example.org", BlockReason.BOUNCE, "550 5.1.1 no such user", timezone.now())
    return game


def amina() -> User:
    return User.objects.get(username="Amina")


def test_a_bounce_blocks_the_address(settings: Settings) -> None:
    started_game(make_user("Amina"), make_user("Bob"))
    row = latest(Kind.TURN)
    with smtp_sink(settings) as sink:
        sink.strangers["amina@example.org"] = "550 5.1.1 no such user"
        tasks.deliver(row.pk)
    row.refresh_from_db()
    assert (row.state, row.detail) == (NotificationState.BOUNCED, "550 5.1.1 no such user")
    assert amina().bounced_at is not None


@pytest.mark.parametrize("answer", ["450 4.2.1 greylisted", "550 5.7.1 relaying denied", "452 4.2.2 mailbox full"])
def test_a_temporary_smtp_error_blocks_no_address(settings: Settings, answer: str) -> None:
    started_game(make_user("Amina"), make_user("Bob"))
    row = latest(Kind.TURN)
    with smtp_sink(settings) as sink:
        sink.strangers["amina@example.org"] = answer
        tasks.deliver(row.pk)
    row.refresh_from_db()
    assert (row.state, row.attempts) == (NotificationState.QUEUED, 1)
    assert answer[:3] in row.detail
    assert not MailBlock.objects.exists()


def test_opponents_are_warned_once_per_game_of_a_blocked_address() -> None:
    game = bounced_game()
    started_game(amina(), make_user("Chama"))
    bounces.note_bounce("Amina@example.org", BlockReason.BOUNCE, "again", timezone.now())
    warnings = Notification.objects.filter(kind=Kind.BOUNCE)
    assert [(row.user.username, row.game_id, row.params) for row in warnings if row.user] == [
        ("Bob", game.pk, {"seat": 0})
    ]


def test_new_email_to_a_blocked_address_is_dropped_with_the_reason() -> None:
    bounced_game()
    row = latest(Kind.TURN, amina())
    tasks.deliver(row.pk)
    row.refresh_from_db()
    assert (row.state, row.reason) == (NotificationState.DROPPED, NotificationReason.BLOCKED)


def test_account_email_still_goes_to_a_blocked_address() -> None:
    bounced_game()
    row = outbox.queue_raw("amina@example.org", "Subject: Reset\n\nhere", "account:1")
    tasks.deliver(row.pk)
    row.refresh_from_db()
    assert row.state == NotificationState.SENT


def test_an_unblocked_address_gets_the_email_about_the_turn() -> None:
    bounced_game()
    row = latest(Kind.TURN, amina())
    tasks.deliver(row.pk)
    assert bounces.unblock(amina(), timezone.now()) == 1
    tasks.deliver(row.pk)
    row.refresh_from_db()
    assert (row.state, amina().bounced_at, block_of(amina())) == (NotificationState.SENT, None, None)


def test_a_working_address_cannot_be_unblocked() -> None:
    with pytest.raises(Conflict):
        bounces.unblock(make_user(), timezone.now())


def test_requests_to_unblock_an_address_are_limited() -> None:
    bounced_game()
    for attempt in range(RATES["unblock"].burst):
        bounces.unblock(amina(), timezone.now())
        bounces.note_bounce("amina@example.org", BlockReason.BOUNCE, str(attempt), timezone.now())
    with pytest.raises(TooMany):
        bounces.unblock(amina(), timezone.now())
    assert is_blocked("amina@example.org")


def test_a_report_about_a_mail_from_before_the_unblocking_blocks_nothing() -> None:
    bounced_game()
    row = latest(Kind.TURN, amina())
    Notification.objects.filter(pk=row.pk).update(state=NotificationState.SENT, sent_at=timezone.now())
    row.refresh_from_db()
    bounces.unblock(amina(), timezone.now())
    assert bounces.note_bounce("amina@example.org", BlockReason.BOUNCE, "late", timezone.now(), row) is None
    assert not is_blocked("amina@example.org")


def test_a_report_about_a_requeued_mail_leaves_it_queued() -> None:
    bounced_game()
    row = latest(Kind.TURN, amina())
    bounces.note_bounce("other@example.org", BlockReason.BOUNCE, "late", timezone.now(), row)
    row.refresh_from_db()
    assert row.state == NotificationState.QUEUED


def test_a_new_address_ends_the_block_and_the_old_one_stays_blocked() -> None:
    bounced_game()
    user = amina()
    user.email = "new@example.org"
    user.save(update_fields=["email"])
    verify_address(user)
    assert (amina().bounced_at, is_blocked("new@example.org")) == (None, False)
    assert is_blocked("amina@example.org")


def test_confirming_an_address_unblocks_it_if_it_bounced_without_an_account() -> None:
    bounces.note_bounce("guest@example.org", BlockReason.BOUNCE, "full", timezone.now())
    verify_address(make_user("Guest"))
    assert not is_blocked("guest@example.org")


def test_a_blocked_address_is_not_invited() -> None:
    bounces.note_bounce("guest@example.net", BlockReason.BOUNCE, "no such user", timezone.now())
    host = make_user()
    with pytest.raises(Invalid) as refusal:
        invite_address(make_table(host).pk, host, "Guest@example.net")
    assert refusal.value.code == "address-bounces"
    assert not Notification.objects.exists()


def test_an_invitation_to_an_address_blocked_meanwhile_is_dropped() -> None:
    host = make_user()
    invite_address(make_table(host).pk, host, "guest@example.net")
    bounces.note_bounce("guest@example.net", BlockReason.COMPLAINT, "", timezone.now())
    row = latest(Kind.INVITATION)
    tasks.deliver(row.pk)
    row.refresh_from_db()
    assert row.reason == NotificationReason.BLOCKED


def test_a_block_of_an_address_is_lifted_once() -> None:
    bounces.note_bounce("guest@example.net", BlockReason.BOUNCE, "", NOW)
    block = MailBlock.objects.get()
    bounces.end_block(block.pk, NOW)
    assert not is_blocked("guest@example.net")
    with pytest.raises(Conflict):
        bounces.end_block(block.pk, NOW)


def test_every_page_warns_about_bouncing_email(client: Client) -> None:
    bounced_game()
    client.force_login(amina())
    assert "Emails to amina@example.org are not reaching you." in client.get("/").content.decode()
    assert "550 5.1.1 no such user" in client.get("/mail/bounce/").content.decode()


def test_a_button_unblocks_the_players_address(client: Client) -> None:
    bounced_game()
    client.force_login(amina())
    page = client.post("/mail/bounce/", follow=True).content.decode()
    assert "Emails are going to your address again." in page
    assert amina().bounced_at is None


def test_a_spam_complaint_is_called_so(client: Client) -> None:
    bounces.note_bounce(make_user("Amina").email, BlockReason.COMPLAINT, "abuse", timezone.now())
    client.force_login(amina())
    assert "“Spam”" in client.get("/mail/bounce/").content.decode()
