"""Heartbeats of background processes."""

from django.db import models
from django.utils.translation import gettext_lazy as _


class Heartbeat(models.Model):
    """The time of the last heartbeat of a process, such as "scheduler"."""

    name = models.CharField(max_length=40, primary_key=True)
    at = models.DateTimeField()

    class Meta:
        verbose_name = _("background process")
        verbose_name_plural = _("background processes")

    def __str__(self) -> str:
        return f"{self.name} {self.at:%Y-%m-%d %H:%M:%S}"
