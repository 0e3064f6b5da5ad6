"""The results of accepted notifications, which are stored even if the database fails for a while.

The row is all that says what was sent: a worker that cannot write it waits for the database, and does nothing else
meanwhile. If the worker is stopped first, or waits in vain, another one sends the notification again when the lease
ends, as after the death of a worker: an email under the same Message-ID, a webhook with the same X-Marrakech-Delivery.
"""

import logging
import time

from django.db import Error, connection
from django.utils import timezone

from games.models import Notification
from games.services.clocks import signs_of_life
from games.services.notifications import outbox

PAUSES = (0.1, 1.0, 3.0, 8.0, 15.0, 15.0, 15.0, 15.0)  # seconds between attempts to store a result
logger = logging.getLogger(__name__)


def store_accepted(row: Notification, message_id: str, provider_id: str) -> None:
    """Mark a row as sent just now. If the database fails, try again for more than a minute."""
    now = timezone.now()
    for pause in (*PAUSES, None):
        try:
            outbox.mark_sent(row, message_id, now, provider_id)
            signs_of_life.note_accepted(row, now)
        except Error:
            logger.exception("the result of %s could not be stored", row.key, extra={"notification": row.pk})
            if pause is None:
                return
            time.sleep(pause)
            if not connection.in_atomic_block:
                connection.close()  # the next statement opens another
        else:
            return
