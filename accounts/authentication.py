"""How programs sign in to the API: ``Authorization: Bearer mk_...``."""

from django.utils.translation import gettext_lazy as _
from rest_framework.authentication import BaseAuthentication, get_authorization_header
from rest_framework.exceptions import AuthenticationFailed
from rest_framework.request import Request

from .models import ApiToken, User
from .selectors import token_by_key
from .services import record_token_use


class TokenAuthentication(BaseAuthentication):
    """Accept a living API token of an active user; leave requests without a bearer key to others."""

    def authenticate(self, request: Request) -> tuple[User, ApiToken] | None:
        """Return user and token, or None without the header. Raises AuthenticationFailed for a key that fits not."""
        scheme, _space, key = get_authorization_header(request).decode("latin-1").partition(" ")
        if scheme.lower() != "bearer":
            return None
        token = token_by_key(key.strip())
        if token is None:
            raise AuthenticationFailed(_("This token is unknown or revoked, or its owner’s account is closed."))
        record_token_use(token)
        return token.user, token

    def authenticate_header(self, request: Request) -> str:
        """Name the scheme, so that a refusal is a 401."""
        return "Bearer"
