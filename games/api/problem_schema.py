"""Descriptions of problem documents in the OpenAPI document, by status."""

from drf_spectacular.utils import OpenApiResponse

from accounts.web.problems import MEDIA_TYPE

from .serializers.problems import ProblemSerializer

DESCRIPTIONS = {
    400: "The request is malformed: `errors` names each wrong field.",
    401: "You are not signed in, or the token is not valid.",
    403: "You may not do this, or a request with a session came without its CSRF token.",
    404: "There is nothing here, or it is a private table that you may not see.",
    409: "The table is not in a state that allows this.",
    413: "The body is too large.",
    415: "The body is not `application/json`.",
    422: "The request is well formed, but the rules of the game or the site do not allow it; `code` names the reason.",
    429: "Too many requests. `Retry-After` is the number of seconds to wait.",
}
BODY_STATUSES = (400, 413, 415)  # possible for every endpoint that reads a body

Responses = dict[tuple[int, str], OpenApiResponse]


def problems(*statuses: int, conflict: type[ProblemSerializer] = ProblemSerializer) -> Responses:
    """Return the documentation of these statuses, 401 and 429. ``conflict`` describes the body of a 409."""
    return {
        (status, MEDIA_TYPE): OpenApiResponse(
            conflict if status == 409 else ProblemSerializer, description=DESCRIPTIONS[status]
        )
        for status in sorted({401, 429, *statuses})
    }
