"""Reports, and the cases that collect them."""

from datetime import datetime

from django.conf import settings
from django.db import models
from django.db.models import Q, UniqueConstraint
from django.utils.translation import gettext_lazy as _

from games.chat.models import ChatMessage
from games.conduct.models import Rule
from games.core.models import Game


class CaseOutcome(models.TextChoices):
    """How a case ends. Each is one step: the moderator chooses no lengths."""

    NOTHING = "nothing", _("nothing found")
    NOTE = "note", _("a note")
    WARNING = "warning", _("a warning")
    NO_CHAT_1 = "no-chat-1", _("no messages for 1 day")
    NO_CHAT_7 = "no-chat-7", _("no messages for 7 days")
    NO_CHAT_30 = "no-chat-30", _("no messages for 30 days")
    UNRATED = "unrated-30", _("no rated games for 30 days")
    NO_GAMES = "no-games-30", _("no new games for 30 days")
    CLOSED = "closed", _("close the account")


class Case(models.Model):
    """All that was reported about one player since the last decision. Open until someone has decided."""

    accused = models.ForeignKey(
        settings.AUTH_USER_MODEL, verbose_name=_("player"), on_delete=models.CASCADE, related_name="cases"
    )
    score = models.PositiveIntegerField(_("score"), default=0)
    opened_at = models.DateTimeField(_("opened at"))
    claimed_by = models.ForeignKey(
        settings.AUTH_USER_MODEL,
        verbose_name=_("claimed by"),
        on_delete=models.SET_NULL,
        null=True,
        blank=True,
        related_name="+",
    )
    claimed_until = models.DateTimeField(_("claimed until"), null=True, blank=True)
    closed_at = models.DateTimeField(_("closed at"), null=True, blank=True)
    closed_by = models.ForeignKey(
        settings.AUTH_USER_MODEL,
        verbose_name=_("decided by"),
        on_delete=models.SET_NULL,
        null=True,
        blank=True,
        related_name="+",
    )
    outcome = models.CharField(_("outcome"), max_length=11, choices=CaseOutcome, blank=True)
    reason = models.TextField(_("reason"), blank=True)

    class Meta:
        verbose_name = _("case")
        verbose_name_plural = _("cases")
        ordering = ["-pk"]
        constraints = [UniqueConstraint(fields=["accused"], condition=Q(closed_at=None), name="one_open_case")]
        indexes = [
            models.Index(fields=["-score", "opened_at"], condition=Q(closed_at=None), name="case_queue"),
            models.Index(fields=["-closed_at"], condition=Q(closed_at__isnull=False), name="case_closed"),
        ]
        permissions = [
            ("moderate", _("Can deal with reports")),
            ("read_private", _("Can read private tables and chats, with a reason that is recorded")),
        ]

    def __str__(self) -> str:
        return f"{self.pk}"

    def is_claimed_by_other(self, user_id: int, now: datetime) -> bool:
        return self.claimed_until is not None and self.claimed_until > now and self.claimed_by_id != user_id


class PlayerReport(models.Model):
    """What one person reports about another. ``copy`` is what was sent along, as it was at that time.

    ``machine``: the site itself reports a message with words of its list. Then there is no reporter.
    """

    case = models.ForeignKey(Case, verbose_name=_("case"), on_delete=models.CASCADE, related_name="reports")
    reporter = models.ForeignKey(
        settings.AUTH_USER_MODEL,
        verbose_name=_("reported by"),
        on_delete=models.SET_NULL,
        null=True,
        blank=True,
        related_name="reports",
    )
    kind = models.CharField(_("kind"), max_length=8, choices=Rule)
    machine = models.BooleanField(_("reported by the site"), default=False)
    text = models.TextField(_("text"), max_length=1000, blank=True)
    game = models.ForeignKey(
        Game, verbose_name=_("game"), on_delete=models.SET_NULL, null=True, blank=True, related_name="+"
    )
    message = models.ForeignKey(
        ChatMessage, verbose_name=_("message"), on_delete=models.SET_NULL, null=True, blank=True, related_name="+"
    )
    copy = models.JSONField(_("copy"), default=list)
    at = models.DateTimeField(_("time"))

    class Meta:
        verbose_name = _("report")
        verbose_name_plural = _("reports")
        ordering = ["pk"]

    def __str__(self) -> str:
        return f"{self.get_kind_display()} ({self.case_id})"
