"""What a worker does with a row of the outbox, and with all that are due.

Mails, and calls to devices and webhooks, leave in rounds of their own: who gives an address that answers slowly holds
up no mail.
"""

import logging
import time
from collections.abc import Callable, Collection
from datetime import datetime, timedelta
from random import randrange

from django.core.cache import cache
from django.utils import timezone

from games.models import BlockReason, Channel, Kind, Notification, NotificationReason
from games.selectors.notifications.mail_blocks import address_of
from games.services.notifications import bounces, digests, outbox, pacing

from . import email, push, webhooks
from .backoff import BACKOFF, BackingOff
from .errors import Bounced, DeliveryError, MessageRefused, TargetGone
from .mail_connection import MailConnection, mail_connection

LONGEST_ROUND = 60.0  # seconds: a worker is stopped after two minutes, and must not be in the middle of a mail then
LONGEST_CALLS = 30.0  # seconds for a round of calls, which a worker for mail may be busy with
CALLS_LOCK = "outbox-calls"  # in the cache while a worker calls: the others are left for mail
MAILS, CALLS = (Channel.EMAIL,), (Channel.PUSH, Channel.WEBHOOK)
SENDERS = {Channel.PUSH: push, Channel.WEBHOOK: webhooks}
ROWS_CONSIDERED, BATCH = (
    500,
    20,
)  # rows that a worker looks at, and how many of them it means to carry before it looks again
MOST_MISSED = 50  # rows in a row that others had: then they do without this worker
logger = logging.getLogger(__name__)


def deliver(pk: int) -> None:
    """Send one row of the outbox, unless another worker has it or it is done. Never raises for a row."""
    with mail_connection() as connection:
        deliver_over(pk, connection)


def drain(now: datetime, is_over: Callable[[], bool] = lambda: False) -> int:
    """Send every mail whose time has come, over one connection. Return how many this worker has tried.

    Any number of workers may do so at once. Stops early where the mail server cannot be reached or answers slowly, or
    when ``is_over`` says so: the rest stays due.
    """
    return _round(now, is_over, MAILS, LONGEST_ROUND)


def drain_calls(now: datetime, is_over: Callable[[], bool] = lambda: False) -> int:
    """Call every device and webhook whose time has come, one worker at a time. Return how many were tried."""
    if not cache.add(CALLS_LOCK, True, LONGEST_CALLS * 2):
        return 0
    try:
        return _round(now, is_over, CALLS, LONGEST_CALLS)
    finally:
        cache.delete(CALLS_LOCK)


def _round(now: datetime, is_over: Callable[[], bool], channels: Collection[Channel], longest: float) -> int:
    tried, missed, began = 0, 0, time.monotonic()
    with mail_connection() as connection:
        while missed < MOST_MISSED and (batch := _some(outbox.due(now, ROWS_CONSIDERED, channels))):
            for seen in outbox.rows(batch):
                if not _carry(outbox.claim_seen(seen, timezone.now()), connection):
                    missed += 1
                    break  # another worker is at work here: look elsewhere
                tried, missed = tried + 1, 0
                if connection.is_unreachable or is_over() or time.monotonic() - began >= longest:
                    return tried
    return tried


def _some(due: list[int]) -> list[int]:
    """Return some of the rows that are due: all of a few, else a stretch that other workers hardly look at.

    The first one comes last: it has waited longest, or somebody waits for it, and whoever has it already holds up
    nothing.
    """
    if len(due) <= BATCH:
        return due
    start = randrange(1, len(due) - BATCH + 1)
    return [*due[start : start + BATCH], due[0]]


def deliver_over(pk: int, connection: MailConnection) -> bool:
    """Claim, judge, compose, send and mark one row. Tell whether there was one to claim."""
    return _carry(outbox.claim(pk, timezone.now()), connection)


def _carry(row: Notification | None, connection: MailConnection) -> bool:
    if row is None:
        return False
    try:
        _decide(row, connection)
    except Bounced as error:
        bounces.note_bounce(address_of(row), BlockReason.BOUNCE, str(error), timezone.now(), row)
    except BackingOff as error:
        outbox.mark_held(row, timezone.now() + timedelta(seconds=BACKOFF), NotificationReason.PAUSED, str(error))
    except TargetGone as error:
        outbox.mark_failed(row, NotificationReason.TARGET_GONE, timezone.now(), str(error), for_good=True)
    except MessageRefused as error:
        outbox.mark_failed(row, NotificationReason.REFUSED, timezone.now(), str(error), for_good=True)
    except DeliveryError as error:
        outbox.mark_failed(row, NotificationReason.CALL_FAILED, timezone.now(), str(error))
    except Exception as error:
        logger.exception("%s %s failed", row.channel, row.key, extra={"notification": row.pk, "attempt": row.attempts})
        outbox.mark_failed(row, NotificationReason.ERROR, timezone.now(), f"{type(error).__name__}: {error}")
    return True


def _decide(row: Notification, connection: MailConnection) -> None:
    if row.kind == Kind.DIGEST:
        digests.drop_irrelevant(row)
    match pacing.decide(row, timezone.now()):
        case pacing.Hold(until, reason, detail):
            outbox.mark_held(row, until, reason, detail)
        case pacing.AddToDigest(slot, then):
            digests.add_to_digest(row, slot, then)
        case pacing.Drop(reason, detail):
            outbox.mark_dropped(row, reason, detail)
        case _:
            _send(row, connection)


def _send(row: Notification, connection: MailConnection) -> None:
    if row.channel == Channel.EMAIL:
        message_id, provider_id = email.send(row, connection)
        outbox.mark_sent(row, message_id, timezone.now(), provider_id)
    else:
        outbox.mark_sent(row, "", timezone.now(), SENDERS[Channel(row.channel)].send(row))
