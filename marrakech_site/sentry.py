"""Errors to a service that speaks Sentry's protocol. Imported only if SENTRY_DSN is set."""

import logging
from typing import Any

import sentry_sdk
from django.conf import settings
from sentry_sdk.utils import event_from_exception

from games.engine import __version__

from .errors import facts, user_of


def connect() -> None:
    """Prepare to send, with nothing that the library would add by itself. Its thread starts with the first error."""
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
