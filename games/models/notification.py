"""The outbox: every mail that the site owes somebody."""

from django.conf import settings
from django.db import models
from django.utils.translation import gettext_lazy as _

from .game import Game


class NotificationState(models.TextChoices):
    QUEUED = "queued", _("queued")
    SENDING = "sending", _("sending")
    SENT = "sent", _("sent")
    FAILED = "failed", _("failed")
    DROPPED = "dropped", _("dropped")


class Kind(models.TextChoices):
    """What a mail is about. The first six are announced by players' tables and can be switched off one by one."""

    INVITATION = "invitation", _("Somebody invites me to a table")
    STARTED = "started", _("A game of mine starts")
    TURN = "turn", _("It is my turn")
    OVER = "over", _("A game of mine is over")
    RESIGNED = "resigned", _("Somebody leaves a game of mine")
    MENTION = "mention", _("Somebody names me in a chat")
    ACCOUNT = "account", _("Account mail")


class Notification(models.Model):
    """One mail to one person about one event. ``key`` makes a second row for the same event impossible.

    The worker claims a row by a conditional update, sends outside any transaction, and marks it. ``due_at`` is when a
    worker may take it: for a row being sent, when its lease ends. ``reason`` says why it failed or was dropped.
    """

    key = models.CharField(max_length=160, unique=True)
    kind = models.CharField(max_length=20)
    user = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.CASCADE, null=True, blank=True, related_name="notifications"
    )
    email = models.EmailField(blank=True)  # for somebody without an account
    game = models.ForeignKey(Game, on_delete=models.CASCADE, null=True, blank=True, related_name="notifications")
    ply = models.PositiveIntegerField(null=True, blank=True)  # the log length when it was queued
    params = models.JSONField(default=dict, blank=True)
    raw = models.TextField(blank=True)  # a complete message (account mail); emptied once sent

    state = models.CharField(max_length=10, choices=NotificationState, default=NotificationState.QUEUED)
    attempts = models.PositiveSmallIntegerField(default=0)
    due_at = models.DateTimeField()
    reason = models.CharField(max_length=300, blank=True)
    created_at = models.DateTimeField(auto_now_add=True)
    sent_at = models.DateTimeField(null=True, blank=True)
    message_id = models.CharField(max_length=200, blank=True)

    class Meta:
        indexes = [
            models.Index(
                fields=["due_at"], condition=models.Q(state__in=["queued", "sending"]), name="notification_due"
            ),
            models.Index(fields=["game", "user"], name="notification_thread"),
        ]

    def __str__(self) -> str:
        return self.key


class MailRefusal(models.Model):
    """An address without an account whose reader wants no invitations from here."""

    email = models.EmailField(unique=True)
    at = models.DateTimeField(auto_now_add=True)

    def __str__(self) -> str:
        return self.email


class MailSwitch(models.Model):
    """A kind of mail that a player has switched off."""

    user = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="mail_switches")
    kind = models.CharField(max_length=20)

    class Meta:
        constraints = [models.UniqueConstraint(fields=["user", "kind"], name="mail_switch_once")]

    def __str__(self) -> str:
        return f"{self.user_id} without {self.kind}"
