"""Every refusal of the API as a problem document (RFC 9457)."""

import math
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from http import HTTPStatus
from typing import Any

import structlog
from django.core.exceptions import PermissionDenied
from django.http import Http404
from rest_framework import exceptions
from rest_framework.response import Response

from accounts.errors import AccountError
from games.errors import DomainError, NotFound, StalePly, TooMany

log = structlog.get_logger("errors")


@dataclass(slots=True)
class Problem:
    """A refusal, whoever raised it. ``more`` are further members of the document."""

    status: int
    code: str
    detail: str
    more: dict[str, Any] = field(default_factory=dict)
    headers: dict[str, str] = field(default_factory=dict)


def exception_handler(error: Exception, context: Mapping[str, Any]) -> Response | None:
    """Return the answer to a refusal, or None for a fault of ours, which is then logged and answered with 500."""
    problem = problem_of(error)
    if problem is None:
        return None
    if isinstance(error, StalePly):
        problem.more["game"] = context["view"].fresh()
    log.info("refused", code=problem.code, status=problem.status)
    body = {
        "type": "about:blank",
        "title": HTTPStatus(problem.status).phrase,
        "status": problem.status,
        "detail": problem.detail,
        "code": problem.code,
        **problem.more,
    }
    return Response(body, problem.status, headers=problem.headers, content_type="application/problem+json")


def problem_of(error: Exception) -> Problem | None:
    """Return what an exception means to the program that asked, or None if it is none of the refusals we know."""
    if isinstance(error, Http404):
        error = NotFound()
    elif isinstance(error, PermissionDenied):
        error = exceptions.PermissionDenied()
    if isinstance(error, DomainError | AccountError):
        problem = Problem(error.status, error.code, str(error.message))
        if isinstance(error, TooMany):
            problem.headers["Retry-After"] = str(math.ceil(error.wait))
        return problem
    return _of_framework(error) if isinstance(error, exceptions.APIException) else None


def _of_framework(error: exceptions.APIException) -> Problem:
    """Return what the framework itself refuses: sign-in, methods, media types, fields, rates."""
    code = error.default_code.replace("_", "-")
    if isinstance(error, exceptions.ValidationError):
        errors = list(faults(error.get_full_details()))
        return Problem(400, code, errors[0]["detail"] if errors else "", {"errors": errors})
    problem = Problem(error.status_code, code, str(error.detail))
    if header := getattr(error, "auth_header", ""):
        problem.headers["WWW-Authenticate"] = header
    if isinstance(error, exceptions.Throttled):
        problem.headers["Retry-After"] = str(math.ceil(getattr(error, "wait", None) or 1))
    return problem


def faults(details: Any, path: str = "") -> Iterator[dict[str, str]]:
    """Yield each wrong field of a body or query as field (dotted where nested), code and detail."""
    if isinstance(details, Mapping) and set(details) == {"message", "code"}:
        yield {"field": path, "code": str(details["code"]), "detail": str(details["message"])}
    elif isinstance(details, Mapping):
        for name, inner in details.items():
            below = "" if name == "non_field_errors" else str(name)
            yield from faults(inner, ".".join(part for part in (path, below) if part))
    else:
        for inner in details:
            yield from faults(inner, path)
