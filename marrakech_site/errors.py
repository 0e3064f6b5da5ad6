"""Errors for those who run the site: to a service with Sentry's protocol (SENTRY_DSN), or by email to ADMINS.

Only what is named here leaves the site: the kind of the error and the lines of code where it arose, the text of the log
line without its values, the name of the address, and the numbers of request and user. The message of an exception stays
in the log, as do variables, addresses and forms: names, email addresses, words of players and links that open something
stand in them. The log has the rest under the number of the request.
"""

import hashlib
import logging
import traceback
from collections.abc import Mapping
from typing import Any

import structlog
from django.conf import settings
from django.contrib.auth import get_user_model

HOUR = 60 * 60  # seconds
QUIET = ("django.security",)  # scanners of the web that ask for other hosts


class ErrorReports(logging.Handler):
    """Reports each line of the log that is an error, of web processes, workers and the scheduler alike."""

    def emit(self, record: logging.LogRecord) -> None:
        try:
            if record.name.startswith(QUIET) or (record.name == "django.request" and not record.exc_info):
                return  # an answer that says what is away, such as /readyz, is no error of the code
            if settings.SENTRY_DSN:
                send(record)
            elif settings.ADMINS:
                tell_administrators(record)
        except Exception:
            self.handleError(record)


def facts(record: logging.LogRecord) -> dict[str, str]:
    """Return what is known about an error, without anything that a person has written or received."""
    request, bound = getattr(record, "request", None), structlog.contextvars.get_contextvars()
    match = getattr(request, "resolver_match", None)
    found = {
        "logger": record.name,
        "what": text_of(record),
        "route": match.view_name if match else "",
        "task": str(bound.get("task", "")),
        "request_id": str(bound.get("request_id", "")),
    }
    return {name: value for name, value in found.items() if value}


def text_of(record: logging.LogRecord) -> str:
    """Return the text of a line as it stands in the code. structlog's lines are mappings."""
    return str(record.msg.get("event", "")) if isinstance(record.msg, Mapping) else str(record.msg)


def user_of(record: logging.LogRecord) -> int | None:
    """Return the number of the user, if the request has read it already."""
    request = getattr(record, "request", None)
    user = getattr(request, "_cached_user", None) or getattr(request, "__dict__", {}).get("user")  # or read by a token
    return user.pk if type(user) is get_user_model() else None


# Sentry's protocol


def connect() -> None:
    """Prepare to send, with nothing that the library would add by itself. Its thread starts with the first error."""
    if not settings.SENTRY_DSN:
        return
    import sentry_sdk

    from games.engine import __version__

    sentry_sdk.init(
        settings.SENTRY_DSN,
        release=__version__,
        environment=settings.SITE_URL,
        default_integrations=False,
        auto_enabling_integrations=False,
        auto_session_tracking=False,
        include_local_variables=False,
        max_request_body_size="never",
        max_breadcrumbs=0,
    )


def send(record: logging.LogRecord) -> None:
    import sentry_sdk
    from sentry_sdk.utils import event_from_exception

    event: Any = {}
    if record.exc_info and record.exc_info[0]:
        event, _hint = event_from_exception(record.exc_info, client_options=sentry_sdk.get_client().options)
        for value in event["exception"]["values"]:
            value["value"] = "(in the log)"
    known = facts(record)
    event |= {"level": record.levelname.lower(), "logger": known.pop("logger"), "message": known.pop("what", "")}
    event |= {"tags": known, "transaction": known.get("route") or known.get("task", "")}
    if number := user_of(record):
        event["user"] = {"id": str(number)}
    sentry_sdk.capture_event(event)


# Email


def tell_administrators(record: logging.LogRecord) -> None:
    """Queue an email about a kind of error, at most once an hour.

    Within a transaction nothing is queued, because the error may undo it: what leaves it is logged again.
    """
    from django.core.cache import cache
    from django.db import connection

    from games.notifications.alerts import mail_administrators

    error = record.exc_info[1] if record.exc_info else None
    frames = traceback.extract_tb(error.__traceback__) if error else []
    places = [f"{frame.filename}:{frame.lineno} {frame.name}" for frame in frames]
    kind = type(error).__name__ if error else text_of(record)
    mark = hashlib.sha256(repr((kind, record.name, places[-1:])).encode()).hexdigest()
    if connection.in_atomic_block or not cache.add(f"error-report:{mark}", True, HOUR):
        return
    known = facts(record) | {"error": kind}
    if number := user_of(record):
        known["user"] = str(number)
    mail_administrators(
        f"Error: {kind}",
        "\n".join(f"{name}: {value}" for name, value in known.items()),
        "\n".join(places),
        "Its message is in the log, under the number of the request. The same error is told once an hour.",
    )
