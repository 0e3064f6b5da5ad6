from datetime import datetime, timedelta

import pytest
from django.utils import timezone
from pytest_django import DjangoCaptureOnCommitCallbacks, Settings

from games.notifications import outbox
from games.notifications.models import Frequency, Kind, Notification, NotificationReason, NotificationState
from games.notifications.preferences import set_preferences
from games.receivers import WAKE_EXPIRY
from tests.makers import make_user

pytestmark = pytest.mark.django_db


def queued(**values: object) -> Notification:
    row = outbox.queue(Kind.TURN, "1:1", user=make_user())
    assert row is not None
    Notification.objects.filter(pk=row.pk).update(**values)
    return row


def claimed(row: Notification, now: datetime) -> Notification:
    taken = outbox.claim(row.pk, now)
    assert taken is not None
    return taken


def test_an_event_is_queued_once_in_the_outbox() -> None:
    user = make_user()
    assert outbox.queue(Kind.TURN, "1:1", user=user)
    assert outbox.queue(Kind.TURN, "1:1", user=user) is None
    assert Notification.objects.count() == 1


def test_a_kind_of_email_that_is_switched_off_is_not_queued() -> None:
    user = make_user()
    set_preferences(user, {Kind.TURN: Frequency.NEVER})
    assert outbox.queue(Kind.TURN, "1:1", user=user) is None
    assert outbox.queue(Kind.OVER, "1", user=user)


def test_a_kind_of_email_can_be_switched_on_again() -> None:
    user = make_user()
    set_preferences(user, {Kind.TURN: Frequency.NEVER})
    set_preferences(user, {Kind.TURN: ""})
    assert outbox.queue(Kind.TURN, "1:1", user=user)


def test_a_notification_is_claimed_once() -> None:
    row, now = queued(), timezone.now()
    assert claimed(row, now).state == NotificationState.SENDING
    assert outbox.claim(row.pk, now) is None


def test_a_notification_of_a_dead_worker_is_claimed_again_after_its_lease() -> None:
    row, now = queued(), timezone.now()
    outbox.claim(row.pk, now)
    later = now + outbox.LEASE
    assert outbox.due(later) == [row.pk]
    assert claimed(row, later).attempts == 2


def test_a_notification_that_kills_its_workers_fails_in_the_end() -> None:
    row, now = queued(), timezone.now()
    for attempt in range(outbox.MAX_ATTEMPTS):
        assert outbox.claim(row.pk, now + attempt * outbox.LEASE)
    assert outbox.claim(row.pk, now + outbox.MAX_ATTEMPTS * outbox.LEASE) is None
    row.refresh_from_db()
    assert row.state == NotificationState.FAILED
    assert row.reason == NotificationReason.WORKER_STOPPED


def test_a_notification_to_the_longest_address_is_queued() -> None:
    address = f"{'a' * 60}@{'.'.join(['b' * 60] * 3)}.org"
    row = outbox.queue(Kind.INVITATION, "1", email=address)
    assert row is not None
    assert row.email == address
    assert len(row.key) == 160


def test_a_worker_without_its_lease_marks_no_notification() -> None:
    row, now = queued(), timezone.now()
    first = claimed(row, now)
    outbox.claim(row.pk, now + outbox.LEASE)
    outbox.mark_failed(first, NotificationReason.ERROR, now)
    assert Notification.objects.get(pk=row.pk).state == NotificationState.SENDING


def test_a_digest_without_its_lease_takes_no_notifications() -> None:
    user, now = make_user(), timezone.now()
    digest = Notification.objects.create(key="digest:1", kind=Kind.DIGEST, user=user, due_at=now)
    held = queued(state=NotificationState.HELD, digest=digest)
    first = claimed(digest, now)
    claimed(digest, now + outbox.LEASE)
    outbox.mark_sent(first, "<id@example.org>", now)
    held.refresh_from_db()
    assert held.state == NotificationState.HELD


def test_a_notification_not_yet_due_waits() -> None:
    row = queued(due_at=timezone.now() + timedelta(minutes=1))
    assert outbox.due(timezone.now()) == []
    assert outbox.claim(row.pk, timezone.now()) is None


def test_pauses_between_attempts_of_an_email_grow_until_it_fails() -> None:
    row, now, pauses = queued(), timezone.now(), []
    while taken := outbox.claim(row.pk, now):
        outbox.mark_failed(taken, NotificationReason.ERROR, now, "connection refused")
        taken.refresh_from_db()
        pauses.append(taken.due_at - now)
        now = taken.due_at
    assert pauses[:-1] == list(outbox.PAUSES)
    assert pauses == sorted(pauses[:-1]) + pauses[-1:]
    assert (taken, Notification.objects.get(pk=row.pk).state) == (None, NotificationState.FAILED)


def test_a_sent_notification_forgets_its_complete_message() -> None:
    row = outbox.queue_raw("a@example.org", "Subject: secret link\n\nhere", "account:1")
    outbox.mark_sent(claimed(row, timezone.now()), "<id@example.org>", timezone.now())
    row.refresh_from_db()
    assert (row.state, row.raw, row.message_id) == (NotificationState.SENT, "", "<id@example.org>")


def test_a_failed_notification_can_be_tried_again() -> None:
    row = queued(state=NotificationState.FAILED, attempts=9)
    assert outbox.retry(row.pk)
    row.refresh_from_db()
    assert (row.state, row.attempts) == (NotificationState.QUEUED, 0)


def test_a_sent_notification_is_never_tried_again() -> None:
    row = queued(state=NotificationState.SENT)
    assert not outbox.retry(row.pk)
    row.refresh_from_db()
    assert row.state == NotificationState.SENT


def test_a_dropped_notification_has_its_reason() -> None:
    row = queued()
    outbox.mark_dropped(claimed(row, timezone.now()), NotificationReason.ERROR, "x" * 500)
    row.refresh_from_db()
    assert (row.state, row.reason, row.detail) == (NotificationState.DROPPED, NotificationReason.ERROR, "x" * 300)


def test_the_broker_is_called_only_after_the_commit(
    settings: Settings,
    monkeypatch: pytest.MonkeyPatch,
    django_capture_on_commit_callbacks: DjangoCaptureOnCommitCallbacks,
) -> None:
    settings.REDIS_URL = "redis://nowhere"
    wakes = []
    monkeypatch.setattr("games.tasks.drain.apply_async", lambda _none, **options: wakes.append(options))
    with django_capture_on_commit_callbacks() as callbacks:
        queued()
        assert wakes == []
    for callback in callbacks:
        callback()
    assert wakes == [{"retry": False, "expires": WAKE_EXPIRY}]


def test_an_unreachable_broker_breaks_no_request(
    settings: Settings,
    monkeypatch: pytest.MonkeyPatch,
    django_capture_on_commit_callbacks: DjangoCaptureOnCommitCallbacks,
) -> None:
    settings.REDIS_URL = "redis://nowhere"

    def fail(*_args: object, **_kwargs: object) -> None:
        raise ConnectionError

    monkeypatch.setattr("games.tasks.drain.apply_async", fail)
    with django_capture_on_commit_callbacks(execute=True):
        row = queued()
    assert outbox.due(timezone.now()) == [row.pk]
