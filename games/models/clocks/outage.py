"""Outages of the site."""

from django.conf import settings
from django.db import models
from django.utils.translation import gettext_lazy as _


class Outage(models.Model):
    """A time in which the site was down: found by the sweep, or declared by an operator. All clocks rest in it."""

    began_at = models.DateTimeField()
    ended_at = models.DateTimeField()
    declared_by = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.SET_NULL, null=True, blank=True)
    reason = models.CharField(max_length=200, blank=True)
    credited_until = models.DateTimeField(null=True, blank=True)  # the clocks of turns that came by then are
    credited_at = models.DateTimeField(null=True, blank=True)  # when all clocks that ran in it were computed again

    class Meta:
        ordering = ["began_at", "id"]
        indexes = [
            models.Index(fields=["ended_at"], name="outage_end"),
            models.Index(fields=["began_at"], condition=models.Q(credited_at=None), name="outage_to_credit"),
        ]
        verbose_name = _("outage")
        verbose_name_plural = _("outages")

    def __str__(self) -> str:
        return f"{self.began_at:%Y-%m-%d %H:%M} to {self.ended_at:%Y-%m-%d %H:%M}"
