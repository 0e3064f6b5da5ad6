"""Digests: rows of the outbox that wait for their reader's hour are attached to one row of kind DIGEST.

Each row is sent once, with any number of workers. A digest's key names its reader and hour, so there is only one; the
first worker makes it and attaches all rows that wait. It leaves a moment later (``GATHERING_TIME``), so that rows which
other workers have claimed can join it. Joining updates the digest's row first, on the condition that it still waits, so
no worker can begin to send it meanwhile. A row that comes too late waits for the next digest.

``digest_items`` marks the attached rows with the result of their digest.
"""

from datetime import datetime, timedelta

from django.db import transaction
from django.db.models import QuerySet
from django.utils import timezone

from accounts.models import User
from games import signals
from games.models import Channel, Kind, Notification, NotificationReason, NotificationState
from games.selectors.notifications.mail_preferences import DIGESTS, frequency_of

from ..after_commit import send_after_commit
from . import outbox
from .relevance import reason_to_drop

GATHERING_TIME = timedelta(seconds=20)
WAITING = [NotificationState.QUEUED, NotificationState.HELD]


@transaction.atomic
def add_to_digest(row: Notification, slot: datetime, then: datetime) -> Notification | None:
    """Hang a claimed row, and whatever else waits, on its reader's digest of that hour; return the digest.

    Where that one has left already the row is held until ``then``, and None is returned.
    """
    user = row.user
    assert user is not None
    now = timezone.now()
    digest, is_new = Notification.objects.get_or_create(
        key=f"{Kind.DIGEST}:{slot:%Y%m%dT%H%M}:{user.pk}",
        defaults={"kind": Kind.DIGEST, "user": user, "due_at": now + GATHERING_TIME},
    )
    if not Notification.objects.filter(pk=digest.pk, state__in=WAITING).update(digest=None):
        outbox.mark_held(row, then, NotificationReason.DIGEST)
        return None
    claimed = Notification.objects.filter(pk=row.pk, state=NotificationState.SENDING, attempts=row.attempts)
    _hang(claimed, digest)
    if is_new:
        _gather(user, digest)
        send_after_commit(signals.emails_queued)
    return digest


def _gather(user: User, digest: Notification) -> None:
    waiting = Notification.objects.filter(user=user, channel=Channel.EMAIL, state=NotificationState.HELD, digest=None)
    for row in waiting.exclude(kind=Kind.DIGEST).select_related("user__profile", "game"):
        still = waiting.filter(pk=row.pk)
        if reason := reason_to_drop(row):
            still.update(state=NotificationState.DROPPED, reason=reason, detail="")
        elif frequency_of(user, row.kind, row.game) in DIGESTS:
            _hang(still, digest)


def _hang(rows: QuerySet[Notification], digest: Notification) -> None:
    values = {"digest": digest, "due_at": digest.due_at + outbox.LEASE}
    why = {"reason": NotificationReason.IN_DIGEST, "detail": digest.key}
    rows.update(state=NotificationState.HELD, attempts=0, **values, **why)


def drop_irrelevant(digest: Notification) -> None:
    """Take out of a digest that is about to leave what has become pointless since."""
    for row in digest.digest_items.select_related("user__profile", "game"):
        if reason := reason_to_drop(row):
            here = Notification.objects.filter(pk=row.pk, digest=digest, state=NotificationState.HELD)
            here.update(state=NotificationState.DROPPED, reason=reason, detail="", digest=None)
