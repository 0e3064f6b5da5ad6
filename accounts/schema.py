"""The description of API tokens in the OpenAPI document."""

from typing import TYPE_CHECKING, Any

from drf_spectacular.extensions import OpenApiAuthenticationExtension

if TYPE_CHECKING:
    from drf_spectacular.openapi import AutoSchema


class TokenScheme(OpenApiAuthenticationExtension):  # type: ignore[no-untyped-call]
    """The security scheme of API tokens. Importing it registers it with drf-spectacular (see ``apps``)."""

    target_class = "accounts.authentication.TokenAuthentication"
    name = "token"

    def get_security_definition(self, auto_schema: "AutoSchema") -> dict[str, Any]:
        return {"type": "http", "scheme": "bearer", "description": "An API token made on the settings page: mk_..."}
