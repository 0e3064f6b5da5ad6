"""The Celery app. Workers: ``celery -qA marrakech_site worker``; one scheduler: ``celery -qA marrakech_site beat``."""

import os
from typing import Any

import structlog
from celery import Celery, signals
from django.dispatch import receiver
from django_structlog.celery.signals import bind_extra_task_metadata
from django_structlog.celery.steps import DjangoStructLogInitStep

from . import alive, metrics_folder

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "marrakech_site.settings")
app = Celery("marrakech")
app.config_from_object("django.conf:settings", namespace="CELERY")
app.conf.worker_consumer = "marrakech_site.worker_consumer:ReconnectingConsumer"
app.steps["worker"].add(DjangoStructLogInitStep)
app.autodiscover_tasks()


@signals.setup_logging.connect
def use_django_logging(**_: Any) -> None:
    """Do nothing. Celery leaves Django's logging alone if this signal has a receiver."""


@receiver(bind_extra_task_metadata)
def bind_task_name(task: Any, **_: Any) -> None:
    structlog.contextvars.bind_contextvars(task=task.name)


signals.heartbeat_sent.connect(alive.note)  # by a worker that is connected to its broker: each two seconds


@signals.beat_init.connect
def note_start(**_: Any) -> None:
    structlog.get_logger("beat").info("started")
    signals.before_task_publish.connect(alive.note)  # beat sends a task each ten seconds, or tries to
    alive.note()


@signals.worker_init.connect
def merge_ended_processes(**_: Any) -> None:
    metrics_folder.merge_ended_processes()


@signals.worker_process_shutdown.connect
def note_end(pid: int, **_: Any) -> None:
    metrics_folder.note_end_of(pid)
