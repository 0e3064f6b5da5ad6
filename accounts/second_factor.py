"""Forms of the second factor: codes, with the limits of guesses, and passkeys."""

from collections.abc import Callable
from typing import Any

from allauth.account.adapter import get_adapter
from allauth.core import context
from allauth.mfa.adapter import get_adapter as mfa_adapter
from allauth.mfa.base import forms as allauth_forms
from allauth.mfa.models import Authenticator
from allauth.mfa.webauthn import forms as passkey_forms
from cryptography.exceptions import InvalidSignature
from django.core.validators import MaxLengthValidator
from django.forms import ValidationError
from django.utils.functional import cached_property
from django.utils.translation import gettext_lazy as _

from .models import User
from .rate_limits import code_limit, is_worth_a_mail
from .validators import validate_no_control_characters

MAX_NAME = 60  # letters of a passkey's name


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


class AddPasskeyForm(passkey_forms.AddWebAuthnForm):  # type: ignore[misc]
    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["name"].label = _("Name of this passkey")
        self.fields["name"].max_length = self.fields["name"].widget.attrs["maxlength"] = MAX_NAME
        self.fields["name"].validators += [MaxLengthValidator(MAX_NAME), validate_no_control_characters]
        self.fields["passwordless"].label = _("Sign in with it alone, without a password")
        self.fields["passwordless"].help_text = _("Your device then asks for your PIN, fingerprint or face.")
        self.fields["passwordless"].initial = True

    def clean(self) -> Any:
        return _readable(super().clean)


class EditPasskeyForm(passkey_forms.EditWebAuthnForm):  # type: ignore[misc]
    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["name"].label = _("Name of this passkey")
        self.fields["name"].validators += [MaxLengthValidator(MAX_NAME), validate_no_control_characters]


class PasskeyForm(passkey_forms.AuthenticateWebAuthnForm):  # type: ignore[misc]
    """A passkey after the right password."""

    def clean_credential(self) -> Authenticator:
        return _readable(super().clean_credential)

    @cached_property
    def has_passkey(self) -> bool:
        passkeys = Authenticator.objects.filter(user=self.user, type=Authenticator.Type.WEBAUTHN)
        return bool(passkeys.exists())


class PasskeyAgainForm(passkey_forms.ReauthenticateWebAuthnForm):  # type: ignore[misc]
    """A passkey of a player who is signed in, before a change of the account."""

    def clean_credential(self) -> Authenticator:
        return _readable(super().clean_credential)


class PasskeySignInForm(passkey_forms.LoginWebAuthnForm):  # type: ignore[misc]
    """A passkey instead of name and password."""

    def clean_credential(self) -> Authenticator:
        return _readable(super().clean_credential)


def _readable(read: Callable[[], Any]) -> Any:
    """Return what was read of a browser's answer. Raises ValidationError where allauth expects another form of it."""
    try:
        return read()
    except (ArithmeticError, AttributeError, LookupError, TypeError, ValueError, InvalidSignature):
        raise mfa_adapter().validation_error("incorrect_code") from None
