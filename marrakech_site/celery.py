"""The Celery app. Workers: ``celery -A marrakech_site worker``; one scheduler: ``celery -A marrakech_site beat``."""

import os
from typing import Any

import structlog
from celery import Celery, signals

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "marrakech_site.settings")
app = Celery("marrakech")
app.config_from_object("django.conf:settings", namespace="CELERY")
app.conf.worker_consumer = "marrakech_site.runtime.worker_consumer:ReconnectingConsumer"
app.autodiscover_tasks()


@signals.setup_logging.connect
def use_django_logging(**_: Any) -> None:
    """Do nothing. Celery leaves Django's logging alone if this signal has a receiver."""


@signals.task_prerun.connect
def bind_task_context(task_id: str, task: Any, **_: Any) -> None:
    """Add the task's id and name to every log line while it runs."""
    structlog.contextvars.clear_contextvars()
    structlog.contextvars.bind_contextvars(task_id=task_id, task=task.name)
