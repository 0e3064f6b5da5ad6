"""Errors by email to ADMINS, if no service gets them."""

import hashlib
import logging
import traceback

from django.conf import settings
from django.core.cache import cache
from django.db import connection
from django.urls import reverse

from games.notifications.alerts import mail_administrators

from .errors import facts, text_of, user_of

HOUR = 60 * 60  # seconds


def send(record: logging.LogRecord) -> None:
    """Queue an email about a kind of error, at most once an hour.

    Within a transaction nothing is queued, because the error may undo it: what leaves it is logged again.
    """
    error = record.exc_info[1] if record.exc_info else None
    frames = traceback.extract_tb(error.__traceback__) if error else []
    places = [f"{frame.filename}:{frame.lineno} {frame.name}" for frame in frames]
    kind = type(error).__name__ if error else text_of(record)
    mark = hashlib.sha256(repr((kind, record.name, places[-1:])).encode()).hexdigest()
    if not settings.ADMINS or connection.in_atomic_block or not cache.add(f"error-report:{mark}", True, HOUR):
        return
    known = facts(record) | {"error": kind}
    if number := user_of(record):
        known["user"] = str(number)
    code = getattr(record, "game", "") if error is None else ""
    under = ", under the number of the request" if "request_id" in known else ""
    mail_administrators(
        f"Error: {kind}",
        "\n".join(f"{name}: {value}" for name, value in (known | ({"game": str(code)} if code else {})).items()),
        "\n".join(places),
        *([f"All games in trouble: {settings.SITE_URL}{reverse('admin_trouble')}"] if code else []),
        f"Its message is in the log{under}. Each process tells of the same error once an hour, with the first example.",
    )
