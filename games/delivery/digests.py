"""Digests: outbox rows attached to one row of kind DIGEST, which is sent at the reader's hour.

Each row is sent once, with any number of workers. A digest's key names its reader and hour, so there is only one. The
first worker creates it and attaches all waiting rows. It is due a moment later (``GATHERING_TIME``), so that rows which
other workers have claimed can join it. Joining updates the digest's row first, on the condition that it still waits, so
no worker can begin to send it meanwhile. A row that comes too late waits for the next digest.

``digest_items`` marks the attached rows with the result of their digest.
"""

from datetime import datetime, timedelta

from django.db import transaction
from django.db.models import QuerySet
from django.utils import timezone

from accounts.models import User
from games.common import signals
from games.common.signals import send_after_commit
from games.notifications import outbox
from games.notifications.models import Channel, Kind, Notification, NotificationReason, NotificationState
from games.notifications.preferences import DIGESTS, frequency_of

from .relevance import reason_to_drop

GATHERING_TIME = timedelta(seconds=20)
WAITING = [NotificationState.QUEUED, NotificationState.HELD]


@transaction.atomic
def add_to_digest(row: Notification, slot: datetime, next_slot: datetime) -> Notification | None:
    """Attach a claimed row, and all other waiting rows, to its reader's digest of the hour ``slot``; return the digest.

    If that digest has already been sent, hold the row until ``next_slot`` and return None.
    """
    user = row.user
    assert user is not None
    now = timezone.now()
    digest, is_new = Notification.objects.get_or_create(
        key=f"{Kind.DIGEST}:{slot:%Y%m%dT%H%M}:{user.pk}",
        defaults={"kind": Kind.DIGEST, "user": user, "due_at": now + GATHERING_TIME},
    )
    if not Notification.objects.filter(pk=digest.pk, state__in=WAITING).update(digest=None):
        outbox.mark_held(row, next_slot, NotificationReason.DIGEST)
        return None
    claimed = Notification.objects.filter(pk=row.pk, state=NotificationState.SENDING, attempts=row.attempts)
    _attach(claimed, digest)
    if is_new:
        _attach_waiting(user, digest)
        send_after_commit(signals.emails_queued)
    return digest


def _attach_waiting(user: User, digest: Notification) -> None:
    waiting = Notification.objects.filter(user=user, channel=Channel.EMAIL, state=NotificationState.HELD, digest=None)
    for row in waiting.exclude(kind=Kind.DIGEST).select_related("user__profile", "game"):
        unchanged = waiting.filter(pk=row.pk)
        if reason := reason_to_drop(row):
            unchanged.update(state=NotificationState.DROPPED, reason=reason, detail="")
        elif frequency_of(user, row.kind, row.game) in DIGESTS:
            _attach(unchanged, digest)


def _attach(rows: QuerySet[Notification], digest: Notification) -> None:
    values = {"digest": digest, "due_at": digest.due_at + outbox.LEASE}
    explanation = {"reason": NotificationReason.IN_DIGEST, "detail": digest.key}
    rows.update(state=NotificationState.HELD, attempts=0, **values, **explanation)
