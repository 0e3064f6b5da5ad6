"""Forms for codes of the second factor, with the limits of guesses."""

from collections.abc import Callable

from allauth.account.adapter import get_adapter
from allauth.core import context
from allauth.mfa.base import forms as allauth_forms
from django.forms import ValidationError

from .models import User
from .rate_limits import code_limit, is_worth_a_mail


class CodeForm(allauth_forms.AuthenticateForm):  # type: ignore[misc]
    """A code after the right password. The fifth wrong one of a day sends the player an email."""

    user: User

    def clean_code(self) -> str:
        try:
            return _checked(self.user, super().clean_code)
        except ValidationError:
            if is_worth_a_mail(self.user):
                get_adapter(context.request).send_notification_mail("mfa/email/wrong_codes", self.user)
            raise


class CodeAgainForm(allauth_forms.ReauthenticateForm):  # type: ignore[misc]
    """A code of a player who is signed in, before a change of the account."""

    user: User

    def clean_code(self) -> str:
        return _checked(self.user, super().clean_code)


def _checked(user: User, check: Callable[[], str]) -> str:
    """Return the code, unless it is wrong or this guesser has been wrong too often. Raises ValidationError."""
    limit = code_limit(context.request, user)
    if not limit.take():
        raise get_adapter().validation_error("too_many_login_attempts")
    code = check()
    limit.give_back()
    return code
