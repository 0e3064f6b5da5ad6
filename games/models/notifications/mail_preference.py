"""Email preferences of players."""

from typing import ClassVar

from django.conf import settings
from django.db import models
from django.utils.translation import gettext_lazy as _

from ..game import Game


class Frequency(models.TextChoices):
    """The frequency of emails of a kind."""

    EVERY = "every", _("every time")
    ONCE = "once", _("one email, then none until you act")
    TWICE = "twice", _("a digest twice a day")
    DAILY = "daily", _("a digest once a day")
    URGENT = "urgent", _("only when urgent")
    NEVER = "never", _("never")


class MailPreference(models.Model):
    """The frequency of emails of one kind ("": every kind) to a player, everywhere or from one table.

    The most specific choice counts: table and kind, table, kind, all. Without a choice every email is sent. But "never"
    for all emails, or for all of a table, overrides more specific choices there.

    ``previous`` is the choice before a link in an email stopped it, so that the link can undo that: "" for a choice
    made on the site, ``NOTHING`` if there was none.
    """

    NOTHING: ClassVar[str] = "-"

    user = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="mail_preferences")
    kind = models.CharField(max_length=20, blank=True)
    game = models.ForeignKey(Game, on_delete=models.CASCADE, null=True, blank=True, related_name="mail_preferences")
    frequency = models.CharField(max_length=8, choices=Frequency)
    previous = models.CharField(max_length=8, blank=True, editable=False)

    class Meta:
        verbose_name = _("email setting")
        verbose_name_plural = _("email settings")
        constraints = [
            models.UniqueConstraint(fields=["user", "kind", "game"], name="mail_preference_of_table_once"),
            models.UniqueConstraint(
                fields=["user", "kind"], condition=models.Q(game=None), name="mail_preference_of_all_once"
            ),
        ]

    def __str__(self) -> str:
        return f"{self.user_id} {self.kind or 'all'}: {self.frequency}"
