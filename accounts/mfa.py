"""Two-factor authentication: secrets, stored encrypted in case the database is stolen, and its duty for staff."""

import base64
import hashlib
from collections.abc import Callable
from typing import Any
from urllib.parse import urlsplit

from allauth.mfa.adapter import DefaultMFAAdapter
from allauth.mfa.models import Authenticator
from cryptography.fernet import Fernet, MultiFernet
from django.conf import settings
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from .models import User

FACTOR_NAMES = {
    Authenticator.Type.TOTP: gettext_lazy("Authenticator app"),
    Authenticator.Type.WEBAUTHN: gettext_lazy("Passkey"),
    Authenticator.Type.RECOVERY_CODES: gettext_lazy("Recovery codes"),
}
GetResponse = Callable[[HttpRequest], HttpResponse]


def _fernet() -> MultiFernet:
    keys = [settings.SECRET_KEY, *settings.SECRET_KEY_FALLBACKS]
    digests = (hashlib.sha256(b"marrakech-mfa-v1" + key.encode()).digest() for key in keys)
    return MultiFernet([Fernet(base64.urlsafe_b64encode(digest)) for digest in digests])


def reseal(data: dict[str, Any]) -> dict[str, Any]:
    """Return an authenticator's data with its secrets encrypted with SECRET_KEY. Raises InvalidToken if no key fits."""

    def rotate(text: str) -> str:
        return _fernet().rotate(text.encode()).decode()

    plain: dict[str, Any] = {key: rotate(data[key]) for key in ("secret", "seed") if key in data}
    codes = {key: [rotate(code) for code in data[key]] for key in ("migrated_codes",) if key in data}
    return {**data, **plain, **codes}


class MfaAdapter(DefaultMFAAdapter):  # type: ignore[misc]
    """Encrypts the authenticator's secret and the recovery codes' seed."""

    def encrypt(self, text: str) -> str:
        return _fernet().encrypt(text.encode()).decode()

    def decrypt(self, encrypted_text: str) -> str:
        return _fernet().decrypt(encrypted_text.encode()).decode()

    def build_totp_svg(self, url: str) -> str:
        """Return the QR code on a white background: phones cannot read it on a dark page."""
        svg: str = super().build_totp_svg(url)
        return svg.replace("<path", '<rect width="100%" height="100%" fill="#fff"/><path', 1)

    def generate_authenticator_name(self, user: User, kind: str) -> str:
        count = Authenticator.objects.filter(user=user, type=kind).count()
        return _("Passkey %(number)s") % {"number": count + 1} if count else _("Passkey")

    def get_public_key_credential_rp_entity(self) -> dict[str, str]:
        """Return the site of passkeys. allauth uses the request's host, which the visitor can choose."""
        return {"id": urlsplit(settings.SITE_URL).hostname or "localhost", "name": settings.SITE_NAME}


def second_factor_required(get_response: GetResponse) -> GetResponse:
    """Show staff without a second factor the way to set one up, instead of any page of administration or moderation."""

    def middleware(request: HttpRequest) -> HttpResponse:
        is_asked = settings.ADMIN_SECOND_FACTOR and request.path.startswith(tuple(map(reverse, settings.STAFF_PAGES)))
        if is_asked and request.path != reverse("admin:logout") and _needs_one(request):
            return render(request, "accounts/second_factor_needed.html", status=403)
        return get_response(request)

    return middleware


def _needs_one(request: HttpRequest) -> bool:
    user = request.user
    if not (isinstance(user, User) and user.is_staff):
        return False
    enough = [Authenticator.Type.TOTP, Authenticator.Type.WEBAUTHN]
    return not Authenticator.objects.filter(user=user, type__in=enough).exists()
