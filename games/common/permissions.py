"""Checks of an account before it takes part."""

from django.utils.translation import gettext_lazy as _

from accounts.models import User

from .errors import Forbidden


def require_confirmed_address(user: User) -> None:
    """Raise Forbidden (address-unconfirmed, for guests sign-up-first) for a player without a confirmed address."""
    if user.is_guest:
        raise Forbidden("sign-up-first", _("Sign up first. As a guest, you can play against robots."))
    if not user.is_confirmed:
        message = _("Confirm your email address first. Until then, you can play against robots.")
        raise Forbidden("address-unconfirmed", message)


def require_active_account(user: User) -> None:
    """Raise Forbidden (account-closed) if the account is closed by now: no one could free the seat that it takes."""
    if not User.objects.filter(pk=user.pk, is_active=True).exists():
        raise Forbidden("account-closed", _("This account is closed."))
