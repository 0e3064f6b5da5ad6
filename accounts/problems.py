"""Problem documents (RFC 9457), the same for pages and the API."""

import math
from dataclasses import dataclass, field
from http import HTTPStatus
from typing import Any

from .errors import SiteError

MEDIA_TYPE = "application/problem+json"


@dataclass(slots=True)
class Problem:
    """A refusal before it becomes a response. ``more`` holds further members of the document."""

    status: int
    code: str
    detail: str
    more: dict[str, Any] = field(default_factory=dict)
    headers: dict[str, str] = field(default_factory=dict)

    @classmethod
    def of(cls, error: SiteError) -> "Problem":
        """Return the problem that an error stands for, with Retry-After where waiting helps."""
        headers = {"Retry-After": str(math.ceil(error.wait))} if error.wait else {}
        return cls(error.status, error.code, str(error.message), headers=headers)

    def document(self) -> dict[str, Any]:
        return {
            "type": "about:blank",
            "title": HTTPStatus(self.status).phrase,
            "status": self.status,
            "detail": self.detail,
            "code": self.code,
            **self.more,
        }
