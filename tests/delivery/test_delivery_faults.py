from datetime import UTC, datetime, timedelta
from email.utils import parsedate_to_datetime

import pytest
import time_machine
from django.core import mail
from django.db import OperationalError
from django.test import Client
from django.utils import timezone
from pytest_django.fixtures import Settings

from accounts.models import User
from games import tasks
from games.clocks.models import Turn
from games.delivery import worker
from games.notifications import alerts, bounces, outbox
from games.notifications.models import BlockReason, Kind, MailBlock, Notification, NotificationReason, NotificationState
from games.notifications.selectors import address_of
from games.sweep import sweep
from tests.helpers.notifications import reader, row_of

from .smtp_faults import silent_server
from .smtp_servers import smtp_sink

pytestmark = pytest.mark.django_db
NOW = datetime(2031, 5, 1, 12, 0, tzinfo=UTC)


def waiting_row() -> Notification:
    return row_of(Kind.TURN, reader())


def deliver_again(row: Notification) -> None:
    """Send a row whatever its pause."""
    Notification.objects.filter(pk=row.pk).update(due_at=timezone.now())
    tasks.deliver(row.pk)
    row.refresh_from_db()


@pytest.mark.parametrize("answer", ["554 5.7.1 looks like spam", "550 no", "552 5.2.2 full", "554 5.4.1 no route"])
def test_a_mail_refused_at_its_end_is_accepted_at_the_next_attempt(settings: Settings, answer: str) -> None:
    row = waiting_row()
    with smtp_sink(settings) as sink:
        sink.refuse, sink.answer = 1, answer
        tasks.deliver(row.pk)
        row.refresh_from_db()
        assert (row.state, row.attempts, answer[:3] in row.detail) == (NotificationState.QUEUED, 1, True)
        deliver_again(row)
    assert (row.state, len(sink.mails)) == (NotificationState.SENT, 1)
    assert not MailBlock.objects.exists()


@pytest.mark.parametrize("answer", ["552 5.3.4 too large", "554 5.6.0 malformed", "550 5.1.8 bad sender's address"])
def test_an_undeliverable_email_fails(settings: Settings, answer: str) -> None:
    row = waiting_row()
    with smtp_sink(settings) as sink:
        sink.refuse, sink.answer = 1, answer
        tasks.deliver(row.pk)
    row.refresh_from_db()
    assert (row.state, row.reason, row.detail) == (NotificationState.FAILED, NotificationReason.REFUSED, answer)


def test_a_mailbox_that_is_closed_at_the_end_of_the_mail_is_a_bounce(settings: Settings) -> None:
    row = waiting_row()
    with smtp_sink(settings) as sink:
        sink.refuse, sink.answer = 1, "550 5.2.1 mailbox disabled"
        tasks.deliver(row.pk)
    row.refresh_from_db()
    assert row.state == NotificationState.BOUNCED


def test_an_email_without_an_answer_is_retried_after_a_quarter_of_an_hour(settings: Settings) -> None:
    settings.EMAIL_ANSWER_TIMEOUT = 0.1
    with time_machine.travel(NOW, tick=False), silent_server(settings) as server:
        row = waiting_row()
        tasks.deliver(row.pk)
        row.refresh_from_db()
        assert (row.state, row.reason) == (NotificationState.QUEUED, NotificationReason.NO_ANSWER)
        assert row.due_at == NOW + timedelta(minutes=15)
        server.answers = True
        deliver_again(row)
    assert row.state == NotificationState.SENT
    names = {line for email in server.emails for line in email.splitlines() if line.startswith(b"Message-ID:")}
    assert (len(server.emails), len(names)) == (2, 1)  # a mail program shows one


def test_the_answer_to_a_complete_email_may_take_longer_than_the_others(settings: Settings) -> None:
    assert (settings.EMAIL_TIMEOUT, settings.EMAIL_ANSWER_TIMEOUT > 60) == (10, True)
    settings.EMAIL_TIMEOUT, settings.EMAIL_ANSWER_TIMEOUT = 0.05, 5
    row = waiting_row()
    with smtp_sink(settings) as sink:
        sink.pause = 0.2
        tasks.deliver(row.pk)
    row.refresh_from_db()
    assert (row.state, len(sink.mails)) == (NotificationState.SENT, 1)


def _failing(monkeypatch: pytest.MonkeyPatch, times: int) -> None:
    """Let the database fail when a result is stored, so many times."""
    left, mark_sent = [None] * times, outbox.mark_sent

    def fail(*args: object) -> None:
        if left:
            left.pop()
            raise OperationalError("server closed the connection unexpectedly")
        mark_sent(*args)  # type: ignore[arg-type]

    monkeypatch.setattr(outbox, "mark_sent", fail)
    monkeypatch.setattr(worker, "PAUSES", (0, 0))


def test_the_result_of_a_delivery_is_stored_when_the_database_answers_again(monkeypatch: pytest.MonkeyPatch) -> None:
    row = waiting_row()
    _failing(monkeypatch, 2)
    tasks.deliver(row.pk)
    row.refresh_from_db()
    assert (row.state, row.attempts, len(mail.outbox)) == (NotificationState.SENT, 1, 1)
    assert Turn.objects.get(game=row.game, user=row.user, ended_at=None).notified_at


def test_a_mail_worker_waits_for_the_database_for_more_than_a_minute() -> None:
    assert 60 < sum(worker.PAUSES) < 100  # with the answer to the email less than four minutes (docs/email.md)


def test_a_delivery_result_that_could_not_be_stored_is_no_failure(monkeypatch: pytest.MonkeyPatch) -> None:
    row = waiting_row()
    _failing(monkeypatch, 3)
    tasks.deliver(row.pk)
    row.refresh_from_db()
    assert (row.state, row.reason) == (NotificationState.SENDING, "")
    assert row.due_at > timezone.now() + timedelta(minutes=4)
    tasks.drain()
    assert len(mail.outbox) == 1


def test_an_email_whose_result_was_lost_is_resent_with_its_message_id(monkeypatch: pytest.MonkeyPatch) -> None:
    row = waiting_row()
    _failing(monkeypatch, 3)
    tasks.deliver(row.pk)
    deliver_again(row)
    assert (row.state, len(mail.outbox)) == (NotificationState.SENT, 2)
    assert {message.extra_headers["Message-ID"] for message in mail.outbox} == {row.message_id}


def test_a_failed_email_with_a_wrong_time_is_retried_when_the_clock_is_right(settings: Settings) -> None:
    settings.DELIVERY_EMAIL_BACKEND = "tests.delivery.smtp_servers.UnreachableBackend"
    with time_machine.travel(NOW, tick=False) as clock:
        row = waiting_row()
        clock.move_to(NOW + timedelta(days=900))
        tasks.deliver(row.pk)
        clock.move_to(NOW + timedelta(minutes=2))
        settings.DELIVERY_EMAIL_BACKEND = "django.core.mail.backends.locmem.EmailBackend"
        tasks.deliver(row.pk)
        row.refresh_from_db()
        assert row.state == NotificationState.QUEUED
        sweep(timezone.now(), 1)
        tasks.deliver(row.pk)
    row.refresh_from_db()
    assert row.state == NotificationState.SENT


def test_an_email_that_waits_for_long_is_checked_every_day() -> None:
    with time_machine.travel(NOW, tick=False):
        row = outbox.claim(waiting_row().pk, NOW)
        assert row
        outbox.mark_held(row, NOW + timedelta(days=9), NotificationReason.NOT_URGENT)
    row.refresh_from_db()
    assert row.due_at == NOW + timedelta(days=1)


def test_a_held_email_has_the_date_of_its_sending(settings: Settings) -> None:
    with time_machine.travel(NOW, tick=False) as clock, smtp_sink(settings) as sink:
        row = waiting_row()
        account = outbox.queue_raw("zoe@example.org", "From: a@b.example\nDate: x\nMessage-ID: <a@b>\n\nHello\n", "k")
        clock.move_to(NOW + timedelta(hours=7))
        tasks.deliver(row.pk)
        tasks.deliver(account.pk)
    assert [parsedate_to_datetime(str(sent["Date"])) for sent in sink.mails] == [NOW + timedelta(hours=7)] * 2


def test_a_late_bounce_of_an_old_address_leaves_the_new_one_alone() -> None:
    user = reader()
    row, old = row_of(Kind.TURN, user), user.email
    tasks.deliver(row.pk)
    row.refresh_from_db()
    assert row.sent_to == old
    User.objects.filter(pk=user.pk).update(email="new@example.org")
    row = Notification.objects.select_related("user").get(pk=row.pk)
    bounces.note_bounce(address_of(row), BlockReason.BOUNCE, "550 5.1.1 no such user", timezone.now(), row)
    assert User.objects.get(pk=user.pk).bounced_at is None
    assert [(block.email, block.user) for block in MailBlock.objects.all()] == [(old, None)]
    tasks.deliver(row.pk)  # it goes out again
    assert [sent.to for sent in mail.outbox] == [[old], ["new@example.org"]]


def test_a_player_is_warned_of_failing_emails_until_one_is_delivered(settings: Settings, client: Client) -> None:
    row = waiting_row()
    assert row.user
    assert row.game
    client.force_login(row.user)
    with smtp_sink(settings) as sink:
        sink.refuse, sink.answer = 3, "554 5.7.1 looks like spam"
        for attempt in range(3):
            assert "not getting through" not in client.get("/").content.decode(), attempt
            deliver_again(row)
        for path in ("/", row.game.get_absolute_url()):
            assert f"Our emails to {row.user.email} are not getting through." in client.get(path).content.decode()
        deliver_again(row)
    assert "not getting through" not in client.get("/").content.decode()


def _failures(first: int, last: int, **values: object) -> None:
    """Add emails about turns that have failed just now."""
    for number in range(first, last):
        failed = {"state": NotificationState.FAILED, "detail": "554 5.7.1 spam", **values}
        times = {"due_at": timezone.now(), "failed_at": timezone.now()}
        Notification.objects.create(key=f"x{number}", kind=Kind.TURN, email="a@example.org", **times, **failed)


def test_administrators_are_notified_of_many_failed_emails_once_an_hour(settings: Settings) -> None:
    settings.ADMINS = [("", "root@example.org")]
    with time_machine.travel(NOW, tick=False) as clock:
        _failures(0, alerts.MAX_FAILURES)
        tasks.watch_mail()
        assert mail.outbox == []
        _failures(alerts.MAX_FAILURES, alerts.MAX_FAILURES + 1)
        for minutes in (0, 1, 30, 59, 60, 61):
            clock.move_to(NOW + timedelta(minutes=minutes))
            Notification.objects.update(failed_at=timezone.now())
            tasks.watch_mail()
    assert [alert.to for alert in mail.outbox] == [["root@example.org"]] * 2
    assert "6 emails failed in the last hour." in mail.outbox[0].body
    assert "6 x 554 5.7.1 spam" in mail.outbox[0].body


def test_a_first_failed_attempt_alarms_nobody() -> None:
    _failures(0, 10, state=NotificationState.QUEUED, attempts=1)
    assert not alerts.alert_about_failures(timezone.now())
