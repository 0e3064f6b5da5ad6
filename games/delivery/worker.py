"""What a worker does with a row of the outbox, and with all that are due."""

import logging
import time
from collections.abc import Callable
from datetime import datetime
from importlib import import_module

from django.utils import timezone

from games.mail import pacing
from games.models import Notification, Road
from games.services import outbox

from . import mail
from .courier import Courier, courier
from .errors import Gone, Refused

LONGEST_ROUND = 60.0  # seconds: a worker is stopped after two minutes, and must not be in the middle of a mail then
logger = logging.getLogger(__name__)


def deliver(pk: int) -> None:
    """Send one row of the outbox, unless somebody else has it or it has been dealt with. Never raises for a mail."""
    with courier() as carrier:
        carry(pk, carrier)


def drain(now: datetime, is_stopped: Callable[[], bool] = lambda: False) -> int:
    """Send every row whose time has come, over one connection. Return how many were tried.

    Stops early where the mail server cannot be reached or answers slowly: the rest stays due.
    """
    tried, began = 0, time.monotonic()
    with courier() as carrier:
        for pk in outbox.due(now):
            carry(pk, carrier)
            tried += 1
            if carrier.is_away or is_stopped() or time.monotonic() - began >= LONGEST_ROUND:
                break
    return tried


def carry(pk: int, carrier: Courier) -> bool:
    """Claim, judge, compose, send and mark one row. Tell whether there was one to claim."""
    row = outbox.claim(pk, timezone.now())
    if row is None:
        return False
    try:
        match pacing.verdict(row, timezone.now()):
            case pacing.Hold(until, reason):
                outbox.mark_held(row, until, reason)
            case pacing.Drop(reason):
                outbox.mark_dropped(row, reason)
            case _:
                _send(row, carrier)
    except (Gone, Refused) as error:
        outbox.mark_failed(row, str(error), timezone.now(), for_good=True)
    except Exception as error:
        logger.exception("%s %s failed", row.road, row.key, extra={"notification": row.pk, "attempt": row.attempts})
        outbox.mark_failed(row, f"{type(error).__name__}: {error}", timezone.now())
    return True


def _send(row: Notification, carrier: Courier) -> None:
    if row.road == Road.MAIL:
        message_id, provider_id = mail.send(row, carrier)
        outbox.mark_sent(row, message_id, timezone.now(), provider_id)
    else:
        provider_id = import_module(f".{row.road}", __package__).send(row)
        outbox.mark_sent(row, "", timezone.now(), provider_id)
