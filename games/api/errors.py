"""The exception handler of Django REST framework: problem documents for every refusal."""

import math
from collections.abc import Iterator, Mapping
from itertools import islice
from typing import Any

import structlog
from django.core.exceptions import PermissionDenied
from django.http import Http404
from rest_framework import exceptions
from rest_framework.response import Response

from accounts.errors import MEDIA_TYPE, Problem, SiteError
from games.common.api import MAX_ERRORS
from games.common.errors import NotFound, StalePly
from games.core.log import note_if_broken

log = structlog.get_logger("errors")


def exception_handler(error: Exception, context: Mapping[str, Any]) -> Response | None:
    """Return the response to a refusal, None for a fault of the site, which is logged and answered with 500."""
    note_if_broken(error)
    problem = problem_of(error)
    if problem is None:
        return None
    if isinstance(error, StalePly):
        problem.more["game"] = context["view"].current_game()
    log.info("refused", code=problem.code, status=problem.status)
    return Response(problem.document(), problem.status, headers=problem.headers, content_type=MEDIA_TYPE)


def problem_of(error: Exception) -> Problem | None:
    if isinstance(error, Http404):
        error = NotFound()
    elif isinstance(error, PermissionDenied):
        error = exceptions.PermissionDenied()
    if isinstance(error, SiteError):
        return Problem.of(error)
    return _framework_problem(error) if isinstance(error, exceptions.APIException) else None


def _framework_problem(error: exceptions.APIException) -> Problem:
    """Return the problem for an exception of Django REST framework: sign-in, method, media type, fields, rate."""
    code = error.default_code.replace("_", "-")
    if isinstance(error, exceptions.ValidationError):
        errors = list(islice(wrong_fields(error.get_full_details()), MAX_ERRORS))
        return Problem(400, code, errors[0]["detail"] if errors else "", {"errors": errors})
    problem = Problem(error.status_code, code, str(error.detail))
    if header := getattr(error, "auth_header", ""):
        problem.headers["WWW-Authenticate"] = header
    if isinstance(error, exceptions.Throttled):
        problem.headers["Retry-After"] = str(math.ceil(getattr(error, "wait", None) or 1))
    return problem


def wrong_fields(details: Any, path: str = "") -> Iterator[dict[str, str]]:
    if isinstance(details, Mapping) and set(details) == {"message", "code"}:
        yield {"field": path, "code": str(details["code"]), "detail": str(details["message"])}
    elif isinstance(details, Mapping):
        for name, nested in details.items():
            field = "" if name == "non_field_errors" else str(name)
            yield from wrong_fields(nested, ".".join(part for part in (path, field) if part))
    else:
        for nested in details:
            yield from wrong_fields(nested, path)
