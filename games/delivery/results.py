"""The results of accepted notifications, which are stored even if the database fails for a while.

What a server has accepted is never sent again: the result is stored as soon as the database answers. Until then it is
in the cache as well, where the next worker finds it if this one stops.
"""

import logging
import time
from datetime import datetime
from typing import NamedTuple

from django.core.cache import cache
from django.db import Error, connection
from django.utils import timezone

from games.models import Notification
from games.services.clocks import signs_of_life
from games.services.notifications import outbox

PAUSES = (0.1, 1.0, 3.0, 8.0, 15.0)  # seconds between attempts to store a result
REMEMBERED = 7 * 24 * 3600  # seconds
logger = logging.getLogger(__name__)


class Accepted(NamedTuple):
    """What a server said when it accepted a notification, and when."""

    message_id: str
    provider_id: str
    at: datetime


def store_accepted(row: Notification, accepted: Accepted) -> None:
    """Mark a row as sent. If the database fails, try again; in the end leave the result in the cache."""
    for pause in (*PAUSES, None):
        try:
            outbox.mark_sent(row, accepted.message_id, accepted.at, accepted.provider_id)
            signs_of_life.note_accepted(row, accepted.at)
        except Error:
            logger.exception("the result of %s could not be stored", row.key, extra={"notification": row.pk})
            cache.set(_key(row), tuple(accepted), REMEMBERED)
            if pause is None:
                return
            time.sleep(pause)
            if not connection.in_atomic_block:
                connection.close()  # the next statement opens another
        else:
            return


def store_earlier(row: Notification) -> bool:
    """Store the result of an earlier attempt that is only in the cache. Return True if there was one."""
    found = cache.get(_key(row)) if row.attempts > 1 else None
    if found is None:
        return False
    store_accepted(row, Accepted(*found))
    return True


def now_accepted(message_id: str, provider_id: str) -> Accepted:
    """Return the result of a notification that was accepted just now."""
    return Accepted(message_id, provider_id, timezone.now())


def _key(row: Notification) -> str:
    return f"accepted:{row.pk}"
