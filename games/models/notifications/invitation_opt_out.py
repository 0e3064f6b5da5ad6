"""Addresses that have opted out of invitations."""

from django.db import models


class InvitationOptOut(models.Model):
    """An address without an account that gets no more invitations."""

    email = models.EmailField()
    at = models.DateTimeField(auto_now_add=True)

    class Meta:
        constraints = [models.UniqueConstraint(fields=["email"], name="opt_out_once")]

    def __str__(self) -> str:
        return self.email
