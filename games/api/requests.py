"""Parsing, content negotiation and rate limits of API requests."""

import json
from collections.abc import Iterable, Mapping
from typing import TYPE_CHECKING, Any, NoReturn

from django.utils.translation import gettext_lazy as _
from rest_framework.exceptions import APIException, ParseError
from rest_framework.negotiation import BaseContentNegotiation
from rest_framework.parsers import BaseParser
from rest_framework.permissions import SAFE_METHODS
from rest_framework.renderers import BaseRenderer
from rest_framework.request import Request
from rest_framework.throttling import AnonRateThrottle, UserRateThrottle

from accounts.rate_limits import network_of

if TYPE_CHECKING:
    from rest_framework.views import APIView


MAX_BODY = 64 * 1024  # bytes


class AlwaysJSON(BaseContentNegotiation):
    """Answers in JSON for any Accept header, and reads only the media types of the view's parsers."""

    def select_parser(self, request: Request, parsers: Iterable[BaseParser]) -> BaseParser | None:
        media_type = (request.content_type or "").partition(";")[0].strip().lower()
        return next((parser for parser in parsers if parser.media_type == media_type), None)

    def select_renderer(
        self, request: Request, renderers: Iterable[BaseRenderer], format_suffix: str | None = None
    ) -> tuple[BaseRenderer, str]:
        renderer = next(iter(renderers))
        return renderer, renderer.media_type or ""


class TooLarge(APIException):
    status_code = 413
    default_detail = _("This request is too large. Send less at once.")
    default_code = "too_large"


class JSONBody(BaseParser):
    """JSON in UTF-8 with a limited length. Deep nesting, NaN and lone surrogates are errors of the request."""

    media_type = "application/json"

    def parse(self, stream: Any, media_type: str | None = None, context: Mapping[str, Any] | None = None) -> Any:
        """Return the value. Raises TooLarge, ParseError."""
        body = stream.read(MAX_BODY + 1)
        if len(body) > MAX_BODY:
            raise TooLarge
        try:
            value = json.loads(body.decode(), parse_constant=_refuse)
            json.dumps(value, ensure_ascii=False).encode()  # fails if an escape such as \ud800 is half a character
        except UnicodeEncodeError:
            raise ParseError(_("The request body has half a character: a surrogate without the other one.")) from None
        except (ValueError, RecursionError):
            raise ParseError(_("The request body must be JSON in UTF-8.")) from None
        return value


def _refuse(name: str) -> NoReturn:
    """Refuse NaN and the infinities, which Python reads but JSON does not have."""
    raise ValueError(name)


class VisitorThrottle(AnonRateThrottle):
    """Counts visitors by their network (accounts/rate_limits.py)."""

    def get_ident(self, request: Request) -> str:
        return network_of(super().get_ident(request) or "")


class PlayerThrottle(UserRateThrottle):
    def get_ident(self, request: Request) -> str:
        return network_of(super().get_ident(request) or "")


class WriteThrottle(PlayerThrottle):
    """Counts only requests that may change something."""

    scope = "write"

    def allow_request(self, request: Request, view: "APIView") -> bool:
        return request.method in SAFE_METHODS or super().allow_request(request, view)
