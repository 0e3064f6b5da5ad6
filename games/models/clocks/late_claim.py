"""Claims at tables with soft deadlines."""

from django.conf import settings
from django.db import models
from django.utils.translation import gettext_lazy as _

from .turn import Turn


class LateClaim(models.Model):
    """A claim of an opponent after a soft deadline: what happens at a deadline begins now."""

    turn = models.ForeignKey(Turn, on_delete=models.CASCADE, related_name="claims")
    user = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="late_claims")
    at = models.DateTimeField()
    wants_substitute = models.BooleanField(default=False)  # instead of a turn by the house

    class Meta:
        ordering = ["at", "id"]
        verbose_name = _("request to go on")
        verbose_name_plural = _("requests to go on")

    def __str__(self) -> str:
        return f"claim of user {self.user_id} about turn {self.turn_id}"
