"""Heartbeats of background processes."""

from django.db import models


class Heartbeat(models.Model):
    """The time of the last heartbeat of a process, such as "scheduler"."""

    name = models.CharField(max_length=40, primary_key=True)
    at = models.DateTimeField()

    def __str__(self) -> str:
        return f"{self.name} {self.at:%Y-%m-%d %H:%M:%S}"
