"""Texts of allauth that this site translates itself: listed here, they are found by makemessages."""

from django.utils.translation import gettext_noop

TEXTS = (
    gettext_noop("Forgot your password?"),
    gettext_noop("Authenticator code"),
    gettext_noop("The new value must be different from the current one."),
    gettext_noop("You cannot activate two-factor authentication until you have verified your email address."),
    gettext_noop("You cannot add an email address to an account protected by two-factor authentication."),
    gettext_noop("You cannot deactivate two-factor authentication."),
    gettext_noop("You cannot generate recovery codes without having two-factor authentication enabled."),
)
