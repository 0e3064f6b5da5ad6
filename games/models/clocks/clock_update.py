"""Players whose deadlines must be computed again."""

from django.conf import settings
from django.db import models
from django.utils.translation import gettext_lazy as _


class ClockUpdate(models.Model):
    """A fact about a player's time has changed, and the deadlines of the player's turns are not computed again yet.

    It is written in the transaction that stores the fact, and deleted when the deadlines are stored. A worker that is
    killed in between leaves it for the sweep, which looks at it at ``due_at``.
    """

    user = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="clock_updates")
    due_at = models.DateTimeField()

    class Meta:
        ordering = ["due_at", "id"]
        indexes = [models.Index(fields=["due_at"], name="clock_update_due")]
        verbose_name = _("update of clocks")
        verbose_name_plural = _("updates of clocks")

    def __str__(self) -> str:
        return f"clocks of user {self.user_id}"
