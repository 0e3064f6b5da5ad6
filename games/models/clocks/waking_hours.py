"""The waking hours that players declare."""

from django.conf import settings
from django.db import models
from django.utils.translation import gettext_lazy as _


class WakingHours(models.Model):
    """Waking hours as a player saved them, or the new time zone with the same hours. The rows are a history.

    ``rows`` are seven days from Monday on: ["08:00", "00:00"], or None for a rest day. ``is_first`` marks the first
    hours that the player declared: they act at once for turns that come later.
    """

    user = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="waking_hours")
    zone = models.CharField(max_length=64)
    rows = models.JSONField()
    is_first = models.BooleanField(default=False)
    saved_at = models.DateTimeField()

    class Meta:
        ordering = ["saved_at", "id"]
        indexes = [models.Index(fields=["user", "saved_at"], name="waking_hours_of_user")]
        verbose_name = _("waking hours")
        verbose_name_plural = _("waking hours")

    def __str__(self) -> str:
        return f"waking hours of user {self.user_id}, {self.zone}"
