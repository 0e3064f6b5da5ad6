from textwrap import dedent

import pytest
from pytest_django.fixtures import Settings

from games import tasks
from games.notifications.links import return_address, row_of_return_address
from games.notifications.models import InboundState, Kind, MailBlock, Notification, NotificationState
from tests.delivery.smtp_servers import smtp_sink
from tests.helpers.notifications import latest
from tests.helpers.reply_mails import received
from tests.makers import make_user, started_game

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("mail_comes_in"), pytest.mark.one_database]


def sent() -> Notification:
    """Return the row of a turn email to Amina that was sent."""
    started_game(make_user("Amina"), make_user())
    tasks.deliver(latest(Kind.TURN).pk)
    return latest(Kind.TURN)


def report(to: str, action: str = "failed", status: str = "5.1.1", code: str = "smtp; 550 no such user") -> bytes:
    """Return a mail server's report about an email that it could not deliver."""
    return dedent(f"""\
        From: Mail Delivery System <MAILER-DAEMON@mail.example.org>
        To: {to}
        Subject: Undelivered Mail Returned to Sender
        MIME-Version: 1.0
        Content-Type: multipart/report; report-type=delivery-status; boundary="b"

        --b
        Content-Type: text/plain

        I am sorry.
        --b
        Content-Type: message/delivery-status

        Reporting-MTA: dns; mail.example.org

        Final-Recipient: rfc822; amina@example.org
        Action: {action}
        Status: {status}
        Diagnostic-Code: {code}

        --b--
        """).encode()


def test_every_email_has_its_own_return_address(settings: Settings) -> None:
    started_game(make_user("Amina"), make_user())
    row = latest(Kind.TURN)
    with smtp_sink(settings) as sink:
        tasks.deliver(row.pk)
    assert sink.senders == [return_address(row.pk)]
    assert "marrakech@localhost" in sink.mails[0]["From"]


def test_a_bounce_report_about_a_missing_mailbox_blocks_the_address() -> None:
    row = sent()
    assert received(report(return_address(row.pk))).state == InboundState.IGNORED
    row.refresh_from_db()
    assert row.state == NotificationState.BOUNCED
    assert MailBlock.objects.get().detail == "5.1.1 550 no such user"


@pytest.mark.parametrize(
    ("action", "status"),
    [
        ("delayed", "4.4.1"),
        ("failed", "5.2.2"),
        ("failed", "4.4.7"),
        ("failed", "5.7.1"),
        *[("failed", f"5.4.{code}") for code in (6, 7, 14, 300, 316)],
    ],
)
def test_a_bounce_report_of_a_temporary_problem_blocks_nothing(action: str, status: str) -> None:
    received(report(return_address(sent().pk), action, status))
    assert not MailBlock.objects.exists()


def test_a_bounce_report_about_a_deleted_email_is_ignored() -> None:
    assert received(report(return_address(10**6))).state == InboundState.IGNORED
    assert not MailBlock.objects.exists()


@pytest.mark.parametrize(
    "address", ["play+return-1-0123@play.example.org", "play+return-x-y@play.example.org", "a@b.org"]
)
def test_a_forged_return_address_is_ignored(address: str) -> None:
    row = sent()
    received(report(address.replace("-1-", f"-{row.pk}-")))
    assert row_of_return_address(address) is None
    assert not MailBlock.objects.exists()


def test_without_incoming_mail_there_is_no_return_address(settings: Settings) -> None:
    settings.INBOUND_ADDRESS = ""
    assert return_address(1) == ""
