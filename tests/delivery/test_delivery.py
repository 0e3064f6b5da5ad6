import re
import threading
from datetime import UTC, datetime, timedelta

import pytest
import time_machine
from django.core import mail
from django.db import connection, connections
from django.utils import timezone
from pytest_django.fixtures import Settings

from games import tasks
from games.delivery import pacing, worker
from games.mail.compose import compose
from games.notifications import outbox
from games.notifications.models import Kind, Notification, NotificationReason, NotificationState
from tests.helpers.notifications import latest, reader, row_of
from tests.makers import make_user, play_on, started_game
from tests.ratings.rated_games import played_rated_game

from . import smtp_servers

pytestmark = pytest.mark.django_db
NOW = datetime(2031, 5, 1, 12, 0, tzinfo=UTC)


def test_a_turn_is_announced_once_by_repeated_tasks() -> None:
    user = reader()
    row = row_of(Kind.TURN, user)
    for _time in range(3):
        tasks.deliver(row.pk)
        tasks.drain()
    turns = [sent for sent in mail.outbox if sent.extra_headers["Message-ID"].startswith("<turn.")]
    assert len([sent for sent in turns if sent.to == [user.email]]) == 1


def test_a_turn_of_two_actions_is_announced_by_one_email() -> None:
    first = reader()
    game = play_on(started_game(first, make_user()), 1)
    assert Notification.objects.filter(kind=Kind.TURN, user=first, game=game).count() == 1


def test_the_email_about_the_end_of_a_rated_game_has_the_ratings() -> None:
    """It rates the game itself: the workers may send it before they have rated."""
    game = played_rated_game(reader(name="Ada"), reader(name="Ben"))
    worker.deliver(latest(Kind.OVER, game=game).pk)
    text = str(mail.outbox[-1].body)
    assert re.findall(r"^(?:Ada|Ben): 1500 → 1\d+ \([+−±]\d+\)$", text, re.MULTILINE)[1:]
    assert f"/t/{game.code}/analysis/" in text


def test_a_sent_email_stores_its_message_id() -> None:
    row = row_of(Kind.STARTED, reader())
    worker.deliver(row.pk)
    row.refresh_from_db()
    assert (row.state, row.attempts, row.reason) == (NotificationState.SENT, 1, "")
    assert row.message_id == mail.outbox[0].extra_headers["Message-ID"]
    assert row.sent_at is not None


def test_a_slow_mail_server_leaves_the_rest_to_the_next_round(monkeypatch: pytest.MonkeyPatch) -> None:
    row_of(Kind.STARTED, reader())
    before = Notification.objects.filter(state=NotificationState.QUEUED).count()
    monkeypatch.setattr("games.delivery.worker.MAX_ROUND", 0)
    assert tasks.drain() == 1
    assert Notification.objects.filter(state=NotificationState.QUEUED).count() == before - 1


def test_no_email_is_sent_inside_a_transaction(transactional_db: None, monkeypatch: pytest.MonkeyPatch) -> None:
    row, inside = row_of(Kind.STARTED, reader()), []
    monkeypatch.setattr(
        "games.delivery.email.MailConnection.send", lambda *_args: inside.append(connection.in_atomic_block)
    )
    worker.deliver(row.pk)
    assert inside == [False]


def test_an_unreachable_mail_server_causes_growing_pauses_then_one_email(settings: Settings) -> None:
    settings.DELIVERY_EMAIL_BACKEND = "tests.delivery.smtp_servers.UnreachableBackend"
    with time_machine.travel(NOW, tick=False) as clock:
        row, waits = row_of(Kind.STARTED, reader()), []
        for _attempt in range(3):
            tasks.deliver(row.pk)
            row.refresh_from_db()
            waits.append(row.due_at - timezone.now())
            assert row.state == NotificationState.QUEUED
            assert row.detail == "ConnectionRefusedError: connection refused"
            tasks.deliver(row.pk)  # too early: nothing happens
            clock.move_to(row.due_at)
        assert waits == [timedelta(minutes=1), timedelta(minutes=5), timedelta(minutes=15)]
        settings.DELIVERY_EMAIL_BACKEND = "django.core.mail.backends.locmem.EmailBackend"
        tasks.deliver(row.pk)
        tasks.deliver(row.pk)
    row.refresh_from_db()
    assert (row.state, row.attempts, len(mail.outbox)) == (NotificationState.SENT, 4, 1)


def test_an_email_fails_with_its_reason_after_the_last_pause(settings: Settings) -> None:
    settings.DELIVERY_EMAIL_BACKEND = "tests.delivery.smtp_servers.UnreachableBackend"
    with time_machine.travel(NOW, tick=False) as clock:
        row = row_of(Kind.STARTED, reader())
        for _attempt in range(len(outbox.PAUSES) + 1):
            tasks.deliver(row.pk)
            row.refresh_from_db()
            clock.move_to(row.due_at)
    assert (row.state, row.attempts) == (NotificationState.FAILED, len(outbox.PAUSES) + 1)
    assert row.detail == "ConnectionRefusedError: connection refused"


def test_a_delivery_round_stops_at_an_unreachable_server(settings: Settings, monkeypatch: pytest.MonkeyPatch) -> None:
    settings.DELIVERY_EMAIL_BACKEND = "tests.delivery.smtp_servers.UnreachableBackend"
    monkeypatch.setattr(smtp_servers.UnreachableBackend, "tries", 0)
    started_game(*(make_user() for _player in range(3)))
    assert tasks.drain() == 1
    assert smtp_servers.UnreachableBackend.tries == 1
    assert Notification.objects.filter(attempts=0).count() == 2


def test_a_refused_email_does_not_delay_the_others(settings: Settings) -> None:
    settings.DELIVERY_EMAIL_BACKEND = "tests.delivery.smtp_servers.PickyBackend"
    started_game(make_user(email="refused@example.org"), make_user(), make_user())
    assert tasks.drain() == 3
    assert Notification.objects.filter(state=NotificationState.SENT).count() == 2
    assert latest(Kind.TURN).detail == "SMTPServerDisconnected: no such mailbox"


def test_a_connection_error_after_acceptance_does_not_send_an_email_twice(settings: Settings) -> None:
    settings.DELIVERY_EMAIL_BACKEND = "tests.delivery.smtp_servers.FailingCloseBackend"
    row = row_of(Kind.STARTED, reader())
    tasks.deliver(row.pk)
    row.refresh_from_db()
    assert row.state == NotificationState.SENT


def test_an_email_that_cannot_be_composed_has_its_reason_and_the_rest_goes_out(monkeypatch: pytest.MonkeyPatch) -> None:
    started_game(make_user(), make_user(), make_user())
    broken = latest(Kind.TURN)

    def stumble(row: Notification) -> object:
        if row.pk == broken.pk:
            raise ZeroDivisionError("a slip")
        return compose(row)

    monkeypatch.setattr("games.delivery.email.compose", stumble)
    tasks.drain()
    broken.refresh_from_db()
    assert (broken.state, broken.detail) == (NotificationState.QUEUED, "ZeroDivisionError: a slip")
    assert Notification.objects.filter(state=NotificationState.SENT).count() == 2


def test_a_held_email_does_not_count_as_tried(monkeypatch: pytest.MonkeyPatch) -> None:
    row, until = row_of(Kind.STARTED, reader()), timezone.now() + timedelta(hours=1)
    monkeypatch.setattr(pacing, "decide", lambda *_args: pacing.Hold(until, NotificationReason.QUIET_HOURS))
    tasks.deliver(row.pk)
    row.refresh_from_db()
    assert (row.state, row.due_at, row.attempts, row.reason) == (
        NotificationState.HELD,
        until,
        0,
        NotificationReason.QUIET_HOURS,
    )


def test_an_email_held_until_the_past_keeps_no_worker_busy(monkeypatch: pytest.MonkeyPatch) -> None:
    row_of(Kind.STARTED, reader())
    monkeypatch.setattr(
        pacing, "decide", lambda _row, now: pacing.Hold(now - timedelta(hours=1), NotificationReason.QUIET_HOURS)
    )
    assert tasks.drain() == Notification.objects.count()
    assert outbox.due(timezone.now()) == []


def test_a_long_delivery_round_reopens_its_connection(settings: Settings, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("games.delivery.email.MAX_MAILS", 2)
    for number in range(5):
        outbox.queue_raw("zoe@example.org", f"Message-ID: <{number}@x>\n\nHello", f"account:{number}")
    with smtp_servers.smtp_sink(settings) as sink:
        assert tasks.drain() == 5
    assert (len(sink.mails), sink.connections) == (5, 3)


def test_a_mail_worker_sends_more_rows_than_one_batch(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("games.delivery.worker.BATCH", 2)
    for number in range(9):
        outbox.queue_raw("zoe@example.org", f"Message-ID: <{number}@x>\n\nHello", f"account:{number}")
    assert tasks.drain() == 9
    assert len(mail.outbox) == 9


def test_a_mail_worker_stops_when_others_claim_every_row(monkeypatch: pytest.MonkeyPatch) -> None:
    row_of(Kind.STARTED, reader())
    monkeypatch.setattr(outbox, "claim_seen", lambda *_args: None)
    assert tasks.drain() == 0


def test_account_mail_is_sent_before_waiting_notifications() -> None:
    row = row_of(Kind.STARTED, reader())
    letter = outbox.queue_raw("zoe@example.org", "Subject: Link\n\nhere", "account:1")
    due = outbox.due(timezone.now())
    assert due.index(letter.pk) < due.index(row.pk)


@pytest.mark.django_db(transaction=True)
def test_only_one_of_two_simultaneous_workers_sends_an_email() -> None:
    row = row_of(Kind.STARTED, reader())
    start = threading.Barrier(2)

    def work() -> None:
        start.wait()
        tasks.deliver(row.pk)
        connections.close_all()

    workers = [threading.Thread(target=work) for _worker in range(2)]
    for thread in workers:
        thread.start()
    for thread in workers:
        thread.join()
    row.refresh_from_db()
    assert (row.state, row.attempts, len(mail.outbox)) == (NotificationState.SENT, 1, 1)
