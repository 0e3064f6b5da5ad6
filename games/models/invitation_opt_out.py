"""Addresses that have opted out of invitations."""

from django.db import models


class InvitationOptOut(models.Model):
    """An address without an account that gets no more invitations."""

    email = models.EmailField(unique=True)
    at = models.DateTimeField(auto_now_add=True)

    def __str__(self) -> str:
        return self.email
