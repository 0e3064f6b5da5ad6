"""The allauth adapter: storage at sign-up, links, language of account emails."""

from typing import TYPE_CHECKING, Any, ClassVar
from urllib.parse import urlencode, urlsplit

from allauth.account import app_settings
from allauth.account.adapter import DefaultAccountAdapter
from allauth.account.utils import get_next_redirect_url
from django.conf import settings
from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.urls import reverse
from django.utils import timezone, translation
from django.utils.translation import gettext, gettext_noop
from django.utils.translation import gettext_lazy as _

from . import services
from .emails import FlowedMail, frame, styled
from .erasure import reopen
from .guests import guest_of
from .models import User
from .rate_limits import may_send_confirmation, may_send_reminder, password_limit, remember_device, unmapped
from .selectors import display_name, get_profile, is_reopenable, person_by_address

if TYPE_CHECKING:
    from allauth.account.models import EmailAddress, EmailConfirmationHMAC
    from django.forms import Form

DAY = 24 * 60 * 60  # seconds
CONFIRMATION_SENT = "account/messages/email_confirmation_sent.txt"
ADDRESS_CONFIRMED = "account/messages/email_confirmed.txt"
# Texts of allauth that this site translates itself: listed here, they are found by makemessages.
TEXTS = (
    gettext_noop("Forgot your password?"),
    gettext_noop("Authenticator code"),
    gettext_noop("The new value must be different from the current one."),
    gettext_noop("You cannot activate two-factor authentication until you have verified your email address."),
    gettext_noop("You cannot add an email address to an account protected by two-factor authentication."),
    gettext_noop("You cannot deactivate two-factor authentication."),
    gettext_noop("You cannot generate recovery codes without having two-factor authentication enabled."),
)

REAUTHENTICATION = {  # the ways to confirm who you are, named as on the pages of signing in
    "reauthenticate": _("Use your password"),
    "mfa_reauthenticate": _("Use a code"),
    "mfa_reauthenticate:webauthn": _("Use a passkey"),
}


def with_site_address(link: str) -> str:
    """Return a link with SITE_URL as its host. allauth uses the request's host, which the visitor can choose."""
    parts = urlsplit(link)
    return settings.SITE_URL + link.removeprefix(f"{parts.scheme}://{parts.netloc}")


class AccountAdapter(DefaultAccountAdapter):  # type: ignore[misc]
    # allauth says "username" and "login"; this site says "name" and "sign in".
    error_messages: ClassVar = {
        **DefaultAccountAdapter.error_messages,
        "username_taken": _("This name is taken."),
        **dict.fromkeys(
            ("username_password_mismatch", "email_password_mismatch"), _("Wrong name, email address or password.")
        ),
        **dict.fromkeys(("enter_current_password", "incorrect_password"), _("Wrong password. Please try again.")),
        "too_many_login_attempts": _("Too many failed attempts to sign in. Try again later."),
    }

    def save_user(self, request: HttpRequest, user: User, form: "Form", commit: bool = True) -> User:
        """Store user, profile and unconfirmed address. A guest keeps their row, so their games. Raises NameTaken."""
        guest = guest_of(request)
        user = super().save_user(request, guest or user, form, commit=False)
        values, language = form.cleaned_data, translation.get_language() or settings.LANGUAGE_CODE
        services.register(user, values["email"], language=language, time_zone=values.get("time_zone", ""))
        return user

    def authenticate(self, request: HttpRequest, **credentials: Any) -> User | None:
        """Check a password, unless this guesser has been wrong too often (rate_limits.py)."""
        limit = password_limit(request, credentials.get("username") or credentials.get("email") or "")
        if not limit.take():
            raise self.validation_error("too_many_login_attempts")
        user: User | None = super().authenticate(request, **credentials)
        if user is not None:
            limit.give_back()
        return user

    def get_client_ip(self, request: HttpRequest) -> str:
        return unmapped(super().get_client_ip(request))

    def pre_login(self, request: HttpRequest, user: User, **kwargs: Any) -> HttpResponse | None:
        """Refuse closed accounts, but not one whose player comes back in time: ``login`` reopens it."""
        if is_reopenable(user, timezone.now()):
            return None
        refusal: HttpResponse | None = super().pre_login(request, user, **kwargs)
        return refusal

    def login(self, request: HttpRequest, user: User) -> None:
        """Sign in after all steps, and reopen an account that its player has closed in the last days."""
        if reopen(user):
            messages.success(request, gettext("Your account is open again, and nothing will be erased."))
        super().login(request, user)

    def post_login(self, request: HttpRequest, user: User, **kwargs: Any) -> HttpResponse:
        """Sign in, and let this browser be known as one of the account."""
        response: HttpResponse = super().post_login(request, user, **kwargs)
        remember_device(request, response, user)
        return response

    def get_reauthentication_methods(self, user: Any) -> list[dict[str, Any]]:
        return [
            {**way, "description": REAUTHENTICATION[way["id"]]} for way in super().get_reauthentication_methods(user)
        ]

    def can_delete_email(self, email_address: "EmailAddress") -> bool:
        """Allow deleting an unconfirmed address, but not the primary one: the account needs an address."""
        return not email_address.primary

    def get_email_confirmation_url(self, request: HttpRequest, emailconfirmation: "EmailConfirmationHMAC") -> str:
        """Return the link of a confirmation email with the page that the user wanted to visit.

        In the browser of the sign-up, the session knows the page and signs in at once. In any other browser the link
        leads to the page through the sign-in page.
        """
        url: str = super().get_email_confirmation_url(request, emailconfirmation)
        if page := get_next_redirect_url(request):
            by_sign_in = reverse("account_login") + "?" + urlencode({"next": page}, safe="/")
            url += "?" + urlencode({"next": by_sign_in}, safe="/=")
        return url

    def send_confirmation_mail(self, request: HttpRequest, emailconfirmation: Any, signup: bool) -> None:
        """Send the link, or an email that the address has an account. The visitor cannot tell which was sent."""
        address = emailconfirmation.email_address
        if not may_send_confirmation(request, address.user, address.email):
            request.was_not_sent = True  # type: ignore[attr-defined]
        elif address.can_set_verified():
            super().send_confirmation_mail(request, emailconfirmation, signup)
        elif may_send_reminder(address.email):
            self.send_account_already_exists_mail(address.email)

    def add_message(
        self, request: HttpRequest, level: int, message_template: Any = None, *args: Any, **kw: Any
    ) -> None:
        """Show a message, but not that an email was sent if it was not, and one message of what a link has done."""
        is_sent = message_template == CONFIRMATION_SENT
        # After a sign-up, the reminder on each page says so.
        untrue = is_sent and (getattr(request, "was_not_sent", False) or request.path == reverse("account_signup"))
        said = message_template == ADDRESS_CONFIRMED and getattr(request, "says_more", False)
        if not untrue and not said:
            super().add_message(request, level, message_template, *args, **kw)

    def send_mail(self, template_prefix: str, email: str, context: dict[str, Any]) -> None:
        """Send an account email in its recipient's language."""
        user = context.get("user") or person_by_address(email)
        profile = get_profile(user) if user else None
        values = {"email": email, "person": display_name(user) if user else "", "name": user.username if user else ""}
        values |= {name: with_site_address(link) for name, link in context.items() if name.endswith("_url")}
        with translation.override(profile.language if profile else translation.get_language()):
            mail = self.render_mail(template_prefix, email, {**context, **values}, thread_headers(user))
        if profile and profile.mails_as_text:
            mail.alternatives = []
        mail.send()

    def render_mail(
        self, template_prefix: str, email: str | list[str], context: dict[str, Any], headers: Any = None
    ) -> FlowedMail:
        values = {
            **frame(),
            "confirmation_days": app_settings.EMAIL_CONFIRMATION_EXPIRE_DAYS,
            "reset_days": settings.PASSWORD_RESET_TIMEOUT // DAY,
            "subject": settings.SITE_NAME,
        }
        made = super().render_mail(template_prefix, email, {**values, **context}, headers)
        mail = FlowedMail(made.subject, f"{made.body}\n", made.from_email, made.to, headers=headers)
        ((page, kind),) = made.alternatives
        mail.attach_alternative(styled(page), kind)
        return mail


def thread_headers(user: User | None) -> dict[str, str]:
    """Return the headers of an account email: written by a machine, and one conversation for each account."""
    host = urlsplit(settings.SITE_URL).hostname or "localhost"
    headers = {
        "Auto-Submitted": "auto-generated",
        "X-Auto-Response-Suppress": "RN, NRN, OOF, AutoReply",
        "Precedence": "list",
        "List-Id": f"<account.{host}>",
    }
    root = f"<account.{user.pk}@{host}>" if user else ""
    return {**headers, "In-Reply-To": root, "References": root} if root else headers
