"""The outbox: notifications to be sent, and their results."""

from django.conf import settings
from django.db import models
from django.utils.translation import gettext_lazy as _

from ..game import Game
from ..kind import Channel
from .notification_reason import NotificationReason


class NotificationState(models.TextChoices):
    """Queued: to be sent when due. Held: waits for a digest, the end of quiet hours or of a visit to the table."""

    QUEUED = "queued", _("queued")
    HELD = "held", _("held")
    SENDING = "sending", _("sending")
    SENT = "sent", _("sent")
    FAILED = "failed", _("failed")
    BOUNCED = "bounced", _("bounced")
    DROPPED = "dropped", _("dropped")


class Notification(models.Model):
    """One notification to one person about one event, by one channel. ``key`` prevents a second row.

    The worker claims a row by a conditional update, sends outside any transaction, and marks it. A worker may claim it
    from ``due_at`` on: for a row being sent, this is the end of its lease. ``reason`` says why it waits, failed or was
    dropped; ``detail`` is the text of a server or an exception, or the key of the digest.
    """

    key = models.CharField(max_length=160)
    channel = models.CharField(max_length=7, choices=Channel, default=Channel.EMAIL)
    kind = models.CharField(max_length=20)
    user = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.CASCADE, null=True, blank=True, related_name="notifications"
    )
    email = models.EmailField(blank=True)  # of a recipient without an account
    game = models.ForeignKey(Game, on_delete=models.CASCADE, null=True, blank=True, related_name="notifications")
    ply = models.PositiveIntegerField(null=True, blank=True)  # the length of the log when it was queued
    params = models.JSONField(default=dict, blank=True)
    raw = models.TextField(blank=True)  # a complete message (account mail); emptied once sent
    device = models.ForeignKey("PushDevice", on_delete=models.CASCADE, null=True, blank=True, related_name="+")
    webhook = models.ForeignKey("Webhook", on_delete=models.CASCADE, null=True, blank=True, related_name="+")
    digest = models.ForeignKey("self", on_delete=models.SET_NULL, null=True, blank=True, related_name="digest_items")

    state = models.CharField(max_length=10, choices=NotificationState, default=NotificationState.QUEUED)
    attempts = models.PositiveSmallIntegerField(default=0)
    due_at = models.DateTimeField()
    reason = models.CharField(max_length=20, choices=NotificationReason, blank=True)
    detail = models.CharField(max_length=300, blank=True)
    created_at = models.DateTimeField(auto_now_add=True)
    failed_at = models.DateTimeField(null=True, blank=True)  # the last attempt that failed
    sent_at = models.DateTimeField(null=True, blank=True)
    sent_to = models.EmailField(blank=True)  # the address that the email went to; the player may have another one now
    message_id = models.CharField(max_length=200, blank=True)
    provider_id = models.CharField(max_length=200, blank=True)  # the mail service's id in its reports

    class Meta:
        verbose_name = _("notification")
        verbose_name_plural = _("notifications")
        constraints = [models.UniqueConstraint(fields=["key"], name="notification_once")]
        indexes = [
            models.Index(
                fields=["due_at"], condition=models.Q(state__in=["queued", "held", "sending"]), name="notification_due"
            ),
            # For SQLite, which uses no index with a condition that a parameter fulfils.
            models.Index(fields=["state", "due_at"], name="notification_state"),
            models.Index(fields=["provider_id"], condition=~models.Q(provider_id=""), name="notification_at_provider"),
            models.Index(fields=["game", "user"], name="notification_thread"),
            # For the admin: rows by state, and the few that are not emails about a turn.
            models.Index(fields=["state", "-id"], name="notification_by_state"),
            models.Index(fields=["kind", "-id"], condition=~models.Q(kind="turn"), name="notification_kind"),
            models.Index(fields=["channel", "-id"], condition=~models.Q(channel="email"), name="notification_call"),
            models.Index(fields=["failed_at"], condition=models.Q(failed_at__isnull=False), name="notification_failed"),
            models.Index(fields=["email"], condition=~models.Q(email=""), name="notification_address"),
        ]

    def __str__(self) -> str:
        return self.key
