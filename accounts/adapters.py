"""How this site uses allauth: what is stored at sign-up, where links lead, which language mails speak."""

from typing import TYPE_CHECKING, Any, ClassVar
from urllib.parse import urlencode, urlsplit

from allauth.account.adapter import DefaultAccountAdapter
from allauth.account.utils import get_next_redirect_url
from django.conf import settings
from django.http import HttpRequest
from django.urls import reverse
from django.utils import translation
from django.utils.translation import gettext_lazy as _

from . import services
from .models import User
from .selectors import display_name, get_profile, person_by_address

if TYPE_CHECKING:
    from allauth.account.models import EmailAddress, EmailConfirmationHMAC
    from django.forms import Form


def with_site_address(link: str) -> str:
    """Return a link with the site's own address: allauth takes that of the request, which whoever asks can choose."""
    parts = urlsplit(link)
    return settings.SITE_URL + link.removeprefix(f"{parts.scheme}://{parts.netloc}")


class AccountAdapter(DefaultAccountAdapter):  # type: ignore[misc]
    """The site's answers to allauth's questions."""

    # What a form says: names here are names, and whoever plays is no "user".
    error_messages: ClassVar = {
        **DefaultAccountAdapter.error_messages,
        "username_taken": _("This name is taken."),
        **dict.fromkeys(
            ("username_password_mismatch", "email_password_mismatch"),
            _("Wrong name, email address or password."),
        ),
    }

    def save_user(self, request: HttpRequest, user: User, form: "Form", commit: bool = True) -> User:
        """Store a user, a profile and the address to confirm from the sign-up form. Raises NameTaken."""
        super().save_user(request, user, form, commit=False)
        sent, language = form.cleaned_data, translation.get_language() or settings.LANGUAGE_CODE
        services.register(user, sent["email"], language=language, time_zone=sent.get("time_zone", ""))
        return user

    def can_delete_email(self, email_address: "EmailAddress") -> bool:
        """Allow giving up a pending change; the primary address stays, for the account must be reachable."""
        return not email_address.primary

    def get_email_confirmation_url(self, request: HttpRequest, emailconfirmation: "EmailConfirmationHMAC") -> str:
        """Return the link of a verification mail, which remembers where its reader was going.

        In the browser of the sign-up, the session knows that too and signs in at once. In any other browser, or
        later, the link leads through the sign-in page to the same place, an invitation for instance.
        """
        url: str = super().get_email_confirmation_url(request, emailconfirmation)
        if goal := get_next_redirect_url(request):
            by_sign_in = reverse("account_login") + "?" + urlencode({"next": goal})
            url += "?" + urlencode({"next": by_sign_in})
        return url

    def send_confirmation_mail(self, request: HttpRequest, emailconfirmation: Any, signup: bool) -> None:
        """Send the link; to the address of another account a mail that says so. Whoever asks cannot tell which."""
        if emailconfirmation.email_address.can_set_verified():
            super().send_confirmation_mail(request, emailconfirmation, signup)
        else:
            self.send_account_already_exists_mail(emailconfirmation.email_address.email)

    def send_mail(self, template_prefix: str, email: str, context: dict[str, Any]) -> None:
        """Compose one of the account's mails in its reader's language and send it."""
        user = context.get("user") or person_by_address(email)
        words = {
            "email": email,
            "site_name": settings.SITE_NAME,
            "site_url": settings.SITE_URL,
            "person": display_name(user) if user else "",
        }
        words |= {name: with_site_address(link) for name, link in context.items() if name.endswith("_url")}
        headers = {"Auto-Submitted": "auto-generated"}
        with translation.override(get_profile(user).language if user else translation.get_language()):
            self.render_mail(template_prefix, email, {**context, **words}, headers).send()
