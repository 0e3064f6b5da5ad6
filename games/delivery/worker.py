"""The delivery of outbox rows: one row, or all that are due, and the digests of several.

Emails and calls (push, webhooks) have separate rounds, so that a slow webhook delays no email.

A digest is a row of kind DIGEST with other rows attached, which is sent at the reader's hour. Each row is sent once,
with any number of workers. A digest's key names its reader and hour, so there is only one. The first worker creates it
and attaches all waiting rows. It is due a moment later (``GATHERING_TIME``), so that rows which other workers have
claimed can join it. Joining updates the digest's row first, on the condition that it still waits, so no worker can
begin to send it meanwhile. A row that comes too late waits for the next digest. ``digest_items`` marks the attached
rows with the result of their digest.
"""

import logging
import time
from collections.abc import Callable, Collection
from datetime import datetime, timedelta
from random import randrange

import structlog
from django.db import Error, connection, transaction
from django.db.models import QuerySet
from django.utils import timezone

from accounts.models import User
from games.clocks import activity
from games.common import signals
from games.common.signals import send_after_commit
from games.core import jobs
from games.core.log import note_if_broken
from games.notifications import bounces, outbox
from games.notifications.models import BlockReason, Channel, Kind, Notification, NotificationReason, NotificationState
from games.notifications.preferences import DIGESTS, frequency_of
from games.notifications.selectors import address_of
from games.ratings.services import rate_waiting

from . import email, pacing, push, relevance, webhooks
from .email import AnswerMissing, Bounced, DeliveryError, MailConnection, MessageRefused, TargetGone, mail_connection
from .relevance import reason_to_drop
from .safe_http import BACKOFF, BackingOff

MAX_ROUND = 60.0  # seconds: a worker is stopped after two minutes, but must not be stopped while it sends
MAX_CALLS_ROUND = 30.0  # seconds for a round of calls: it blocks one worker for deadlines
CALLS_LOCK = "outbox-calls"  # a row while one worker calls: the others do the rest of their queue
CALLS_LEASE = timedelta(seconds=2 * MAX_CALLS_ROUND)  # after which the lock of a dead worker counts no more
MAILS, CALLS = (Channel.EMAIL,), (Channel.PUSH, Channel.WEBHOOK)
SENDERS = {Channel.PUSH: push, Channel.WEBHOOK: webhooks}
ROWS_CONSIDERED = 500  # due rows that a worker chooses from
BATCH = 20  # rows that it tries before it looks for due rows again
PAUSE_WITHOUT_ANSWER = timedelta(minutes=15)  # the server may have taken the email, and may be busy with it
MAX_MISSED = 50  # consecutive rows that other workers had claimed: then they do not need this worker
logger = logging.getLogger(__name__)

PAUSES = (0.1, 1.0, 3.0, 8.0, 15.0, 15.0, 15.0, 15.0)  # seconds between attempts to store a result


def deliver(pk: int) -> None:
    """Send one row of the outbox, unless it is done or another worker has claimed it. Does not raise."""
    with mail_connection() as connection:
        _process(outbox.claim(pk, timezone.now()), connection)


def drain(now: datetime, is_over: Callable[[], bool] = lambda: False) -> int:
    """Send every due email over one connection. Return how many this worker has tried.

    Any number of workers can do this at once. Stop early, and leave the rest due, if the mail server cannot be reached
    or is slow, or if ``is_over`` returns True.
    """
    return _run_round(now, is_over, MAILS, MAX_ROUND)


def drain_calls(now: datetime, is_over: Callable[[], bool] = lambda: False) -> int:
    """Call every due device and webhook, one worker at a time. Return how many were tried."""
    if not outbox.due(now, 1, CALLS) or not jobs.is_time_for(CALLS_LOCK, CALLS_LEASE, now):
        return 0
    try:
        return _run_round(now, is_over, CALLS, MAX_CALLS_ROUND)
    finally:
        jobs.end(CALLS_LOCK)


def _run_round(now: datetime, is_over: Callable[[], bool], channels: Collection[Channel], max_seconds: float) -> int:
    tried, missed, began = 0, 0, time.monotonic()
    with mail_connection() as connection:
        while missed < MAX_MISSED and (batch := _choose_batch(outbox.due(now, ROWS_CONSIDERED, channels))):
            for row in outbox.rows(batch):
                if not _process(outbox.claim_seen(row, timezone.now()), connection):
                    missed += 1
                    break  # another worker is busy with these rows: choose others
                tried, missed = tried + 1, 0
                if connection.is_unreachable or is_over() or time.monotonic() - began >= max_seconds:
                    return tried
    return tried


def _choose_batch(due: list[int]) -> list[int]:
    """Return a batch of the due rows: a random part, so that several workers rarely choose the same rows.

    The longest due row comes last: no row waits for ever, and if another worker has claimed it, the others were tried.
    """
    if len(due) <= BATCH:
        return due
    start = randrange(1, len(due) - BATCH + 1)
    return [*due[start : start + BATCH], due[0]]


def _process(row: Notification | None, connection: MailConnection) -> bool:
    """Decide about a row, send and mark it. Return True if it could be claimed."""
    if row is None:
        return False
    with structlog.contextvars.bound_contextvars(request_id=row.request_id):  # a round has rows of many requests
        _try(row, connection)
    return True


def _try(row: Notification, connection: MailConnection) -> None:
    try:
        _decide(row, connection)
    except Bounced as error:
        bounces.note_bounce(address_of(row), BlockReason.BOUNCE, str(error), timezone.now(), row)
    except BackingOff as error:
        outbox.mark_held(row, timezone.now() + timedelta(seconds=BACKOFF), NotificationReason.PAUSED, str(error))
    except TargetGone as error:
        outbox.mark_failed(row, NotificationReason.TARGET_GONE, timezone.now(), str(error), for_good=True)
    except AnswerMissing as error:
        reason, pause = NotificationReason.NO_ANSWER, PAUSE_WITHOUT_ANSWER
        outbox.mark_failed(row, reason, timezone.now(), str(error), pause=pause)
    except MessageRefused as error:
        outbox.mark_failed(row, NotificationReason.REFUSED, timezone.now(), str(error), for_good=True)
    except DeliveryError as error:
        outbox.mark_failed(row, NotificationReason.CALL_FAILED, timezone.now(), str(error))
    except Exception as error:
        logger.exception("%s %s failed", row.channel, row.key, extra={"notification": row.pk, "attempt": row.attempts})
        note_if_broken(error)
        outbox.mark_failed(row, NotificationReason.ERROR, timezone.now(), f"{type(error).__name__}: {error}")


def _decide(row: Notification, connection: MailConnection) -> None:
    if row.kind == Kind.DIGEST:
        relevance.drop_irrelevant(row)
    match pacing.decide(row, timezone.now()):
        case pacing.Hold(until, reason, detail):
            outbox.mark_held(row, until, reason, detail)
        case pacing.AddToDigest(slot, next_slot):
            add_to_digest(row, slot, next_slot)
        case pacing.Drop(reason, detail):
            outbox.mark_dropped(row, reason, detail)
        case _:
            _send(row, connection)


def _rate_first() -> None:
    """Rate what has ended, so that an email about it has the ratings. If that fails, it goes without them.

    The task that rates has usually done so. Only here is it certain: its message may be lost, another process may be
    slower, and the email would have to be held and found again.
    """
    try:
        rate_waiting()
    except Exception:
        logger.exception("games could not be rated before an email about their end")


def _send(row: Notification, connection: MailConnection) -> None:
    if row.channel == Channel.EMAIL:
        if row.kind == Kind.OVER and row.game and row.game.is_rated:
            _rate_first()
        message_id, provider_id = email.send(row, connection)
    else:
        message_id, provider_id = "", SENDERS[Channel(row.channel)].send(row)
    store_accepted(row, message_id, provider_id)


def store_accepted(row: Notification, message_id: str, provider_id: str) -> None:
    """Mark a row as sent just now. If the database fails, try again for more than a minute."""
    now = timezone.now()
    for pause in (*PAUSES, None):
        try:
            outbox.mark_sent(row, message_id, now, provider_id)
            activity.note_accepted(row, now)
        except Error:
            logger.exception("the result of %s could not be stored", row.key, extra={"notification": row.pk})
            if pause is None:
                return
            time.sleep(pause)
            if not connection.in_atomic_block:
                connection.close()  # the next statement opens another
        else:
            return


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
