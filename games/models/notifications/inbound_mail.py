"""Incoming emails."""

from django.conf import settings
from django.db import models
from django.utils.translation import gettext_lazy as _

from ..game import Game
from .inbound_reason import InboundReason


class InboundState(models.TextChoices):
    RECEIVED = "received", _("received")
    PLAYED = "played", _("played")
    ANSWERED = "answered", _("answered, nothing played")
    REFUSED = "refused", _("refused")
    IGNORED = "ignored", _("ignored")
    FAILED = "failed", _("failed")


class InboundMail(models.Model):
    """One incoming email, from any source. The unique ``digest`` stops a second delivery from acting again.

    ``digest`` is a SHA-256 over Message-ID and recipient (over the whole message if it has no id). ``excerpt`` is the
    part that was read, not the whole email. ``reason`` explains the result; ``detail`` adds the text of a header or an
    exception, or the code of a refusal.
    """

    digest = models.CharField(max_length=64)
    message_id = models.CharField(max_length=250, blank=True)
    source = models.CharField(max_length=20)  # webhook, pipe, imap
    sender = models.CharField(max_length=254, blank=True)
    user = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.CASCADE, null=True, blank=True, related_name="inbound_mails"
    )
    game = models.ForeignKey(Game, on_delete=models.CASCADE, null=True, blank=True, related_name="inbound_mails")
    received_at = models.DateTimeField(auto_now_add=True)
    state = models.CharField(max_length=10, choices=InboundState, default=InboundState.RECEIVED)
    reason = models.CharField(max_length=20, choices=InboundReason, blank=True)
    detail = models.CharField(max_length=300, blank=True)
    excerpt = models.CharField(max_length=500, blank=True)
    is_checked = models.BooleanField(default=False)  # the mail server has checked whether the sender is genuine

    class Meta:
        verbose_name = _("received email")
        verbose_name_plural = _("received emails")
        constraints = [models.UniqueConstraint(fields=["digest"], name="inbound_once")]
        indexes = [
            models.Index(fields=["-received_at"], name="inbound_latest"),
            models.Index(fields=["state", "-id"], name="inbound_state"),
            models.Index(fields=["reason", "-id"], name="inbound_reason"),
            models.Index(fields=["sender"], name="inbound_sender"),
            models.Index(fields=["message_id"], name="inbound_message_id"),
        ]

    def __str__(self) -> str:
        return f"{self.sender} {self.message_id}"
