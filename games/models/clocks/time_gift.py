"""Time that opponents, or the operator, give to a player."""

from django.conf import settings
from django.db import models
from django.utils.translation import gettext_lazy as _

from .turn import Turn


class TimeGift(models.Model):
    """Extra time for one turn. ``user`` is the opponent who gave it, or the operator with a ``reason``."""

    turn = models.ForeignKey(Turn, on_delete=models.CASCADE, related_name="gifts")
    user = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.SET_NULL, null=True, blank=True)
    seconds = models.PositiveIntegerField()
    at = models.DateTimeField()
    reason = models.CharField(max_length=200, blank=True)

    class Meta:
        ordering = ["at", "id"]
        verbose_name = _("gift of time")
        verbose_name_plural = _("gifts of time")

    def __str__(self) -> str:
        return f"{self.seconds} s for turn {self.turn_id}"
