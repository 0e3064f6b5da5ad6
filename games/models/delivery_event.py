"""Reports of mail services about emails that have left."""

from django.db import models

from .notification import Notification


class DeliveryEvent(models.Model):
    """One thing that a mail service has reported about a mail. ``event`` is its name in anymail's words."""

    notification = models.ForeignKey(
        Notification, on_delete=models.CASCADE, null=True, blank=True, related_name="events"
    )
    event_id = models.CharField(max_length=120, unique=True, null=True, blank=True)  # reported twice, stored once
    event = models.CharField(max_length=20)
    recipient = models.EmailField(blank=True)
    reason = models.CharField(max_length=300, blank=True)
    at = models.DateTimeField()

    class Meta:
        ordering = ["at", "id"]

    def __str__(self) -> str:
        return f"{self.event} {self.recipient}"
