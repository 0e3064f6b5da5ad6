"""The second factor of administrators: without one, the administration is closed to them."""

from collections.abc import Callable

from allauth.mfa.models import Authenticator
from django.conf import settings
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse

from ..models import User

GetResponse = Callable[[HttpRequest], HttpResponse]


def second_factor_required(get_response: GetResponse) -> GetResponse:
    """Show staff without an authenticator app the way to set one up, instead of any page of the administration."""

    def middleware(request: HttpRequest) -> HttpResponse:
        is_asked = settings.ADMIN_SECOND_FACTOR and request.path.startswith(reverse("admin:index"))
        if is_asked and request.path != reverse("admin:logout") and _needs_one(request):
            return render(request, "accounts/second_factor_needed.html", status=403)
        return get_response(request)

    return middleware


def _needs_one(request: HttpRequest) -> bool:
    user = request.user
    if not (isinstance(user, User) and user.is_staff):
        return False
    return not Authenticator.objects.filter(user=user, type=Authenticator.Type.TOTP).exists()
