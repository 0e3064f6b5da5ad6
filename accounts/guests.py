"""Guests: visitors who play against robots before they have an account."""

from collections.abc import Callable

from allauth.usersessions.models import UserSession
from django.contrib.auth import login
from django.contrib.auth.models import AnonymousUser
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.utils import timezone
from django.utils.translation import get_language

from . import services
from .models import User
from .time_zones import valid_zone_name

BACKEND = "accounts.backends.NameOrAddress"
APPS = {"account", "accounts", "mfa", "usersessions"}
VISITOR_PAGES = {  # where guests are treated as visitors: they lead to an account
    "account_signup",
    "account_login",
    "account_reset_password",
    "account_reset_password_done",
    "account_reset_password_from_key",
    "account_reset_password_from_key_done",
    "account_confirm_email",
    "mfa_authenticate",
    "mfa_login_webauthn",
}
FREE_PAGES = {"accounts:avatar", "set_language"}


def sign_in_guest(request: HttpRequest) -> User:
    """Create a guest and sign them in; the cookie of the session keeps them. A form may name the time zone."""
    zone = valid_zone_name(request.POST.get("time_zone", ""))
    guest = services.create_guest(get_language() or "en", zone)
    login(request, guest, backend=BACKEND)
    return guest


def guest_of(request: HttpRequest) -> User | None:
    """Return the guest who visits a page on which they are treated as a visitor."""
    guest: User | None = getattr(request, "guest", None)
    return guest


def on_sign_in(request: HttpRequest, user: User, **_kwargs: object) -> None:
    request.session[services.SESSION_RENEWED] = int(timezone.now().timestamp())
    guest = guest_of(request)
    if guest is not None and guest.pk != user.pk:
        services.merge_guest(guest, user)


def on_sign_out(request: HttpRequest, **_kwargs: object) -> None:
    """Note for the middleware that the browser should forget what it has kept, and end the row of the session."""
    request.has_signed_out = True  # type: ignore[attr-defined]
    if request.session.session_key:
        UserSession.objects.filter(session_key=request.session.session_key).delete()


class GuestMiddleware:
    """Treat guests as visitors on the pages that lead to an account, and lead them there from all account pages."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        return self.get_response(request)

    def process_view(self, request: HttpRequest, *_view: object) -> HttpResponse | None:
        page = request.resolver_match.view_name if request.resolver_match else ""
        if page in FREE_PAGES or page.partition(":")[0].partition("_")[0] not in APPS:
            return None
        if not (isinstance(request.user, User) and request.user.is_guest):
            return None
        if page not in VISITOR_PAGES:
            return redirect("account_signup")
        request.guest, request.user = request.user, AnonymousUser()  # type: ignore[attr-defined]
        return None
