"""Reports of mail services about sent emails."""

from django.db import models
from django.utils.translation import gettext_lazy as _

from .notification import Notification


class DeliveryEvent(models.Model):
    """One report of a mail service about an email. ``event`` is anymail's name for it."""

    notification = models.ForeignKey(
        Notification, on_delete=models.CASCADE, null=True, blank=True, related_name="events"
    )
    event_id = models.CharField(max_length=120, null=True, blank=True)  # services repeat reports
    event = models.CharField(max_length=20)
    recipient = models.EmailField(blank=True)
    reason = models.CharField(max_length=300, blank=True)
    at = models.DateTimeField()

    class Meta:
        verbose_name = _("delivery report")
        verbose_name_plural = _("delivery reports")
        ordering = ["at", "id"]
        constraints = [models.UniqueConstraint(fields=["event_id"], name="delivery_event_once")]
        indexes = [models.Index(fields=["recipient"], name="delivery_event_recipient")]

    def __str__(self) -> str:
        return f"{self.event} {self.recipient}"
