"""Logging with structlog: one line for each event, with the ids of request and game, as text or JSON."""

import logging
from collections.abc import MutableMapping
from typing import Any

import structlog
from django.http import HttpRequest

SECRETS = {"token", "key", "uidb36"}


def safe_path(request: HttpRequest) -> str:
    """Return the path for the log, without tokens and invite codes."""
    path, match = request.path, request.resolver_match
    for name, value in (match.kwargs if match else {}).items():
        if name in SECRETS or (name == "code" and match and match.url_name == "invitation"):
            path = path.replace(str(value), "...")
    return path


def hide_secrets(logger: object, method: str, event: MutableMapping[str, Any]) -> MutableMapping[str, Any]:
    """Remove the request from Django's log lines, and the secrets of its path from their text."""
    request = event.pop("request", None)
    if isinstance(request, HttpRequest):
        event.pop("message", None)  # left by another handler
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


def _for_terminals() -> list[Any]:
    # The rich formatter prints local variables, which may contain passwords.
    console = structlog.dev.ConsoleRenderer(colors=False, exception_formatter=structlog.dev.plain_traceback)
    return [structlog.processors.TimeStamper(fmt="%H:%M:%S", utc=False), console]


def _for_programs() -> list[Any]:
    time = structlog.processors.TimeStamper(fmt="iso", utc=True)
    return [time, structlog.processors.format_exc_info, structlog.processors.JSONRenderer()]


def configuration(*, readable: bool, level: str) -> dict[str, Any]:
    """Return Django's LOGGING. ``readable`` gives short lines for a terminal, otherwise each line is a JSON object."""
    last = _for_terminals() if readable else _for_programs()
    logging.captureWarnings(not readable)
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
            "django.request": {"level": "ERROR"},  # the request log has 4xx responses already
            "django.server": {"handlers": [], "propagate": True},
            "gunicorn.error": {"handlers": [], "propagate": True},
            "gunicorn.access": {"level": "CRITICAL"},  # repeats the request log, with addresses that open something
            "urllib3": {"level": "ERROR"},  # its warnings hold the address of a webhook, which may be a secret
            "celery.worker.strategy": {"level": "WARNING"},
            "celery.app.trace": {"level": "WARNING"},  # two lines a second about empty drains
            "celery.beat": {"level": "WARNING"},
            "django_structlog": {"level": "CRITICAL"},  # repeats what Celery logs of tasks
        },
    }
