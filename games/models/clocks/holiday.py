"""Holidays: planned by players, or begun by themselves at a deadline."""

from django.conf import settings
from django.db import models
from django.utils.translation import gettext_lazy as _


class PlannedHoliday(models.Model):
    """A holiday that a player has planned, with its first and last local day in the time zone of that time.

    ``changes`` shorten it: pairs of the time of the change and the new last day, as ISO texts.
    """

    user = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="planned_holidays")
    saved_at = models.DateTimeField()
    first = models.DateField()
    last = models.DateField()
    zone = models.CharField(max_length=64)
    changes = models.JSONField(default=list, blank=True)

    class Meta:
        ordering = ["first", "id"]
        indexes = [models.Index(fields=["user", "last"], name="planned_holiday_of_user")]
        verbose_name = _("planned holiday")
        verbose_name_plural = _("planned holidays")

    def __str__(self) -> str:
        return f"{self.first} to {self.last} of user {self.user_id}"


class AutomaticHoliday(models.Model):
    """A holiday of a day that began at a deadline. Its end is computed: a planned holiday may end it."""

    user = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="automatic_holidays")
    began_at = models.DateTimeField()

    class Meta:
        ordering = ["began_at"]
        constraints = [models.UniqueConstraint(fields=["user", "began_at"], name="automatic_holiday_once")]
        verbose_name = _("automatic holiday")
        verbose_name_plural = _("automatic holidays")

    def __str__(self) -> str:
        return f"{self.began_at:%Y-%m-%d %H:%M} of user {self.user_id}"
