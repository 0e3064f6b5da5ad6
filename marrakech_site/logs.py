"""Structured logs: one line per event with the ids of the request and the game, for people or as JSON."""

from collections.abc import MutableMapping
from typing import Any

import structlog
from django.http import HttpRequest

SECRETS = {"token", "key", "uidb36"}


def safe_path(request: HttpRequest) -> str:
    """Return the path for the log, without the parts that open something to whoever knows them."""
    path, match = request.path, request.resolver_match
    for name, value in (match.kwargs if match else {}).items():
        if name in SECRETS or (name == "code" and match and match.url_name == "invitation"):
            path = path.replace(str(value), "...")
    return path


def hide_secrets(logger: object, method: str, event: MutableMapping[str, Any]) -> MutableMapping[str, Any]:
    """Take the request out of Django's log lines, and secrets of its path out of their text."""
    request = event.pop("request", None)
    if isinstance(request, HttpRequest):
        event.pop("message", None)  # another handler has left the text here
        event["event"] = str(event["event"]).replace(request.path, safe_path(request))
    return event


SHARED_PROCESSORS: list[Any] = [
    structlog.contextvars.merge_contextvars,
    structlog.stdlib.add_log_level,
    structlog.stdlib.add_logger_name,
    structlog.stdlib.ExtraAdder(),
    hide_secrets,
    structlog.processors.StackInfoRenderer(),
]


def _terminal() -> structlog.dev.ConsoleRenderer:
    # The plain formatter: the rich one prints local variables, and those hold passwords.
    return structlog.dev.ConsoleRenderer(colors=False, exception_formatter=structlog.dev.plain_traceback)


def configuration(*, readable: bool, level: str) -> dict[str, Any]:
    """Return Django's LOGGING. ``readable`` gives short lines for a terminal, otherwise each line is a JSON object."""
    if readable:
        last = [structlog.processors.TimeStamper(fmt="%H:%M:%S", utc=False), _terminal()]
    else:
        last = [
            structlog.processors.TimeStamper(fmt="iso", utc=True),
            structlog.processors.format_exc_info,
            structlog.processors.JSONRenderer(),
        ]
    structlog.configure(
        processors=[*SHARED_PROCESSORS, structlog.stdlib.ProcessorFormatter.wrap_for_formatter],
        logger_factory=structlog.stdlib.LoggerFactory(),
        wrapper_class=structlog.stdlib.BoundLogger,
        cache_logger_on_first_use=True,
    )
    return {
        "version": 1,
        "disable_existing_loggers": False,
        "formatters": {
            "lines": {
                "()": structlog.stdlib.ProcessorFormatter,
                "foreign_pre_chain": SHARED_PROCESSORS,
                "processors": [structlog.stdlib.ProcessorFormatter.remove_processors_meta, *last],
            }
        },
        "handlers": {"console": {"class": "logging.StreamHandler", "formatter": "lines"}},
        "root": {"handlers": ["console"], "level": level},
        "loggers": {
            "django": {"handlers": [], "propagate": True, "level": level},
            "django.request": {"level": "ERROR"},  # what answers 4xx is in the request log already
            "django.server": {"handlers": [], "propagate": True},
            "celery.worker.strategy": {"level": "WARNING"},
            "celery.app.trace": {"level": "WARNING"},  # two lines a second about drains that found nothing
            "celery.beat": {"level": "WARNING"},
        },
    }
