"""Addresses that emails bounce from."""

from django.conf import settings
from django.db import models
from django.utils.translation import gettext_lazy as _


class BlockReason(models.TextChoices):
    BOUNCE = "bounce", _("the address does not exist or rejects emails")
    COMPLAINT = "complaint", _("the recipient reported an email from here as spam")


class MailBlock(models.Model):
    """A period without emails to an address, because it bounced or its reader complained.

    Rows stay after the block has ended, so that clocks can look up when a player could not be reached.
    """

    user = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.CASCADE, null=True, blank=True, related_name="mail_blocks"
    )
    email = models.EmailField()
    reason = models.CharField(max_length=10, choices=BlockReason)
    detail = models.CharField(max_length=300, blank=True)
    began_at = models.DateTimeField()
    ended_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        verbose_name = _("blocked email address")
        verbose_name_plural = _("blocked email addresses")
        constraints = [
            models.UniqueConstraint(fields=["email"], condition=models.Q(ended_at=None), name="mail_block_once")
        ]
        indexes = [
            models.Index(fields=["user", "-began_at"], name="mail_block_of_user"),
            models.Index(fields=["email"], name="mail_block_address"),
            models.Index(fields=["reason", "-id"], name="mail_block_reason"),
            models.Index(fields=["-id"], condition=models.Q(ended_at__isnull=False), name="mail_block_ended"),
            models.Index(fields=["-id"], condition=models.Q(ended_at=None), name="mail_block_lasting"),
        ]

    def __str__(self) -> str:
        return f"{self.email}: {self.reason}"
