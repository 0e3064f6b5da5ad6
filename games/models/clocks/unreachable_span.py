"""Times in which a player could not be reached."""

from django.conf import settings
from django.db import models
from django.utils.translation import gettext_lazy as _


class UnreachableSpan(models.Model):
    """A time in which emails to a player bounced and nothing else reached the player. Clocks rest in it."""

    user = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="unreachable_spans")
    began_at = models.DateTimeField()
    ended_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        ordering = ["began_at", "id"]
        constraints = [
            models.UniqueConstraint(fields=["user"], condition=models.Q(ended_at=None), name="unreachable_span_open")
        ]
        indexes = [models.Index(fields=["user", "began_at"], name="unreachable_span_of_user")]
        verbose_name = _("period of bouncing emails")
        verbose_name_plural = _("periods of bouncing emails")

    def __str__(self) -> str:
        return f"user {self.user_id} from {self.began_at:%Y-%m-%d %H:%M}"
