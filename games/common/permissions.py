"""Checks of an account before it takes part."""

from collections.abc import Iterable

from django.utils.translation import gettext_lazy as _

from accounts.models import User
from accounts.selectors import display_name

from .errors import Forbidden


def require_confirmed_address(user: User) -> None:
    """Raise Forbidden (address-unconfirmed, for guests sign-up-first) for a player without a confirmed address."""
    if user.is_guest:
        raise Forbidden("sign-up-first", _("Sign up first. As a guest, you can play against robots."))
    if not user.is_confirmed:
        message = _("Confirm your email address first. Until then, you can play against robots.")
        raise Forbidden("address-unconfirmed", message)


def require_unblocked(user: User, people: Iterable[int | None]) -> None:
    """Raise Forbidden (you-have-blocked) if the user has blocked one of these people, whom they now ask for something.

    Who was blocked themselves is not refused: they must not learn of it (``accounts/blocks.py``).
    """
    row = user.blocks.filter(blocked__in=list(people)).select_related("blocked__profile").first()
    if row is not None:
        message = _("You have blocked %(name)s. Lift the block first.") % {"name": display_name(row.blocked)}
        raise Forbidden("you-have-blocked", message)


def require_active_account(user: User) -> None:
    """Raise Forbidden (account-closed) if the account is closed by now: no one could free the seat that it takes."""
    if not User.objects.filter(pk=user.pk, is_active=True).exists():
        raise Forbidden("account-closed", _("This account is closed."))
