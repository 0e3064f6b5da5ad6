"""Private addresses of calendars and feeds."""

import secrets
from datetime import datetime, timedelta
from typing import Self

from django.conf import settings
from django.db import models
from django.utils.translation import gettext_lazy as _

from ..game import Game


def new_feed_code() -> str:
    """Return a random address part that cannot be guessed (192 bits)."""
    return secrets.token_urlsafe(24)


class FeedKind(models.TextChoices):
    """What a feed contains."""

    CALENDAR = "calendar", _("calendar of deadlines")
    TURNS = "turns", _("feed of turns")
    TABLE = "table", _("feed of a table")


EXPIRY_NOTICE = timedelta(days=14)  # before a feed expires, it says so


class FeedQuerySet(models.QuerySet["Feed"]):
    """Feeds."""

    def valid(self, now: datetime) -> Self:
        """Keep the feeds that can be read: neither expired nor revoked."""
        return self.filter(models.Q(expires_at=None) | models.Q(expires_at__gt=now), revoked_at=None)


class Feed(models.Model):
    """A private address under which one feed can be read without signing in, until it expires or is revoked."""

    user = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="feeds")
    game = models.ForeignKey(Game, on_delete=models.CASCADE, null=True, blank=True, related_name="feeds")
    kind = models.CharField(max_length=10, choices=FeedKind)
    code = models.CharField(max_length=32, default=new_feed_code, editable=False)
    created_at = models.DateTimeField(auto_now_add=True)
    expires_at = models.DateTimeField(_("expires"), null=True, blank=True)  # null: made before feeds expired
    revoked_at = models.DateTimeField(null=True, blank=True)

    objects = FeedQuerySet.as_manager()

    class Meta:
        verbose_name = _("feed")
        verbose_name_plural = _("feeds")
        constraints = [models.UniqueConstraint(fields=["code"], name="feed_code_once")]

    def __str__(self) -> str:
        return f"{self.kind} of {self.user_id}"

    def expires_soon(self, now: datetime) -> bool:
        """Return True if the feed tells its readers that it expires."""
        return self.expires_at is not None and self.expires_at - now < EXPIRY_NOTICE
