"""Authentication of API requests: ``Authorization: Bearer mk_...``."""

from typing import TYPE_CHECKING, Any

from django.utils.translation import gettext_lazy as _
from drf_spectacular.extensions import OpenApiAuthenticationExtension
from rest_framework.authentication import BaseAuthentication, get_authorization_header
from rest_framework.exceptions import AuthenticationFailed
from rest_framework.request import Request

from .models import ApiToken, User
from .selectors import token_by_key
from .services import record_token_use

if TYPE_CHECKING:
    from drf_spectacular.openapi import AutoSchema


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


class TokenScheme(OpenApiAuthenticationExtension):  # type: ignore[no-untyped-call]
    """The security scheme of API tokens. Importing it registers it with drf-spectacular (see ``apps``)."""

    target_class = "accounts.authentication.TokenAuthentication"
    name = "token"

    def get_security_definition(self, auto_schema: "AutoSchema") -> dict[str, Any]:
        return {"type": "http", "scheme": "bearer", "description": "An API token made on the settings page: mk_..."}
