"""The base model of background jobs for one game: analyses and films."""

from typing import ClassVar

from django.db import models
from django.utils.translation import gettext_lazy as _

from .job_reason import JobReason


class JobState(models.TextChoices):
    """The state of a job."""

    QUEUED = "queued", _("queued")
    RUNNING = "running", _("in progress")
    DONE = "done", _("done")
    FAILED = "failed", _("failed")


class Job(models.Model):
    """A job of a worker. A worker may claim it from ``due_at`` on: for a running job, this is the end of its lease.

    ``reason`` says why the last attempt failed; ``detail`` is the text of the exception. ``RESULT`` is the name of the
    column with the result, which may be large.
    """

    RESULT: ClassVar[str]

    state = models.CharField(max_length=10, choices=JobState, default=JobState.QUEUED)
    attempts = models.PositiveSmallIntegerField(default=0)
    due_at = models.DateTimeField()
    reason = models.CharField(max_length=20, choices=JobReason, blank=True)
    detail = models.CharField(max_length=300, blank=True)
    created_at = models.DateTimeField(auto_now_add=True)
    finished_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        abstract = True
