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

from games.mail import pacing
from games.mail.worth import reason_to_drop
from games.models import BlockReason, Kind, Notification, Road
from games.selectors.mail_blocks import address_of, is_stopped
from games.services import bounces, digests, outbox

from . import hook, mail, push
from .calls import REST, Resting
from .courier import Courier, courier
from .errors import Bounced, Gone, Refused

LONGEST_ROUND = 60.0  # seconds: a worker is stopped after two minutes, and must not be in the middle of a mail then
LONGEST_CALLS = 30.0  # seconds for a round of calls, which a worker for mail may be busy with
CALLING = "outbox-calls"  # in the cache while a worker calls: the others are left for mail
MAILS, CALLS = (Road.MAIL,), (Road.PUSH, Road.HOOK)
CARRIERS = {Road.PUSH: push, Road.HOOK: hook}
LOOK, TAKE = 500, 20  # rows that a worker looks at, and how many of them it means to carry before it looks again
MOST_MISSED = 50  # rows in a row that others had: then they do without this worker
logger = logging.getLogger(__name__)


def deliver(pk: int) -> None:
    """Send one row of the outbox, unless somebody else has it or it has been dealt with. Never raises for a mail."""
    with courier() as carrier:
        carry(pk, carrier)


def drain(now: datetime, is_over: Callable[[], bool] = lambda: False) -> int:
    """Send every mail whose time has come, over one connection. Return how many this worker has tried.

    Any number of workers may do so at once. Stops early where the mail server cannot be reached or answers slowly, or
    when ``is_over`` says so: the rest stays due.
    """
    return _round(now, is_over, MAILS, LONGEST_ROUND)


def drain_calls(now: datetime, is_over: Callable[[], bool] = lambda: False) -> int:
    """Call every device and webhook whose time has come, one worker at a time. Return how many were tried."""
    if not cache.add(CALLING, True, LONGEST_CALLS * 2):
        return 0
    try:
        return _round(now, is_over, CALLS, LONGEST_CALLS)
    finally:
        cache.delete(CALLING)


def _round(now: datetime, is_over: Callable[[], bool], roads: Collection[Road], longest: float) -> int:
    tried, missed, began = 0, 0, time.monotonic()
    with courier() as carrier:
        while missed < MOST_MISSED and (batch := _some(outbox.due(now, LOOK, roads))):
            for seen in outbox.rows(batch):
                if not _carry(outbox.claim_seen(seen, timezone.now()), carrier):
                    missed += 1
                    break  # another worker is at work here: look elsewhere
                tried, missed = tried + 1, 0
                if carrier.is_away or is_over() or time.monotonic() - began >= longest:
                    return tried
    return tried


def _some(due: list[int]) -> list[int]:
    """Return some of the rows that are due: all of a few, else a stretch that other workers hardly look at.

    The first one comes last: it has waited longest, or somebody waits for it, and whoever has it already holds up
    nothing.
    """
    if len(due) <= TAKE:
        return due
    start = randrange(1, len(due) - TAKE + 1)
    return [*due[start : start + TAKE], due[0]]


def carry(pk: int, carrier: Courier) -> bool:
    """Claim, judge, compose, send and mark one row. Tell whether there was one to claim."""
    return _carry(outbox.claim(pk, timezone.now()), carrier)


def _carry(row: Notification | None, carrier: Courier) -> bool:
    if row is None:
        return False
    try:
        if is_stopped(row):
            outbox.mark_dropped(row, outbox.BLOCKED)
        else:
            _judge(row, carrier)
    except Bounced as error:
        bounces.note_bounce(address_of(row), BlockReason.BOUNCE, str(error), timezone.now(), row)
    except Resting as error:
        outbox.mark_held(row, timezone.now() + timedelta(seconds=REST), str(error))
    except (Gone, Refused) as error:
        outbox.mark_failed(row, str(error), timezone.now(), for_good=True)
    except Exception as error:
        logger.exception("%s %s failed", row.road, row.key, extra={"notification": row.pk, "attempt": row.attempts})
        outbox.mark_failed(row, f"{type(error).__name__}: {error}", timezone.now())
    return True


def _judge(row: Notification, carrier: Courier) -> None:
    if row.kind == Kind.DIGEST:
        digests.drop_pointless(row, reason_to_drop)
    match pacing.verdict(row, timezone.now()):
        case pacing.Hold(until, reason):
            outbox.mark_held(row, until, reason)
        case pacing.Bundle(slot, then):
            digests.bundle(row, slot, then, reason_to_drop)
        case pacing.Drop(reason):
            outbox.mark_dropped(row, reason)
        case _:
            _send(row, carrier)


def _send(row: Notification, carrier: Courier) -> None:
    if row.road == Road.MAIL:
        message_id, provider_id = mail.send(row, carrier)
        outbox.mark_sent(row, message_id, timezone.now(), provider_id)
    else:
        outbox.mark_sent(row, "", timezone.now(), CARRIERS[Road(row.road)].send(row))
