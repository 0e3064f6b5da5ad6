"""Where notifications go beside the mailbox: devices that are pushed to, webhooks, feeds."""

import json
import secrets

from django.conf import settings
from django.db import models
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from .game import Game


class PushDevice(models.Model):
    """A browser that its owner has asked to be told (Web Push). ``endpoint`` is an address at the browser's maker."""

    user = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="push_devices")
    endpoint = models.URLField(max_length=500, unique=True)
    p256dh = models.CharField(max_length=100)
    auth = models.CharField(max_length=50)
    name = models.CharField(_("device"), max_length=60)
    created_at = models.DateTimeField(auto_now_add=True)
    last_sent_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        ordering = ["id"]

    def __str__(self) -> str:
        return self.name


class WebhookShape(models.TextChoices):
    """What a webhook's receiver understands."""

    JSON = "json", _("signed JSON")
    DISCORD = "discord", _("Discord")
    SLACK = "slack", _("Slack")


class Webhook(models.Model):
    """An address that is called for a player's turns, or for everything at one table.

    ``last_error`` is a text and what is filled into it, as JSON.
    ``failing_since`` is the first failure after the last success; a day of failures sets ``disabled_at``.
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
    last_error = models.CharField(max_length=300, blank=True)

    class Meta:
        ordering = ["id"]

    def __str__(self) -> str:
        return f"{self.shape} {self.pk}"

    @property
    def host(self) -> str:
        """Where it leads, without the rest of the address, which may be a secret."""
        return self.url.partition("//")[2].partition("/")[0]

    @property
    def why(self) -> str:
        """What went wrong last, in the reader's language."""
        try:
            say, params = json.loads(self.last_error)
        except ValueError:
            return self.last_error  # from before texts and what is filled in were kept apart
        return gettext(say) % params if params else gettext(say)


def new_feed_code() -> str:
    """Return a random address part that cannot be guessed (192 bits)."""
    return secrets.token_urlsafe(24)


class FeedKind(models.TextChoices):
    """What a feed tells."""

    CALENDAR = "calendar", _("calendar of deadlines")
    TURNS = "turns", _("feed of turns")
    TABLE = "table", _("feed of a table")


class Feed(models.Model):
    """A private address under which one feed can be read without signing in, until it is revoked."""

    user = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="feeds")
    game = models.ForeignKey(Game, on_delete=models.CASCADE, null=True, blank=True, related_name="feeds")
    kind = models.CharField(max_length=10, choices=FeedKind)
    code = models.CharField(max_length=32, unique=True, default=new_feed_code, editable=False)
    created_at = models.DateTimeField(auto_now_add=True)
    revoked_at = models.DateTimeField(null=True, blank=True)

    def __str__(self) -> str:
        return f"{self.kind} of {self.user_id}"
