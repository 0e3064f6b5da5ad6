"""Reasons why an analysis, a film or a robot's turn failed."""

from django.db import models
from django.utils.translation import gettext_lazy as _


class JobReason(models.TextChoices):
    """Codes with texts for administrators."""

    WORKER_STOPPED = "worker-stopped", _("every worker that took it stopped")
    ROBOT_LATE = "too-late", _("the game had moved on")
    ERROR = "error", _("error")
