"""Rate limits of the API. The settings API_RATE_ANON, API_RATE_USER and API_RATE_WRITE have the rates.

While the server of the cache is away, each process counts alone.
"""

from typing import TYPE_CHECKING

from rest_framework.permissions import SAFE_METHODS
from rest_framework.request import Request
from rest_framework.throttling import UserRateThrottle

if TYPE_CHECKING:
    from rest_framework.views import APIView  # which itself imports this module


class WriteThrottle(UserRateThrottle):
    """Counts only requests that may change something."""

    scope = "write"

    def allow_request(self, request: Request, view: "APIView") -> bool:
        """Return True if this request is within the limit."""
        return request.method in SAFE_METHODS or super().allow_request(request, view)
