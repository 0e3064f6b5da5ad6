"""Invitations to a table, and filters of the lobby that players have saved."""

from typing import Self

from django.conf import settings
from django.contrib.auth.models import AnonymousUser
from django.db import models
from django.db.models import Exists, OuterRef
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from accounts.blocks import hidden_from
from accounts.models import User
from games.core.models import Game, Seat, new_code


class InvitationState(models.TextChoices):
    PENDING = "pending", _("pending")
    ACCEPTED = "accepted", _("accepted")
    DECLINED = "declined", _("declined")
    WITHDRAWN = "withdrawn", _("withdrawn")


class InvitationQuerySet(models.QuerySet["Invitation"]):
    def without_blocked(self, viewer: User | AnonymousUser | None) -> Self:
        """Leave out the invitations by people who are kept apart from the viewer, and to tables where they sit."""
        there = Seat.objects.of_blocked(viewer).filter(game=OuterRef("game"))
        return self.exclude(inviter__in=hidden_from(viewer)).exclude(Exists(there))

    def to_blocked(self) -> Self:
        """Keep the invitations of players who are kept apart from the inviter, or from someone at the table."""
        seats = Seat.objects.filter(game=OuterRef("game"), user__in=hidden_from(OuterRef(OuterRef("user"))))
        apart = models.Q(inviter__in=hidden_from(OuterRef("user"))) | models.Q(Exists(seats))
        return self.filter(apart, user__isnull=False)


class Invitation(models.Model):
    """An invitation of a player (``user``), or of an address without an account (``email``).

    With ``held_until`` nobody invited the player: a new account keeps a seat for a while, to confirm its address.
    """

    game = models.ForeignKey(Game, verbose_name=_("game"), on_delete=models.CASCADE, related_name="invitations")
    inviter = models.ForeignKey(
        settings.AUTH_USER_MODEL,
        verbose_name=_("invited by"),
        on_delete=models.SET_NULL,
        null=True,
        related_name="invitations_sent",
    )
    user = models.ForeignKey(
        settings.AUTH_USER_MODEL,
        verbose_name=_("player"),
        on_delete=models.CASCADE,
        null=True,
        blank=True,
        related_name="invitations",
    )
    email = models.EmailField(_("email address"), blank=True)
    code = models.CharField(max_length=16, default=new_code, editable=False)
    state = models.CharField(_("state"), max_length=10, choices=InvitationState, default=InvitationState.PENDING)
    # For a reader who has signed up from it.
    accept_on_verification = models.BooleanField(_("accepted when the address is confirmed"), default=False)
    held_until = models.DateTimeField(_("held until"), null=True, blank=True)
    created_at = models.DateTimeField(_("created at"), auto_now_add=True)
    answered_at = models.DateTimeField(_("answered at"), null=True, blank=True)

    objects = InvitationQuerySet.as_manager()

    class Meta:
        verbose_name = _("invitation")
        verbose_name_plural = _("invitations")
        ordering = ["-id"]
        indexes = [
            models.Index(fields=["email", "state"], condition=~models.Q(email=""), name="invitation_address"),
            models.Index(fields=["state", "-id"], name="invitation_state"),
            models.Index(
                fields=["held_until"],
                condition=models.Q(state="pending", held_until__isnull=False),
                name="invitation_held",
            ),
        ]
        constraints = [
            models.UniqueConstraint(fields=["code"], name="invitation_code_once"),
            models.UniqueConstraint(
                fields=["game", "user"], condition=models.Q(state="pending"), name="invitation_user_once"
            ),
            models.UniqueConstraint(
                fields=["game", "email"],
                condition=models.Q(state="pending") & ~models.Q(email=""),
                name="invitation_email_once",
            ),
            models.UniqueConstraint(  # nobody fills a table with promises
                fields=["game"],
                condition=models.Q(state="pending", held_until__isnull=False),
                name="invitation_held_once",
            ),
        ]

    def __str__(self) -> str:
        return f"invitation of {self.email or self.user} to {self.game_id}"


class TableNews(models.TextChoices):
    """How players learn of new tables."""

    EMAIL = "email", _("by email, at most once a day")
    FEED = "feed", _("in the feed of new tables")
    PAUSED = "paused", _("not at the moment")


class SavedFilter(models.Model):
    """A filter of the lobby about whose new tables a player wants to know.

    ``criteria`` are values of ``LobbyForm``. The player has been told of the tables up to ``last_table``, at
    ``told_at`` by email. ``due_at`` is when the sweep looks again, the same for all emails of a player.
    """

    user = models.ForeignKey(
        settings.AUTH_USER_MODEL, verbose_name=_("player"), on_delete=models.CASCADE, related_name="saved_filters"
    )
    criteria = models.JSONField(_("criteria"), default=dict)
    news = models.CharField(_("news"), max_length=10, choices=TableNews, default=TableNews.EMAIL)
    last_table = models.PositiveBigIntegerField(default=0)
    told_at = models.DateTimeField(_("last email"), null=True, blank=True)
    due_at = models.DateTimeField(default=timezone.now)
    created_at = models.DateTimeField(_("created at"), auto_now_add=True)

    class Meta:
        verbose_name = _("saved filter")
        verbose_name_plural = _("saved filters")
        ordering = ["id"]
        indexes = [
            models.Index(fields=["due_at"], condition=models.Q(news=TableNews.EMAIL.value), name="saved_filter_due")
        ]

    def __str__(self) -> str:
        return f"filter of {self.user_id}"
