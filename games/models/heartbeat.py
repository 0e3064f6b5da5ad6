"""Signs of life of background processes."""

from django.db import models


class Heartbeat(models.Model):
    """When a named process last did its round ("scheduler")."""

    name = models.CharField(max_length=40, primary_key=True)
    at = models.DateTimeField()

    def __str__(self) -> str:
        return f"{self.name} {self.at:%Y-%m-%d %H:%M:%S}"
