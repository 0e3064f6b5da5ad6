"""Webhooks: addresses that the site calls for events."""

from django.conf import settings
from django.db import models
from django.utils.translation import gettext_lazy as _

from ..game import Game
from .call_error import CallError


class WebhookShape(models.TextChoices):
    """The format that a webhook's receiver understands."""

    JSON = "json", _("signed JSON")
    DISCORD = "discord", _("Discord")
    SLACK = "slack", _("Slack")


class Webhook(models.Model):
    """An address that the site calls for a player's events, or for all turns of one table.

    ``last_error`` is the latest error, ``last_error_params`` are the values in its label. ``failing_since`` is the
    first failure after the last success; a day of failures sets ``disabled_at``.
    """

    user = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="webhooks")
    game = models.ForeignKey(Game, on_delete=models.CASCADE, null=True, blank=True, related_name="webhooks")
    url = models.URLField(_("address"), max_length=500)
    shape = models.CharField(_("format"), max_length=8, choices=WebhookShape, default=WebhookShape.JSON)
    secret = models.CharField(max_length=64)
    created_at = models.DateTimeField(auto_now_add=True)
    last_sent_at = models.DateTimeField(null=True, blank=True)
    failing_since = models.DateTimeField(null=True, blank=True)
    disabled_at = models.DateTimeField(null=True, blank=True)
    last_error = models.CharField(max_length=20, choices=CallError, blank=True)
    last_error_params = models.JSONField(default=dict, blank=True)

    class Meta:
        verbose_name = _("webhook")
        verbose_name_plural = _("webhooks")
        ordering = ["id"]
        indexes = [models.Index(fields=["-id"], condition=models.Q(disabled_at__isnull=False), name="webhook_disabled")]

    def __str__(self) -> str:
        return f"{self.shape} {self.pk}"

    @property
    def host(self) -> str:
        """The host of the address. The rest of the address may be secret."""
        return self.url.partition("//")[2].partition("/")[0]

    @property
    def why(self) -> str:
        """The text of the latest error in the active language."""
        return str(CallError(self.last_error).label) % self.last_error_params if self.last_error else ""
