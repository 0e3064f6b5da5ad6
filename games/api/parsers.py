"""The JSON parser of the API."""

import json
from collections.abc import Mapping
from typing import Any, NoReturn

from django.conf import settings
from django.utils.translation import gettext_lazy as _
from rest_framework.exceptions import APIException, ParseError
from rest_framework.parsers import BaseParser


class TooLarge(APIException):
    """A request body that is too large."""

    status_code = 413
    default_detail = _("This request is too large. Send less at once.")
    default_code = "too_large"


class JSONBody(BaseParser):
    """JSON in UTF-8 with a limited length. Deep nesting and NaN are errors of the request."""

    media_type = "application/json"

    def parse(self, stream: Any, media_type: str | None = None, context: Mapping[str, Any] | None = None) -> Any:
        """Return the value. Raises TooLarge, ParseError."""
        body = stream.read(settings.DATA_UPLOAD_MAX_MEMORY_SIZE + 1)
        if len(body) > settings.DATA_UPLOAD_MAX_MEMORY_SIZE:
            raise TooLarge
        try:
            return json.loads(body.decode(), parse_constant=_refuse)
        except (ValueError, RecursionError):
            raise ParseError(_("The request body must be JSON in UTF-8.")) from None


def _refuse(name: str) -> NoReturn:
    """Refuse NaN and the infinities, which Python reads but JSON does not have."""
    raise ValueError(name)
