"""Sanctions of players, the record of what administrators and moderators have done, and traces for hints."""

from datetime import datetime
from typing import Any, ClassVar

from django.conf import settings
from django.db import models
from django.db.models import Q
from django.utils.translation import gettext_lazy as _


class Rule(models.TextChoices):
    """What someone has done, in the words of who reports it. A sanction names the same."""

    RUDE = "rude", _("rude or hateful")
    SPAM = "spam", _("spam")
    STOPPED = "stopped", _("stopped playing")
    TOGETHER = "together", _("lets someone win, or two are playing together")
    DOUBLE = "double", _("the same person twice")
    NAME = "name", _("offensive name or profile")
    OTHER = "other", _("something else")


class SanctionKind(models.TextChoices):
    """From the smallest to the greatest."""

    NOTE = "note", _("a note")
    WARNING = "warning", _("a warning")
    NO_CHAT = "no-chat", _("no messages")
    UNRATED = "unrated", _("no rated games")
    EXCLUDED = "excluded", _("left out of the ratings")
    NO_GAMES = "no-games", _("no new games")
    CLOSED = "closed", _("the account is closed")


class Sanction(models.Model):
    """What a moderator has decided about a player: the rule, the facts, the end, and what the player says to it.

    ``machine`` says whether a program pointed it out. A warning is in force until it is read.
    """

    user = models.ForeignKey(
        settings.AUTH_USER_MODEL, verbose_name=_("player"), on_delete=models.CASCADE, related_name="sanctions"
    )
    kind = models.CharField(_("kind"), max_length=8, choices=SanctionKind)
    rule = models.CharField(_("reason"), max_length=8, choices=Rule)
    facts = models.TextField(_("facts"), max_length=2000)
    machine = models.BooleanField(_("pointed out by a program"), default=False)
    case = models.ForeignKey(
        "games.Case", verbose_name=_("case"), on_delete=models.SET_NULL, null=True, blank=True, related_name="sanctions"
    )
    decided_by = models.ForeignKey(
        settings.AUTH_USER_MODEL,
        verbose_name=_("moderator"),
        on_delete=models.SET_NULL,
        null=True,
        blank=True,
        related_name="+",
    )
    at = models.DateTimeField(_("time"))
    ends_at = models.DateTimeField(_("ends at"), null=True, blank=True)
    read_at = models.DateTimeField(_("read at"), null=True, blank=True)
    appeal = models.TextField(_("appeal"), max_length=2000, blank=True)
    appealed_at = models.DateTimeField(_("appealed at"), null=True, blank=True)
    answer = models.TextField(_("answer to the appeal"), max_length=2000, blank=True)
    answered_at = models.DateTimeField(_("answered at"), null=True, blank=True)
    lifted_at = models.DateTimeField(_("lifted at"), null=True, blank=True)

    class Meta:
        verbose_name = _("sanction")
        verbose_name_plural = _("sanctions")
        ordering = ["-pk"]
        indexes = [
            models.Index(
                fields=["appealed_at"],
                condition=Q(appealed_at__isnull=False, answered_at__isnull=True),
                name="sanction_appealed",
            )
        ]

    def __str__(self) -> str:
        return f"{self.get_kind_display()} ({self.user_id})"

    def is_over(self, now: datetime) -> bool:
        return self.lifted_at is not None or (self.ends_at is not None and self.ends_at <= now)

    @property
    def is_unread(self) -> bool:
        return self.read_at is None and self.lifted_at is None

    @property
    def is_unread_warning(self) -> bool:
        return self.kind == SanctionKind.WARNING and self.is_unread

    @property
    def may_appeal(self) -> bool:
        return self.appealed_at is None and self.lifted_at is None


class RecordRole(models.TextChoices):
    ADMIN = "admin", _("administrator")
    MODERATOR = "moderator", _("moderator")


class Verb(models.TextChoices):
    CHANGED = "changed", _("Changed in the administration")
    CLAIMED = "claimed", _("Took a case")
    DECIDED = "decided", _("Decided a case")
    SANCTION = "sanction", _("Decided a sanction")
    LIFTED = "lifted", _("Lifted a sanction")
    KEPT = "kept", _("Kept a sanction after an appeal")
    LOOKED = "looked", _("Read a table and its messages")
    QUIET = "quiet", _("Switched quiet mode")


class RecordQuerySet(models.QuerySet["RecordedAct"]):
    """Rows that stay as they are."""

    def update(self, **_changes: Any) -> int:
        raise TypeError("The record is only added to.")

    def delete(self) -> tuple[int, dict[str, int]]:
        raise TypeError("The record is only added to.")


class RecordedAct(models.Model):
    """One act of an administrator or a moderator. Rows are only added: triggers of the database refuse the rest.

    The erasure of an account empties its name, and a deletion what the row leads to. ``person`` is whom it concerns,
    ``game`` the table: both read their part.
    """

    at = models.DateTimeField(_("time"))
    actor = models.ForeignKey(
        settings.AUTH_USER_MODEL,
        verbose_name=_("by"),
        on_delete=models.SET_NULL,
        null=True,
        blank=True,
        related_name="+",
    )
    role = models.CharField(_("role"), max_length=9, choices=RecordRole)
    verb = models.CharField(_("what"), max_length=8, choices=Verb)
    object = models.CharField(_("about"), max_length=120)
    person = models.ForeignKey(
        settings.AUTH_USER_MODEL,
        verbose_name=_("player"),
        on_delete=models.SET_NULL,
        null=True,
        blank=True,
        related_name="record",
    )
    game = models.ForeignKey(
        "games.Game", verbose_name=_("game"), on_delete=models.SET_NULL, null=True, blank=True, related_name="record"
    )
    before = models.TextField(_("before"), blank=True)
    after = models.TextField(_("after"), blank=True)
    reason = models.TextField(_("reason"), blank=True)
    case = models.ForeignKey(
        "games.Case", verbose_name=_("case"), on_delete=models.SET_NULL, null=True, blank=True, related_name="record"
    )

    objects: ClassVar[models.Manager["RecordedAct"]] = RecordQuerySet.as_manager()

    class Meta:
        verbose_name = _("recorded act")
        verbose_name_plural = _("recorded acts")
        ordering = ["-pk"]

    def __str__(self) -> str:
        return f"{self.verb}: {self.object}"

    def save(self, *args: Any, **options: Any) -> None:
        if self.pk is not None:
            raise TypeError("The record is only added to.")
        super().save(*args, **options)

    def delete(self, *args: Any, **options: Any) -> tuple[int, dict[str, int]]:
        raise TypeError("The record is only added to.")


class Trace(models.Model):
    """That a player did something in ten minutes from ``at`` on: keyed digests of address, network and browser.

    Without the secret key nobody can find out the address, and those of different 90 days cannot be compared. They are
    deleted after 90 days.
    """

    user = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="+", db_index=False)
    at = models.DateTimeField()
    address = models.CharField(max_length=32)
    network = models.CharField(max_length=32)
    device = models.CharField(max_length=32)

    class Meta:
        ordering = ["at", "pk"]
        constraints = [models.UniqueConstraint(fields=["user", "at", "address", "device"], name="trace_once")]
        indexes = [models.Index(fields=["at"], name="trace_at")]

    def __str__(self) -> str:
        return f"trace of user {self.user_id}"
