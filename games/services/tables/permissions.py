"""Checks of an account before it takes part."""

from django.utils.translation import gettext_lazy as _

from accounts.models import User
from games.errors import Forbidden


def require_confirmed_address(user: User) -> None:
    """Raise Forbidden (address-unconfirmed) for a player without a confirmed email address."""
    if not user.is_confirmed:
        message = _("Confirm your email address first. Until then, you can play against robots.")
        raise Forbidden("address-unconfirmed", message)


def require_active_account(user: User) -> None:
    """Raise Forbidden (account-closed) if the account was closed or deleted since the request began.

    Otherwise no one could free the seat that it takes.
    """
    if not User.objects.filter(pk=user.pk, is_active=True).exists():
        raise Forbidden("account-closed", _("This account is closed."))
