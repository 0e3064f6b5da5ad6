"""Worker jobs with a lease, and heartbeats of background processes."""

import logging
from datetime import datetime, timedelta
from typing import TypeVar

from django.db.models import F, QuerySet
from django.utils import timezone

from .log import note_if_broken
from .models import Heartbeat, Job, JobReason, JobState

PATIENCE = timedelta(minutes=1)  # before a job counts as lost
PAUSE = timedelta(minutes=2)  # after a failure
MAX_ATTEMPTS = 3
FRESH = {"state": JobState.QUEUED, "attempts": 0, "reason": "", "detail": ""}
J = TypeVar("J", bound=Job)
logger = logging.getLogger(__name__)


def _open(model: type[J], now: datetime) -> QuerySet[J]:
    """Return the jobs that a worker may claim: queued and due, or claimed with an expired lease."""
    return model._default_manager.filter(state__in=[JobState.QUEUED, JobState.RUNNING], due_at__lte=now)


def due(model: type[Job], now: datetime, limit: int = 20) -> list[int]:
    """Return the due jobs, longest due first."""
    return list(_open(model, now).order_by("due_at", "id").values_list("pk", flat=True)[:limit])


def lost(model: type[Job], now: datetime) -> list[int]:
    """Return the jobs that no worker has claimed in time."""
    return due(model, now - PATIENCE)


def requeue(model: type[Job], pk: int, **values: object) -> bool:
    """Queue a finished or failed job again. Return True if there was one."""
    ended = model._default_manager.filter(pk=pk, state__in=[JobState.DONE, JobState.FAILED])
    return bool(ended.update(**{**FRESH, "due_at": timezone.now(), **values}))


def claim(model: type[J], pk: int, now: datetime, lease: timedelta, **values: object) -> J | None:
    """Claim a job by one conditional update, so that only one worker gets it."""
    claim_values = {"state": JobState.RUNNING, "due_at": now + lease, "attempts": F("attempts") + 1, **values}
    if not _open(model, now).filter(pk=pk).update(**claim_values):
        return None
    row = model._default_manager.defer(model.RESULT).select_related("game").get(pk=pk)
    if row.attempts > MAX_ATTEMPTS:
        mark(row, state=JobState.FAILED, reason=JobReason.WORKER_STOPPED, detail="")
        return None
    return row


def mark(row: Job, **values: object) -> bool:
    """Update a claimed job, unless another worker has taken it over. Return True if it was updated."""
    own_claim = type(row)._default_manager.filter(
        pk=row.pk, state=JobState.RUNNING, attempts=row.attempts, due_at=row.due_at
    )
    if own_claim.update(**values):
        return True
    logger.warning("%s was taken over by another worker", row)
    return False


def mark_done(row: Job, **values: object) -> bool:
    return mark(row, state=JobState.DONE, finished_at=timezone.now(), reason="", detail="", **values)


def mark_failed(row: Job, error: Exception) -> None:
    """Store an exception in a claimed job, and queue it again after a pause or give it up."""
    logger.error("%s failed", row, exc_info=error)
    note_if_broken(error)
    state = JobState.FAILED if row.attempts >= MAX_ATTEMPTS else JobState.QUEUED
    detail = f"{type(error).__name__}: {error}"[:300]
    mark(row, state=state, due_at=timezone.now() + PAUSE, reason=JobReason.ERROR, detail=detail)


def beat(name: str, now: datetime) -> None:
    """Record that a background process is alive."""
    Heartbeat.objects.update_or_create(name=name, defaults={"at": now})


def is_time_for(name: str, every: timedelta, now: datetime) -> bool:
    """Return True if a job is due, and record that it runs now. Only one of several callers gets True."""
    row, is_new = Heartbeat.objects.get_or_create(name=name, defaults={"at": now})
    return is_new or bool(Heartbeat.objects.filter(pk=row.pk, at__lte=now - every).update(at=now))


def begin(name: str, now: datetime) -> bool:
    """Record the beginning of a state. Return True if it is new; only one of several callers gets True."""
    _row, is_new = Heartbeat.objects.get_or_create(name=name, defaults={"at": now})
    return is_new


def began(name: str, now: datetime) -> datetime:
    """Return when a state began: now, if nobody has asked before."""
    return Heartbeat.objects.get_or_create(name=name, defaults={"at": now})[0].at


def end(name: str) -> bool:
    """Record the end of a state. Return True if it lasted until now."""
    deleted, _each = Heartbeat.objects.filter(name=name).delete()
    return bool(deleted)
