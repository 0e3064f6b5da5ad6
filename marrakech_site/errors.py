"""Errors for those who run the site: to a service with Sentry's protocol (SENTRY_DSN), or by email to ADMINS.

Only what is named here leaves the site: the kind of the error and the lines of code where it arose, the text of the log
line without its values, the name of the address, and the numbers of request and user. The message of an exception stays
in the log, as do variables, addresses and forms: names, email addresses, words of players and links that open something
stand in them. The log has the rest under the number of the request.
"""

import logging
from collections.abc import Callable, Mapping
from typing import ClassVar

import structlog
from django.contrib.auth import get_user_model
from django.db import DatabaseError, InterfaceError

# Scanners of the web that ask for other hosts, and a service for traces that is away.
QUIET = ("django.security", "opentelemetry")


class ErrorReports(logging.Handler):
    """Reports each line of the log that is an error, of web processes, workers and the scheduler alike.

    ``report`` is set when the site is ready (apps.py): by then models can be imported.
    """

    report: ClassVar[Callable[[logging.LogRecord], None] | None] = None

    def emit(self, record: logging.LogRecord) -> None:
        try:
            if record.name.startswith(QUIET) or (record.name == "django.request" and not record.exc_info):
                return  # an answer that says what is away, such as /readyz, is no error of the code
            if report := type(self).report:
                report(record)
        except (DatabaseError, InterfaceError):
            return  # it is away, and the line itself is in the log
        except Exception:
            self.handleError(record)


def facts(record: logging.LogRecord) -> dict[str, str]:
    """Return what is known about an error, without anything that a person has written or received."""
    request, bound = getattr(record, "request", None), structlog.contextvars.get_contextvars()
    match = getattr(request, "resolver_match", None)
    found = {
        "logger": record.name,
        "what": text if (text := text_of(record)).replace("%s", "").strip(": ") else "",  # Django’s of a 500 is bare
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
