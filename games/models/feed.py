"""Private addresses of calendars and feeds."""

import secrets

from django.conf import settings
from django.db import models
from django.utils.translation import gettext_lazy as _

from .game import Game


def new_feed_code() -> str:
    """Return a random address part that cannot be guessed (192 bits)."""
    return secrets.token_urlsafe(24)


class FeedKind(models.TextChoices):
    """What a feed contains."""

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

    class Meta:
        verbose_name = _("feed")
        verbose_name_plural = _("feeds")

    def __str__(self) -> str:
        return f"{self.kind} of {self.user_id}"
