"""Authentication of API requests: ``Authorization: Bearer mk_...``."""

from django.utils.translation import gettext_lazy as _
from rest_framework.authentication import BaseAuthentication, get_authorization_header
from rest_framework.exceptions import AuthenticationFailed
from rest_framework.request import Request

from .models import ApiToken, User
from .selectors import token_by_key
from .services import record_token_use


class TokenAuthentication(BaseAuthentication):
    """Accepts valid API tokens of active users; ignores requests without a bearer key."""

    def authenticate(self, request: Request) -> tuple[User, ApiToken] | None:
        """Return user and token, None without the header. Raises AuthenticationFailed for an invalid key."""
        scheme, _space, key = get_authorization_header(request).decode("latin-1").partition(" ")
        if scheme.lower() != "bearer":
            return None
        token = token_by_key(key.strip())
        if token is None:
            raise AuthenticationFailed(
                _("This token is unknown, revoked or expired, or its owner’s account is closed.")
            )
        record_token_use(token)
        return token.user, token

    def authenticate_header(self, request: Request) -> str:
        """Return the scheme: with it REST framework answers 401 instead of 403."""
        return "Bearer"
