"""Why an analysis, a film or the turn of a robot failed."""

from django.db import models
from django.utils.translation import gettext_lazy as _


class JobReason(models.TextChoices):
    """Codes with the words that administrators read."""

    WORKER_STOPPED = "worker-stopped", _("every worker that took it stopped")
    ROBOT_LATE = "too-late", _("the game had moved on")
    ERROR = "error", _("error")
